import GRDB

/// Statements by a few bytes of their texts, which are then compared: for a literal, which stays where it is, that
/// is one comparison. To find one among GRDB's takes a look at each byte (docs/PERFORMANCE.md).
///
/// Sendable because only who has the connection uses it.
final class PreparedStatements: @unchecked Sendable {
    /// One of those that share a place: if one were to take it from another, both would be looked for among GRDB's
    /// each time.
    private final class Entry {
        let sql: String
        let statement: PreparedStatement
        let next: Entry?

        init(sql: String, statement: PreparedStatement, next: Entry?) {
            (self.sql, self.statement, self.next) = (sql, statement, next)
        }
    }

    /// Several times as many as there are texts, so that few share one.
    private static let placeBits = 10
    private var entries = [Entry?](repeating: nil, count: 1 << placeBits)

    func statement(_ sql: String, _ database: Database) throws -> PreparedStatement {
        let place = Self.place(of: sql)
        let first = entries[place]
        var entry = first
        while let candidate = entry {
            if candidate.sql == sql { return candidate.statement }
            entry = candidate.next
        }
        let statement = PreparedStatement(try database.cachedStatement(sql: sql))
        entries[place] = Entry(sql: sql, statement: statement, next: first)
        return statement
    }

    /// SQLite closes no connection that has statements left.
    func removeAll() {
        entries = entries.map { _ in nil }
    }

    /// By the last bytes, those in the middle and how many there are.
    private static func place(of sql: String) -> Int {
        sql.utf8.withContiguousStorageIfAvailable { text in
            let (bytes, size) = (UnsafeRawBufferPointer(text), MemoryLayout<UInt64>.size)
            guard bytes.count >= size else { return bytes.count }
            let last = bytes.loadUnaligned(fromByteOffset: bytes.count - size, as: UInt64.self)
            let middle = bytes.loadUnaligned(
                fromByteOffset: (bytes.count - size) / 2, as: UInt64.self)
            let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
            let mixed = ((last &* golden) ^ middle ^ UInt64(bytes.count)) &* golden
            return Int(mixed >> UInt64(UInt64.bitWidth - placeBits))
        } ?? 0
    }
}
