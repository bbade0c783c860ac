import LifeSignal

/// Forgets what is older than the retention, once a day, and the histories of removed users as soon
/// as may be; in slices of one history each, so that no call waits for it. Pending things and what
/// they refer to stay.
struct Pruning {
    /// Whether a slice is left for this very instant.
    private(set) var hasMore = false
    /// The next time that the day's pruning is due.
    private var next: Instant?
    private var place = Place()
    /// How far the emptying of a removed user's events has come, in which of their parts.
    private var emptied: (user: Int64, part: Int, sequence: Int64) = (0, 0, 0)

    static let period = Span.days(1)

    /// How far the day's pruning has come. What was looked at and kept is left behind, so that it
    /// holds up nothing that comes after it.
    private struct Place {
        /// An index into the histories; beyond them are the problems.
        var history = 0
        /// The last row of it that was looked at.
        var number: Int64 = 0
        var problem = ProblemTable.Place()
    }

    /// When the day's pruning begins; nil while any is going on.
    var due: Instant? { hasMore ? nil : next }

    /// - Parameters:
    ///   - forgetsRemoved: there may be somebody removed whose histories are left.
    ///   - limit: so many rows are looked at, at the most; of those that weigh more, fewer.
    mutating func slice(
        _ turn: Turn, _ state: DaemonState, forgetsRemoved: Bool, limit: Int
    ) throws {
        hasMore = try forgetsRemoved && forgetRemoved(turn.db, limit: limit)
        if !hasMore { hasMore = try forgetOld(turn, state, limit: limit) }
    }

    /// How much longer it takes to delete a row than another one, about; measured, see
    /// docs/PERFORMANCE.md. All have their entries in places of their own in an index.
    private enum Weight {
        /// Its deliveries and their attempts go with it.
        static let ofNotification = 2
    }

    // MARK: What is old

    /// - Returns: whether more may be left of it.
    private mutating func forgetOld(
        _ turn: Turn, _ state: DaemonState, limit: Int
    ) throws -> Bool {
        let now = turn.now
        // What was planned while the clock was far ahead is not waited for.
        if let next, now < next, next - now <= Self.period { return false }
        if let notBefore = state.prunesNotBefore, now < notBefore {
            (next, place) = (notBefore, Place())
            return false
        }
        let cutoff = now - turn.moment.settings.retention
        while place.history < Self.histories.count {
            let history = Self.histories[place.history]
            if try forget(history, turn, before: cutoff, limit: limit) { return true }
            (place.history, place.number) = (place.history + 1, 0)
        }
        if let last = try ProblemTable.forgetSolved(
            turn.db, before: cutoff, after: place.problem, limit: limit)
        {
            place.problem = last
            return true
        }
        (next, place) = (now + Self.period, Place())
        return false
    }

    /// Numbers rise with time, so that the first row that is younger ends a history; one from the
    /// future of a corrected clock says nothing about those behind it.
    ///
    /// - Returns: whether there was anything to look at.
    private mutating func forget(
        _ history: History, _ turn: Turn, before cutoff: Instant, limit: Int
    ) throws -> Bool {
        let limit = max(1, limit / history.weight)
        let rows: [(number: Int64, madeAt: Instant)] = try turn.db.rows(
            history.look, [place.number.cell, limit.cell]
        ) { ($0[0], $0[1]) }
        let old = rows.prefix { $0.madeAt < cutoff || $0.madeAt > turn.now }
        guard let last = old.last?.number else { return false }
        try turn.db.run(
            history.forget, ["place": place.number.cell, "last": last.cell, "cutoff": cutoff.cell])
        place.number = last
        return true
    }

    private struct History {
        /// The numbers of the rows behind a place, and when they were made.
        let look: String
        /// Deletes what may go of them.
        let forget: String
        let weight: Int

        init(
            _ table: String, madeAt: String, mayGo: String, weight: Int = 1
        ) {
            self.weight = weight
            look = """
                SELECT sequence, \(madeAt) FROM \(table) AS old
                WHERE sequence > ? ORDER BY sequence LIMIT ?
                """
            forget = """
                DELETE FROM \(table) AS old
                WHERE sequence > :place AND sequence <= :last AND \(madeAt) < :cutoff AND \(mayGo)
                """
        }
    }

