import GRDB
import GRDBSQLite

/// A statement, and the texts that are bound to its parameters, each where SQLite reads it until it is bound anew. By
/// itself SQLite makes a copy of each, an allocation for every one (docs/PERFORMANCE.md).
final class PreparedStatement {
    private let prepared: Statement
    private let statement: SQLiteStatement
    private let texts = UnsafeMutablePointer<UInt8>.allocate(capacity: room)

    /// Bytes of all texts of one call; SQLite copies those that find none.
    static let room = 256

    init(_ prepared: Statement) {
        self.prepared = prepared
        statement = prepared.sqliteStatement
    }

    deinit { texts.deallocate() }

    /// Executes it; not while it is being executed, from `take`.
    ///
    /// - Parameter take: gets each row, and says whether it wants another.
    func step(_ arguments: Arguments, _ take: (borrowing ResultRow) -> Bool) throws {
        precondition(sqlite3_stmt_busy(statement) == 0, "a statement is executed within itself")
        // The texts stay as long as SQLite may read them.
        defer { withExtendedLifetime(self) { _ = sqlite3_reset(statement) } }
        bind(arguments)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: guard take(ResultRow(statement)) else { return }
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))),
                    sql: prepared.sql)
            }
        }
    }

    private func bind(_ arguments: Arguments) {
        precondition(
            sqlite3_bind_parameter_count(statement) == arguments.cells.count,
            "a statement has as many parameters as it is given values")
        var used = 0
        for position in arguments.cells.indices {
            let index =
                arguments.names.isEmpty
                ? CInt(position + 1)
                : sqlite3_bind_parameter_index(statement, arguments.names[position])
            switch arguments.cells[position] {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .text(var text): text.withUTF8 { used += bind($0, at: index, behind: used) }
            }
        }
    }

    /// - Parameter used: bytes that the texts before it take.
    /// - Returns: so many as this one takes.
    private func bind(
        _ text: UnsafeBufferPointer<UInt8>, at index: CInt, behind used: Int
    ) -> Int {
        let fits = text.count <= Self.room - used
        let place = fits ? UnsafePointer(texts + used) : text.baseAddress
        if fits, let start = text.baseAddress {
            (texts + used).update(from: start, count: text.count)
        }
        place?.withMemoryRebound(to: CChar.self, capacity: text.count) {
            _ = sqlite3_bind_text(
                statement, index, $0, CInt(text.count), fits ? Self.stays : Self.copied)
        }
        return fits ? text.count : 0
    }

    // SQLITE_STATIC and SQLITE_TRANSIENT, macros that Swift does not see.
    private static let stays: sqlite3_destructor_type? = nil
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
