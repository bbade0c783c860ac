import GRDB
import GRDBSQLite

/// The cells of one row. A cell of another type than is asked for can't be in a STRICT table.
struct ResultRow {
    private let cells: [Cell]

    init(_ statement: SQLiteStatement) {
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
