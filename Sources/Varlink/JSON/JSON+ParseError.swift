extension JSON {
    /// Why bytes are not the JSON that Varlink allows, and where.
    public struct ParseError: Error, Hashable, CustomStringConvertible {
        /// What is wrong.
        public enum Reason: Hashable, Sendable {
            /// The bytes ended within a value.
            case unexpectedEnd
            /// A byte that can't stand here.
            case unexpectedByte(UInt8)
            /// Bytes follow the value.
            case trailingBytes
            /// A key stands twice in one object.
            case duplicateKey(String)
            /// A number that RFC 8259 does not allow, such as `01`, `+1` or `.5`.
            case malformedNumber
            /// A whole number beyond ±2^53, or a fraction beyond what a Double holds.
            case numberOutOfRange
            /// Arrays and objects stand deeper in each other than allowed.
            case tooDeep
            /// Bytes in a string that are not UTF-8.
            case invalidUTF8
            /// An escape that names one half of a surrogate pair without the other.
            case loneSurrogate
            /// A backslash followed by something that is no escape.
            case malformedEscape
            /// A control character that stands in a string without being escaped.
            case controlCharacter(UInt8)
        }

        public var reason: Reason
        /// The offset in bytes at which it was noticed.
        public var offset: Int

        public init(_ reason: Reason, at offset: Int) {
            self.reason = reason
            self.offset = offset
        }

        public var description: String {
            let text =
                switch reason {
                case .unexpectedEnd: "the text ends within a value"
                case .unexpectedByte(let byte): "unexpected byte 0x\(String(byte, radix: 16))"
                case .trailingBytes: "something follows the value"
                case .duplicateKey(let key): "the key '\(key.cut(toBytes: 80))' stands twice"
                case .malformedNumber: "malformed number"
                case .numberOutOfRange: "number out of range"
                case .tooDeep: "nested too deeply"
                case .invalidUTF8: "invalid UTF-8"
                case .loneSurrogate: "half a surrogate pair"
                case .malformedEscape: "malformed escape"
                case .controlCharacter(let byte):
                    "unescaped control character 0x\(String(byte, radix: 16))"
                }
            return "\(text) at byte \(offset)"
        }
    }
}
