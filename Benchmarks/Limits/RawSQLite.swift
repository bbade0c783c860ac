import Glibc

/// What SQLite itself does with the same durability, by its own functions, on prepared statements.
enum RawSQLite {
    /// Check-ins in the daemon's own database: the same rows, and none of what decides about them.
    ///
    /// - Returns: how many a second, and the processor time of one.
    static func checkIns(
        _ population: Population, batch: Int, seconds: Double
    ) throws -> (perSecond: Double, microseconds: Double) {
        let database = try SQLite(population.home.database)
        try database.makeDurable()
        let rows = try CheckInRows(database, population)
        let busy = Clock.processorSeconds
        let done = try commit(
            database, batch: batch, seconds: seconds, first: rows.writeOfCommit
        ) { try rows.write($0) }
        let count = Double(done.count)
        return (count / done.seconds, (Clock.processorSeconds - busy) * 1e6 / count)
    }

    /// Which rows of an alarm are written.
    enum Rows {
        case all
        /// Without what triggers keep beside them: how many are in which state, and which dependents need help.
        case butMarks
        /// Without those by which anybody is told.
        case butNotices
    }

    /// Seconds in which so many users are made non-responsive, so many to a commit: the same rows, and none of what
    /// words them.
    ///
    /// - Parameters:
    ///   - step: every so many of the users is one of them.
    ///   - rows: of each of them.
    ///   - looksUp: reads before what says whom to tell, and where.
    ///   - isRoomy: with all of it in memory and in the log, which is written back once at the end.
    static func secondsForIncidents(
        _ population: Population, every step: Int, count: Int, batch: Int, rows: Rows,
        looksUp: Bool, isRoomy: Bool
    ) throws -> Double {
        let database = try SQLite(population.home.database)
        try database.makeDurable()
        if isRoomy { try database.makeRoomy() }
        if rows == .butMarks {
            for trigger in ["countNewDelivery", "countUserStatus", "edgesFollowUsers"] {
                try database.run("DROP TRIGGER \(trigger)")
            }
        }
        let incidents = try IncidentRows(
            database,
            of: stride(from: step, through: population.users, by: step).map(population.silent))
        let start = Clock.now()
        _ = try commit(database, batch: batch, most: count) {
            let deadline = looksUp ? try incidents.lookUp($0) : nil
            try incidents.write($0, deadline: deadline, tells: rows != .butNotices)
        }
        if isRoomy { try database.writeBack() }
        return Clock.seconds(since: start)
    }

    /// So many to a commit, until as many are written or as much time has passed as is wanted.
    ///
    /// - Parameter first: done where a commit has begun.
    static func commit(
        _ database: SQLite, batch: Int, most: Int = .max, seconds: Double = .infinity,
        first: () throws -> Void = {}, _ write: (Int) throws -> Void
    ) throws -> (count: Int, seconds: Double) {
        let (begin, commit) = (try database.prepare("BEGIN"), try database.prepare("COMMIT"))
        let start = Clock.now()
        var count = 0
        while count < most, Clock.seconds(since: start) < seconds {
            try begin.run()
            try first()
            for _ in 0..<min(batch, most - count) {
                try write(count)
                count += 1
            }
            try commit.run()
        }
        return (count, Clock.seconds(since: start))
    }
}

/// What the daemon reads of a user.
private let userColumns = """
    id, handle, name, phoneNumber, pictureUrl, account, checkInInterval, reminders, grace, dependentSort,
    addedAt, lastCheckIn, remindedLeads, deadlinePassed, noticeSent, gapTold, waitingTold, incident,
    incidentSince, incidentRepeats, incidentChecked, alert, alertStart, alertMessage, alertRepeats,
    alertChecked, emergencyNote, earliestDeadline, checkInRun, eventRun
    """

/// The rows of a check-in in the daemon's own database.
final class CheckInRows {
    private let population: Population
    private let handles: [String]
    private let account: SQLite.Statement
    private let whole: SQLite.Statement
    private let standing: SQLite.Statement
    private let event: SQLite.Statement
    private let old: SQLite.Statement
    private let user: SQLite.Statement
    private let run: SQLite.Statement
    private let userWithoutRun: SQLite.Statement
    private let newEntry: SQLite.Statement
    private let oldEntry: SQLite.Statement
    private let daemon: SQLite.Statement

    /// Entries of deadlines that were left behind, which a commit takes out as the daemon's does; those that are next
    /// come last.
    private var left: [(at: Int64, user: Int64)] = []
    private var newlyLeft: [(at: Int64, user: Int64)] = []

