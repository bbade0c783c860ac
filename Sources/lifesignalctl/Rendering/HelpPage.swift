/// The help of a command in lines of the screen's width.
struct HelpPage {
    /// Each paragraph, option and example in a line of its own, however long.
    private let text: String

    /// Nil for what is no help: a version, or a shell's completions.
    init?(_ text: String) {
        guard text.hasPrefix("OVERVIEW: ") else { return nil }
        self.text = text
    }

    func rendered(on screen: Screen) -> String {
        var page = ""
        var isContinued = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            // A shell takes no other end of a line for one that goes on.
            page += isContinued ? line + "\n" : Self.wrapped(line, on: screen)
            isContinued = line.hasSuffix("\\")
        }
        return page
    }

    private static let synopsis = "USAGE: "

    /// What goes on below stands under the line's second column, or where that is too far to the right in lines of its
    /// own.
    private static func wrapped(_ line: Substring, on screen: Screen) -> String {
        let margin = line.prefix { $0 == " " }.count
        let words = line.dropFirst(margin)
        let free = screen.pageWidth - DisplayWidth.columns(of: words)
        guard let gap = words.firstRange(of: "  ") else {
            let indent = words.hasPrefix(synopsis) ? synopsis.count : margin
            return wrapped(words, margin: free < 0 ? margin : min(margin, free), indent, screen)
        }
        let second = words[gap.lowerBound...].drop { $0 == " " }
        let column = line.distance(from: line.startIndex, to: second.startIndex)
        let longest = second.split(separator: " ").map { DisplayWidth.columns(of: $0) }.max() ?? 0
        if free >= margin || max(screen.pageWidth / 3, longest) <= screen.pageWidth - column {
            return wrapped(words, margin: margin, column, screen)
        }
        return wrapped(words[..<gap.lowerBound], margin: margin, margin, screen)
            + wrapped(second, margin: margin + 2, margin + 2, screen)
    }

    private static func wrapped(
        _ words: Substring, margin: Int, _ indent: Int, _ screen: Screen
    ) -> String {
        screen.wrapped(
            String(words), first: String(repeating: " ", count: margin), firstColumns: margin,
            indent: indent)
    }
}
