import GRDB
import GRDBSQLite

/// How much lies in SQLite's log, and writing it back to the database: with many people some hundred pages all over
/// the file.
///
/// Sendable because only who has the store's connection uses it.
final class WriteAheadLog: @unchecked Sendable {
    /// Pages, half of what SQLite has: whoever calls while they are written back waits for a shorter time, and as many
    /// are served (docs/PERFORMANCE.md).
    static let usualLimit = 500

    /// A commit that finds so many pages writes them back, before it returns.
    var limit = usualLimit
    /// What the last commit has found, and has not been written back since.
    private(set) var pages = 0
    private var connection: SQLiteConnection?

    /// Takes the place of what SQLite does after each commit of the connection, for as long as that is open. To set
    /// `PRAGMA wal_autocheckpoint` would undo it.
    func watch(_ connection: SQLiteConnection?) {
        self.connection = connection
        sqlite3_wal_hook(
            connection,
            { log, _, _, pages in
                let log = Unmanaged<WriteAheadLog>.fromOpaque(log!).takeUnretainedValue()
                log.pages = Int(pages)
                if log.pages >= log.limit { log.writeBack() }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Outside a transaction. What can't be written back stays in the log, and is tried again after the next
    /// commit, as SQLite has it: nothing of it is lost.
    func writeBack() {
        sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        pages = 0
    }
}
