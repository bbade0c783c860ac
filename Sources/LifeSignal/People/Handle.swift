/// What identifies a user everywhere: `[a-z][a-z0-9_-]{0,31}`.
public struct Handle: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let text: String

    /// - Throws: `Refusal.invalid` for `parameter` if the text is no handle.
    public init(_ text: String, parameter: String = "handle") throws(Refusal) {
        func isLower(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
        let bytes = text.utf8
        guard let first = bytes.first, isLower(first), bytes.count <= 32,
            bytes.allSatisfy({ isLower($0) || (48...57).contains($0) || $0 == 95 || $0 == 45 })
        else {
            throw .invalid(
                parameter: parameter,
                reason: "a handle is 1 to 32 of a-z, 0-9, _ and -, and begins with a letter")
        }
        self.text = text
    }

    /// A handle that was valid when it was stored.
    public init(stored text: String) {
        self.text = text
    }

    public static func < (a: Handle, b: Handle) -> Bool { a.text < b.text }
    public var description: String { text }
}

/// Who a user is for good: a handle can be given anew after a removal, this number cannot.
public struct UserID: Hashable, Comparable, Sendable {
    public let number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public static func < (a: UserID, b: UserID) -> Bool { a.number < b.number }
}
