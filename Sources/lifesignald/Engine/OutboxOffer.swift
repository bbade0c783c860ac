import LifeSignal

/// The search for what a sender may be handed: alarms first, then the oldest.
///
/// What does not fit is passed over once and found again by its channel (``OutboxBacklog``), so that
/// the search costs the same whatever waits.
struct OutboxOffer {
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

    private let turn: Turn
    private let stream: Int
    private let boot: BootTime
    private var jobs: [Job] = []
    /// How many that were not looked at before still may be.
    private var left = mostInOneRound

    /// So many are looked at for the first time in one round, and the rest in others, with calls between them.
    static let mostInOneRound = 128

    private init(_ turn: Turn, _ stream: Int, _ boot: BootTime) {
        (self.turn, self.stream, self.boot) = (turn, stream, boot)
    }

    /// Hands `stream` what is due and fits its window.
    static func take(_ turn: Turn, stream: Int, at boot: BootTime) throws -> [Job] {
        var offer = OutboxOffer(turn, stream, boot)
        for rank in OutboxBacklog.Rank.allCases { try offer.fill(rank) }
        if let heartbeat = try Heartbeat.take(turn, stream: stream, at: boot) {
            offer.jobs.append(heartbeat)
        }
        if !offer.jobs.isEmpty { turn.memory.outbox.given(stream, at: turn.now) }
        return offer.jobs
    }

    private mutating func fill(_ rank: OutboxBacklog.Rank) throws {
        while hasRoom(rank), let channel = turn.memory.outbox.nextChannel(rank, of: stream) {
            try look(at: channel, rank)
        }
        while hasRoom(rank) {
            guard left > 0 else { return turn.memory.outbox.goOn() }
            let passed = turn.memory.outbox.backlog.passed[rank] ?? .start
            let found = try Self.due(turn, rank, after: passed, limit: min(64, left))
            guard !found.isEmpty else { return }
            for candidate in found where hasRoom(rank) {
                turn.memory.outbox.backlog.pass(candidate.position, rank)
                left -= 1
                try hand(candidate)
            }
        }
    }

    private func hasRoom(_ rank: OutboxBacklog.Rank) -> Bool {
        turn.memory.outbox.room(stream, rank) > 0
    }

    /// What was passed over on a channel, or let go. What comes later is found in its order.
    private mutating func look(at channel: Identifier, _ rank: OutboxBacklog.Rank) throws {
        guard let passed = turn.memory.outbox.backlog.passed[rank] else { return }
        var position = OutboxBacklog.Position.start
        while true {
            let found = try Self.due(turn, rank, of: channel, after: position, limit: 64)
            guard let last = found.last else { return }
            position = last.position
            for candidate in found {
                guard candidate.position <= passed else { return }
                guard hasRoom(rank) else { return turn.memory.outbox.backlog.free(channel) }
                guard try hand(candidate) else { return }
            }
        }
    }

    /// Hands one out, if nothing is against it.
    ///
    /// - Returns: whether another of the same channel may follow.
    @discardableResult
    private mutating func hand(_ candidate: Candidate) throws -> Bool {
        guard !turn.memory.outbox.isHeld(candidate.delivery) else { return true }
        // Found again when one of the channel is let go.
        guard turn.memory.outbox.hasRoom(for: candidate.channel, candidate.rank) else {
            return false
        }
        // As well, when its pause is over.
        guard candidate.attempt <= turn.now else { return false }
        let lane = candidate.lane
        guard turn.memory.outbox.hasRoom(at: lane.server, lane.rank, of: stream) else {
            turn.memory.outbox.backlog.crowd(lane.channel, at: lane.server, lane.rank)
            return false
        }
        switch try OutboxOrder.standing(
            turn.db, candidate.notification, candidate.kind, on: candidate.channel)
        {
        case .free: break
        case .waits: return true
        case .untrue:
            try OutboxQueue.withdraw(turn, candidate.delivery)
            // The end of a later emergency may wait for it.
            turn.memory.outbox.release(candidate.delivery, of: candidate.channel)
            return true
        }
        guard let job = try Self.job(turn.db, candidate) else { return true }
        turn.memory.outbox.hold(candidate.delivery, in: lane, by: stream, at: boot)
        jobs.append(job)
        return true
    }

    /// What waits for a sender, as far as it was looked for.
    struct Waiting {
        /// The instant since which something that is due does; nil if nothing does that was looked at.
        var since: Instant?
        /// Whether nothing else may have waited for longer.
        var isAll = true

        fileprivate mutating func add(_ other: Waiting) {
            since = [since, other.since].compactMap { $0 }.min()
            isAll = isAll && other.isAll
        }
    }

    /// What is held, waits for room at its server, for its channel's pause, or for what it answers, does not wait for a
    /// sender.
    static func waiting(_ turn: Turn) throws -> Waiting {
        var waiting = Waiting()
        for rank in OutboxBacklog.Rank.allCases { waiting.add(try Self.waiting(turn, rank)) }
        return waiting
    }

    private static func waiting(_ turn: Turn, _ rank: OutboxBacklog.Rank) throws -> Waiting {
        let backlog = turn.memory.outbox.backlog
        // With room they are looked at right after this.
        let channels = turn.memory.outbox.hasRoom(rank) ? [] : backlog.freed(rank, first: 4)
        var waiting = try oldestFree(
            after: backlog.passed[rank] ?? .start, { try due(turn, rank, after: $0, limit: 4) },
            turn)
        for channel in channels {
            waiting.add(
                try oldestFree({ try due(turn, rank, of: channel, after: $0, limit: 4) }, turn))
        }
        return waiting
    }

