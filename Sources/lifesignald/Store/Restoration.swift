import CLinux
import Foundation
import GRDB
import Glibc
import LifeSignal

/// Puts a backup in the place of the database, so that at each instant there is one or the other.
struct Restoration {
    enum Failure: Error, CustomStringConvertible {
        case inUse(String)
        case unfit(String, [String])
        case beyondRepair(String, [String])
        case file(String, reason: String)

        var description: String {
            switch self {
            case .inUse(let path):
                "\(path) has a log of its own beside it, so it is no backup; make one with: "
                    + "lifesignalctl backup FILE"
            case .unfit(let path, let findings):
                "\(path) is damaged, and nothing was changed: \(findings.joined(separator: "; "))"
            case .beyondRepair(let path, let findings):
                "\(path) can't be repaired, and nothing was changed: "
                    + "\(findings.joined(separator: "; ")); restore a backup with: lifesignald restore FILE"
            case .file(let path, let reason): "\(path): \(reason); nothing was changed"
            }
        }
    }

    private let source: String
    private let directory: StateDirectory
    /// The source is the database itself, of which what follows from the rest is made anew.
    private let isRepair: Bool
    private var copy: String { "\(directory.path)/\(StateDirectory.backupPrefix)restored.db" }

    init(of source: String, into directory: StateDirectory) {
        // A copy of a link would make the backup itself the database.
        self.source = URL(fileURLWithPath: source).resolvingSymlinksInPath().path
        self.directory = directory
        isRepair = false
    }

    /// Of the database itself, repaired: what was there is kept, should that have made it worse.
    init(repairing directory: StateDirectory) {
        source = directory.database
        self.directory = directory
        isRepair = true
    }

    /// - Returns: where the database before is kept; nil if there was none.
    func perform(settings: Settings) throws -> String? {
        defer { removeCopy() }
        if isRepair { moveLogIn() }
        try copySource()
        if isRepair { try repairCopy(settings) }
        var inspection = try inspectCopy(settings)
        if !isRepair, inspection.losses.isEmpty, !inspection.findings.isEmpty {
            // Nothing is wrong with it but what is kept twice.
            do {
                try repairCopy(settings)
            } catch {
                throw Failure.file(
                    source, reason: "what is kept twice in it can't be made anew: \(error)")
            }
            inspection = try inspectCopy(settings)
        }
        guard inspection.findings.isEmpty else {
            throw isRepair
                ? Failure.beyondRepair(source, inspection.findings)
                : Failure.unfit(source, inspection.findings)
        }
        let kept = try keepOld()
        guard rename(copy, directory.database) == 0 else { throw failure(directory.database) }
        try sync(directory.path)
        directory.checkDone()
        return kept
    }

    private func copySource() throws {
        var file = stat()
        guard stat(source, &file) == 0 else { throw failure(source) }
        guard file.st_mode & S_IFMT == S_IFREG else {
            throw Failure.file(source, reason: "it is no file; name the backup itself")
        }
        guard file.st_size > 0 else { throw Failure.file(source, reason: "it is empty") }
        var log = stat()
        if stat(source + "-wal", &log) == 0, log.st_size > 0 { throw Failure.inUse(source) }
        removeCopy()
        do {
            try FileManager.default.copyItem(atPath: source, toPath: copy)
        } catch {
            throw Failure.file(source, reason: error.localizedDescription)
        }
        guard chmod(copy, 0o600) == 0 else { throw failure(copy) }
        directory.giveToOwner(copy)
        try sync(copy)
    }

    /// The copy goes; what is wrong with it is told of what it was made of.
    private func inspectCopy(_ settings: Settings) throws -> Inspection {
        do {
            return try Inspection(path: copy, settings: settings)
        } catch {
            let reason =
                switch error {
                case .damaged(_, let detail): "it is damaged (\(detail))"
                case .foreign: "it is no LifeSignal database"
                case .newer: "it was written by a newer LifeSignal; install that version"
                case .unusable(_, let detail): "it can't be read (\(detail))"
                case .gone, .inUse, .notDurable: "it can't be read"
                }
            throw Failure.file(source, reason: reason)
        }
    }

    private func repairCopy(_ settings: Settings) throws {
        do {
            try Repair.perform(at: copy, settings: settings)
        } catch let error as DatabaseError {
            throw Failure.beyondRepair(source, [error.message ?? "\(error)"])
        }
        try sync(copy)
    }

    /// With its log, which belongs to no other database.
    private func keepOld() throws -> String? {
        let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        let kept = "\(directory.database).until-\(now.rfc3339)"
        let isThere = access(directory.database, F_OK) == 0
        if isThere {
            moveLogIn()
            guard link(directory.database, kept) == 0 else { throw failure(kept) }
        }
        // A log would be taken for the new database's.
        if access(directory.database + "-wal", F_OK) == 0,
            rename(directory.database + "-wal", kept + "-wal") != 0
        {
            throw failure(kept)
        }
        unlink(directory.database + "-shm")
        return isThere ? kept : nil
    }

    /// So that nothing but one file has to be replaced; where that can't be, the database is damaged.
    private func moveLogIn() {
        guard
            let queue = try? DatabaseQueue(
                path: directory.database, configuration: Store.alone)
        else { return }
        _ = try? queue.inDatabase {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema")
        }
        try? queue.close()
    }

    private func removeCopy() {
        for suffix in ["", "-wal", "-shm"] { StateDirectory.remove(copy + suffix) }
    }

    private func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private func failure(_ path: String) -> Failure {
        .file(path, reason: String(cString: strerror(errno)))
    }
}
