/// Who did something, as the audit trail and notices name them.
public enum Actor: Hashable, Sendable {
    /// A caller whose account is bound to a user.
    case user(UserID, Handle, name: String)
    case account(String)
    case uid(UInt32)
    case daemon

    /// `user:ana`, `account:root`, `uid:1000` or `daemon` (spec/domain.md, Audit).
    public var text: String {
        switch self {
        case .user(_, let handle, _): "user:\(handle)"
        case .account(let name): "account:\(name)"
        case .uid(let number): "uid:\(number)"
        case .daemon: "daemon"
        }
    }

    /// How a notice names them: a person by name, an account as one.
    public var shownName: String {
        switch self {
        case .user(_, _, let name): name
        case .account(let name): "account \(name)"
        case .uid(let number): "account number \(number)"
        case .daemon: "LifeSignal"
        }
    }

    public func isUser(_ id: UserID) -> Bool {
        if case .user(id, _, _) = self { true } else { false }
    }
}
