import CLinux
import CSQLite
import GRDB
import GRDBSQLite
import Glibc
import LifeSignal
import SQLiteLog

/// Why the database can't be used; the daemon ends with 74 and changes nothing.
enum StoreError: Error, Equatable, CustomStringConvertible {
    case newer(path: String)
    /// A daemon has used it, and it is not there any more, or empty.
    case gone(path: String)
    case foreign(path: String)
    case damaged(path: String, detail: String)
    case unusable(path: String, detail: String)
    /// Another program has it open, such as SQLite's shell.
    case inUse(path: String)
    /// Durability could not be had: SQLite did not take a setting over.
    case notDurable(setting: String)

    var description: String {
        switch self {
        case .newer(let path):
            "\(path) was written by a newer LifeSignal; install that version, or restore a backup"
        case .gone(let path):
            "\(path) is gone, or empty; put it back, or restore a backup: lifesignald restore FILE. To begin "
                + "anew, remove all that is left in that directory"
        case .foreign(let path):
            "\(path) is no LifeSignal database; move it away, or name another --state-directory"
        case .damaged(let path, let detail):
            "\(path) is damaged (\(detail)); restore a backup: lifesignald restore FILE keeps this "
                + "one beside it"
        case .unusable(let path, let detail):
            "\(path) can't be opened: \(detail); check the directory's owner and the disk"
        case .inUse(let path):
            "\(path) is open in another program; end that (fuser -v \(path) names it), and look at a "
                + "copy instead: lifesignalctl backup FILE"
        case .notDurable(let setting):
            "SQLite refused \(setting), without which an acknowledged check-in could be lost"
        }
    }
}

/// The database, on one connection. Only the engine's rounds use it, one at a time.
///
/// WAL with synchronous=FULL: what was committed survives a power cut. One connection keeps clear
/// of concurrent checkpoints, and every rule about state stays a rule about one sequence of commits.
final class Store: Sendable {
    /// Somebody has removed or replaced it while it was in use: nothing that is written would be found again.
    struct Gone: Error, CustomStringConvertible {
        let path: String

        var description: String { "\(path) was removed or replaced while it was in use" }
    }

    let path: String
    private let queue: DatabaseQueue
    private let prepared = PreparedStatements()
    let log = WriteAheadLog()
    /// The connection by which it was looked at. It is closed, and kept: to dispose of its queue would start
    /// libdispatch's threads, which wake once a second (docs/decisions/0014-the-main-thread-runs-the-tasks.md).
    private let examiner: DatabaseQueue?
    /// Which file it is, as the file system has it.
    private let file: FileIdentity?

    /// Up to this size every page is looked at before the database is used: a second at the most.
    /// A larger one is read whole only after a storage error, by ``check()``.
    static let examinedBytes = 256 << 20

    /// Whether SQLite took it over; it does so as long as no database was opened in this process.
    private static let isConfigured =
        sqlite_keep_statement_journals_in_memory() == 0 && sqlite_count_no_memory() == 0

    /// Opens the database and brings it to this version.
    ///
    /// A newer, foreign or damaged one is refused before anything is written.
    init(path: String) throws(StoreError) {
        self.path = path
        _ = Self.isConfigured
        do {
            examiner = try Self.examine(path)
            var configuration = Self.alone
            configuration.foreignKeysEnabled = true
            configuration.label = "lifesignal"
            configuration.maximumReaderCount = 1
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inDatabase { [log] db in
                try Self.makeDurable(db)
                log.watch(db.sqliteConnection)
                // SQLite opens it with what is read first.
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
                GatheredWrites.begin(on: db.sqliteConnection)
            }
            try Schema.migrator.migrate(queue)
            LogRoom.take(at: path + "-wal", pages: WriteAheadLog.usualLimit)
            file = FileIdentity(path)
            // Every page may have been looked at, and a new version may have sorted all users.
            giveMemoryBack(beyond: 0)
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw Self.refusal(error, path: path)
        } catch {
            throw .unusable(path: path, detail: "\(error)")
        }
    }

    /// Whether its file is still where it was.
    var isInPlace: Bool { FileIdentity(path) == file }

    private struct FileIdentity: Hashable {
        let device: dev_t
        let inode: ino_t

        init?(_ path: String) {
            var file = stat()
            guard stat(path, &file) == 0 else { return nil }
            (device, inode) = (file.st_dev, file.st_ino)
        }
    }

