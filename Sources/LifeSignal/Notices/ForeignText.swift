/// What foreigners wrote, made safe to show: names, notes, messages, answers of servers.
public enum ForeignText {
    /// One line: every control, bidirectional and line-separator character is escaped.
    public static func line(_ text: String) -> String { escaped(text, keeping: []) }

    /// A note: as ``line(_:)``, but newline and tab stay.
    public static func note(_ text: String) -> String { escaped(text, keeping: ["\n", "\t"]) }

    private static func escaped(_ text: String, keeping kept: [Unicode.Scalar]) -> String {
        guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isUnprintable(scalar), !kept.contains(scalar) {
                shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                shown.append(scalar)
            }
        }
        return String(shown)
    }
}
