import Synchronization
import Varlink

@testable import lifesignald

/// Callers as a test wants them: connections of a test all come from one account.
final class FakeAccounts: Accounts {
    enum Caller: Hashable, Sendable {
        /// A member of lifesignal-admin, bound to nobody.
        case admin
        /// The account lifesignal-notify.
        case sender
        /// root: everything.
        case root
        case account(String)
        /// A uid that no account has.
        case nameless
    }

    private let current = Mutex(Caller.admin)

    func become(_ caller: Caller) {
        current.withLock { $0 = caller }
    }

    func credentials(of peer: Peer) -> Credentials {
        switch current.withLock({ $0 }) {
        case .admin: Credentials(account: "warden", isAdmin: true, isSender: false)
        case .sender: Credentials(account: "lifesignal-notify", isAdmin: false, isSender: true)
        case .root: Credentials(account: "root", isAdmin: true, isSender: true)
        case .account(let name): Credentials(account: name, isAdmin: false, isSender: false)
        case .nameless: Credentials(account: nil, isAdmin: false, isSender: false)
        }
    }

    /// Every account exists whose name does not say otherwise.
    func exists(account: String) -> Bool { !account.hasPrefix("no-such") }
}
