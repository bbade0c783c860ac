import Glibc

/// SQLite's own look at every page of a database, of which a start makes one before anything is written.
enum StartCheck {
    /// As the daemon has it (Store.examinedBytes): a larger database is not read whole.
    private static let examinedBytes = 256 << 20

    /// On a connection that has just been opened; nil where a start makes none.
    static func milliseconds(_ home: Home) throws -> Double? {
        guard bytes(home) <= examinedBytes else { return nil }
        let start = Clock.now()
        do {
            let database = try SQLite(home.database)
            try withExtendedLifetime(database) {
                try database.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON")
                try database.run("PRAGMA quick_check(3)")
            }
        }
        return Clock.milliseconds(since: start)
    }

    /// - Parameter milliseconds: nil where a start makes none.
    static func limit(_ milliseconds: Double?) -> Figure.Limit? {
        milliseconds.map { .init(name: "SQLite, the same check", value: $0) }
    }

    /// Of the database's file.
    static func bytes(_ home: Home) -> Int {
        var database = stat()
        stat(home.database, &database)
        return Int(database.st_size)
    }
}
