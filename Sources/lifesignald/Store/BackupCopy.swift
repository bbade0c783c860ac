import Foundation
import GRDB
import GRDBSQLite

/// A consistent copy of the database while it is in use, made a few pages at a time.
///
/// SQLite's backup interface on the one connection: what is written meanwhile goes into the copy
/// too, and requests are answered in between.
final class BackupCopy: @unchecked Sendable {
    /// Pages that are copied between two rounds.
    static let pagesPerStep: CInt = 256
    /// Bytes that go into one reply.
    static let pieceBytes = 48 * 1024

    enum CopyError: Error, CustomStringConvertible {
        case sqlite(CInt)
        case file(String)

        var description: String {
            switch self {
            case .sqlite(let code): "the copy failed: \(String(cString: sqlite3_errstr(code)))"
            case .file(let text): "the copy failed: \(text)"
            }
        }
    }

    private let path: String
    private var copy: SQLiteConnection?
    private var backup: OpaquePointer?
    private var file: FileHandle?

    /// - Parameter path: where the copy is made; nothing may be there.
    init(path: String) {
        self.path = path
    }

    /// Copies some pages; between two rounds, outside a transaction.
    ///
    /// - Returns: whether the copy is complete.
    func step(_ db: Connection) throws(CopyError) -> Bool {
        if backup == nil { try begin(db) }
        let code = sqlite3_backup_step(backup, Self.pagesPerStep)
        guard code != SQLITE_OK else { return false }
        let result = sqlite3_backup_finish(backup)
        backup = nil
        sqlite3_close(copy)
        copy = nil
        guard code == SQLITE_DONE, result == SQLITE_OK else { throw .sqlite(code) }
        file = FileHandle(forReadingAtPath: path)
        guard file != nil else { throw .file("\(path) can't be read") }
        return true
    }

    private func begin(_ db: Connection) throws(CopyError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &copy, flags, nil)
        guard code == SQLITE_OK else { throw .sqlite(code) }
        // Its end would be to wait for the disk to have all of it, and everybody with it; nobody needs it after a
        // crash.
        let setting = sqlite3_exec(
            copy, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nil, nil, nil)
        guard setting == SQLITE_OK else { throw .sqlite(setting) }
        backup = sqlite3_backup_init(copy, "main", db.sqliteConnection, "main")
        guard backup != nil else { throw .sqlite(sqlite3_errcode(copy)) }
    }

    /// The next piece in base64; nil at the end.
    func next() throws -> String? {
        guard let data = try file?.read(upToCount: Self.pieceBytes), !data.isEmpty else {
            return nil
        }
        return data.base64EncodedString()
    }

    /// Removes the copy, complete or not.
    func remove() {
        if let backup { sqlite3_backup_finish(backup) }
        backup = nil
        if let copy { sqlite3_close(copy) }
        copy = nil
        try? file?.close()
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}
