import GRDB
import LifeSignal

/// The deliveries that wait, as their senders see them.
enum OutboxQueue {
    /// One delivery handed to a sender, with all that it takes to send it.
    struct Job: Sendable {
        var delivery: Identifier
        var notification: Identifier
        /// A notification's, or ``Heartbeat/kind``.
        var kind: String
        var cause: Identifier?
        /// Empty where it is for nobody.
        var to: String
        var about: Handle?
        var at: Instant
        var notice: Notice
        var address: String
        var attempt: Int
        var isPrivate: Bool
    }

    /// Hands `stream` what is due and fits its window: alarms first, then the oldest.
    static func take(_ turn: Turn, stream: Int, at boot: BootTime) throws -> [Job] {
        var jobs: [Job] = []
        for rank in 0...1 {
            var cursor: (at: Instant, sequence: Int64) = (Instant(milliseconds: .min), 0)
            while turn.memory.outbox.room(stream, isUrgent: rank == 0) > 0 {
                let candidates = try due(turn, rank: rank, after: cursor, limit: 64)
                guard let last = candidates.last else { break }
                cursor = (last.due, last.sequence)
                for candidate in candidates
                where turn.memory.outbox.room(stream, isUrgent: rank == 0) > 0 {
                    guard try isFree(turn, candidate), let job = try job(turn.db, candidate) else {
                        continue
                    }
                    turn.memory.outbox.hold(
                        candidate.delivery, of: candidate.channel, by: stream, at: boot)
                    jobs.append(job)
                }
            }
        }
        if let heartbeat = try Heartbeat.take(turn, stream: stream, at: boot) {
            jobs.append(heartbeat)
        }
        return jobs
    }

    /// Right before an attempt. What nobody holds is withdrawn to whoever asks, since it is offered again:
    /// when that attempt was cut off nobody could tell.
    static func begin(_ turn: Turn, _ id: Identifier) throws {
        if try Heartbeat.begin(turn, id) { return }
        guard let delivery = try DeliveryTable.delivery(turn.db, id) else {
            throw Refusal.noSuchDelivery(id)
        }
        guard turn.memory.outbox.isHeld(id) else { throw Refusal.withdrawn(id) }
        let begun = try delivery.begun()
        try DeliveryTable.save(turn.db, begun)
        try DeliveryTable.beginAttempt(turn.db, begun, at: turn.now)
    }

    /// - Parameters:
    ///   - attempt: which one it was, where the sender says so.
    ///   - jitter: 0 ..< 1.
    static func report(
        _ turn: Turn, _ id: Identifier, _ report: DeliveryReport, attempt: Int? = nil,
        detail: String, jitter: Double
    ) throws {
        if try Heartbeat.report(turn, id) { return }
        guard let delivery = try DeliveryTable.delivery(turn.db, id) else {
            throw Refusal.noSuchDelivery(id)
        }
        // Another has taken it over since, and is at it.
        if let attempt, attempt != delivery.attempts, !report.delivered { return }
        turn.memory.outbox.release(id)
        let triedFor = turn.connectedFor - (try DeliveryTable.connectedBefore(turn.db, id))
        let (reported, effects) = delivery.reported(
            report, triedFor: triedFor, jitter: jitter, turn.moment)
        let counts = report.delivered || reported != delivery
        guard counts else { return }
        try DeliveryTable.endAttempt(
            turn.db, delivery, delivered: report.delivered, detail: detail)
        try DeliveryTable.save(turn.db, reported)
        try ChannelTable.recordOutcome(
            turn.db, delivery.channel, delivered: report.delivered, detail: detail,
            at: turn.now)
        if report.delivered {
            try DeliveryTable.resolve(turn.db, channel: delivery.channel)
            try somebodyReached(turn, delivery)
        }
        try turn.apply(effects)
    }

    /// Somebody who can act knows of it now.
    private static func somebodyReached(_ turn: Turn, _ delivery: Delivery) throws {
        guard delivery.kind.isAlarm,
            let (user, cause) = try DeliveryTable.alarm(turn.db, delivery.id),
            user != delivery.recipient,
            try UserTable.user(turn.db, delivery.recipient)?.incident == nil
        else { return }
        try turn.apply([.solve(Problem.Key(.nobodyReached, user: user, subject: cause))])
    }

    /// Nobody holds these any more: attempts that were under way have been cut off.
    static func giveBack(_ turn: Turn, _ ids: [Identifier]) throws {
        for id in ids {
            guard let delivery = try DeliveryTable.delivery(turn.db, id), delivery.isBegun else {
                continue
            }
            try abandon(turn, delivery)
        }
    }

    /// Attempts that were under way when the daemon stopped: the sender at it may still live and report, so
    /// no other one gets them until none can last any longer. Most are over by the time of a reboot.
    static func keepForTheirSenders(_ turn: Turn, at boot: BootTime) throws {
        for (delivery, begunAt) in try DeliveryTable.begun(turn.db) {
            let left = min(begunAt, turn.now) + Delivery.longestAttempt - turn.now
            guard left > .zero else {
                try abandon(turn, delivery)
                continue
            }
            turn.memory.outbox.hold(delivery.id, of: delivery.channel, until: boot + left)
        }
    }

