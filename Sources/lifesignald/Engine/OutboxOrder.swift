import LifeSignal

/// In which order the notices of one channel go (spec/domain.md, Deliveries), and which of them others have made
/// untrue. Those of one cause or about one person are few, and what waits on a channel may be much: the order of the
/// tables is not left to SQLite.
enum OutboxOrder {
    enum Standing {
        case free
        /// Something that has to be read before it is still on its way.
        case waits
        /// The person needs help again, and on this channel that has been said, or tried to be: what was written of the
        /// end before is not sent any more. The end of the new emergency will be.
        case untrue
    }

    static func standing(
        _ db: Connection, _ notification: Int64, _ kind: Notification.Kind, on channel: Identifier
    ) throws -> Standing {
        if !kind.answers.isEmpty, try answersOpen(db, notification, kind, channel) { return .waits }
        if !kind.goesAfter.isEmpty, try followsOpen(db, notification, kind, channel) {
            return .waits
        }
        return kind.isAllClear ? try afterNewAlarms(db, notification, channel) : .free
    }

    /// On one channel nothing overtakes what it answers.
    private static func answersOpen(
        _ db: Connection, _ notification: Int64, _ kind: Notification.Kind, _ channel: Identifier
    ) throws -> Bool {
        try db.value(
            """
            SELECT EXISTS (SELECT 1 FROM notifications own
                CROSS JOIN notifications n ON n.cause = own.cause
                CROSS JOIN deliveries d ON d.notification = n.sequence
                WHERE own.sequence = ? AND n.kind IN (\(NotificationTable.list(kind.answers))) AND d.channel = ?
                    AND d.nextAttempt IS NOT NULL)
            """, [notification.cell, channel.cell]) ?? false
    }

    private static func followsOpen(
        _ db: Connection, _ notification: Int64, _ kind: Notification.Kind, _ channel: Identifier
    ) throws -> Bool {
        try db.value(
            """
            SELECT EXISTS (SELECT 1 FROM notifications own
                CROSS JOIN notifications n INDEXED BY notificationsByAbout
                    ON n.about = own.about AND n.sequence < own.sequence
                CROSS JOIN deliveries d ON d.notification = n.sequence
                WHERE own.sequence = ? AND n.recipient = own.recipient
                    AND n.kind IN (\(NotificationTable.list(kind.goesAfter))) AND d.channel = ?
                    AND d.nextAttempt IS NOT NULL)
            """, [notification.cell, channel.cell]) ?? false
    }

    /// Of emergencies that began after this notice was written.
    private static func afterNewAlarms(
        _ db: Connection, _ notification: Int64, _ channel: Identifier
    ) throws -> Standing {
        let found: (isTold: Bool, isOpen: Bool)? = try db.row(
            """
            SELECT coalesce(max(d.attempts > 0), 0), coalesce(max(d.nextAttempt IS NOT NULL), 0)
            FROM notifications own
            CROSS JOIN notifications n INDEXED BY notificationsByAbout
                ON n.about = own.about AND n.sequence > own.sequence
            CROSS JOIN deliveries d ON d.notification = n.sequence
            WHERE own.sequence = ? AND n.recipient = own.recipient AND n.kind IN (\(NotificationTable.alarms))
                AND d.channel = ? AND NOT EXISTS (SELECT 1 FROM notifications f
                    WHERE f.cause = n.cause AND f.sequence < own.sequence)
            """, [notification.cell, channel.cell]
        ) { ($0[0], $0[1]) }
        guard let found else { return .free }
        return found.isTold ? .untrue : found.isOpen ? .waits : .free
    }
}
