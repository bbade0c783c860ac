/// Text from anywhere, made harmless for one line of a log or a terminal.
enum PrintableText {
    /// `text` with control, bidirectional and line-separator characters written out, as `\n` or
    /// `\u{202e}`: none of them may forge a line, move the cursor or turn text around.
    static func escaping(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: mustEscape) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case let scalar where mustEscape(scalar):
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
        // What nearly all of it is; looking properties up takes a hundred times as long.
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
