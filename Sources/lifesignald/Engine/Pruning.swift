import GRDB
import LifeSignal

/// Forgets what is older than the retention, once a day, and the histories of removed users as soon
/// as may be; in slices, so that no call waits for it. Pending things and what they refer to stay.
struct Pruning {
    private(set) var hasMore = false
    /// The next time that the day's pruning is due.
    private(set) var next: Instant?

    static let period = Span.days(1)

    mutating func slice(_ turn: Turn, _ state: DaemonState, limit: Int) throws {
        let now = turn.now
        let isDue = hasMore || next.map { now >= $0 } ?? true
        var room = limit
        let hasRemoved = try forgetRemoved(turn.db, &room)
        guard isDue else {
            hasMore = hasRemoved
            return
        }
        if let notBefore = state.prunesNotBefore, now < notBefore {
            next = notBefore
            hasMore = hasRemoved
            return
        }
        let cutoff = now - turn.moment.settings.retention
        while room > 0, histories < Self.histories.count {
            try prune(Self.histories[histories], turn.db, before: cutoff, &room)
        }
        if room > 0 {
            try turn.db.run(Self.solvedProblems, ["cutoff": cutoff, "limit": room])
            room -= turn.db.changesCount
        }
        hasMore = hasRemoved || room <= 0
        if !hasMore {
            histories = 0
            next = now + Self.period
        }
    }

    /// How far the day's pruning has come: the histories that are done with, and the number up to which the
    /// next one was looked at.
    private var histories = 0
    private var cursor: Int64 = 0

    /// Goes through the oldest rows, as many as there is room for, and forgets what may be forgotten: what
    /// is kept among them holds up nothing that comes after it. Numbers rise with time.
    private mutating func prune(
        _ history: History, _ db: Database, before cutoff: Instant, _ room: inout Int
    ) throws {
        let oldest = try db.row(
            """
            SELECT max(key), count(*) FROM (
                SELECT \(history.key) AS key, \(history.madeAt) AS madeAt FROM \(history.table)
                WHERE \(history.key) > ? ORDER BY \(history.key) LIMIT ?)
            WHERE madeAt < ?
            """, [cursor, room, cutoff])
        guard let oldest, let last = oldest[0] as Int64? else {
            (histories, cursor) = (histories + 1, 0)
            return
        }
        try db.run(
            """
            DELETE FROM \(history.table) AS old
            WHERE \(history.key) > :cursor AND \(history.key) <= :last AND \(history.mayGo)
            """, ["cursor": cursor, "last": last, "cutoff": cutoff])
        room -= oldest[1]
        cursor = last
    }

    private struct History {
        var table: String
        var key = "sequence"
        /// When a row was made.
        var madeAt: String
        /// Which of them may be forgotten.
        var mayGo: String
    }

    private static let histories = [
        History(table: "checkIns", key: "id", madeAt: "at", mayGo: "at < :cutoff"),
        History(table: "pings", madeAt: "sentAt", mayGo: "endedAt < :cutoff"),
        History(table: "alerts", madeAt: "startedAt", mayGo: "endedAt < :cutoff"),
        History(
            table: "notifications", madeAt: "at",
            mayGo: """
                at < :cutoff
                AND NOT EXISTS (SELECT 1 FROM deliveries d
                    WHERE d.notification = old.sequence AND d.nextAttempt IS NOT NULL)
                AND (cause IS NULL OR NOT EXISTS (SELECT 1 FROM users
                    WHERE old.cause IN (incident, alert) AND id = coalesce(old.about, old.recipient)))
                """),
        History(table: "events", madeAt: "at", mayGo: "at < :cutoff"),
    ]

    private static let solvedProblems = """
        DELETE FROM problems WHERE (code, user, subject) IN (
            SELECT code, user, subject FROM problems WHERE solvedAt < :cutoff LIMIT :limit)
        """

    /// - Returns: whether more of a removed user's histories is left.
    private func forgetRemoved(_ db: Database, _ room: inout Int) throws -> Bool {
        let removed: Int64? = try db.value("SELECT id FROM users WHERE forgets = 1 LIMIT 1")
        guard let id = removed else { return false }
        let before = room
        for statement in Self.forgetStatements where room > 0 {
            try db.run(statement, [id, room])
            room -= db.changesCount
        }
        if room == before { try db.run("UPDATE users SET forgets = 0 WHERE id = ?", [id]) }
        return true
    }

    private static let forgetStatements = [
        """
        DELETE FROM checkIns WHERE id IN (
            SELECT id FROM checkIns WHERE user = ? ORDER BY id LIMIT ?)
        """,
        """
        DELETE FROM alerts WHERE sequence IN (
            SELECT sequence FROM alerts WHERE user = ? LIMIT ?)
        """,
        "DELETE FROM pings WHERE sequence IN (SELECT sequence FROM pings WHERE sender = ? LIMIT ?)",
        """
        DELETE FROM pings WHERE sequence IN (
            SELECT sequence FROM pings WHERE recipient = ? LIMIT ?)
        """,
        """
        DELETE FROM notifications WHERE sequence IN (
            SELECT sequence FROM notifications WHERE recipient = ? LIMIT ?)
        """,
        """
        UPDATE events SET detail = '' WHERE sequence IN (
            SELECT sequence FROM events WHERE user = ? AND detail <> '' LIMIT ?)
        """,
    ]
}
