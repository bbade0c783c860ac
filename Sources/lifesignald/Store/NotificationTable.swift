import LifeSignal

/// Notifications: what was to be told to whom.
enum NotificationTable {
    /// A notification as it is listed.
    struct Record {
        var sequence: Int64
        var id: Identifier
        var kind: Notification.Kind
        var cause: Identifier?
        var recipient: Handle
        var about: Handle?
        var at: Instant
        var notice: Notice
    }

    static func add(_ db: Connection, _ notification: Notification) throws -> Int64 {
        try db.run(
            insertion,
            [
                notification.id.cell, notification.kind.rawValue.cell, notification.cause.cell,
                notification.recipient.cell, notification.about.cell, notification.at.cell,
                notification.notice.title.cell, (notification.notice.note?.lowerBound).cell,
                (notification.notice.note?.upperBound).cell, notification.ofGap.cell,
                notification.notice.body.cell,
            ])
        return db.lastInsertedRowID
    }

    static let insertion = """
        INSERT INTO notifications
            (id, kind, cause, recipient, about, at, title, noteStart, noteEnd, ofGap, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    static let columns = """
        n.sequence, n.id, n.kind, n.cause, r.handle, a.handle, n.at, n.title, n.noteStart, \
        n.noteEnd, n.body
        """
    static let joins = """
        JOIN users r ON r.id = n.recipient LEFT JOIN users a ON a.id = n.about
        """

    static func record(_ row: borrowing ResultRow) -> Record {
        var note: Range<Int>?
        if let start = row[8] as Int?, let end = row[9] as Int? { note = start..<end }
        return Record(
            sequence: row[0], id: row[1], kind: Notification.Kind(rawValue: row[2]) ?? .system,
            cause: row[3], recipient: Handle(stored: row[4]),
            about: (row[5] as String?).map { Handle(stored: $0) }, at: row[6],
            notice: Notice(title: row[7], body: row[10], note: note))
    }

    /// Newest first; of everyone if `user` is nil.
    static func page(_ db: Connection, of user: UserID?, _ page: Page) throws -> [Record] {
        let own = user == nil ? "" : "n.recipient = :user AND"
        let those: Arguments = ["before": (page.before ?? .max).cell, "limit": page.limit.cell]
        let arguments = user.map { those + ["user": $0.cell] } ?? those
        return try db.rows(
            """
            SELECT \(columns) FROM notifications n \(joins)
            WHERE \(own) n.sequence < :before ORDER BY n.sequence DESC LIMIT :limit
            """, arguments, record
        )
    }

    static func sequence(_ db: Connection, of id: Identifier, user: UserID?) throws -> Int64? {
        try db.value(
            "SELECT sequence FROM notifications WHERE id = ? AND (? IS NULL OR recipient = ?)",
            [id.cell, user.cell, user.cell])
    }

    /// The newest notice that `recipient` got of each of these incidents and alerts.
    static func newest(
        _ db: Connection, to recipient: UserID, ofCauses causes: [Identifier]
    ) throws -> [Identifier] {
        try causes.compactMap { cause in
            try db.value(
                """
                SELECT id FROM notifications
                WHERE cause = ? AND recipient = ? AND kind IN (\(alarms))
                ORDER BY sequence DESC LIMIT 1
                """, [cause.cell, recipient.cell])
        }
    }

    /// Whether its recipient got one of the same cause since then.
    static func isWritten(_ db: Connection, _ notice: Notification, since start: Instant) throws
        -> Bool
    {
        try db.value(
            "SELECT EXISTS (SELECT 1 FROM notifications WHERE cause = ? AND recipient = ? AND at >= ?)",
            [notice.cause.cell, notice.recipient.cell, start.cell]) ?? false
    }

    // MARK: Kinds, as a list of SQL

    static let alarms = list(Notification.Kind.alarms)

    static func list(_ kinds: [Notification.Kind]) -> String {
        kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }
}
