import LifeSignal

/// Deliveries and their attempts: the outbox.
enum DeliveryTable {
    private static let columns = """
        d.id, n.id, n.kind, n.recipient, d.channel, d.state, d.attempts, d.isBegun, \
        d.causeEnded, d.nextAttempt, d.failures
        """
    private static let from =
        "FROM deliveries d JOIN notifications n ON n.sequence = d.notification"

    private static func delivery(_ row: borrowing ResultRow) -> Delivery {
        Delivery(
            id: row[0], notification: row[1], kind: Notification.Kind(rawValue: row[2]) ?? .system,
            recipient: row[3], channel: row[4], state: Delivery.State(rawValue: row[5]) ?? .failed,
            attempts: row[6], failures: row[10], isBegun: row[7], causeEnded: row[8],
            nextAttempt: row[9])
    }

    /// To be tried at once.
    static func add(
        _ db: Connection, id: Identifier, notification: Int64, kind: Notification.Kind,
        to channel: Identifier, at now: Instant, connectedFor: Span
    ) throws {
        try db.run(
            insertion,
            [
                id.cell, notification.cell, channel.cell, OutboxBacklog.Rank(kind).rawValue.cell,
                now.cell, connectedFor.milliseconds.cell,
            ])
    }

    /// What fails is undone with its request, or the round
    /// (docs/decisions/0017-what-fails-is-undone-with-its-request.md).
    static let insertion = """
        INSERT OR FAIL INTO deliveries (id, notification, channel, state, rank, attempts, failures,
            isBegun, causeEnded, nextAttempt, connectedBefore, failureEpoch)
        VALUES (?, ?, ?, 'pending', ?, 0, 0, 0, 0, ?, ?, 0)
        """

    static func delivery(_ db: Connection, _ id: Identifier) throws -> Delivery? {
        try db.row(byID, [id.cell], delivery)
    }

    static let byID = "SELECT \(columns) \(from) WHERE d.id = ?"

    /// Whom an alarm is about, and the incident or alert behind it.
    static func alarm(_ db: Connection, _ id: Identifier) throws
        -> (user: UserID, cause: Identifier)?
    {
        let alarm: (user: UserID?, cause: Identifier?)? = try db.row(
            "SELECT n.about, n.cause \(from) WHERE d.id = ?", [id.cell]
        ) { ($0[0], $0[1]) }
        guard let user = alarm?.user, let cause = alarm?.cause else { return nil }
        return (user, cause)
    }

    /// What was given up on a channel and has come to its user on no other, of an incident or alert that lasts.
    static func unheardAlarm(_ db: Connection, channel: Identifier, at now: Instant) throws
        -> Texts.UnheardAlarm?
    {
        let alarms = try db.rows(
            unheardAlarms, [channel.cell, OutboxBacklog.Rank.alarm.rawValue.cell]
        ) { (about: $0[0] as UserID, name: $0[1] as String, next: $0[2] as Instant) }
        guard let next = alarms.first?.next else { return nil }
        var people: [UserID] = []
        var names: [String] = []
        for alarm in alarms where !people.contains(alarm.about) {
            people.append(alarm.about)
            names.append(alarm.name)
        }
        return Texts.UnheardAlarm(
            names: names, hasMore: alarms.count == mostUnheardAlarms, asOf: now,
            nextAttempt: next)
    }

    private static let mostUnheardAlarms = 100

    /// The next to be tried first, and not all where there are very many: of one person's silence there is one for each
    /// time that it was told again. Not those who are told of their own silence.
    private static let unheardAlarms = """
        SELECT n.about, u.name, d.nextAttempt FROM deliveries d
        JOIN notifications n ON n.sequence = d.notification JOIN users u ON u.id = n.about
        WHERE d.channel = ? AND d.rank = ? AND d.nextAttempt IS NOT NULL AND d.state = 'failed'
            AND d.causeEnded = 0 AND n.about <> n.recipient AND NOT EXISTS (
                SELECT 1 FROM notifications same INDEXED BY notificationsByCause
                CROSS JOIN deliveries other ON other.notification = same.sequence
                WHERE same.cause = n.cause AND same.recipient = n.recipient
                    AND same.kind IN (\(NotificationTable.alarms)) AND other.state = 'delivered')
        ORDER BY d.nextAttempt LIMIT \(mostUnheardAlarms)
        """

