import GRDB
import LifeSignal

/// Makes anew what of a database follows from the rest of it: counters, what channels have failed to carry, by which
/// numbers a user's events are found, whom a responder is shown as needing help, what a user is shown to lack, and when
/// each user is looked at next.
///
/// It is for a database of which nothing else is wrong, and which nobody uses (``Inspection``).
enum Repair {
    /// All in one transaction. A database of an earlier version is brought to this one.
    static func perform(at path: String, settings: Settings) throws {
        let store = try Store(path: path)
        try store.withConnection { db in
            try db.database.inTransaction {
                // Triggers take them over into the counters, which may be wrong.
                try db.database.execute(sql: ChannelTable.countAllUnresolved)
                try counters(db)
                try edges(db)
                try db.run(Standing.writeAll)
                try eventRuns(db)
                try deadlines(db, settings)
                return .commit
            }
        }
        try store.close()
    }

    private static func counters(_ db: Connection) throws {
        try db.run("DELETE FROM counters")
        for (name, count) in try DaemonRow.counted(db) {
            try db.run("INSERT INTO counters (name, value) VALUES (?, ?)", [name.cell, count.cell])
        }
    }

    private static func edges(_ db: Connection) throws {
        try db.run(
            """
            UPDATE edges SET needsHelp = (SELECT incident IS NOT NULL OR alert IS NOT NULL
                FROM users WHERE id = edges.dependent)
            """)
    }

    private static func eventRuns(_ db: Connection) throws {
        try db.run("DELETE FROM eventRuns")
        try db.run("UPDATE users SET checkInRun = '', eventRun = ''")
        try db.run(EventRuns.ofAllEvents)
    }

    /// Of those alone whose deadlines are wrong: of others a sweep may still have to find them where they are. They are
    /// found by their rows from then on, whatever was wrong with that.
    private static func deadlines(_ db: Connection, _ settings: Settings) throws {
        let gap = try DaemonRow.load(db).gap
        _ = try Inspection.eachUserAstray(db, settings) { user, _ in
            try UserTable.keepDeadlines(db, user, gap: gap, settings: settings)
        }
        try db.database.execute(sql: DeadlineTable.rewriting)
    }
}
