import GRDB
import GRDBSQLite

/// What is bound to a statement's parameters, in their order or by their names.
///
/// Statements are prepared by GRDB, and run here: with its own rows and arguments a look at one user
/// took more time around SQLite than in it (docs/PERFORMANCE.md).
struct Arguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    fileprivate private(set) var cells: [Cell]
    fileprivate private(set) var names: [String] = []

    init(arrayLiteral values: any CellValue...) {
        cells = values.map { $0.cell }
    }

    init(dictionaryLiteral values: (String, any CellValue)...) {
        names = values.map { ":\($0.0)" }
        cells = values.map { $0.1.cell }
    }

    static func + (a: Arguments, b: Arguments) -> Arguments {
        var sum = a
        sum.cells += b.cells
        sum.names += b.names
        return sum
    }
}

/// The cells of one row. A cell of another type than is asked for can't be in a STRICT table.
struct ResultRow {
    private let cells: [Cell]

    fileprivate init(_ statement: SQLiteStatement) {
        let count = Int(sqlite3_column_count(statement))
        cells = Array(unsafeUninitializedCapacity: count) { cells, filled in
            for column in 0..<count {
                cells.initializeElement(at: column, to: Self.cell(statement, CInt(column)))
            }
            filled = count
        }
    }

    private static func cell(_ statement: SQLiteStatement, _ column: CInt) -> Cell {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            .text(
                String(
                    decoding: UnsafeBufferPointer(
                        start: sqlite3_column_text(statement, column),
                        count: Int(sqlite3_column_bytes(statement, column))), as: UTF8.self))
        case SQLITE_NULL: .null
        default: preconditionFailure("a column of neither integers nor texts")
        }
    }

    subscript<Value: CellValue>(index: Int) -> Value {
        Value(cell: cells[index])!
    }
}

extension Database {
    /// Executes a statement that is prepared once.
    func run(_ sql: String, _ arguments: Arguments = []) throws {
        try step(cachedStatement(sql: sql), arguments) { _ in true }
    }

    /// The rows of a statement that is prepared once.
    func rows(_ sql: String, _ arguments: Arguments = []) throws -> [ResultRow] {
        try rows(of: cachedStatement(sql: sql), arguments)
    }

    /// The rows of a statement that is made anew each time.
    func rows(of statement: Statement, _ arguments: Arguments) throws -> [ResultRow] {
        var rows: [ResultRow] = []
        try step(statement, arguments) {
            rows.append(ResultRow($0))
            return true
        }
        return rows
    }

    func row(_ sql: String, _ arguments: Arguments = []) throws -> ResultRow? {
        var row: ResultRow?
        try step(cachedStatement(sql: sql), arguments) {
            row = ResultRow($0)
            return false
        }
        return row
    }

    func value<Value: CellValue>(
        _ sql: String, _ arguments: Arguments = []
    ) throws -> Value? {
        try row(sql, arguments).flatMap { $0[0] as Value? }
    }

    /// - Parameter take: gets each row, and says whether it wants another.
    private func step(
        _ prepared: Statement, _ arguments: Arguments, _ take: (SQLiteStatement) -> Bool
    ) throws {
        let statement = prepared.sqliteStatement
        defer { sqlite3_reset(statement) }
        bind(arguments, to: statement)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: guard take(statement) else { return }
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(sqliteConnection)), sql: prepared.sql)
            }
        }
    }

    private func bind(_ arguments: Arguments, to statement: SQLiteStatement) {
        precondition(
            sqlite3_bind_parameter_count(statement) == arguments.cells.count,
            "a statement has as many parameters as it is given values")
        for (position, cell) in arguments.cells.enumerated() {
            let index =
                arguments.names.isEmpty
                ? CInt(position + 1)
                : sqlite3_bind_parameter_index(statement, arguments.names[position])
            switch cell {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .text(var text):
                text.withUTF8 { bytes in
                    _ = bytes.withMemoryRebound(to: CChar.self) {
                        sqlite3_bind_text(
                            statement, index, $0.baseAddress, CInt($0.count), Self.copied)
                    }
                }
            }
        }
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not see: SQLite makes its own copy.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