    /// Those of a channel that have long to wait, the next to be tried first, with their last attempts; as many as go as
    /// one message at the most.
    static func longWaiting(
        _ db: Connection, channel: Identifier, _ rank: OutboxBacklog.Rank, at now: Instant
    ) throws -> [(delivery: Delivery, lastAttempt: Instant?)] {
        try db.rows(
            longWaiting,
            [
                channel.cell, rank.rawValue.cell, (now + Delivery.longWait).cell,
                MergedNotice.most.cell,
            ]
        ) { (delivery($0), $0[11]) }
    }

    static let longWaiting = """
        SELECT \(columns), (SELECT max(a.at) FROM attempts a WHERE a.delivery = d.sequence) \(from)
        WHERE d.channel = ? AND d.rank = ? AND d.nextAttempt > ? AND d.nextAttempt IS NOT NULL
        ORDER BY d.nextAttempt LIMIT ?
        """

    /// How long a sender had been connected in all when the delivery was made.
    static func connectedBefore(_ db: Connection, _ id: Identifier) throws -> Span {
        let milliseconds: Int64? = try db.value(
            "SELECT connectedBefore FROM deliveries WHERE id = ?", [id.cell])
        return Span(milliseconds: milliseconds ?? 0)
    }

    /// The number of the notice that it brings.
    static func notification(_ db: Connection, _ id: Identifier) throws -> Int64? {
        try db.value("SELECT notification FROM deliveries WHERE id = ?", [id.cell])
    }

    static func save(_ db: Connection, _ delivery: Delivery) throws {
        try db.run(
            update,
            [
                delivery.state.rawValue.cell, delivery.attempts.cell, delivery.failures.cell,
                delivery.isBegun.cell, delivery.causeEnded.cell, delivery.nextAttempt.cell,
                delivery.id.cell,
            ])
    }

    /// `OR FAIL` as in ``insertion``.
    static let update = """
        UPDATE OR FAIL deliveries SET state = ?1, attempts = ?2, failures = ?3, isBegun = ?4,
            causeEnded = ?5, nextAttempt = ?6, failureEpoch = iif(?1 = 'failed', failureEpoch, 0)
        WHERE id = ?7
        """

    /// It was given up, in its channel's present epoch.
    static func giveUp(_ db: Connection, _ id: Identifier) throws {
        try db.run(
            """
            UPDATE deliveries SET failureEpoch = coalesce(
                (SELECT failureEpoch FROM channels WHERE id = deliveries.channel), 0)
            WHERE id = ?
            """, [id.cell])
    }

    /// The clock was set back: what waits goes on waiting for as long as it would have.
    static func setBack(_ db: Connection, by span: Span, to now: Instant) throws {
        try db.run(
            """
            UPDATE deliveries SET nextAttempt = max(nextAttempt - ?1, ?2)
            WHERE nextAttempt > ?2 AND nextAttempt IS NOT NULL
            """, [span.milliseconds.cell, now.cell])
    }

    // MARK: What a withdrawal concerns

    static func open(_ db: Connection, _ withdrawal: Withdrawal) throws -> [Delivery] {
        func concerned(_ row: borrowing ResultRow) -> Delivery? {
            let delivery = delivery(row)
            let isConcerned =
                (withdrawal.kinds.isEmpty || withdrawal.kinds.contains(delivery.kind))
                && (withdrawal.recipient == nil || withdrawal.recipient == delivery.recipient)
                && (withdrawal.about == nil || withdrawal.about == row[11] as UserID?)
                && !(withdrawal.sparesGapReminders && row[12] as Bool)
            return isConcerned ? delivery : nil
        }
        let deliveries: [Delivery?] =
            switch (withdrawal.cause, withdrawal.about, withdrawal.recipient) {
            case (let cause?, _, _): try db.rows(openByCause, [cause.cell], concerned)
            case (_, let about?, let recipient?):
                try db.rows(
                    openOf("n.about = ? AND n.recipient = ?"), [about.cell, recipient.cell],
                    concerned)
            case (_, let about, nil): try db.rows(openOf("n.about = ?"), [about.cell], concerned)
            case (_, nil, let recipient?):
                try db.rows(
                    """
                    SELECT \(columns), n.about, n.ofGap FROM channels c
                    JOIN deliveries d ON d.channel = c.id AND d.nextAttempt IS NOT NULL
                    JOIN notifications n ON n.sequence = d.notification
                    WHERE c.user = ?
                    """, [recipient.cell], concerned)
            }
        return deliveries.compactMap { $0 }
    }

    static let openByCause = openOf("n.cause = ?")

    private static func openOf(_ notifications: String) -> String {
        """
        SELECT \(columns), n.about, n.ofGap FROM notifications n
        JOIN deliveries d ON d.notification = n.sequence
        WHERE \(notifications) AND d.nextAttempt IS NOT NULL
        """
    }

