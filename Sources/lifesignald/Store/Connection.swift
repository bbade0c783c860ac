import GRDB
import GRDBSQLite

/// The store's connection, and the statements that were prepared on it.
///
/// Statements are prepared by GRDB, and run by ``PreparedStatement``: with GRDB's own rows and arguments a look at one
/// user took more time around SQLite than in it (docs/decisions/0009-statements-run-below-grdb.md).
struct Connection {
    let database: Database
    private let prepared: PreparedStatements
    let log: WriteAheadLog

    init(
        _ database: Database, _ prepared: PreparedStatements = PreparedStatements(),
        _ log: WriteAheadLog = WriteAheadLog()
    ) {
        self.database = database
        self.prepared = prepared
        self.log = log
    }

    /// Has a statement ready that is executed later.
    func prepare(_ sql: String) throws { _ = try prepared.statement(sql, database) }

    /// Rows that the last statement has changed, and all have together.
    var changesCount: Int { Int(sqlite3_changes(sqliteConnection)) }
    var totalChangesCount: Int { Int(sqlite3_total_changes(sqliteConnection)) }
    var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(sqliteConnection) }
    var isInsideTransaction: Bool { database.isInsideTransaction }
    var sqliteConnection: SQLiteConnection? { database.sqliteConnection }

    /// Executes a statement that is prepared once.
    func run(_ sql: String, _ arguments: Arguments = []) throws {
        try prepared.statement(sql, database).step(arguments) { _ in true }
    }

    /// What `read` makes of the rows of a statement that is prepared once.
    func rows<Value>(
        _ sql: String, _ arguments: Arguments = [], _ read: (borrowing ResultRow) -> Value
    ) throws -> [Value] {
        var rows: [Value] = []
        try prepared.statement(sql, database).step(arguments) {
            rows.append(read($0))
            return true
        }
        return rows
    }

    /// What `read` makes of the first row of a statement that is prepared once.
    func row<Value>(
        _ sql: String, _ arguments: Arguments = [], _ read: (borrowing ResultRow) -> Value
    ) throws -> Value? {
        var row: Value?
        try prepared.statement(sql, database).step(arguments) {
            row = read($0)
            return false
        }
        return row
    }

    func value<Value: CellValue>(
        _ sql: String, _ arguments: Arguments = []
    ) throws -> Value? {
        try row(sql, arguments) { $0[0] as Value? } ?? nil
    }
}
