/// Where a service listens: a Unix stream socket, written `unix:/path` or, for a name in Linux's
/// abstract namespace, `unix:@name` (varlink.org, "URI").
public struct Address: Hashable, Sendable, CustomStringConvertible {
    /// The path, or `@` and the abstract name.
    public let path: String

    /// The longest path that fits `sockaddr_un` with its closing NUL (unix(7)).
    public static let maximumPathBytes = 107

    /// Why a text is no address.
    public enum ParseError: Error, Hashable, CustomStringConvertible {
        /// Something other than `unix:`.
        case unsupportedScheme(String)
        case emptyPath
        /// A NUL in the path.
        case malformedPath
        /// More than ``Address/maximumPathBytes``.
        case pathTooLong(String)

        public var description: String {
            switch self {
            case .unsupportedScheme(let text):
                "'\(text)' is not an address that starts with 'unix:'"
            case .emptyPath: "the address has no path"
            case .malformedPath: "the socket's path has a NUL in it"
            case .pathTooLong(let path):
                "the socket's path is \(path.utf8.count) bytes long, "
                    + "\(Address.maximumPathBytes) at most are possible: \(path)"
            }
        }
    }

    /// Reads `unix:/path` or `unix:@name`. Parameters after a semicolon, such as `;mode=0666`, are
    /// for the side that listens, and ignored.
    public init(parsing text: String) throws(ParseError) {
        guard text.hasPrefix("unix:") else { throw .unsupportedScheme(text) }
        let path = text.dropFirst("unix:".count).prefix { $0 != ";" }
        try self.init(path: String(path))
    }

    /// The socket at this path, or with `@` first of this abstract name.
    public init(path: String) throws(ParseError) {
        guard !path.isEmpty, path != "@" else { throw .emptyPath }
        guard !path.utf8.contains(0) else { throw .malformedPath }
        guard path.utf8.count <= Self.maximumPathBytes else { throw .pathTooLong(path) }
        self.path = path
    }

    public var description: String { "unix:\(path)" }
}