    static func open(_ db: Connection, channel: Identifier) throws -> [Delivery] {
        try db.rows(
            "SELECT \(columns) \(from) WHERE d.channel = ? AND d.nextAttempt IS NOT NULL",
            [channel.cell], delivery
        )
    }

    /// Attempts that were under way when the daemon stopped, and since when.
    static func begun(_ db: Connection) throws -> [(delivery: Delivery, at: Instant)] {
        try db.rows(
            """
            SELECT \(columns), (SELECT max(a.at) FROM attempts a
                WHERE a.delivery = d.sequence AND a.number = d.attempts)
            \(from) WHERE d.isBegun = 1 AND d.nextAttempt IS NOT NULL
            """
        ) { (delivery($0), ($0[11] as Instant?) ?? Instant(milliseconds: 0)) }
    }

    // MARK: Attempts

    static func beginAttempt(_ db: Connection, _ delivery: Delivery, at now: Instant) throws {
        try db.run(attemptInsertion, [delivery.attempts.cell, now.cell, delivery.id.cell])
    }

    static let attemptInsertion = """
        INSERT INTO attempts (delivery, number, at, delivered, detail)
        VALUES ((SELECT sequence FROM deliveries WHERE id = ?3), ?1, ?2, NULL, '')
        """

    /// A success stays one, and what is known of an attempt is not made less by a failure.
    ///
    /// - Parameter number: which one it was; the last that was begun, where it is not said.
    static func endAttempt(
        _ db: Connection, _ delivery: Delivery, number: Int? = nil, delivered: Bool, detail: String
    ) throws {
        try db.run(
            """
            UPDATE attempts SET delivered = ?1, detail = ?2
            WHERE delivery = (SELECT sequence FROM deliveries WHERE id = ?3) AND number = ?4
                AND (delivered IS NULL OR delivered < ?1)
            """,
            [delivered.cell, detail.cell, delivery.id.cell, (number ?? delivery.attempts).cell])
    }

    /// What it takes to say when a delivery is tried: ``attempt(_:_:)``.
    private static let attempt = "d.nextAttempt, d.rank, c.pausedUntil"

    private static func attempt(_ row: borrowing ResultRow, _ column: Int) -> Instant? {
        let next: Instant? = row[column]
        return next.map {
            Delivery.attempt(
                at: $0, isAlarm: row[column + 1] == OutboxBacklog.Rank.alarm.rawValue,
                pausedUntil: row[column + 2])
        }
    }

    /// A delivery with its attempts, as it is listed.
    struct Listed {
        var id: Identifier
        var channel: Identifier
        var state: String
        /// After the channel's pause, where it waits for that.
        var nextAttempt: Instant?
        var attempts: [(at: Instant, delivered: Bool?, detail: String)]
    }

    static func listed(_ db: Connection, notification: Int64) throws -> [Listed] {
        let deliveries: [(sequence: Int64, listed: Listed)] = try db.rows(
            """
            SELECT d.sequence, d.id, d.channel, d.state, \(attempt) FROM deliveries d
            LEFT JOIN channels c ON c.id = d.channel
            WHERE d.notification = ? ORDER BY d.sequence
            """, [notification.cell]
        ) {
            let listed = Listed(
                id: $0[1], channel: $0[2], state: $0[3], nextAttempt: attempt($0, 4), attempts: [])
            return ($0[0], listed)
        }
        return try deliveries.map { delivery in
            var listed = delivery.listed
            listed.attempts = try db.rows(
                "SELECT at, delivered, detail FROM attempts WHERE delivery = ? ORDER BY number",
                [delivery.sequence.cell]
            ) { ($0[0], $0[1], $0[2]) }
            return listed
        }
    }

    /// How the first attempt ended; nil as long as it has not.
    static func firstAttempt(_ db: Connection, of notification: Identifier) throws
        -> (delivered: Bool, detail: String, next: Instant?)?
    {
        try db.row(
            """
            SELECT t.delivered, t.detail, \(attempt) FROM notifications n
            JOIN deliveries d ON d.notification = n.sequence
            JOIN attempts t ON t.delivery = d.sequence
            LEFT JOIN channels c ON c.id = d.channel
            WHERE n.id = ? AND t.delivered IS NOT NULL ORDER BY t.number LIMIT 1
            """, [notification.cell]
        ) { ($0[0], $0[1], attempt($0, 2)) }
    }

