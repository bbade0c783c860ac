import Glibc

/// Rows of a history: with an index over its users the plain rows by which what a check-in may take is set.
///
/// With one there are as many of them from the first on as a thousand users make in a year. The index is written to all
/// over, so in a table that begins empty a commit has more pages the longer a load lasts, and what it makes depends on
/// how long it is measured.
final class PlainRows {
    private static let users = 1000
    private static let atFirst = 365_000

    private let path: String
    private let database: SQLite
    private let insertion: SQLite.Statement
    private var count = 0

    /// - Parameters:
    ///   - directory: where a database of their own is made, and taken away with this.
    ///   - isIndexed: or each row is written behind the last, and nothing else.
    init(in directory: String, isIndexed: Bool = true) throws {
        path = "\(directory)/raw-\(isIndexed ? "indexed" : "unindexed").db"
        Self.clear(path)
        database = try SQLite(path)
        try database.makeDurable(.usual)
        try database.run(
            """
            CREATE TABLE history (id INTEGER PRIMARY KEY, user INTEGER NOT NULL,
                at INTEGER NOT NULL, source TEXT NOT NULL, by TEXT NOT NULL) STRICT;
            """)
        if isIndexed { try database.run("CREATE INDEX historyByUser ON history (user)") }
        insertion = try database.prepare(
            "INSERT INTO history (user, at, source, by) VALUES (?, ?, 'manual', 'account:ana')")
        if isIndexed {
            _ = try RawSQLite.commit(database, batch: Self.atFirst, most: Self.atFirst) { _ in
                try write()
            }
        }
        try database.writeBack()
    }

    deinit { Self.clear(path) }

    private static func clear(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// How many a second, so many to a commit.
    func perSecond(batch: Int, seconds: Double) throws -> Double {
        let done = try RawSQLite.commit(database, batch: batch, seconds: seconds) { _ in
            try write()
        }
        return Double(done.count) / done.seconds
    }

    private func write() throws {
        try insertion.run(Int64(count % Self.users + 1), Clock.wallMilliseconds)
        count += 1
    }
}
