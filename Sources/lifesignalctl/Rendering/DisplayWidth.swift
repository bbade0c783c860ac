/// How many columns of a terminal a text takes.
///
/// A terminal adds up what each scalar takes, except that an emoji sequence (joined, with a skin
/// tone, a flag, a keycap) is one picture of two columns. The wide ranges are those of Unicode's
/// EastAsianWidth.txt (W and F), merged over the unassigned gaps inside their blocks; emoji that
/// are wide by themselves come from the standard library's own tables.
enum DisplayWidth {
    static func columns(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        guard scalars.count > 1 else { return columns(of: first) }
        if isEmojiSequence(scalars, first: first) { return 2 }
        return scalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// The longest beginning of `text` that fits into `columns`, with `…` in its last column where
    /// something was cut off.
    static func truncated(_ text: String, to columns: Int) -> String {
        guard Self.columns(of: text) > columns else { return text }
        guard columns > 0 else { return "" }
        var kept = ""
        var used = 0
        for character in text {
            let width = Self.columns(of: character)
            guard used + width <= columns - 1 else { break }
            kept.append(character)
            used += width
        }
        return kept + "…"
    }

    /// `text` with blanks in place of its tabs, each up to the next multiple of eight columns of the text: so what an
    /// author has lined up stays in line wherever the text begins.
    static func withoutTabs(_ text: String) -> String {
        guard text.contains("\t") else { return text }
        var result = ""
        var used = 0
        for character in text {
            let isTab = character == "\t"
            let width = isTab ? 8 - used % 8 : columns(of: character)
            result += isTab ? String(repeating: " ", count: width) : String(character)
            used += width
        }
        return result
    }

    static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - Self.columns(of: text)))
    }

    private static func isEmojiSequence(
        _ scalars: Character.UnicodeScalarView, first: Unicode.Scalar
    ) -> Bool {
        if isRegionalIndicator(first) { return true }
        // Digits, # and * are emoji by property; only with U+FE0F are they a keycap.
        guard first.properties.isEmoji else { return false }
        return scalars.dropFirst().contains { scalar in
            scalar.value == 0xFE0F
                || (scalar.value == 0x200D || scalar.properties.isEmojiModifier)
                    && first.value > 0x7F
        }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if (0x20...0x7E).contains(value) { return 1 }
        if isRegionalIndicator(scalar) { return 1 }
        // Hangul vowels and finals combine with the initial before them, which is wide.
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator:
            return 0
        case .format:
            // The soft hyphen and the Arabic number signs are seen, all others are not.
            let isSeen =
                value == 0xAD || (0x0600...0x0605).contains(value)
                || [0x06DD, 0x070F, 0x08E2, 0x110BD, 0x110CD].contains(value)
            return isSeen ? 1 : 0
        default:
            return scalar.properties.isEmojiPresentation || isWide(value) ? 2 : 1
        }
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        return wideRanges.contains { $0.contains(value) }
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul initials
        0x2329...0x232A,  // angle brackets
        0x2E80...0x303E,  // radicals, CJK punctuation
        0x3041...0x4DBF,  // kana, Bopomofo, enclosed CJK, extension A
        0x4E00...0xA4CF,  // ideographs, Yi
        0xA960...0xA97F,  // Hangul extended A
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // compatibility ideographs
        0xFE10...0xFE19,  // vertical forms
        0xFE30...0xFE6F,  // compatibility and small forms
        0xFF01...0xFF60,  // fullwidth ASCII
        0xFFE0...0xFFE6,  // fullwidth signs
        0x16FE0...0x18DFF,  // Tangut, Nushu, Khitan
        0x1AFF0...0x1B2FF,  // kana supplement and extensions
        0x1F200...0x1F265,  // squared ideographs
        0x20000...0x3FFFD,  // ideographs of planes 2 and 3
    ]
}
