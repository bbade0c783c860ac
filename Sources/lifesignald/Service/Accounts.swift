import CLinux
import Glibc
import LifeSignal
import Synchronization
import Varlink

/// Whom a connection's credentials belong to, and what that account may be.
protocol Accounts: Sendable {
    /// Whom the kernel reported.
    func credentials(of peer: Peer) -> Credentials
    /// Whether an account may be bound to a user.
    func exists(account: String) -> Bool
}

/// What the machine knows of a caller; the user bound to the account is for the database to say.
struct Credentials: Sendable {
    /// Nil for a uid without a name.
    var account: String?
    var isAdmin: Bool
    var isSender: Bool
}

/// Accounts and groups of the machine, as the system's name services know them.
///
/// Kept for a short time, because every call asks and a directory server may be far away.
final class SystemAccounts: Accounts {
    static let adminGroup = "lifesignal-admin"
    static let senderAccount = "lifesignal-notify"
    /// How long an answer is kept, in seconds of CLOCK_BOOTTIME.
    static let keptSeconds = 5

    private struct Known {
        var until = 0
        var names: [UInt32: String?] = [:]
        var adminGroup: UInt32?
        var senderAccount: UInt32?
    }

    private let known = Mutex(Known())
    private let ownUID = getuid()

    func credentials(of peer: Peer) -> Credentials {
        known.withLock { known in
            refresh(&known)
            let name =
                known.names[peer.uid]
                ?? {
                    let name = Self.name(uid: peer.uid)
                    known.names[peer.uid] = .some(name)
                    return name
                }()
            let isOwner = peer.uid == 0 || peer.uid == ownUID
            let isMember = known.adminGroup.map { peer.groups.contains($0) } ?? false
            return Credentials(
                account: name, isAdmin: isOwner || isMember,
                isSender: isOwner || known.senderAccount == peer.uid)
        }
    }

    private func refresh(_ known: inout Known) {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        guard now.tv_sec >= known.until else { return }
        known = Known(
            until: now.tv_sec + Self.keptSeconds, adminGroup: Self.gid(group: Self.adminGroup),
            senderAccount: Self.uid(account: Self.senderAccount))
    }

    func exists(account: String) -> Bool { Self.uid(account: account) != nil }

    // MARK: getpwnam_r(3) and its like, which want a buffer of a size that nobody knows

    private static func name(uid: UInt32) -> String? {
        var entry = passwd()
        return lookUp { buffer, result in
            getpwuid_r(uid, &entry, buffer.baseAddress!, buffer.count, &result)
        } found: { (found: UnsafeMutablePointer<passwd>) in
            String(cString: found.pointee.pw_name)
        }
    }

    private static func uid(account: String) -> UInt32? {
        var entry = passwd()
        return lookUp { buffer, result in
            getpwnam_r(account, &entry, buffer.baseAddress!, buffer.count, &result)
        } found: { (found: UnsafeMutablePointer<passwd>) in
            found.pointee.pw_uid
        }
    }

    private static func gid(group name: String) -> UInt32? {
        var entry = group()
        return lookUp { buffer, result in
            getgrnam_r(name, &entry, buffer.baseAddress!, buffer.count, &result)
        } found: { (found: UnsafeMutablePointer<group>) in
            found.pointee.gr_gid
        }
    }

    private static func lookUp<Entry, Value>(
        _ call: (UnsafeMutableBufferPointer<CChar>, inout UnsafeMutablePointer<Entry>?) -> CInt,
        found: (UnsafeMutablePointer<Entry>) -> Value
    ) -> Value? {
        var size = 1024
        while size <= 1 << 20 {
            let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: size)
            defer { buffer.deallocate() }
            var result: UnsafeMutablePointer<Entry>?
            let error = call(buffer, &result)
            if error == ERANGE {
                size *= 4
                continue
            }
            return result.map(found)
        }
        return nil
    }
}
