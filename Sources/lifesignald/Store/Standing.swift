import LifeSignal

/// How somebody stands in the net, beyond their own row: what a page about them shows.
///
/// One statement: to run one more costs as much again as most of these look-ups (docs/PERFORMANCE.md). What is
/// not written in their row is of few: pings that wait, and people who need help.
struct Standing {
    /// Pings to them that wait for an answer.
    private(set) var pendingPings: Int
    /// Those they look after who are non-responsive or have an active alert.
    let dependentsNeedingHelp: Int
    /// They have a channel.
    let isReachable: Bool
    let bestResponder: BestResponder

    static func of(_ user: UserID, _ db: Connection) throws -> Standing {
        try db.row(
            """
            SELECT (SELECT count(*) FROM pings WHERE recipient = ?1 AND status = 'pending'),
                (SELECT count(*) FROM edges WHERE responder = ?1 AND needsHelp = 1),
                isReachable, bestResponder
            FROM users WHERE id = ?1
            """, [user.cell], standing) ?? nobodys
    }

    /// Of somebody who is not there.
    private static let nobodys = Standing(
        pendingPings: 0, dependentsNeedingHelp: 0, isReachable: false, bestResponder: .nobody)

    /// When all of these have been answered.
    var withoutPings: Standing {
        var standing = self
        standing.pendingPings = 0
        return standing
    }

    private static func standing(_ row: borrowing ResultRow) -> Standing {
        Standing(
            pendingPings: row[0], dependentsNeedingHelp: row[1], isReachable: row[2],
            bestResponder: BestResponder(rawValue: row[3]) ?? .nobody)
    }
}

/// What is written in everybody's row, by the triggers of ``Schema``
/// (docs/decisions/0027-what-a-user-lacks-is-in-their-row.md).
extension Standing {
    /// The ``BestResponder`` of a row of `users`, from what it follows from.
    static let bestResponderBySQL = """
        (SELECT CASE WHEN count(c.lastSuccess) > 0 THEN 3 WHEN count(c.id) > 0 THEN 2
                ELSE count(*) > 0 END
            FROM edges e LEFT JOIN channels c ON c.user = e.responder WHERE e.dependent = users.id)
        """
    /// A responder of a row of `users` has a channel.
    static let hasReachableResponderBySQL = """
        EXISTS (SELECT 1 FROM edges e JOIN channels c ON c.user = e.responder
            WHERE e.dependent = users.id)
        """
    static let isReachableBySQL = "EXISTS (SELECT 1 FROM channels WHERE user = users.id)"

    /// Writes it anew for everybody.
    static let writeAll = """
        UPDATE users SET isReachable = \(isReachableBySQL), bestResponder = \(bestResponderBySQL);

        """

    /// Users who are otherwise shown than they stand.
    static let wrongOnes = """
        users WHERE isReachable <> \(isReachableBySQL) OR bestResponder <> \(bestResponderBySQL)
        """
}