    private static let histories = [
        History("pings", madeAt: "sentAt", mayGo: "endedAt < :cutoff"),
        History("alerts", madeAt: "startedAt", mayGo: "endedAt < :cutoff"),
        History(
            "notifications", madeAt: "at",
            mayGo: """
                NOT EXISTS (SELECT 1 FROM deliveries d
                        WHERE d.notification = old.sequence AND d.nextAttempt IS NOT NULL)
                    AND (cause IS NULL OR NOT EXISTS (SELECT 1 FROM users
                        WHERE old.cause IN (incident, alert)
                            AND id = coalesce(old.about, old.recipient)))
                    AND NOT (kind = 'ping' AND EXISTS (SELECT 1 FROM pings
                        WHERE pings.id = old.cause AND pings.status = 'pending'))
                    AND NOT (kind IN ('reminder', 'overdue') AND EXISTS (SELECT 1 FROM users
                        WHERE id = old.recipient AND noticeSent > 0 AND old.at >= noticeSent))
                """, weight: Weight.ofNotification),
        History(
            "events", madeAt: "at",
            mayGo: "sequence < (SELECT max(sequence) FROM events)"),
        // With the last that is left of the events that it names; one that can't be read stays, and stops nothing.
        History(
            "eventRuns",
            madeAt: "ifnull((SELECT at FROM events e WHERE e.sequence = old.sequence), 0)",
            mayGo: """
                CASE WHEN json_valid(\(EventRuns.array("old.events"))) THEN
                    NOT EXISTS (SELECT 1 FROM json_each(\(EventRuns.array("old.events"))) run
                        CROSS JOIN events e ON e.sequence = run.value)
                    END
                """),
    ]

    // MARK: Whom is removed

    /// - Returns: whether more may be left of a removed user's histories.
    private mutating func forgetRemoved(_ db: Connection, limit: Int) throws -> Bool {
        guard let id = try UserTable.removed(db) else { return false }
        for (statement, weight) in Self.forgetStatements {
            try db.run(statement, [id.cell, max(1, limit / weight).cell])
            if db.changesCount > 0 { return true }
        }
        if try emptyEvents(of: id, db, limit: limit) { return true }
        try db.run("UPDATE users SET forgets = 0 WHERE id = ?", [id.cell])
        return true
    }

    private static let forgetStatements = [
        (
            """
            DELETE FROM alerts WHERE sequence IN (
                SELECT sequence FROM alerts WHERE user = ? LIMIT ?)
            """, weight: 1
        ),
        (
            """
            DELETE FROM pings WHERE sequence IN (
                SELECT sequence FROM pings WHERE sender = ? LIMIT ?)
            """, 1
        ),
        (
            """
            DELETE FROM pings WHERE sequence IN (
                SELECT sequence FROM pings WHERE recipient = ? LIMIT ?)
            """, weight: 1
        ),
        (
            """
            DELETE FROM notifications WHERE sequence IN (
                SELECT sequence FROM notifications WHERE recipient = ? LIMIT ?)
            """, Weight.ofNotification
        ),
    ]

    /// The trail keeps its rows, so that those that were emptied have to be left behind.
    ///
    /// - Returns: whether there was anything to look at.
    private mutating func emptyEvents(of user: Int64, _ db: Connection, limit: Int) throws -> Bool {
        if emptied.user != user { emptied = (user, 0, 0) }
        let parts = EventRuns.Part.allCases
        let oldest = try EventTable.range(db).oldest
        while emptied.part < parts.count {
            let numbers = try EventRuns.first(
                limit, parts[emptied.part], db, of: UserID(user),
                after: max(emptied.sequence, oldest - 1))
            if let last = numbers.last {
                for number in numbers {
                    try db.run(
                        "UPDATE events SET detail = '' WHERE sequence = ? AND detail <> ''",
                        [number.cell])
                }
                emptied.sequence = last
                return true
            }
            emptied = (user, emptied.part + 1, 0)
        }
        return false
    }
}
