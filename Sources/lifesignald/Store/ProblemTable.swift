import LifeSignal

/// Problems from when they are seen until some time after they are solved, so that one that comes
/// back within the hour is the same one.
enum ProblemTable {
    struct Record {
        var key: Problem.Key
        var since: Instant
        var handle: Handle?
        var name: String?
    }

    /// - Returns: whether the problem is open now and was not before: it is new, or has come back.
    static func raise(_ db: Connection, _ problem: Problem, at now: Instant) throws -> Bool {
        if var known = try known(db, problem.key) {
            if known.solvedAt == nil, known.expiry == nil { return false }
            if known.isSame(at: now) {
                let wasSolved = known.solvedAt != nil
                known.seen(at: now)
                try save(db, known)
                return wasSolved
            }
        }
        try save(db, KnownProblem(problem, at: now))
        return true
    }

    private static func save(_ db: Connection, _ known: KnownProblem) throws {
        let key = known.problem.key
        try db.run(
            """
            INSERT OR REPLACE INTO problems (code, user, subject, since, seenAt, solvedAt, toldAt,
                nextTelling) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key.code.rawValue.cell, (key.user?.number ?? 0).cell, key.subject.cell,
                known.problem.since.cell, known.seenAt.cell, known.solvedAt.cell, known.toldAt.cell,
                known.nextTelling.cell,
            ])
    }

    /// The first three columns; nil for a code that this version does not know.
    private static func key(_ row: borrowing ResultRow) -> Problem.Key? {
        guard let code = Problem.Code(rawValue: row[0]) else { return nil }
        let user: Int64 = row[1]
        return Problem.Key(code, user: user == 0 ? nil : UserID(user), subject: row[2])
    }

    private static let knownColumns =
        "code, user, subject, since, seenAt, solvedAt, toldAt, nextTelling"

    private static func known(_ row: borrowing ResultRow) -> KnownProblem? {
        guard let key = key(row) else { return nil }
        return KnownProblem(
            problem: Problem(key, since: row[3]), seenAt: row[4], solvedAt: row[5], toldAt: row[6],
            nextTelling: row[7])
    }

    private static func known(_ db: Connection, _ key: Problem.Key) throws -> KnownProblem? {
        try db.row(
            "SELECT \(knownColumns) FROM problems WHERE code = ? AND user = ? AND subject = ?",
            [key.code.rawValue.cell, (key.user?.number ?? 0).cell, key.subject.cell], known) ?? nil
    }

    /// All about a user, those that are solved too.
    static func known(_ db: Connection, about user: UserID) throws -> [KnownProblem] {
        try db.rows(
            "SELECT \(knownColumns) FROM problems WHERE user = ? ORDER BY code, subject",
            [user.cell],
            known
        ).compactMap { $0 }
    }

    /// - Returns: whether it was open.
    static func solve(_ db: Connection, _ key: Problem.Key, at now: Instant) throws -> Bool {
        try db.run(
            """
            UPDATE problems SET solvedAt = ?
            WHERE code = ? AND user = ? AND subject = ? AND solvedAt IS NULL
            """, [now.cell, key.code.rawValue.cell, (key.user?.number ?? 0).cell, key.subject.cell])
        return db.changesCount > 0
    }

    /// After it is solved: whether operators have heard of it counts if it comes back.
    static func forgetUnheard(_ db: Connection, _ key: Problem.Key) throws {
        guard var known = try known(db, key), known.toldAt != nil else { return }
        let hasCome = try DeliveryTable.wasDelivered(
            db, cause: key.cause, kind: .system, since: known.problem.since)
        guard !hasCome else { return }
        known.unheard()
        try save(db, known)
    }

    /// Problems of a user who is removed are nobody's any more.
    static func forget(_ db: Connection, user: UserID) throws {
        try db.run("DELETE FROM problems WHERE user = ?", [user.cell])
    }

    /// A place among all problems, in the order of their keys; at first before all of them.
    struct Place {
        fileprivate var code = ""
        fileprivate var user: Int64 = 0
        fileprivate var subject = ""
    }

    /// Of the problems behind a place, looks at so many, and forgets those that were solved before `cutoff`.
    ///
    /// - Returns: the last one that was looked at, if there was any.
    static func forgetSolved(
        _ db: Connection, before cutoff: Instant, after place: Place, limit: Int
    ) throws -> Place? {
        let last = try db.rows(
            """
            SELECT code, user, subject FROM problems WHERE (code, user, subject) > (?, ?, ?)
            ORDER BY code, user, subject LIMIT ?
            """, [place.code.cell, place.user.cell, place.subject.cell, limit.cell]
        ) { Place(code: $0[0], user: $0[1], subject: $0[2]) }.last
        guard let last else { return nil }
        try db.run(
            """
            DELETE FROM problems WHERE (code, user, subject) > (?, ?, ?)
                AND (code, user, subject) <= (?, ?, ?) AND solvedAt < ?
            """,
            [
                place.code.cell, place.user.cell, place.subject.cell, last.code.cell,
                last.user.cell, last.subject.cell, cutoff.cell,
            ])
        return last
    }

    private static let columns = "p.code, p.user, p.subject, p.since, u.handle, u.name"

    private static func record(_ row: borrowing ResultRow) -> Record? {
        guard let key = key(row) else { return nil }
        return Record(
            key: key, since: row[3], handle: (row[4] as String?).map { Handle(stored: $0) },
            name: row[5])
    }

    private static let from = "FROM problems p LEFT JOIN users u ON u.id = p.user"

    /// Up to `limit` open problems: urgent ones before all others, which are given oldest first.
    static func open(_ db: Connection, limit: Int) throws -> [Record] {
        let urgent = try Problem.Code.allCases.filter(\.isUrgent).flatMap { code in
            try db.rows(
                """
                SELECT \(columns) \(from) WHERE p.code = ? AND p.solvedAt IS NULL
                ORDER BY p.since LIMIT ?
                """, [code.rawValue.cell, limit.cell], record
            ).compactMap { $0 }
        }
        let oldest = try db.rows(
            "SELECT \(columns) \(from) WHERE p.solvedAt IS NULL ORDER BY p.since LIMIT ?",
            [limit.cell],
            record
        ).compactMap { $0 }
        return Array((urgent + oldest.filter { !$0.key.code.isUrgent }).prefix(limit))
    }

    /// All open problems that are about no user.
    static func openAboutNobody(_ db: Connection) throws -> [Record] {
        try db.rows(
            "SELECT \(columns) \(from) WHERE p.user = 0 AND p.solvedAt IS NULL", [], record
        ).compactMap { $0 }
    }

    /// All open problems of a net.
    static func open(_ db: Connection, aboutNetOf own: UserID) throws -> [Record] {
        try db.rows(
            """
            SELECT \(columns) \(from)
            WHERE p.user IN \(Subject.netBySQL) AND p.solvedAt IS NULL
            """, [own.cell], record
        ).compactMap { $0 }
    }

    /// Problems that operators are to be told of by now.
    static func toTell(_ db: Connection, at now: Instant, limit: Int) throws -> [Record] {
        try db.rows(untold, [now.cell, limit.cell], record).compactMap { $0 }
    }

    static let untold = """
        SELECT \(columns) \(from)
        WHERE p.solvedAt IS NULL AND p.nextTelling <= ? ORDER BY p.nextTelling LIMIT ?
        """

    /// - Parameter hasListener: whether anybody who is told has a channel.
    static func told(
        _ db: Connection, _ key: Problem.Key, hasListener: Bool, at now: Instant
    ) throws {
        guard var known = try known(db, key) else { return }
        if hasListener { known.told(at: now) } else { known.hasNoListener(at: now) }
        try save(db, known)
    }

    /// Those that were due, and told to nobody.
    static func tellUnheard(_ db: Connection, at now: Instant) throws {
        try db.run(
            """
            UPDATE problems SET nextTelling = ?1
            WHERE solvedAt IS NULL AND toldAt IS NULL AND nextTelling > ?2
            """, [now.cell, (now + Problem.Code.longestWaitUnseen).cell])
    }

    /// The clock was set back: operators are told as soon as they would have been, and what was solved
    /// was solved as long ago.
    static func setBack(_ db: Connection, by span: Span, to now: Instant) throws {
        try db.run(
            """
            UPDATE problems SET nextTelling = max(nextTelling - ?1, ?2)
            WHERE solvedAt IS NULL AND nextTelling > ?2
            """, [span.milliseconds.cell, now.cell])
        func past(_ column: String) -> String {
            "\(column) = iif(\(column) > ?2, min(\(column) - ?1, ?2), \(column))"
        }
        try db.run(
            """
            UPDATE problems SET \(past("since")), \(past("seenAt")), \(past("toldAt")), \(past("solvedAt"))
            WHERE since > ?2 OR seenAt > ?2 OR toldAt > ?2 OR solvedAt > ?2
            """, [span.milliseconds.cell, now.cell])
    }

    static func nextTelling(_ db: Connection) throws -> Instant? {
        try db.value(
            """
            SELECT min(nextTelling) FROM problems
            WHERE solvedAt IS NULL AND nextTelling IS NOT NULL
            """)
    }

    /// With each tick.
    static let failuresExpiredAtOnce = 256

    /// Failures of which the last was a week ago are problems no more, and counted no more; some of them at once, the
    /// oldest first.
    static func expireFailures(_ db: Connection, at now: Instant) throws {
        let old = try db.rows(
            """
            SELECT code, user, subject FROM problems INDEXED BY problemsExpiring
            WHERE code = 'deliveryFailed' AND solvedAt IS NULL AND seenAt <= ?
            ORDER BY seenAt LIMIT ?
            """, [(now - Problem.Code.failureKept).cell, failuresExpiredAtOnce.cell], key
        ).compactMap { $0 }
        for key in old {
            _ = try solve(db, key, at: now)
            try ChannelTable.resolve(db, key.subject)
        }
    }
}
