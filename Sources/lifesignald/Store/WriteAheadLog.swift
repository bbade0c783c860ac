import GRDB
import GRDBSQLite
import Glibc

/// How much lies in SQLite's log, its room on the disk, and writing it back to the database: with many people some
/// hundred pages all over the file.
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

    /// Of a file with the usual number of pages: a header, and each page of 4,096 bytes with one of its own.
    private static let usualSize = off_t(32 + usualLimit * (24 + 4096))

    /// Writes zeros behind what the log has, up to its usual size, and waits until the disk has them.
    ///
    /// That a file has grown is kept by a file system with a journal with a second wait for the disk, so each commit
    /// that makes the log longer would take twice as long (docs/PERFORMANCE.md). SQLite uses the file from its
    /// beginning again when all of it was written back, keeps no lock in it, and takes zeros for the end of what is in
    /// it. On a full disk the log grows as it can.
    static func takeRoom(at path: String) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 64 << 10)
        var end = lseek(descriptor, 0, SEEK_END)
        while (0..<usualSize).contains(end) {
            let written = pwrite(descriptor, zeros, min(zeros.count, Int(usualSize - end)), end)
            guard written > 0 else { break }
            end += off_t(written)
        }
        fdatasync(descriptor)
    }

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
