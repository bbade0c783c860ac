import GRDB

/// Statements by the place of their text: most are literals, and stay where they are. To find one among
/// GRDB's by its text takes a look at each byte of it (docs/PERFORMANCE.md).
///
/// Sendable because only who has the connection uses it.
final class PreparedStatements: @unchecked Sendable {
    private struct Entry {
        let sql: String
        let statement: Statement
    }

    /// Several times as many as there are texts.
    private static let placeBits = 10
    private var entries = [Entry?](repeating: nil, count: 1 << placeBits)

    func statement(_ sql: String, _ database: Database) throws -> Statement {
        guard let place = Self.place(of: sql) else { return try database.cachedStatement(sql: sql) }
        // The same text at the same place is told at once.
        if let entry = entries[place], entry.sql == sql { return entry.statement }
        let statement = try database.cachedStatement(sql: sql)
        entries[place] = Entry(sql: sql, statement: statement)
        return statement
    }

    /// SQLite closes no connection that has statements left.
    func removeAll() {
        entries = entries.map { _ in nil }
    }

    /// Nil for a text so short that it is kept where it is used.
    private static func place(of sql: String) -> Int? {
        guard sql.utf8.count > 15 else { return nil }
        return sql.utf8.withContiguousStorageIfAvailable { text in
            let golden: UInt = 0x9E37_79B9_7F4A_7C15
            let mixed = UInt(bitPattern: text.baseAddress) &* golden
            return Int(mixed >> UInt(UInt.bitWidth - placeBits))
        }
    }
}
