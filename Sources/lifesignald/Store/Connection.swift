import GRDB
import GRDBSQLite

/// The store's connection, and the statements that were prepared on it.
///
/// Statements are prepared by GRDB, and run here: with its own rows and arguments a look at one user
/// took more time around SQLite than in it (docs/PERFORMANCE.md).
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
        try step(prepared.statement(sql, database), arguments) { _ in true }
    }

    /// What `read` makes of the rows of a statement that is prepared once.
    func rows<Value>(
        _ sql: String, _ arguments: Arguments = [], _ read: (borrowing ResultRow) -> Value
    ) throws -> [Value] {
        var rows: [Value] = []
        try step(prepared.statement(sql, database), arguments) {
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
        try step(prepared.statement(sql, database), arguments) {
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

    /// - Parameter take: gets each row, and says whether it wants another.
    private func step(
        _ prepared: Statement, _ arguments: Arguments, _ take: (borrowing ResultRow) -> Bool
    ) throws {
        let statement = prepared.sqliteStatement
        defer { sqlite3_reset(statement) }
        Self.bind(arguments, to: statement)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: guard take(ResultRow(statement)) else { return }
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(sqliteConnection)), sql: prepared.sql)
            }
        }
    }

    private static func bind(_ arguments: Arguments, to statement: SQLiteStatement) {
        precondition(
            sqlite3_bind_parameter_count(statement) == arguments.values.count,
            "a statement has as many parameters as it is given values")
        for position in arguments.values.indices {
            let index =
                arguments.names.isEmpty
                ? CInt(position + 1)
                : sqlite3_bind_parameter_index(statement, arguments.names[position])
            switch arguments.values[position].cell {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .text(var text):
                text.withUTF8 { bytes in
                    _ = bytes.withMemoryRebound(to: CChar.self) {
                        sqlite3_bind_text(
                            statement, index, $0.baseAddress, CInt($0.count), copied)
                    }
                }
            }
        }
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not see: SQLite makes its own copy.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
