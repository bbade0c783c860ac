/// Cuts a description into words and punctuation, gathering the comments between them.
struct InterfaceTokens {
    enum Token: Hashable {
        /// A keyword or a name: letters, digits, `_`, `-` and `.`, not yet checked.
        case word(String)
        /// `(`, `)`, `:`, `,`, `?`, `->`, `[]` or `[string]`.
        case punctuation(String)
        case end

        var text: String {
            switch self {
            case .word(let text), .punctuation(let text): "'\(text)'"
            case .end: "the end"
            }
        }
    }

    struct Comment {
        var text: String
        /// Whether it stands behind a token on the same line, and so speaks of what is before it.
        var followsToken: Bool
    }

    /// The token that the parser looks at.
    private(set) var current = Token.end
    /// Where the current token starts; both count from 1.
    private(set) var line = 1
    private(set) var column = 1
    /// The comments met since ``takeComments()``, in order.
    private(set) var comments: [Comment] = []

    private let bytes: [UInt8]
    private var position = 0
    private var currentLine = 1
    private var lineStart = 0

    init(_ text: String) throws(Interface.ParseError) {
        bytes = Array(text.utf8)
        try advance()
    }

    /// Goes on to the next token.
    mutating func advance() throws(Interface.ParseError) {
        try skipBlanksAndComments()
        line = currentLine
        column = position - lineStart + 1
        guard position < bytes.count else {
            current = .end
            return
        }
        for text in ["(", ")", ":", ",", "?", "->", "[]", "[string]"]
        where bytes[position...].starts(with: text.utf8) {
            position += text.utf8.count
            current = .punctuation(text)
            return
        }
        let start = position
        while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
        guard position > start else {
            throw Interface.ParseError("unexpected character", line: line, column: column)
        }
        current = .word(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// All comments met since the last time, and none is left.
    mutating func takeComments() -> [String] {
        defer { comments = [] }
        return comments.map(\.text)
    }

    /// Of the comments met since the last time those that stand behind a token on its line.
    mutating func takeTrailingComments() -> [String] {
        let trailing = comments.prefix(while: \.followsToken)
        comments.removeFirst(trailing.count)
        return trailing.map(\.text)
    }

    private mutating func skipBlanksAndComments() throws(Interface.ParseError) {
        var followsToken = position > 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                position += 1
                currentLine += 1
                lineStart = position
                followsToken = false
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "#"):
                comments.append(Comment(text: restOfLine(), followsToken: followsToken))
            default: return
            }
        }
    }

    /// The comment's text: without `#`, one blank after it, and blanks at the end.
    private mutating func restOfLine() -> String {
        position += 1
        let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
        position = line.endIndex
        var text = line.first == UInt8(ascii: " ") ? line.dropFirst() : line
        while let last = text.last, last == 0x20 || last == 0x09 || last == 0x0D {
            text.removeLast()
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
