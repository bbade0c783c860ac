import GRDB
import GRDBSQLite

/// The cells of one row. A cell of another type than is asked for can't be in a STRICT table.
struct ResultRow {
    private let cells: [Cell]

    init(_ statement: SQLiteStatement) {
        let count = Int(sqlite3_column_count(statement))
        cells = Array(unsafeUninitializedCapacity: count) { cells, filled in
            for column in 0..<count {
                cells.initializeElement(at: column, to: Cell(statement, column))
            }
            filled = count
        }
    }

    subscript<Value: CellValue>(index: Int) -> Value {
        Value(cell: cells[index])!
    }
}

extension Cell {
    /// - Parameter column: of the row that the statement has come to.
    init(_ statement: SQLiteStatement, _ column: Int) {
        let column = CInt(column)
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
