import GRDBSQLite
import Glibc
import SQLiteLog

/// SQLite itself, with nothing in between: what it does is the limit of what the daemon can do.
final class SQLite {
    private let path: String
    private var handle: OpaquePointer?

    static var version: String { String(cString: sqlite3_libversion()) }

    init(_ path: String) throws {
        self.path = path
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else { throw failure(path) }
        sqlite3_busy_timeout(handle, 5000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// How what is committed goes into the log.
    enum Log {
        /// As the daemon's does: a commit in one piece, and its pages back to their places from 500 on.
        case daemons
        /// As it is if nobody asks: page by page, and back from 1,000 on.
        case usual

        fileprivate var pages: Int { self == .daemons ? 500 : 1000 }
    }

    /// As the daemon commits: alone with the file, into a log that is as long as it gets, and the disk is waited for.
    func makeDurable(_ log: Log = .daemons) throws {
        try run(
            """
            PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = \(log.pages);
            PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
            SELECT count(*) FROM sqlite_schema
            """)
        if log == .daemons { GatheredWrites.begin(on: handle) }
        LogRoom.take(at: path + "-wal", pages: log.pages)
    }

    /// For a load that is to be over soon, and meanwhile of nobody else: all pages that it needs stay in memory, and
    /// nothing is written back before ``writeBack()``.
    func makeRoomy() throws {
        try run("PRAGMA cache_size = -1048576; PRAGMA wal_autocheckpoint = 0")
    }

    func writeBack() throws { try run("PRAGMA wal_checkpoint(PASSIVE)") }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    func prepare(_ sql: String) throws -> Statement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw failure(sql) }
        return Statement(statement, of: self)
    }

    var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

    func number(_ sql: String) throws -> Int64 {
        try prepare(sql).number()
    }

    private func failure(_ what: String) -> Failure {
        Failure("SQLite: \(String(cString: sqlite3_errmsg(handle))) (\(what.prefix(200)))")
    }

    /// A statement that is prepared once and run often.
    final class Statement {
        private let statement: OpaquePointer
        /// Of the last row whose cells were read: numbers, and of texts how many bytes they have.
        private(set) var cells: [Int64]
        /// Stays open as long as there is one of its statements.
        private let database: SQLite

        init(_ statement: OpaquePointer, of database: SQLite) {
            self.statement = statement
            self.database = database
            cells = [Int64](repeating: 0, count: Int(sqlite3_column_count(statement)))
        }

        deinit { sqlite3_finalize(statement) }

        /// - Parameter texts: the values behind the numbers.
        func run(_ values: Int64..., texts: String...) throws {
            bind(values)
            for (index, text) in texts.enumerated() { bind(text, at: values.count + index + 1) }
            let result = sqlite3_step(statement)
            sqlite3_reset(statement)
            guard result == SQLITE_DONE || result == SQLITE_ROW else { throw Self.failure(result) }
        }

        /// The first number of each row that it finds.
        func firstCells(_ values: Int64...) throws -> [Int64] {
            bind(values)
            var found: [Int64] = []
            var result = sqlite3_step(statement)
            while result == SQLITE_ROW {
                found.append(sqlite3_column_int64(statement, 0))
                result = sqlite3_step(statement)
            }
            sqlite3_reset(statement)
            guard result == SQLITE_DONE else { throw Self.failure(result) }
            return found
        }

        /// The numbers of the first row.
        func firstRow(_ values: Int64...) throws -> [Int64] {
            bind(values)
            defer { sqlite3_reset(statement) }
            guard sqlite3_step(statement) == SQLITE_ROW else { throw Failure("SQLite: no row") }
            return (0..<sqlite3_column_count(statement)).map {
                sqlite3_column_int64(statement, $0)
            }
        }

        /// Reads every cell of the rows that it finds by a text.
        func readCells(by text: String) throws {
            bind(text, at: 1)
            try readCells()
        }

        /// Or by a number.
        func readCells(by number: Int64) throws {
            bind([number])
            try readCells()
        }

        private func readCells() throws {
            var result = sqlite3_step(statement)
            while result == SQLITE_ROW {
                for column in cells.indices {
                    if sqlite3_column_type(statement, CInt(column)) == SQLITE_TEXT {
                        _ = sqlite3_column_text(statement, CInt(column))
                        cells[column] = Int64(sqlite3_column_bytes(statement, CInt(column)))
                    } else {
                        cells[column] = sqlite3_column_int64(statement, CInt(column))
                    }
                }
                result = sqlite3_step(statement)
            }
            sqlite3_reset(statement)
            guard result == SQLITE_DONE else { throw Self.failure(result) }
        }

        private func bind(_ values: [Int64]) {
            for (index, value) in values.enumerated() {
                sqlite3_bind_int64(statement, CInt(index + 1), value)
            }
        }

        private func bind(_ text: String, at index: Int) {
            // SQLITE_TRANSIENT: a copy is made of it.
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_bind_text(statement, CInt(index), text, -1, copied)
        }

        private static func failure(_ result: CInt) -> Failure {
            Failure("SQLite: \(String(cString: sqlite3_errstr(result)))")
        }

        fileprivate func number() throws -> Int64 {
            defer { sqlite3_reset(statement) }
            guard sqlite3_step(statement) == SQLITE_ROW else { throw Failure("SQLite: no row") }
            return sqlite3_column_int64(statement, 0)
        }
    }
}

/// What is given to a thread of its own, and used by nobody else from then on.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value
}
