extension Screen {
    /// `text` in lines of the screen's width; the first begins with `first`, which takes `firstColumns`, the others
    /// with `indent` blanks. Ended by a newline; not broken at all where the output is no terminal.
    ///
    /// Lines are broken between words, and never within a command that is proposed: its first words alone may be
    /// another command. One that is wider than the screen is left to the terminal, which hands it over in one
    /// piece where it is copied; so is a word, unless it has wide characters, of which no blanks part the words.
    func wrapped(
        _ text: String, first: String, firstColumns: Int, indent: Int, _ tint: Tint = .plain
    ) -> String {
        wrapped([(text, tint)], first: first, firstColumns: firstColumns, indent: indent)
    }

    /// The same of texts that differ in colour, with a blank between them.
    func wrapped(
        _ texts: [(String, Tint)], first: String, firstColumns: Int, indent: Int
    ) -> String {
        guard let width else {
            return first + texts.map { paint($0, $1) }.joined(separator: " ") + "\n"
        }
        var result = first
        var line: [(text: String, tint: Tint)] = []
        var used = firstColumns
        var gap = 0
        func endLine() {
            result += line.map { paint($0.text, $0.tint) }.joined()
            while result.last == " " { result.removeLast() }
            line = []
            gap = 0
        }
        for (text, tint) in texts {
            for part in ProposedCommands.parts(of: DisplayWidth.withoutTabs(text)) {
                let isCommand = part.contains(" ")
                for piece in isCommand ? [part] : Self.pieces(of: part, within: width - indent) {
                    let columns = DisplayWidth.columns(of: piece)
                    let blanks = isCommand ? max(0, min(indent, width - columns)) : indent
                    // No line is broken where the next has no more room.
                    let isBroken = !line.isEmpty || (isCommand && blanks < used && columns <= width)
                    if isBroken, used + gap + columns > width {
                        endLine()
                        result += "\n" + String(repeating: " ", count: blanks)
                        used = blanks
                    }
                    let filling = line.isEmpty ? "" : String(repeating: " ", count: gap)
                    if line.last?.tint == tint {
                        line[line.count - 1].text += filling + piece
                    } else {
                        line.append((filling, .plain))
                        line.append((piece, tint))
                    }
                    used += filling.count + columns
                    gap = 0
                }
                gap += 1
            }
        }
        endLine()
        return result + "\n"
    }

    /// Of a word that is wider than a line what may stand in lines of their own: each wide character, and what is
    /// between two of them. Any other word is one piece, and an empty one none.
    private static func pieces(of word: String, within columns: Int) -> [String] {
        guard DisplayWidth.columns(of: word) > columns else { return word.isEmpty ? [] : [word] }
        var pieces: [String] = []
        var isBreakable = true
        for character in word {
            let isWide = DisplayWidth.columns(of: character) > 1
            if isWide || isBreakable {
                pieces.append(String(character))
            } else {
                pieces[pieces.count - 1].append(character)
            }
            isBreakable = isWide
        }
        return pieces
    }

    /// A paragraph of its own for each line of `text`.
    func wrapped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { wrapped(String($0), first: "", firstColumns: 0, indent: 0) }.joined()
    }

    /// What is the matter, and below it what to do.
    func advice(_ text: String, _ remedy: String) -> String {
        wrapped(text, first: "  \(paint("!", .warning)) ", firstColumns: 4, indent: 4)
            + step(remedy)
    }

    /// What to do.
    func step(_ remedy: String) -> String {
        wrapped(remedy, first: "    → ", firstColumns: 6, indent: 6)
    }

    /// `parts` in lines of the screen's width, broken between them, each line after `indent` blanks.
    func joined(_ parts: [(String, Tint)], separator: String, indent: Int) -> String {
        let blanks = String(repeating: " ", count: indent)
        var result = blanks
        var used = indent
        for (number, (text, tint)) in parts.enumerated() {
            let isLast = number == parts.count - 1
            // A line that is broken after it ends with the separator, but for its last blank.
            let columns = DisplayWidth.columns(of: text + (isLast ? "" : separator.dropLast()))
            if number > 0, let width, used + columns > width {
                while result.last == " " { result.removeLast() }
                result += "\n" + blanks
                used = indent
            }
            result += paint(text, tint) + (isLast ? "" : separator)
            used += columns + (isLast ? 0 : 1)
        }
        return result + "\n"
    }
}
