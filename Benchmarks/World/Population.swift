import Foundation

/// People in a database, written by SQLite itself while no daemon runs.
///
/// Each has checked in within the last three days, has to do so once a week, has a channel, and the
/// next one for a responder: nothing falls due while something is measured, but what is made to.
struct Population {
    let home: Home
    let users: Int

    /// - Parameter home: what was in its database is gone.
    init(_ home: Home, users: Int) throws {
        self.home = home
        self.users = users
        try begin()
    }

    private func begin() throws {
        try home.makeDatabase()
        try change { try $0.run(Self.rows(users)) }
    }

    /// As in the beginning: nothing that was measured before has left rows, or another kind of pages.
    func restore() throws {
        let copy = "\(home.path)/beginning.db"
        guard FileManager.default.fileExists(atPath: copy) else {
            try begin()
            try FileManager.default.copyItem(atPath: home.database, toPath: copy)
            return try Disk.sync(copy)
        }
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: home.database + suffix)
        }
        try FileManager.default.copyItem(atPath: copy, toPath: home.database)
        // Else the first wait for the disk would be for all of this.
        try Disk.sync(home.database)
    }

    /// Restores them if they are few: the rows that were measured last are then many for each of them, and what is
    /// measured next would have more of the disk to write.
    func restoreFew() throws {
        if users <= 1000 { try restore() }
    }

    /// The number of who comes at this place in a row of callers: everybody before anybody comes again, and
    /// nobody after their neighbour in the tables.
    func caller(_ place: Int) -> Int { place % users * Self.stride % users }

    /// A prime beyond any number of users, so that it shares no factor with one.
    private static let stride = 2_654_435_761

    /// Handle of one of them; beyond the last it begins with the first again.
    func handle(_ number: Int) -> String { "u" + Self.digits(number % users + 1, 7) }

    /// Somebody who falls silent, and who is told of it.
    struct Silent {
        let id: Int64
        let handle: String
        /// Themselves and their responder, each with their channel.
        let told: [(id: Int64, channel: String?)]
    }

    /// The user of this row.
    func silent(_ id: Int) -> Silent {
        let responder = id % users + 1
        return Silent(
            id: Int64(id), handle: handle(id - 1),
            told: [id, responder].map { (Int64($0), Self.channel(of: $0)) })
    }

    /// Those whom ``silent(_:among:from:every:)`` has added, from this number on.
    func added(_ numbers: Range<Int>) -> [Silent] {
        numbers.map { number in
            let (id, responder) = (Int64(users + number + 1), number % users + 1)
            return Silent(
                id: id, handle: "d" + Self.digits(number, 7),
                told: [(id, nil), (Int64(responder), Self.channel(of: responder))])
        }
    }

    /// The identifier of the channel that the user of this row has.
    private static func channel(of id: Int) -> String { "c" + digits(id, 15) }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// The call by which whoever comes at this place in the row checks in.
    func checkIn(_ place: Int) -> [UInt8] { Frame.checkIn(handle(caller(place))) }

    /// Changes the database by hand; the daemon will take it for one that was never left alone.
    ///
    /// - Parameter begin: in milliseconds; it takes it for one that was left alone since.
    func change(offSince begin: Int64? = nil, _ body: (SQLite) throws -> Void) throws {
        let database = try SQLite(home.database)
        // Of another boot, in which it was alone from its first instant on.
        let mark = begin.map { "'another', \($0), 0" } ?? "NULL, NULL, NULL"
        try database.run("PRAGMA synchronous = OFF; BEGIN")
        try body(database)
        // A build to compare with may be of an older schema.
        if try database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'deadlines'") > 0 {
            try database.run(Self.deadlines)
        }
        try database.run(
            """
            UPDATE daemon SET gapNumber = NULL, gapStart = NULL, gapEnd = NULL, gapFirstEnd = NULL,
                sweepUntil = NULL, (markBootID, markWall, markBoot) = (\(mark));
            COMMIT;
            PRAGMA wal_checkpoint(TRUNCATE)
            """)
        // Else the daemon's first wait for the disk would be for all of this.
        try Disk.sync(home.database)
    }

    private static let deadlines = """
        DELETE FROM deadlines;
        INSERT INTO deadlines (at, handle, user)
            SELECT earliestDeadline, handle, id FROM users WHERE earliestDeadline IS NOT NULL ORDER BY 1, 2
        """

    /// Nobody is silent any more, as after a check-in.
    static let allAreBack = """
        UPDATE users SET incident = NULL, incidentSince = NULL, status = 'active',
            deadlinePassed = 0, unlistedDeadline = NULL WHERE incident IS NOT NULL
        """

    /// All that was to be sent has been.
    static let allIsDelivered = """
        UPDATE deliveries SET state = 'delivered', nextAttempt = NULL WHERE nextAttempt IS NOT NULL
        """

    /// Adds users of these numbers who fall silent one after the other, number 0 at `begin`; each has one of the others
    /// for a responder.
    static func silent(
        _ numbers: Range<Int>, among users: Int, from begin: Int64, every spacing: Int64
    ) -> String {
        let first = begin + Int64(numbers.lowerBound) * spacing
        return """
            CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (
                SELECT \(numbers.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(numbers.upperBound))
                SELECT i FROM n;
            INSERT INTO users (\(columns)) SELECT printf('d%07d', i), 'Due ' || i, 'due ' || i, NULL,
                3600, '', 0, 'timeLeft', \(first), \(begin) + i * \(spacing) - 3600000, '', 0, 0, 0, 0,
                'active', \(begin) + i * \(spacing), '' FROM n;
            INSERT INTO edges (dependent, responder, dateAdded, needsHelp)
                SELECT u.id, 1 + i % \(users), \(first), 0
                FROM n JOIN users u ON u.handle = printf('d%07d', i) AND u.status <> 'removed';
            """
    }

    private static let columns = """
        handle, name, foldedName, phoneNumber, checkInInterval, reminders, grace, dependentSort,
        addedAt, lastCheckIn, remindedLeads, deadlinePassed, noticeSent, gapTold, waitingTold,
        status, earliestDeadline, emergencyNote
        """

    private static func rows(_ users: Int) -> String {
        let now = Clock.wallMilliseconds
        return """
            CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (
                SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(users))
                SELECT i, \(now) - (i * 259201) % 259200000 AS last,
                    i + (SELECT ifnull(max(sequence), 0) FROM events) AS event FROM n;
            INSERT INTO users (id, checkInRun, \(columns)) SELECT i, ',' || event, printf('u%07d', i), 'User ' || i,
                'user ' || i, '+49301234567', 604800, '7200', 0, 'timeLeft', last, last, '', 0, 0, 0,
                0, 'active', last + 597600000, 'Key at the neighbour''s.' FROM n;
            INSERT INTO edges (dependent, responder, dateAdded, needsHelp)
                SELECT i, i % \(users) + 1, last, 0 FROM n WHERE \(users) > 1;
            INSERT INTO channels (id, user, address, isPrivate, addedAt, lastSuccess)
                SELECT printf('c%015d', i), i, 'mailto:user' || i || '@example.org', 1, last, last
                FROM n;
            INSERT INTO events (sequence, at, kind, user, by, detail) SELECT event, last, 'checkedIn', i,
                'account:user' || i, 'source=manual' FROM n;
            """
    }
}