    init(_ database: SQLite, _ population: Population) throws {
        self.population = population
        handles = (0..<population.users).map(population.handle)
        account = try database.prepare("SELECT \(userColumns) FROM users WHERE account = ?")
        whole = try database.prepare(
            "SELECT \(userColumns) FROM users WHERE handle = ? AND status <> 'removed'")
        standing = try database.prepare(
            """
            SELECT (SELECT count(*) FROM pings WHERE recipient = ?1 AND status = 'pending'),
                (SELECT count(*) FROM edges WHERE responder = ?1 AND needsHelp = 1),
                isReachable, bestResponder
            FROM users WHERE id = ?1
            """)
        event = try database.prepare(
            """
            INSERT INTO events (user, at, kind, by, detail)
            VALUES (?, ?, 'checkedIn', 'account:ana', 'source=manual')
            """)
        user = try database.prepare(
            """
            UPDATE users SET lastCheckIn = ?2, earliestDeadline = ?2 + 597600000,
                checkInRun = checkInRun || ',' || last_insert_rowid()
            WHERE id = ?1
            """)
        old = try database.prepare(
            "SELECT earliestDeadline, length(checkInRun) FROM users WHERE id = ?")
        newEntry = try database.prepare(
            """
            INSERT OR IGNORE INTO deadlines (at, handle, user)
            VALUES (?2 + 597600000, ?3, ?1)
            """)
        oldEntry = try database.prepare(
            "DELETE FROM deadlines WHERE at = ?1 AND handle = ?3 AND user = ?2")
        daemon = try database.prepare("UPDATE daemon SET markWall = ?, markBoot = ? WHERE id = 1")
        // What is in a run is in no row, or the daemon would make a run of it once more.
        run = try database.prepare(
            """
            INSERT INTO eventRuns (sequence, user, isCheckIns, events)
            SELECT last_insert_rowid(), id, 1, checkInRun || ',' || last_insert_rowid()
            FROM users WHERE id = ?1
            """)
        userWithoutRun = try database.prepare(
            """
            UPDATE users SET lastCheckIn = ?2, earliestDeadline = ?2 + 597600000, checkInRun = ''
            WHERE id = ?1
            """)
    }

    /// What of somebody's row it takes to write it.
    struct Old {
        let deadline: Int64
        fileprivate let runBytes: Int64
    }

    /// Reads what the daemon does to decide about one and to answer: who calls, whom it is about, and how they stand.
    func lookUp(_ number: Int) throws -> Old {
        let caller = population.caller(number)
        try account.readCells(by: "root")
        try whole.readCells(by: handles[caller])
        _ = try standing.firstCells(Int64(caller + 1))
        return Old(deadline: whole.cells[27], runBytes: whole.cells[28])
    }

    private func readOld(_ id: Int64) throws -> Old {
        let row = try old.firstRow(id)
        return Old(deadline: row[0], runBytes: row[1])
    }

    /// - Parameters:
    ///   - number: of the check-in; users take turns, as the daemon's callers do.
    ///   - old: read here where it was not looked up.
    func write(_ number: Int, _ old: Old? = nil) throws {
        let caller = population.caller(number)
        let (id, now) = (Int64(caller + 1), Clock.wallMilliseconds)
        let old = try old ?? readOld(id)
        try event.run(id, now)
        if old.runBytes > 100 {
            try run.run(id)
            try userWithoutRun.run(id, now)
        } else {
            try user.run(id, now)
        }
        try newEntry.run(id, now, texts: handles[caller])
        newlyLeft.append((at: old.deadline, user: id))
    }

    /// What each commit writes besides its check-ins: until when the clocks have been seen, and some old entries less.
    func writeOfCommit() throws {
        try daemon.run(Clock.wallMilliseconds, Clock.now(CLOCK_BOOTTIME) / 1_000_000)
        let count = left.count + newlyLeft.count
        for _ in 0..<max((count + 511) / 512, count - 16384) {
            if left.isEmpty {
                left = newlyLeft.sorted { ($0.at, $0.user) > ($1.at, $1.user) }
                newlyLeft = []
            }
            guard let next = left.popLast() else { return }
            try oldEntry.run(next.at, next.user, texts: handles[Int(next.user) - 1])
        }
    }
}

/// The rows of a user who is made non-responsive, in the daemon's own database. Texts are as long as the daemon's, and
/// made before or part of the statement, so that nothing is computed for them.
///
/// No statement that changes rows calls a function or looks anything up: SQLite would keep copies of the pages that one
/// with triggers changes (docs/decisions/0017-what-fails-is-undone-with-its-request.md).
struct IncidentRows {
    private let database: SQLite
    private let silent: [Population.Silent]
    /// Of the silent one, in the daemon's order.
    private let lookUps: [SQLite.Statement]
    private let channels: SQLite.Statement
    /// Identifiers count up from here: sixteen digits, as many as the daemon's have, and like those behind all that were
    /// made before.
    private let firstID = Clock.wallMilliseconds * 1000
    private let oldDeadline: SQLite.Statement
    private let oldEntry: SQLite.Statement
    private let user: SQLite.Statement
    private let newEntry: SQLite.Statement
    private let event: SQLite.Statement
    /// To the silent one, and to their responder.
    private let notices: [SQLite.Statement]
    private let delivery: SQLite.Statement

