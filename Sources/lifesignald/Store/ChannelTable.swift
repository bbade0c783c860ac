import LifeSignal

/// Channels, and how they have fared.
enum ChannelTable {
    struct Record {
        var channel: Channel
        var lastSuccess: Instant?
        var lastFailure: Instant?
        /// What came of the later of these two attempts, in words.
        var lastDetail: String?
        /// The other side asked for a pause.
        var pausedUntil: Instant?
        /// The first failure since the last success; nil where the last attempt was one, or there was none.
        var failingSince: Instant?
        /// How many notices were given up there since it last worked.
        var unresolved = 0

        /// When the pause ends that lasts; nil if none does.
        func pause(at now: Instant) -> Instant? { pausedUntil.flatMap { $0 > now ? $0 : nil } }
    }

    private static let columns =
        """
        id, user, address, isPrivate, addedAt, lastSuccess, lastFailure, lastDetail, pausedUntil,
        failingSince, unresolved
        """

    private static func record(_ row: borrowing ResultRow) -> Record {
        Record(
            channel: Channel(
                id: row[0], user: row[1], address: row[2], isPrivate: row[3], addedAt: row[4]),
            lastSuccess: row[5], lastFailure: row[6], lastDetail: row[7], pausedUntil: row[8],
            failingSince: row[9], unresolved: row[10])
    }

    static func add(_ db: Connection, _ channel: Channel) throws {
        try db.run(
            "INSERT INTO channels (id, user, address, isPrivate, addedAt) VALUES (?, ?, ?, ?, ?)",
            [
                channel.id.cell, channel.user.cell, channel.address.cell, channel.isPrivate.cell,
                channel.addedAt.cell,
            ])
    }

    static func remove(_ db: Connection, _ id: Identifier) throws {
        try db.run("DELETE FROM channels WHERE id = ?", [id.cell])
    }

    static func channel(_ db: Connection, _ id: Identifier) throws -> Record? {
        try db.row("SELECT \(columns) FROM channels WHERE id = ?", [id.cell], record)
    }

    /// At most 16, oldest first.
    static func channels(_ db: Connection, of user: UserID) throws -> [Record] {
        try db.rows(byUser, [user.cell], record)
    }

    /// Of those, what a notice to the user goes by: it is told to each of them.
    static func identifiers(_ db: Connection, of user: UserID) throws -> [Identifier] {
        try db.rows(identifiersByUser, [user.cell]) { $0[0] }
    }

    static let identifiersByUser = "SELECT id FROM channels WHERE user = ? ORDER BY sequence"
    private static let byUser = "SELECT \(columns) FROM channels WHERE user = ? ORDER BY sequence"

    static func isReachable(_ db: Connection, _ user: UserID) throws -> Bool {
        try db.value(isThere, [user.cell]) ?? false
    }

    static let isThere = "SELECT EXISTS (SELECT 1 FROM channels WHERE user = ?)"

    static func pause(_ db: Connection, _ id: Identifier, until end: Instant) throws {
        try db.run(
            "UPDATE channels SET pausedUntil = max(coalesce(pausedUntil, ?1), ?1) WHERE id = ?2",
            [end.cell, id.cell])
    }

    /// It takes notices again before its pause is over.
    static func endPause(_ db: Connection, _ id: Identifier, at now: Instant) throws {
        try db.run(
            "UPDATE channels SET pausedUntil = ?1 WHERE id = ?2 AND pausedUntil > ?1",
            [now.cell, id.cell])
    }

    /// The end of a pause. It stays in its channel's row when it is over: what waited has waited since then.
    struct PauseEnd {
        var at: Instant
        var sequence: Int64
        var channel: Identifier
    }

    /// The pauses that end after `last` and up to `now`, in their order.
    static func pauseEnds(
        _ db: Connection, after last: (at: Instant, sequence: Int64), upTo now: Instant, limit: Int
    ) throws -> [PauseEnd] {
        try db.rows(pauseEnds, [last.at.cell, last.sequence.cell, now.cell, limit.cell]) {
            PauseEnd(at: $0[0], sequence: $0[1], channel: $0[2])
        }
    }

    /// In two parts as ``OutboxOffer/dueOnes``.
    private static let pauseEnds = """
        SELECT pausedUntil, sequence, id FROM channels
        WHERE pausedUntil = ?1 AND ?1 <= ?3 AND sequence > ?2
        UNION ALL SELECT pausedUntil, sequence, id FROM channels
        WHERE pausedUntil > ?1 AND pausedUntil <= ?3
        ORDER BY 1, 2 LIMIT ?4
        """

    /// The clock was set back: a pause lasts no longer than it would have.
    static func setBack(_ db: Connection, by span: Span, to now: Instant) throws {
        try db.run(
            "UPDATE channels SET pausedUntil = pausedUntil - ? WHERE pausedUntil > ?",
            [span.milliseconds.cell, now.cell])
    }

    static func recordOutcome(
        _ db: Connection, _ id: Identifier, delivered: Bool, detail: String, at now: Instant
    ) throws {
        let column =
            delivered
            ? "\(resolving), failingSince = NULL, lastSuccess"
            : "failingSince = CASE WHEN failingSince <= ?1 THEN failingSince ELSE ?1 END, lastFailure"
        // As an alarm is written (docs/decisions/0017-what-fails-is-undone-with-its-request.md).
        try db.run(
            "UPDATE OR FAIL channels SET \(column) = ?1, lastDetail = ?2 WHERE id = ?3",
            [now.cell, detail.cell, id.cell])
    }

    /// What was given up there is history, however much that is.
    static func resolve(_ db: Connection, _ id: Identifier) throws {
        try db.run("UPDATE channels SET \(resolving) WHERE id = ?", [id.cell])
    }

    private static let resolving = "failureEpoch = failureEpoch + 1, unresolved = 0"

    /// What was given up on the user's channels, of each since it last worked.
    static func countUnresolved(_ db: Connection, of user: UserID) throws -> Int {
        try db.value(
            "SELECT coalesce(sum(unresolved), 0) FROM channels WHERE user = ?", [user.cell]) ?? 0
    }

}

/// `unresolved`, as triggers of ``Schema`` keep it, from what it follows from.
extension ChannelTable {
    private static let failedBySQL = """
        (SELECT channel, failureEpoch AS epoch, count(*) AS count FROM deliveries
            WHERE failureEpoch > 0 GROUP BY 1, 2) AS failed
        """

    /// Writes it anew for all channels.
    static let countAllUnresolved = """
        UPDATE channels SET unresolved = 0 WHERE unresolved <> 0;
        UPDATE channels SET unresolved = count FROM \(failedBySQL)
            WHERE channel = id AND epoch = failureEpoch;

        """

    /// Channels of which another number is kept.
    static let wronglyCounted = """
        channels LEFT JOIN \(failedBySQL) ON channel = id AND epoch = failureEpoch
            WHERE unresolved <> coalesce(count, 0)
        """
}