    /// Whether an attempt was begun on any channel.
    static func hasBegun(_ db: Connection, _ notification: Identifier) throws -> Bool {
        try db.value(
            """
            SELECT EXISTS (SELECT 1 FROM notifications n
                JOIN deliveries d ON d.notification = n.sequence AND d.attempts > 0
                WHERE n.id = ?)
            """, [notification.cell]) ?? false
    }

    /// Those that wait for one user's channels, not counting what was given up.
    static func countPending(_ db: Connection, to user: UserID) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM channels c
            JOIN deliveries d ON d.channel = c.id AND d.nextAttempt IS NOT NULL
            WHERE c.user = ? AND d.state = 'pending'
            """, [user.cell]) ?? 0
    }

    // MARK: Facts that decisions ask for

    /// Whether a channel accepted a notice of this cause and kind.
    /// - Parameter start: counts notices since then; all where there is none.
    static func wasDelivered(
        _ db: Connection, cause: Identifier, kind: Notification.Kind, since start: Instant? = nil
    ) throws -> Bool {
        try db.value(
            """
            SELECT EXISTS (SELECT 1 FROM notifications n
                JOIN deliveries d ON d.notification = n.sequence
                WHERE n.cause = ? AND n.kind = ? AND n.at >= ? AND d.state = 'delivered')
            """, [cause.cell, kind.rawValue.cell, (start ?? Instant(milliseconds: .min)).cell])
            ?? false
    }

    /// Whether a channel of somebody who looks out for the user now has accepted a notice of what goes on with them.
    static func hasReachedResponder(
        _ db: Connection, of user: UserID, emergency: Identifier
    ) throws -> Bool {
        try db.value(
            """
            SELECT EXISTS (SELECT 1 FROM notifications n
                JOIN edges e ON e.dependent = ? AND e.responder = n.recipient
                JOIN users u ON u.id = n.recipient AND u.incident IS NULL
                JOIN deliveries d ON d.notification = n.sequence
                WHERE n.cause = ? AND n.kind IN (\(NotificationTable.alarms))
                    AND d.state = 'delivered')
            """, [user.cell, emergency.cell]) ?? false
    }

    /// Who was told of an incident, and the channels where an attempt was begun.
    static func told(_ db: Connection, incident: Identifier) throws -> [Situation.Told] {
        let rows: [(recipient: UserID, channel: Identifier?)] = try db.rows(
            """
            SELECT n.recipient, d.channel, d.attempts FROM notifications n
            LEFT JOIN deliveries d ON d.notification = n.sequence
            WHERE n.cause = ? AND n.kind = 'nonResponsive' ORDER BY n.sequence
            """, [incident.cell]
        ) { ($0[0], ($0[2] as Int? ?? 0) > 0 ? $0[1] : nil) }
        var told: [Situation.Told] = []
        for (recipient, channel) in rows {
            let index = told.firstIndex { $0.recipient == recipient }
            if let index {
                if let channel, !told[index].begunChannels.contains(channel) {
                    told[index].begunChannels.append(channel)
                }
            } else {
                told.append(
                    Situation.Told(
                        recipient: recipient, begunChannels: channel.map { [$0] } ?? []))
            }
        }
        return told
    }

    /// Of what reminds of `cause`.
    static func waitingReminders(_ db: Connection, cause: Identifier) throws
        -> Situation.WaitingReminders
    {
        let newestWaits: Bool? = try db.value(
            """
            SELECT n.ofGap = 0 AND max(d.nextAttempt IS NOT NULL AND d.causeEnded = 0)
                AND NOT max(d.state = 'delivered')
            FROM notifications n JOIN deliveries d ON d.notification = n.sequence
            WHERE n.cause = ? AND n.kind = 'reminder'
            GROUP BY n.sequence ORDER BY n.sequence DESC LIMIT 1
            """, [cause.cell])
        guard newestWaits == true else { return .none }
        let hasCome = try wasDelivered(db, cause: cause, kind: .reminder)
        return hasCome ? .newest : .all
    }

    /// When a reminder or an overdue notice of this cause (``User/reminding``) was last handed to a channel.
    static func lastReminder(_ db: Connection, cause: Identifier) throws -> Instant? {
        try db.value(newestReminder, [cause.cell])
    }

    static let newestReminder = """
        SELECT max(t.at) FROM notifications n
        JOIN deliveries d ON d.notification = n.sequence
        JOIN attempts t ON t.delivery = d.sequence AND t.delivered = 1
        WHERE n.cause = ? AND n.kind IN ('reminder', 'overdue')
        """
}
