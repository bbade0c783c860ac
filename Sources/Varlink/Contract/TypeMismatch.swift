/// A JSON value that is not what a type asks for, and which field it stands in.
public struct TypeMismatch: Error, Hashable, CustomStringConvertible {
    /// The way to the value from the outermost object, such as `user.reminders[2]`; empty for the
    /// outermost value itself.
    public var path: String
    /// What was asked for and what was found, in words.
    public var reason: String

    public init(path: String = "", reason: String) {
        self.path = path
        self.reason = reason
    }

    /// A value of another kind than was asked for.
    public init(expected: String, found: JSON) {
        self.init(reason: "expected \(expected), found \(found.kind)")
    }

    /// The outermost field on the way.
    public var field: String {
        String(path.prefix { $0 != "." && $0 != "[" })
    }

    public var description: String {
        path.isEmpty ? reason : "\(path): \(reason)"
    }

    /// The same mismatch, seen from the object that holds it in this field.
    @usableFromInline
    func within(field: String) -> TypeMismatch {
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return TypeMismatch(path: field + separator + path, reason: reason)
    }

    /// The same mismatch, seen from the array that holds it at this position.
    func within(element position: Int) -> TypeMismatch {
        within(field: "[\(position)]")
    }
}
