import LifeSignal

/// Writes what the core decides in one round, within the transaction of what caused it.
struct EffectWriter {
    private let db: Connection
    private(set) var moment: Moment
    /// A sender's connected time so far, for the retry budget of new deliveries.
    let connectedFor: Span
    private let leavesDeadlines: Bool
    /// Of all that was written.
    private(set) var outcome = Outcome()

    /// - Parameter leavesDeadlines: entries of deadlines may be left behind, to be taken out later (``DeadlineTable``).
    init(_ db: Connection, _ moment: Moment, connectedFor: Span, leavesDeadlines: Bool) {
        (self.db, self.moment) = (db, moment)
        (self.connectedFor, self.leavesDeadlines) = (connectedFor, leavesDeadlines)
    }

    /// What has come about besides rows, for the journal and for who waits.
    struct Outcome: Sendable {
        var events: [Named<Event>] = []
        /// Problems that are open now and were not before.
        var raised: [Named<Problem.Key>] = []
        var solved: [Named<Problem.Key>] = []
        var hasNewDeliveries = false
        /// Deliveries that were withdrawn before an attempt had begun.
        var withdrawn: [Delivery] = []
        var deadlines: [DeadlineTable.Change] = []

        /// How much there is, for ``EffectWriter/rewind(to:)``: a copy would be made anew with every event after it.
        var mark: Mark {
            Mark(
                events: events.count, raised: raised.count, solved: solved.count,
                hasNewDeliveries: hasNewDeliveries, withdrawn: withdrawn.count,
                deadlines: deadlines.count)
        }

        fileprivate mutating func rewind(to mark: Mark) {
            events.removeSubrange(mark.events...)
            raised.removeSubrange(mark.raised...)
            solved.removeSubrange(mark.solved...)
            hasNewDeliveries = mark.hasNewDeliveries
            withdrawn.removeSubrange(mark.withdrawn...)
            deadlines.removeSubrange(mark.deadlines...)
        }

        struct Mark {
            fileprivate var events, raised, solved: Int
            fileprivate var hasNewDeliveries: Bool
            fileprivate var withdrawn, deadlines: Int
        }
    }

    /// Something about a user, with the handle that the journal calls them by.
    struct Named<Value: Sendable>: Sendable {
        var value: Value
        var handle: String?
    }

    private func named<Value: Sendable>(_ value: Value, _ user: UserID?) throws -> Named<Value> {
        Named(value: value, handle: try user.map { try UserTable.name(db, $0).handle })
    }

    /// An event is mostly of the user that it was decided about, who is among what was decided.
    private func named(_ event: Event, among effects: [Effect]) throws -> Named<Event> {
        for effect in effects {
            switch effect {
            case .saveUser(let user), .editUser(let user), .addUser(let user):
                if user.id == event.user { return Named(value: event, handle: user.handle.text) }
            default: break
            }
        }
        return try named(event, event.user)
    }

    /// What is still to be done is done by these.
    mutating func reconfigure(_ settings: Settings) { moment.settings = settings }

    /// Forgets what has come about since.
    mutating func rewind(to mark: Outcome.Mark) { outcome.rewind(to: mark) }

    /// If it throws, a part of it may be written, and in the outcome: who goes on takes both back
    /// (``Turn/atomically(_:)``).
    ///
    /// - Parameter stored: a user of whom they are, as read since anything was last written.
    mutating func write(_ effects: [Effect], of stored: StoredUser? = nil) throws {
        // First, since the number of an event goes with its user's row.
        var unplaced = EventRuns.Unplaced()
        for case .record(let event) in effects {
            unplaced.add(try EventTable.add(db, event), event)
            outcome.events.append(try named(event, among: effects))
        }
        for effect in effects { try write(effect, of: stored, &unplaced) }
        try unplaced.place(db)
    }