    /// - Parameter page: what is due after a position; the first of it is free, as a rule.
    private static func oldestFree(
        after start: OutboxBacklog.Position = .start,
        _ page: (OutboxBacklog.Position) throws -> [Candidate], _ turn: Turn
    ) throws -> Waiting {
        var waiting = Waiting()
        var position = start
        for _ in 0..<mostPages {
            let found = try page(position)
            guard let last = found.last else { return waiting }
            position = last.position
            for candidate in found {
                // What waited for a pause has waited since its end, and so for less than some that come later.
                let due = max(candidate.position.due, turn.memory.startedAt)
                if let since = waiting.since, since <= due { return waiting }
                guard try isFree(candidate, turn) else { continue }
                waiting.add(Waiting(since: max(candidate.attempt, turn.memory.startedAt)))
            }
        }
        waiting.isAll = false
        return waiting
    }

    private static func isFree(_ candidate: Candidate, _ turn: Turn) throws -> Bool {
        try !turn.memory.outbox.isHeld(candidate.delivery) && candidate.attempt <= turn.now
            && OutboxOrder.standing(
                turn.db, candidate.notification, candidate.kind, on: candidate.channel) == .free
    }

    /// So much is looked at for what is free when it is asked what waits: a sender with room has passed all that is
    /// not.
    private static let mostPages = 32

    // MARK: Rows

    /// What it takes to say whether a delivery can be handed out; its words are read if it is.
    private struct Candidate {
        var position: OutboxBacklog.Position
        var delivery: Identifier
        var channel: Identifier
        var notification: Int64
        var kind: Notification.Kind
        var address: String
        var pausedUntil: Instant?

        /// When it is tried, if nothing else is against it.
        var attempt: Instant {
            Delivery.attempt(
                at: position.due, isAlarm: kind.isAlarm, pausedUntil: pausedUntil)
        }
        var rank: OutboxBacklog.Rank { OutboxBacklog.Rank(kind) }
        var lane: OutboxDesk.Lane {
            OutboxDesk.Lane(
                channel: channel, server: ChannelAddress(stored: address).place, rank: rank)
        }
    }

    private static let columns = """
        SELECT d.sequence, d.nextAttempt, d.id, d.channel, d.notification, n.kind, c.address,
            c.pausedUntil
        """
    private static let joins = """
        JOIN notifications n ON n.sequence = d.notification
        JOIN channels c ON c.id = d.channel
        """
    private static func candidate(_ row: borrowing ResultRow) -> Candidate {
        Candidate(
            position: OutboxBacklog.Position(due: row[1], sequence: row[0]), delivery: row[2],
            channel: row[3], notification: row[4],
            kind: Notification.Kind(rawValue: row[5]) ?? .system, address: row[6],
            pausedUntil: row[7])
    }

    private static func due(
        _ turn: Turn, _ rank: OutboxBacklog.Rank, after position: OutboxBacklog.Position, limit: Int
    ) throws -> [Candidate] {
        try turn.db.rows(
            dueOnes,
            [
                position.due.cell, position.sequence.cell, turn.now.cell, limit.cell,
                rank.rawValue.cell,
            ], candidate)
    }

    static let dueOnes = dueOnes("deliveriesOpen", "d.rank = ?5")

    /// Two parts: of one comparison of instant and number together SQLite finds only the instant by the index, and goes
    /// through all that are due at it.
    private static func dueOnes(_ index: String, _ condition: String) -> String {
        let all = """
            \(columns) FROM deliveries d INDEXED BY \(index) \(joins)
            WHERE \(condition) AND d.nextAttempt IS NOT NULL
            """
        return """
            \(all) AND d.nextAttempt = ?1 AND ?1 <= ?3 AND d.sequence > ?2
            UNION ALL \(all) AND d.nextAttempt > ?1 AND d.nextAttempt <= ?3
            ORDER BY 2, 1 LIMIT ?4
            """
    }

    private static func due(
        _ turn: Turn, _ rank: OutboxBacklog.Rank, of channel: Identifier,
        after position: OutboxBacklog.Position, limit: Int
    ) throws -> [Candidate] {
        try turn.db.rows(
            dueOnesOfChannel,
            [
                position.due.cell, position.sequence.cell, turn.now.cell, limit.cell,
                rank.rawValue.cell, channel.cell,
            ], candidate)
    }

    static let dueOnesOfChannel = dueOnes(
        "deliveriesOpenByChannel", "d.channel = ?6 AND d.rank = ?5")

    private static func job(_ db: Connection, _ candidate: Candidate) throws -> Job? {
        try db.row(jobs, [candidate.position.sequence.cell], job)
    }

    static let jobs = """
        SELECT \(NotificationTable.columns), d.id, d.attempts, c.address, c.isPrivate,
            n.recipient IS n.about
        FROM deliveries d
        JOIN notifications n ON n.sequence = d.notification \(NotificationTable.joins)
        JOIN channels c ON c.id = d.channel
        WHERE d.sequence = ?
        """

    private static func job(_ row: borrowing ResultRow) -> Job {
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
}
