import GRDB
import GRDBSQLite
import LifeSignal

/// How much lies in SQLite's log, and when that is written back to the database: a wait for the disk of several
/// milliseconds, and with many people some hundred pages all over the file.
///
/// A commit that finds too much there does it before it returns, and whoever is told of that commit waits for
/// it. So the engine does it before, at half of that, when nobody has asked for anything for a moment, and nothing
/// is due.
///
/// Sendable because only who has the connection uses it.
final class WriteAheadLog: @unchecked Sendable {
    /// Pages, as SQLite has it.
    static let usualLimit = 1000
    /// From so many pages on it is written back as soon as nobody waits.
    static let long = usualLimit / 2
    /// For so long nobody has asked for anything: after a deadline a follower and a sender do.
    static let quiet = Span(milliseconds: 10)
    /// For so long nothing will be due.
    static let margin = Span(milliseconds: 20)

    /// A commit that finds so many pages writes them back.
    var limit = usualLimit
    /// What the last commit has found, and not been written back since.
    private var pages = 0

    /// Takes the place of what SQLite does after each commit of the connection, for as long as that is open. To set
    /// `PRAGMA wal_autocheckpoint` would undo it.
    func watch(_ connection: SQLiteConnection?) {
        sqlite3_wal_hook(
            connection,
            { log, connection, _, pages in
                let log = Unmanaged<WriteAheadLog>.fromOpaque(log!).takeUnretainedValue()
                log.pages = Int(pages)
                if log.pages >= log.limit { log.writeBack(connection) }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    var isLong: Bool { pages >= Self.long }

    /// Outside a transaction. What can't be written back stays in the log, and is tried again after the next
    /// commit, as SQLite has it: nothing of it is lost.
    func writeBack(_ connection: SQLiteConnection?) {
        sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        pages = 0
    }
}