    /// - Parameter silent: those who take turns at it.
    init(_ database: SQLite, of silent: [Population.Silent]) throws {
        (self.database, self.silent) = (database, silent)
        lookUps = try [
            "SELECT \(userColumns) FROM users WHERE id = ? AND status <> 'removed'",
            """
            SELECT u.id, u.handle, u.name, EXISTS (SELECT 1 FROM channels WHERE user = u.id),
                u.incident IS NOT NULL
            FROM edges e JOIN users u ON u.id = e.responder WHERE e.dependent = ?
            ORDER BY u.foldedName, u.handle
            """,
            "SELECT EXISTS (SELECT 1 FROM channels WHERE user = ?)",
            """
            SELECT p.id, sender, recipient, sentAt, p.status, endedAt, u.name
            FROM pings p JOIN users u ON u.id = p.sender
            WHERE recipient = ? AND p.status = 'pending' ORDER BY sequence
            """,
        ].map(database.prepare)
        channels = try database.prepare("SELECT id FROM channels WHERE user = ? ORDER BY sequence")
        oldDeadline = try database.prepare("SELECT earliestDeadline FROM users WHERE id = ?")
        oldEntry = try database.prepare(
            "DELETE FROM deadlines WHERE at = ?1 AND handle = ?3 AND user = ?2")
        newEntry = try database.prepare(
            "INSERT OR IGNORE INTO deadlines (at, handle, user) VALUES (?1 + 3600000, ?3, ?2)")
        user = try database.prepare(
            """
            UPDATE OR FAIL users SET incident = ?3, incidentSince = ?2,
                status = 'nonResponsive', earliestDeadline = ?2 + 3600000,
                unlistedDeadline = ?2 + 300000, eventRun = eventRun || ',' || ?4
            WHERE id = ?1
            """)
        event = try database.prepare(
            """
            INSERT INTO events (user, at, kind, by, detail) VALUES (?, ?, 'becameNonResponsive', 'daemon',
                'due=2026-01-01T00:00:00.000Z&incident=abcdefghijklmnop&lastCheckIn=2026-01-01T00:00:00.000Z')
            """)
        // What they are told themselves is a third of what the other has to know.
        notices = try [130, 400].map { bytes in
            try database.prepare(
                """
                INSERT INTO notifications (id, kind, cause, recipient, about, at, title, ofGap, body)
                VALUES (?5, 'nonResponsive', ?3, ?4, ?1, ?2, 'Please look after User 12345', 0,
                    '\(String(repeating: ".", count: bytes))')
                """)
        }
        delivery = try database.prepare(
            """
            INSERT OR FAIL INTO deliveries (id, notification, channel, state, rank, attempts, failures, isBegun,
                causeEnded, nextAttempt, connectedBefore, failureEpoch)
            VALUES (?1, ?2, ?4, 'pending', 0, 0, 0, 0, 0, ?3, 0, 0)
            """)
    }

    /// Reads what the daemon does to know whom to tell, and where: the silent one, who looks after them, which pings wait
    /// for them, and the channels of each who is told.
    ///
    /// - Parameter number: of the incident.
    /// - Returns: the deadline.
    func lookUp(_ number: Int) throws -> Int64 {
        let person = silent[number % silent.count]
        for lookUp in lookUps { try lookUp.readCells(by: person.id) }
        for recipient in person.told { try channels.readCells(by: recipient.id) }
        return lookUps[0].cells[27]
    }

    /// - Parameters:
    ///   - number: of the incident.
    ///   - deadline: read here where it was not looked up.
    ///   - tells: with those by which anybody is told.
    func write(_ number: Int, deadline: Int64? = nil, tells: Bool = true) throws {
        let (person, now) = (silent[number % silent.count], Clock.wallMilliseconds)
        let incident = firstID + Int64(number) * 5
        let deadline = try deadline ?? oldDeadline.firstRow(person.id)[0]
        try event.run(person.id, now)
        try user.run(person.id, now, incident, database.lastNumber)
        try newEntry.run(now, person.id, texts: person.handle)
        try oldEntry.run(deadline, person.id, texts: person.handle)
        guard tells else { return }
        for (place, recipient) in person.told.enumerated() {
            let notice = incident + Int64(place) * 2 + 1
            try notices[place].run(person.id, now, incident, recipient.id, notice)
            guard let channel = recipient.channel else { continue }
            try delivery.run(notice + 1, database.lastNumber, now, texts: channel)
        }
    }
}