    /// A connection beside which there is no other, in this process or another one.
    ///
    /// SQLite then keeps the log's index in its own memory. In the file beside the database it would
    /// be a mapping, and touching one on a full disk whose blocks are smaller than a page is SIGBUS
    /// (docs/decisions/0010-alone-with-the-database.md).
    static var alone: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
        return configuration
    }

    private static func examine(_ path: String) throws -> DatabaseQueue? {
        var file = stat()
        guard stat(path, &file) == 0 else { return nil }
        return try reading(path) { db in
            guard file.st_size <= examinedBytes else { return }
            let found = try String.fetchAll(db, sql: "PRAGMA quick_check(3)")
            guard found == ["ok"] else {
                throw StoreError.damaged(path: path, detail: Self.inOneLine(found))
            }
        }
    }

    /// A database of ours, on a connection that changes nothing: the log of a process that was killed
    /// stays what it is.
    ///
    /// - Returns: the connection, closed.
    @discardableResult
    static func reading(_ path: String, _ body: (Database) throws -> Void) throws -> DatabaseQueue {
        // SQLite would make one.
        guard access(path, F_OK) == 0 else {
            throw StoreError.unusable(path: path, detail: String(cString: strerror(errno)))
        }
        var configuration = Self.alone
        configuration.prepareDatabase { db in
            // As open to writing, since SQLite locks nothing for itself alone otherwise.
            try db.execute(sql: "PRAGMA query_only = ON")
            _ = sqlite_keep_log_when_closing(db.sqliteConnection)
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { db in
            try requireOurs(db, path: path)
            try body(db)
        }
        try queue.close()
        return queue
    }

    /// The table of migrations alone is what a very first start leaves that was cut off.
    private static func requireOurs(_ db: Database, path: String) throws {
        let tables =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'")
            ?? 0
        guard tables > 0 else { return }
        let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
        guard id == Schema.applicationID else { throw StoreError.foreign(path: path) }
        guard try !Schema.migrator.hasBeenSuperseded(db) else {
            throw StoreError.newer(path: path)
        }
    }

    private static func makeDurable(_ db: Database) throws {
        guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
            throw StoreError.notDurable(setting: "journal_mode=WAL")
        }
        // GRDB sets NORMAL when it finds WAL, so this comes last and is read back.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
            throw StoreError.notDurable(setting: "synchronous=FULL")
        }
        try db.execute(sql: "PRAGMA foreign_keys = ON")
        guard try Int.fetchOne(db, sql: "PRAGMA foreign_keys") == 1 else {
            throw StoreError.notDurable(setting: "foreign_keys=ON")
        }
        // A cell that can't hold what it says is damage, not a value.
        try db.execute(sql: "PRAGMA cell_size_check = ON")
        try db.execute(sql: "PRAGMA trusted_schema = OFF")
        // Sorting needs no file elsewhere either.
        try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }

    /// Reads every page: what is done after the process ended with a storage error.
    func check() throws(StoreError) {
        do {
            let found = try queue.inDatabase { db in
                try String.fetchAll(db, sql: "PRAGMA integrity_check(5)")
                    + Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(5)
                    .map { "a row of \($0[0] as String) refers to nothing" }
            }
            guard found == ["ok"] else {
                throw StoreError.damaged(path: path, detail: Self.inOneLine(found))
            }
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            // What can't be read now may be whole.
            throw Self.refusal(error, path: path)
        } catch {
            throw .unusable(path: path, detail: "\(error)")
        }
    }

    /// What SQLite's checks found; each of their rows may have lines of its own.
    private static func inOneLine(_ findings: [String]) -> String {
        findings.flatMap { $0.split(separator: "\n") }.joined(separator: "; ")
    }

    static func refusal(_ error: DatabaseError, path: String) -> StoreError {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            .damaged(path: path, detail: error.message ?? "\(error)")
        case .SQLITE_BUSY: .inUse(path: path)
        default: .unusable(path: path, detail: error.message ?? "\(error)")
        }
    }

    /// Runs `body` with the connection, outside any transaction.
    func withConnection<Value>(_ body: (Connection) throws -> Value) rethrows -> Value {
        try queue.writeWithoutTransaction { try body(Connection($0, prepared, log)) }
    }

    // MARK: Memory

    /// Up to so much of the database stays in SQLite's memory, a household's whole, so that an alarm finds what it
    /// needs.
    static let keptBytes = 1 << 20

    /// Bytes of the database that SQLite has in its memory.
    var cachedBytes: Int {
        queue.inDatabase { db in
            var (bytes, highest): (CInt, CInt) = (0, 0)
            sqlite3_db_status(
                db.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &bytes, &highest, 0)
            return Int(bytes)
        }
    }

    /// Where more is there, as when many were looked at, all of it goes back to the system.
    func giveMemoryBack(beyond bytes: Int = keptBytes) {
        guard cachedBytes > bytes else { return }
        queue.releaseMemory()
        malloc_trim(0)
    }

    func close() throws {
        queue.inDatabase { _ in prepared.removeAll() }
        try queue.close()
    }
}
