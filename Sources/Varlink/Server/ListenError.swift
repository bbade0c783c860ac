/// Why a server can't listen.
public enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path can't be that of a socket.
    case address(Address.ParseError)
    /// Something other than a socket stands at the path.
    case notASocket(path: String)
    /// Another program listens at the path.
    case inUse(path: String)
    /// What the system said, and to which call.
    case system(call: String, path: String, reason: String)

    public var description: String {
        switch self {
        case .address(let error): error.description
        case .notASocket(let path): "can't listen at \(path): a file is there that is no socket"
        case .inUse(let path):
            "can't listen at \(path): another program does; stop it first, or name another path"
        case .system(let call, let path, let reason):
            "can't listen at \(path): \(reason) (\(call))"
        }
    }
}
