import LifeSignal

/// How somebody stands in the net, beyond their own row: what a page about them shows.
///
/// One statement: to run one more costs as much again as most of these look-ups (docs/PERFORMANCE.md).
struct Standing {
    /// Pings to them that wait for an answer.
    private(set) var pendingPings: Int
    /// Those they look after who are non-responsive or have an active alert.
    let dependentsNeedingHelp: Int
    /// They have a channel.
    let isReachable: Bool
    let hasResponder: Bool
    /// A responder of theirs has a channel.
    let hasReachableResponder: Bool
    /// A responder of theirs has a channel that has worked.
    let hasProvenResponder: Bool

    static func of(_ user: UserID, _ db: Connection) throws -> Standing {
        // Without GROUP BY there is a row whether or not there is a responder.
        try db.row(
            """
            SELECT (SELECT count(*) FROM pings WHERE recipient = ?1 AND status = 'pending'),
                (SELECT count(*) FROM edges WHERE responder = ?1 AND needsHelp = 1),
                EXISTS (SELECT 1 FROM channels WHERE user = ?1),
                count(*), count(c.id), count(c.lastSuccess)
            FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = ?1
            """, [user], standing)!
    }

    /// When all of these have been answered.
    var withoutPings: Standing {
        var standing = self
        standing.pendingPings = 0
        return standing
    }

    private static func standing(_ row: borrowing ResultRow) -> Standing {
        Standing(
            pendingPings: row[0], dependentsNeedingHelp: row[1], isReachable: row[2],
            hasResponder: row[3] as Int > 0, hasReachableResponder: row[4] as Int > 0,
            hasProvenResponder: row[5] as Int > 0)
    }
}
