extension Screen {
    /// `text` in lines of the screen's width, broken between words; the first begins with `first`,
    /// which takes `firstColumns`, the others with `indent` blanks. Ended by a newline; not broken
    /// at all where the output is no terminal.
    func wrapped(
        _ text: String, first: String, firstColumns: Int, indent: Int, _ tint: Tint = .plain
    ) -> String {
        guard let width else { return first + paint(text, tint) + "\n" }
        var lines = [""]
        var used = firstColumns
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let columns = DisplayWidth.columns(of: word)
            let isFirst = lines[lines.count - 1].isEmpty
            if !isFirst, used + 1 + columns > width {
                lines.append(String(word))
                used = indent + columns
            } else {
                lines[lines.count - 1] += (isFirst ? "" : " ") + word
                used += columns + (isFirst ? 0 : 1)
            }
        }
        let blanks = String(repeating: " ", count: indent)
        return first + lines.map { paint($0, tint) }.joined(separator: "\n" + blanks) + "\n"
    }

    /// What is the matter, and below it what to do.
    func advice(_ text: String, _ remedy: String) -> String {
        wrapped(text, first: "  \(paint("!", .warning)) ", firstColumns: 4, indent: 4)
            + wrapped(remedy, first: "    → ", firstColumns: 6, indent: 6)
    }

    /// `parts` in lines of the screen's width, broken between them, each line after `indent` blanks.
    func joined(_ parts: [(String, Tint)], separator: String, indent: Int) -> String {
        let blanks = String(repeating: " ", count: indent)
        var result = blanks
        var used = indent
        for (number, (text, tint)) in parts.enumerated() {
            let columns = DisplayWidth.columns(of: text)
            if number > 0 {
                result += separator
                used += DisplayWidth.columns(of: separator)
            }
            if number > 0, let width, used + columns > width {
                while result.last == " " { result.removeLast() }
                result += "\n" + blanks
                used = indent
            }
            result += paint(text, tint)
            used += columns
        }
        return result + "\n"
    }
}
