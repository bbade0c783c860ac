import CLinux
import Foundation
import Glibc

/// The directory that the daemon alone writes to: 0700, with a lock that one daemon holds.
final class StateDirectory: Sendable {
    enum OpenError: Error, CustomStringConvertible {
        case locked(path: String)
        case unusable(path: String, reason: String)
        /// Others use it, and may enter it.
        case shared(path: String)
        /// No daemon was ever there.
        case empty(path: String)

        var description: String {
            switch self {
            case .locked(let path):
                "another lifesignald uses \(path); stop it first, or name another "
                    + "--state-directory"
            case .unusable(let path, let reason):
                "\(path) can't be used: \(reason); it has to be a directory that this account owns"
            case .shared(let path):
                "\(path) holds other files, and other accounts may enter it, which would have to end; name "
                    + "a --state-directory of its own"
            case .empty(let path):
                "there is no database of lifesignald in \(path); name another --state-directory"
            }
        }
    }

    let path: String
    /// Held until the process ends.
    private let lock: CInt

    /// For the daemon: it is made if it is not there, and what was cut off in it is removed.
    init(path: String) throws(OpenError) {
        self.path = path
        if mkdir(path, 0o700) != 0 {
            guard errno == EEXIST else {
                throw .unusable(path: path, reason: String(cString: strerror(errno)))
            }
            try Self.requireOwn(path)
        }
        _ = chmod(path, 0o700)
        lock = try Self.lock(path, flags: O_CREAT)
        giveToOwner("\(path)/lock")
        removeUnfinishedBackups()
    }

    /// One that was there before is closed to all others, and so has to be a daemon's, or empty.
    private static func requireOwn(_ path: String) throws(OpenError) {
        var directory = stat()
        guard stat(path, &directory) == 0, directory.st_mode & S_IFMT == S_IFDIR,
            directory.st_mode & 0o077 != 0,
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        else { return }
        let isOurs = names.contains { $0.hasPrefix("lifesignal.db") } || names == ["lock"]
        guard isOurs || names.isEmpty else { throw .shared(path: path) }
    }

    /// To look at it, while no daemon uses it.
    init(existing path: String) throws(OpenError) {
        self.path = path
        guard access("\(path)/lock", F_OK) == 0 || errno != ENOENT else {
            throw .empty(path: path)
        }
        lock = try Self.lock(path, flags: 0)
    }

    private static func lock(_ path: String, flags: CInt) throws(OpenError) -> CInt {
        let lock = open("\(path)/lock", O_RDWR | O_CLOEXEC | flags, 0o600)
        guard lock >= 0 else {
            throw .unusable(path: path, reason: String(cString: strerror(errno)))
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let reason = String(cString: strerror(errno))
            close(lock)
            throw isHeld ? .locked(path: path) : .unusable(path: path, reason: reason)
        }
        return lock
    }

    /// What root makes in it belongs to whom the directory belongs; nobody else can give files away.
    func giveToOwner(_ file: String) {
        guard geteuid() == 0 else { return }
        var directory = stat()
        if stat(path, &directory) == 0 { _ = chown(file, directory.st_uid, directory.st_gid) }
    }

    /// Where a backup is made before it is sent: a name that nobody would give to one of their own.
    static let backupPrefix = "unfinished-backup-"

    /// A process that was killed leaves a copy of all that people entrusted to it.
    private func removeUnfinishedBackups() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where name.hasPrefix(Self.backupPrefix) { Self.remove("\(path)/\(name)") }
    }

    /// Whatever it is: version 0.1.0 copied a directory that was named in place of a backup.
    static func remove(_ path: String) {
        if unlink(path) != 0, errno == EISDIR {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    var database: String { "\(path)/lifesignal.db" }
    /// Disk that is kept for what is vital.
    var reserve: String { "\(path)/reserve" }

    /// Left behind by a process that ended with a storage error: the next start checks every page.
    private var checkMark: String { "\(path)/check-needed" }

    var needsCheck: Bool { access(checkMark, F_OK) == 0 }

    /// An empty file is none: SQLite's shell leaves one where it found nothing, and takes it for a database.
    var hasDatabase: Bool { Self.hasContent(database) }

    /// A daemon has used a database that is not there any more: its reserve is, or it left its log, or ended with a
    /// storage error. A net that begins anew has nobody whom it would miss.
    var hasLostDatabase: Bool {
        !hasDatabase
            && (needsCheck || access(reserve, F_OK) == 0 || Self.hasContent(database + "-wal"))
    }

    private static func hasContent(_ path: String) -> Bool {
        var file = stat()
        return stat(path, &file) == 0 && file.st_size > 0
    }

    func requestCheck() {
        let descriptor = open(checkMark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    func checkDone() {
        unlink(checkMark)
    }
}
