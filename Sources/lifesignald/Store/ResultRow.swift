import GRDB
import GRDBSQLite

/// The row that a statement has come to, for as long as it stays there: it can't be kept, hence `~Copyable`. A
/// cell of another type than is asked for can't be in a STRICT table.
struct ResultRow: ~Copyable {
    private let statement: SQLiteStatement

    init(_ statement: SQLiteStatement) { self.statement = statement }

    subscript<Value: CellValue>(column: Int) -> Value {
        Value(cell: Cell(statement, CInt(column)))!
    }
}

extension Cell {
    fileprivate init(_ statement: SQLiteStatement, _ column: CInt) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            let text = UnsafeBufferPointer(
                start: sqlite3_column_text(statement, column),
                count: Int(sqlite3_column_bytes(statement, column)))
            self = .text(String(decoding: text, as: UTF8.self))
        case SQLITE_NULL: self = .null
        default: preconditionFailure("a column of neither integers nor texts")
        }
    }
}
