/// Why a call brought no reply.
public enum CallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No connection could be made; why, in the words of strerror(3).
    case unreachable(String)
    /// The connection was cut, by either side, before the reply came, or the calling task was
    /// cancelled. The service may or may not have carried the call out; who knows it to be harmless
    /// may repeat it.
    case disconnected
    /// The service refused the call: the error's full name and its parameters, an object. A
    /// generated `Failure` or ``InvalidParameter`` reads them.
    case failure(name: String, parameters: JSON)
    /// The service sent something that is no reply, or not the reply its interface declares.
    case malformed(String)

    public var description: String {
        switch self {
        case .unreachable(let reason): "no connection: \(reason)"
        case .disconnected: "the connection was cut before the reply came"
        case .failure(let name, let parameters): "\(name) \(parameters)"
        case .malformed(let reason): "malformed reply: \(reason)"
        }
    }
}
