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
        let hasRemoved = try forgetRemoved(turn.db, limit: limit)
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
        var deleted = 0
        for statement in Self.statements {
            try turn.db.run(statement, ["cutoff": cutoff, "limit": limit])
            deleted = max(deleted, turn.db.changesCount)
        }
        hasMore = hasRemoved || deleted >= limit
        if !hasMore { next = now + Self.period }
    }

    /// Each goes through the oldest rows only: numbers rise with time.
    private static let statements = [
        """
        DELETE FROM checkIns WHERE id IN (
            SELECT id FROM (SELECT id, at FROM checkIns ORDER BY id LIMIT :limit)
            WHERE at < :cutoff)
        """,
        """
        DELETE FROM pings WHERE sequence IN (
            SELECT sequence FROM (SELECT sequence, endedAt FROM pings ORDER BY sequence LIMIT :limit)
            WHERE endedAt < :cutoff)
        """,
        """
        DELETE FROM alerts WHERE sequence IN (
            SELECT sequence FROM (SELECT sequence, endedAt FROM alerts ORDER BY sequence LIMIT :limit)
            WHERE endedAt < :cutoff)
        """,
        """
        DELETE FROM notifications WHERE sequence IN (
            SELECT n.sequence
            FROM (SELECT * FROM notifications ORDER BY sequence LIMIT :limit) n
            WHERE n.at < :cutoff
                AND NOT EXISTS (SELECT 1 FROM deliveries d
                    WHERE d.notification = n.sequence AND d.nextAttempt IS NOT NULL)
                AND (n.cause IS NULL OR NOT EXISTS (SELECT 1 FROM users
                    WHERE n.cause IN (incident, alert) AND id = coalesce(n.about, n.recipient))))
        """,
        """
        DELETE FROM events WHERE sequence IN (
            SELECT sequence FROM (SELECT sequence, at FROM events ORDER BY sequence LIMIT :limit)
            WHERE at < :cutoff)
        """,
        """
        DELETE FROM problems WHERE (code, user, subject) IN (
            SELECT code, user, subject FROM problems WHERE solvedAt < :cutoff LIMIT :limit)
        """,
    ]

    /// - Returns: whether more of a removed user's histories is left.
    private func forgetRemoved(_ db: Database, limit: Int) throws -> Bool {
        let removed: Int64? = try db.value("SELECT id FROM users WHERE forgets = 1 LIMIT 1")
        guard let id = removed else { return false }
        var deleted = 0
        for statement in Self.forgetStatements {
            try db.run(statement, [id, limit])
            deleted += db.changesCount
        }
        if deleted == 0 { try db.run("UPDATE users SET forgets = 0 WHERE id = ?", [id]) }
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