    static func abandon(_ turn: Turn, _ delivery: Delivery) throws {
        try DeliveryTable.endAttempt(
            turn.db, delivery, delivered: false, detail: "cut off; nobody knows how it ended")
        try DeliveryTable.save(turn.db, delivery.abandoned())
    }

    /// The instant since which something that is due waits for a sender; nil if nothing does.
    ///
    /// What is held, or waits for what it answers, does not wait for a sender.
    static func oldestWaiting(_ turn: Turn) throws -> Instant? {
        for rank in 0...1 {
            var cursor: (at: Instant, sequence: Int64) = (Instant(milliseconds: .min), 0)
            while true {
                // The first is free, as a rule.
                let candidates = try due(turn, rank: rank, after: cursor, limit: 4)
                guard let last = candidates.last else { break }
                cursor = (last.due, last.sequence)
                for candidate in candidates where try isFree(turn, candidate) {
                    return max(candidate.due, turn.memory.startedAt)
                }
            }
        }
        return nil
    }

    private static func isFree(_ turn: Turn, _ candidate: Candidate) throws -> Bool {
        try turn.memory.outbox.hasRoom(for: candidate.channel, isAlarm: candidate.kind.isAlarm)
            && !turn.memory.outbox.isHeld(candidate.delivery)
            && !isOvertaking(turn, candidate)
    }

    /// When the next attempt of those that are not due yet is.
    static func nextAttempt(_ db: Database, after now: Instant) throws -> Instant? {
        try [0, 1].compactMap { rank in
            try db.value(
                """
                SELECT min(nextAttempt) FROM deliveries
                WHERE rank = ? AND nextAttempt > ? AND nextAttempt IS NOT NULL
                """, [rank, now]) as Instant?
        }.min()
    }

    // MARK: Rows

    /// What it takes to say whether a delivery can be handed out; its words are read if it is.
    private struct Candidate {
        var sequence: Int64
        var due: Instant
        var delivery: Identifier
        var channel: Identifier
        var notification: Int64
        var kind: Notification.Kind
    }

    private static func due(
        _ turn: Turn, rank: Int, after cursor: (at: Instant, sequence: Int64), limit: Int
    ) throws -> [Candidate] {
        try turn.db.rows(
            """
            SELECT d.sequence, d.nextAttempt, d.id, d.channel, d.notification, n.kind
            FROM deliveries d INDEXED BY deliveriesOpen
            JOIN notifications n ON n.sequence = d.notification
            JOIN channels c ON c.id = d.channel
            WHERE d.rank = ? AND (d.nextAttempt, d.sequence) > (?, ?) AND d.nextAttempt <= ?
                AND d.nextAttempt IS NOT NULL
            ORDER BY d.nextAttempt, d.sequence LIMIT ?
            """, [rank, cursor.at, cursor.sequence, turn.now, limit]
        ).map {
            Candidate(
                sequence: $0[0], due: $0[1], delivery: $0[2], channel: $0[3], notification: $0[4],
                kind: Notification.Kind(rawValue: $0[5]) ?? .system)
        }
    }

    private static func job(_ db: Database, _ candidate: Candidate) throws -> Job? {
        try db.row(
            """
            SELECT \(NotificationTable.columns), d.id, d.attempts, c.address, c.isPrivate,
                n.recipient IS n.about
            FROM deliveries d
            JOIN notifications n ON n.sequence = d.notification \(NotificationTable.joins)
            JOIN channels c ON c.id = d.channel
            WHERE d.sequence = ?
            """, [candidate.sequence]
        ).map(job)
    }

    private static func job(_ row: ResultRow) -> Job {
        let record = NotificationTable.record(row)
        let address = ChannelAddress(stored: row[13])
        let isPrivate: Bool = row[14]
        let notice =
            isPrivate
            ? record.notice
            : .onPublicChannel(
                record.kind, about: record.about, isToThemselves: row[15], cause: record.cause)
        return Job(
            delivery: row[11], notification: record.id, kind: record.kind.rawValue,
            cause: record.kind.belongsToIncident ? record.cause : nil, to: record.recipient.text,
            about: record.about, at: record.at,
            notice: notice.fitted(
                titleBytes: address.titleLimit, bodyBytes: address.bodyLimit, about: record.about),
            address: address.text, attempt: (row[12] as Int) + 1,
            isPrivate: isPrivate)
    }

    /// On one channel nothing overtakes what it answers.
    private static func isOvertaking(_ turn: Turn, _ candidate: Candidate) throws -> Bool {
        let answers = candidate.kind.answers
        guard !answers.isEmpty else { return false }
        let kinds = answers.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try turn.db.value(
            """
            SELECT EXISTS (SELECT 1 FROM notifications own
                JOIN notifications n ON n.cause = own.cause
                JOIN deliveries d ON d.notification = n.sequence
                WHERE own.sequence = ? AND n.kind IN (\(kinds)) AND d.channel = ?
                    AND d.nextAttempt IS NOT NULL)
            """, [candidate.notification, candidate.channel]) ?? false
    }
}
