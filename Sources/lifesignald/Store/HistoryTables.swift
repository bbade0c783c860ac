import LifeSignal

/// A page of a history: `limit` items, newest first, before the item `before`.
struct Page {
    var before: Int64?
    var limit: Int
}

enum AlertTable {
    static func save(_ db: Connection, _ alert: Alert) throws {
        try db.run(
            """
            INSERT INTO alerts (id, user, startedAt, endedAt, message) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET endedAt = excluded.endedAt
            """,
            [
                alert.id.cell, alert.user.cell, alert.startedAt.cell, alert.endedAt.cell,
                alert.message.cell,
            ])
    }

    static func page(_ db: Connection, of user: UserID, _ page: Page) throws
        -> [(sequence: Int64, alert: Alert)]
    {
        try db.rows(
            """
            SELECT sequence, id, startedAt, endedAt, message FROM alerts
            WHERE user = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?
            """, [user.cell, (page.before ?? .max).cell, page.limit.cell]
        ) {
            (
                $0[0],
                Alert(
                    id: $0[1], user: user, startedAt: $0[2], endedAt: $0[3], message: $0[4])
            )
        }
    }

    static func sequence(_ db: Connection, of id: Identifier, user: UserID) throws -> Int64? {
        try db.value("SELECT sequence FROM alerts WHERE id = ? AND user = ?", [id.cell, user.cell])
    }
}

enum PingTable {
    private static let columns = "id, sender, recipient, sentAt, status, endedAt"

    private static func ping(_ row: borrowing ResultRow, from first: Int = 0) -> Ping {
        Ping(
            id: row[first], sender: row[first + 1], recipient: row[first + 2],
            sentAt: row[first + 3], status: Ping.Status(rawValue: row[first + 4]) ?? .pending,
            endedAt: row[first + 5])
    }

    static func save(_ db: Connection, _ ping: Ping) throws {
        try db.run(
            """
            INSERT INTO pings (\(columns)) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, endedAt = excluded.endedAt
            WHERE status = 'pending'
            """,
            [
                ping.id.cell, ping.sender.cell, ping.recipient.cell, ping.sentAt.cell,
                ping.status.rawValue.cell, ping.endedAt.cell,
            ])
    }

    static func ping(_ db: Connection, _ id: Identifier) throws -> Ping? {
        try db.row("SELECT \(columns) FROM pings WHERE id = ?", [id.cell]) { ping($0) }
    }

    static func pending(_ db: Connection, from sender: UserID, to recipient: UserID) throws
        -> Identifier?
    {
        try db.value(
            "SELECT id FROM pings WHERE recipient = ? AND sender = ? AND status = 'pending'",
            [recipient.cell, sender.cell])
    }

    /// Pending pings to the user, with the senders' names.
    static func received(_ db: Connection, by user: UserID) throws -> [Situation.PendingPing] {
        try db.rows(pendingByRecipient, [user.cell]) {
            Situation.PendingPing(ping: ping($0), otherName: $0[6])
        }
    }

    static let pendingByRecipient = """
        SELECT p.id, sender, recipient, sentAt, p.status, endedAt, u.name
        FROM pings p JOIN users u ON u.id = p.sender
        WHERE recipient = ? AND p.status = 'pending' ORDER BY sequence
        """

    /// Pending pings from the user, with the recipients' names.
    static func sent(_ db: Connection, by user: UserID) throws -> [Situation.PendingPing] {
        try db.rows(
            """
            SELECT p.id, sender, recipient, sentAt, p.status, endedAt, u.name
            FROM pings p JOIN users u ON u.id = p.recipient
            WHERE sender = ? AND p.status = 'pending' ORDER BY sequence
            """, [user.cell]
        ) { Situation.PendingPing(ping: ping($0), otherName: $0[6]) }
    }

    static func countPending(_ db: Connection, to user: UserID) throws -> Int {
        try db.value(
            "SELECT count(*) FROM pings WHERE recipient = ? AND status = 'pending'", [user.cell])
            ?? 0
    }

    /// The oldest pending pings that were sent at or before `instant`, those after `cursor`.
    static func oldestPending(
        _ db: Connection, sentBy instant: Instant, after cursor: (at: Instant, sequence: Int64)?,
        limit: Int
    ) throws -> [(sequence: Int64, ping: Ping)] {
        let from = cursor ?? (Instant(milliseconds: .min), 0)
        return try db.rows(
            oldestPending, [from.at.cell, from.sequence.cell, instant.cell, limit.cell]
        ) {
            ($0[0], ping($0, from: 1))
        }
    }

    /// In two parts, as ``OutboxOffer/dueOnes``.
    private static let oldestPending = """
        SELECT sequence, \(columns) FROM pings INDEXED BY pingsPending
        WHERE status = 'pending' AND sentAt = ?1 AND ?1 <= ?3 AND sequence > ?2
        UNION ALL SELECT sequence, \(columns) FROM pings INDEXED BY pingsPending
        WHERE status = 'pending' AND sentAt > ?1 AND sentAt <= ?3
        ORDER BY 5, 1 LIMIT ?4
        """

    /// Clamps what lies in the future of a corrected clock; pending pings are few.
    static func clamp(_ db: Connection, to now: Instant) throws {
        try db.run(
            "UPDATE pings SET sentAt = ? WHERE status = 'pending' AND sentAt > ?",
            [now.cell, now.cell])
    }

    /// Which pings a listing shows.
    struct Selection {
        var user: UserID
        var other: UserID?
        var isSent: Bool
        var isReceived: Bool
        var isPending: Bool
    }

    static func page(_ db: Connection, _ selection: Selection, _ page: Page) throws
        -> [(sequence: Int64, ping: Ping)]
    {
        var pings: [(sequence: Int64, ping: Ping)] = []
        if selection.isSent {
            pings += try self.page(db, selection, page, user: "sender", other: "recipient")
        }
        if selection.isReceived {
            pings += try self.page(db, selection, page, user: "recipient", other: "sender")
        }
        return Array(pings.sorted { $0.sequence > $1.sequence }.prefix(page.limit))
    }

    /// Those in one direction; each kind of selection has a statement, and an index, of its own.
    private static func page(
        _ db: Connection, _ selection: Selection, _ page: Page, user: String, other: String
    ) throws -> [(sequence: Int64, ping: Ping)] {
        var conditions = "\(user) = ? AND sequence < ?"
        var arguments: Arguments = [selection.user.cell, (page.before ?? .max).cell]
        if let person = selection.other {
            conditions += " AND \(other) = ?"
            arguments = arguments + [person.cell]
        }
        if selection.isPending { conditions += " AND status = 'pending'" }
        return try db.rows(
            """
            SELECT sequence, \(columns) FROM pings WHERE \(conditions)
            ORDER BY sequence DESC LIMIT ?
            """, arguments + [page.limit.cell]
        ) { ($0[0], ping($0, from: 1)) }
    }

    /// Nil for one that is not between those of the selection, too.
    static func sequence(_ db: Connection, of id: Identifier, among selection: Selection) throws
        -> Int64?
    {
        try db.value(
            """
            SELECT sequence FROM pings WHERE id = ? AND ? IN (sender, recipient)
                AND ? IN (sender, recipient)
            """, [id.cell, selection.user.cell, (selection.other ?? selection.user).cell])
    }
}
