import LifeSignal

/// What senders do with the deliveries that they hold.
enum OutboxQueue {
    /// Right before an attempt. What nobody holds is withdrawn to whoever asks, since it is offered again:
    /// when that attempt was cut off nobody could tell.
    static func begin(_ turn: Turn, _ id: Identifier) throws {
        turn.memory.outbox.heard(of: id, at: turn.now)
        if try Heartbeat.begin(turn, id) { return }
        guard let delivery = try DeliveryTable.delivery(turn.db, id) else {
            turn.memory.outbox.release(id)
            throw Refusal.noSuchDelivery(id)
        }
        guard turn.memory.outbox.isHeld(id) else { throw Refusal.withdrawn(id) }
        if delivery.kind.isAllClear,
            let notification = try DeliveryTable.notification(turn.db, id)
        {
            let standing = try OutboxOrder.standing(
                turn.db, notification, delivery.kind, on: delivery.channel)
            // Taken before the person needed help again: it is offered once more, if at all.
            guard standing == .free else {
                turn.memory.outbox.release(id, of: delivery.channel)
                throw Refusal.withdrawn(id)
            }
        }
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
        turn.memory.outbox.heard(of: id, at: turn.now)
        if try Heartbeat.report(turn, id, delivered: report.delivered) { return }
        guard let delivery = try DeliveryTable.delivery(turn.db, id) else {
            turn.memory.outbox.release(id)
            throw Refusal.noSuchDelivery(id)
        }
        // Another has taken it over since, and is at it.
        if let attempt, attempt != delivery.attempts, !report.delivered { return }
        turn.memory.outbox.release(id, of: delivery.channel)
        let triedFor = try triedFor(turn, delivery)
        let failingSince =
            report.delivered
            ? nil : try ChannelTable.channel(turn.db, delivery.channel)?.failingSince
        let (reported, effects) = delivery.reported(
            report, triedFor: triedFor, failingSince: failingSince, jitter: jitter, turn.moment)
        try DeliveryTable.endAttempt(
            turn.db, delivery, number: attempt, delivered: report.delivered, detail: detail)
        let counts = report.delivered || reported != delivery
        guard counts else { return }
        try DeliveryTable.save(turn.db, reported)
        try ChannelTable.recordOutcome(
            turn.db, delivery.channel, delivered: report.delivered, detail: detail,
            at: turn.now)
        if let end = report.pauseEnd(turn.now) {
            try pause(turn, channel: delivery.channel, until: end)
        }
        if report.delivered {
            // It takes notices again, whatever it asked for before.
            try ChannelTable.endPause(turn.db, delivery.channel, at: turn.now)
            try somebodyReached(turn, delivery)
            try tryWhatWaits(turn, channel: delivery.channel)
        }
        try turn.apply(effects)
        if !report.delivered { try nobodyReached(turn, delivery, triedFor: triedFor) }
    }

    /// What waits there does so until then, alarms excepted; a sender that has some of it finds it
    /// withdrawn.
    private static func pause(_ turn: Turn, channel: Identifier, until end: Instant) throws {
        try ChannelTable.pause(turn.db, channel, until: end)
        for id in turn.memory.outbox.heldOthers(of: channel)
        where try DeliveryTable.delivery(turn.db, id)?.isBegun == false {
            turn.memory.outbox.release(id)
        }
    }

    /// The channel has just taken something.
    private static func tryWhatWaits(_ turn: Turn, channel: Identifier) throws {
        guard turn.memory.outbox.isFirstSuccess(on: channel) else { return }
        for rank in OutboxBacklog.Rank.allCases {
            let waiting = try DeliveryTable.longWaiting(
                turn.db, channel: channel, rank, at: turn.now)
            for index in Delivery.triedNow(waiting.map(\.delivery)) {
                let (delivery, lastAttempt) = waiting[index]
                try DeliveryTable.save(
                    turn.db, delivery.afterSuccess(at: turn.now, lastAttempt: lastAttempt))
            }
        }
    }

    /// Somebody who can act knows of it now: who looks out for them still, and is not silent.
    private static func somebodyReached(_ turn: Turn, _ delivery: Delivery) throws {
        guard delivery.kind.isAlarm,
            let (user, cause) = try DeliveryTable.alarm(turn.db, delivery.id),
            try EdgeTable.dateAdded(turn.db, dependent: user, responder: delivery.recipient) != nil,
            try UserTable.user(turn.db, delivery.recipient)?.incident == nil
        else { return }
        try turn.apply([.solve(Problem.Key(.nobodyReached, user: user, subject: cause))])
    }

    /// An alarm that has been tried in vain for as long as one is looked at after its start, when there may have been
    /// nobody to tell yet.
    private static func nobodyReached(_ turn: Turn, _ delivery: Delivery, triedFor: Span) throws {
        guard delivery.kind.isAlarm, triedFor >= Telling.checkAfter,
            let (id, cause) = try DeliveryTable.alarm(turn.db, delivery.id),
            let user = try UserTable.user(turn.db, id)
        else { return }
        try turn.apply(stillNobodyReached(try Situations.whole(turn.db, of: user), cause))
    }

    /// It is true no more.
    static func withdraw(_ turn: Turn, _ id: Identifier) throws {
        guard let delivery = try DeliveryTable.delivery(turn.db, id) else { return }
        try DeliveryTable.save(turn.db, delivery.afterCauseEnded())
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
            let channel = try ChannelTable.channel(turn.db, delivery.channel)?.channel
            let lane = OutboxDesk.Lane(
                channel: delivery.channel,
                server: ChannelAddress(stored: channel?.address ?? "").place,
                rank: OutboxBacklog.Rank(delivery.kind))
            turn.memory.outbox.hold(delivery.id, in: lane, until: boot + left)
        }
    }

    static func abandon(_ turn: Turn, _ delivery: Delivery) throws {
        try DeliveryTable.endAttempt(
            turn.db, delivery, delivered: false, detail: "cut off; nobody knows how it ended")
        let (abandoned, effects) = delivery.abandoned(
            triedFor: try triedFor(turn, delivery), turn.moment)
        try DeliveryTable.save(turn.db, abandoned)
        try turn.apply(effects)
    }

    /// Counting only time with a sender connected.
    private static func triedFor(_ turn: Turn, _ delivery: Delivery) throws -> Span {
        turn.connectedFor - (try DeliveryTable.connectedBefore(turn.db, delivery.id))
    }

    /// The pauses that are over by `end`, and of which no note was taken.
    static func pauseEnds(_ turn: Turn, upTo end: Instant, limit: Int) throws
        -> [ChannelTable.PauseEnd]
    {
        try ChannelTable.pauseEnds(
            turn.db, after: turn.memory.outbox.lastPause, upTo: end, limit: limit)
    }

    /// When the next attempt of those that are not due yet is.
    static func nextAttempt(_ db: Connection, after now: Instant) throws -> Instant? {
        try [0, 1].compactMap { rank in
            try db.value(
                """
                SELECT min(nextAttempt) FROM deliveries
                WHERE rank = ? AND nextAttempt > ? AND nextAttempt IS NOT NULL
                """, [rank.cell, now.cell]) as Instant?
        }.min()
    }
}