    private mutating func write(
        _ effect: Effect, of stored: StoredUser?, _ unplaced: inout EventRuns.Unplaced
    ) throws {
        switch effect {
        case .addUser(let user):
            outcome.deadlines += try UserTable.add(
                db, user, unplaced.take(of: user.id), moment)
        case .saveUser(let user):
            outcome.deadlines += try UserTable.saveLife(
                db, user, stored?.user.id == user.id ? stored?.rest : nil,
                unplaced.take(of: user.id), moment, leavesDeadline: leavesDeadlines)
        case .editUser(let user):
            outcome.deadlines += try UserTable.save(
                db, user, unplaced.take(of: user.id), moment)
        case .removeUser(let id): try remove(id)
        case .addEdge(let dependent, let responder):
            try EdgeTable.add(db, dependent: dependent, responder: responder, at: moment.now)
        case .removeEdge(let dependent, let responder):
            try EdgeTable.remove(db, dependent: dependent, responder: responder)
        case .savePing(let ping): try PingTable.save(db, ping)
        case .saveAlert(let alert): try AlertTable.save(db, alert)
        case .addChannel(let channel): try ChannelTable.add(db, channel)
        case .removeChannel(let id): try removeChannel(id)
        case .notify(let notification):
            if try notify(notification) { outcome.hasNewDeliveries = true }
        case .deliver(let notification, let channel):
            try deliver(notification, to: channel)
            outcome.hasNewDeliveries = true
        case .withdraw(let withdrawal):
            try withdraw(DeliveryTable.open(db, withdrawal))
        case .giveUp(let delivery): try DeliveryTable.giveUp(db, delivery)
        case .record: break
        case .raise(let problem):
            if try ProblemTable.raise(db, problem, at: moment.now) {
                outcome.raised.append(try named(problem.key, problem.key.user))
            }
        case .tellUnheardProblems: try ProblemTable.tellUnheard(db, at: moment.now)
        case .solve(let key):
            if try ProblemTable.solve(db, key, at: moment.now) {
                outcome.solved.append(try named(key, key.user))
                let told = Withdrawal(kinds: [.system], cause: key.cause)
                try withdraw(DeliveryTable.open(db, told))
                try ProblemTable.forgetUnheard(db, key)
            }
        }
    }

    /// - Returns: whether there is something to deliver.
    private func notify(_ notification: Notification) throws -> Bool {
        let sequence = try NotificationTable.add(db, notification)
        var channels = try ChannelTable.identifiers(db, of: notification.recipient)
        if case .only(let chosen) = notification.channels {
            channels.removeAll { !chosen.contains($0) }
        }
        for channel in channels {
            try DeliveryTable.add(
                db, id: moment.newID(), notification: sequence, kind: notification.kind,
                to: channel, at: moment.now, connectedFor: connectedFor)
        }
        return !channels.isEmpty
    }

    private mutating func withdraw(_ deliveries: [Delivery]) throws {
        for delivery in deliveries {
            let ended = delivery.afterCauseEnded()
            try DeliveryTable.save(db, ended)
            if !ended.isOpen { outcome.withdrawn.append(ended) }
        }
    }

    private func deliver(_ notification: Identifier, to channel: Identifier) throws {
        let found: (sequence: Int64, kind: String)? = try db.row(
            "SELECT sequence, kind FROM notifications WHERE id = ?", [notification.cell]
        ) { ($0[0], $0[1]) }
        guard let found, let kind = Notification.Kind(rawValue: found.kind),
            try ChannelTable.channel(db, channel) != nil
        else { return }
        try DeliveryTable.add(
            db, id: moment.newID(), notification: found.sequence, kind: kind, to: channel,
            at: moment.now, connectedFor: connectedFor)
    }

    private mutating func removeChannel(_ id: Identifier) throws {
        try withdraw(DeliveryTable.open(db, channel: id))
        try ChannelTable.remove(db, id)
    }

    /// The user and their edges and channels; histories follow in slices.
    private mutating func remove(_ id: UserID) throws {
        try EdgeTable.removeAll(db, of: id)
        for channel in try ChannelTable.identifiers(db, of: id) { try removeChannel(channel) }
        try ProblemTable.forget(db, user: id)
        try UserTable.empty(db, id)
    }
}
