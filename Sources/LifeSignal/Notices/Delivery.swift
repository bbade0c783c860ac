/// One notification on its way over one channel.
public struct Delivery: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, CaseIterable {
        case pending, delivered, withdrawn, failed
    }

    public var id: Identifier
    public var notification: Identifier
    public var kind: Notification.Kind
    public var recipient: UserID
    public var channel: Identifier
    public var state: State
    /// Attempts begun so far.
    public var attempts: Int
    /// Attempts that were reported as failed; one that was cut off says nothing about the channel.
    public var failures: Int
    /// An attempt is under way: its outcome is still awaited.
    public var isBegun: Bool
    /// What caused it has ended: after the attempt under way there is no other.
    public var causeEnded: Bool
    /// None when no attempt will follow.
    public var nextAttempt: Instant?

    public init(
        id: Identifier, notification: Identifier, kind: Notification.Kind, recipient: UserID,
        channel: Identifier, state: State, attempts: Int, failures: Int, isBegun: Bool,
        causeEnded: Bool, nextAttempt: Instant?
    ) {
        self.id = id
        self.notification = notification
        self.kind = kind
        self.recipient = recipient
        self.channel = channel
        self.state = state
        self.attempts = attempts
        self.failures = failures
        self.isBegun = isBegun
        self.causeEnded = causeEnded
        self.nextAttempt = nextAttempt
    }

    /// Not delivered, and not given up for good.
    public var isOpen: Bool { nextAttempt != nil }
}

/// What a sender says of an attempt.
public struct DeliveryReport: Hashable, Sendable {
    public var delivered: Bool
    public var permanent: Bool
    /// What the other side asked for.
    public var retryAfter: Span?

    public init(delivered: Bool, permanent: Bool = false, retryAfter: Span? = nil) {
        self.delivered = delivered
        self.permanent = permanent
        self.retryAfter = retryAfter
    }

    /// Until when nothing but alarms goes to the channel; nil where its other side asked for no pause.
    public func pauseEnd(_ now: Instant) -> Instant? {
        guard !delivered, !permanent, let retryAfter, retryAfter > .zero else { return nil }
        return now + min(retryAfter, Delivery.longestRetryAfter)
    }
}

extension Delivery {
    public static let shortestPause = Span.seconds(5)
    public static let longestPause = Span.hours(1)
    /// What waits for longer is tried when its channel takes something.
    public static let longWait = Span.minutes(1)
    /// After this an attempt is ended.
    public static let attemptLimit = Span.seconds(30)
    /// How long an attempt and its report take at the most, with some for the way.
    public static let longestAttempt = attemptLimit + .seconds(15)
    /// What another side may ask for at the most.
    public static let longestRetryAfter = Span.hours(24)

    /// The pause after the `failure`th failure: it doubles until it is an hour.
    ///
    /// - Parameter jitter: 0 ..< 1; takes up to a quarter off, so that what failed together does
    ///   not come back together. What is left of the first pause is 5 s at the least.
    public static func pause(after failure: Int, jitter: Double) -> Span {
        let first = shortestPause.milliseconds * 4 / 3 + 1
        let doubled = first << Int64(min(max(failure, 1) - 1, 20))
        let full = min(doubled, longestPause.milliseconds)
        return Span(milliseconds: Int64(Double(full) * (1 - jitter / 4)))
    }

    /// When a delivery is tried whose turn is at `nextAttempt`: not before the pause is over that its channel's other
    /// side asked for, for which no alarm waits. The pause is the channel's alone, and is over for all of it at once.
    public static func attempt(at nextAttempt: Instant, isAlarm: Bool, pausedUntil: Instant?)
        -> Instant
    {
        isAlarm ? nextAttempt : max(nextAttempt, pausedUntil ?? nextAttempt)
    }

    /// A channel has just taken something: which of those are tried now that have long to wait there.
    ///
    /// As many as go as one message. Each that fails waits for longer afterwards, as where a server takes so many a
    /// minute; and if they are taken, more of them are tried. None that is mostly cut off, as a notice is that ends its
    /// sender.
    ///
    /// - Parameter waiting: of one channel, the next to be tried first.
    /// - Returns: their indices.
    public static func triedNow(_ waiting: [Delivery]) -> [Int] {
        let free = waiting.indices.filter {
            !waiting[$0].isBegun && !waiting[$0].causeEnded
                && (waiting[$0].cutOff < 2 || waiting[$0].cutOff <= waiting[$0].failures)
        }
        guard let first = free.first else { return [] }
        let alike = free.filter { waiting[$0].kind == waiting[first].kind }
        return waiting[first].kind.isMerged && alike.count >= MergedNotice.fewest ? alike : [first]
    }

    /// An alarm is tried at once then, all else a while after its last attempt: one that fails each time would be tried
    /// with each that does not.
    public func afterSuccess(at now: Instant, lastAttempt: Instant?) -> Delivery {
        var delivery = self
        // By a clock that was set back it may have been later than now.
        let last = kind.isAlarm ? nil : lastAttempt.map { min($0, now) }
        let soon = max(now, last.map { $0 + Self.longWait } ?? now)
        delivery.nextAttempt = nextAttempt.map { min($0, soon) }
        return delivery
    }

    /// Right before an attempt.
    ///
    /// - Throws: `Refusal.withdrawn` when it is pointless: the cause has ended, it is done, or another
    ///   attempt is under way.
    public func begun() throws(Refusal) -> Delivery {
        guard isOpen, !causeEnded, !isBegun else { throw .withdrawn(id) }
        var delivery = self
        delivery.attempts += 1
        delivery.isBegun = true
        return delivery
    }

    /// Attempts of which nobody knows how they ended.
    private var cutOff: Int { attempts - failures }

    /// So often a delivery is cut off before it is given up: a few say something about the senders, and nothing about
    /// it.
    static let mostCutOff = 20

    /// The attempt under way has been cut off, nobody knows how it ended: the next one follows at once. One that is cut
    /// off each time, as by a notice that ends its sender, lets others go before it, and is given up in the end.
    ///
    /// - Parameter triedFor: as for ``reported(_:triedFor:failingSince:jitter:_:)``.
    public func abandoned(triedFor: Span, _ moment: Moment) -> (
        delivery: Delivery, effects: [Effect]
    ) {
        var delivery = self
        delivery.isBegun = false
        if causeEnded {
            delivery.withdraw()
            return (delivery, [])
        }
        if cutOff > 1 {
            let pause = Self.pause(after: cutOff - 1, jitter: 0)
            delivery.nextAttempt = max(nextAttempt ?? moment.now, moment.now + pause)
        }
        guard cutOff >= Self.mostCutOff, triedFor >= moment.settings.retryFor else {
            return (delivery, [])
        }
        let effects = delivery.giveUp(failingSince: nil, moment)
        return (delivery, effects)
    }

    /// The cause has ended: withdrawn now, or when the attempt under way fails.
    public func afterCauseEnded() -> Delivery {
        var delivery = self
        delivery.causeEnded = true
        if !isBegun { delivery.withdraw() }
        return delivery
    }

    private mutating func withdraw() {
        guard isOpen else { return }
        if state == .pending { state = .withdrawn }
        nextAttempt = nil
    }

    /// After a report on the attempt under way; a late report of success counts, a late one of
    /// failure does not.
    ///
    /// A channel on which each attempt has failed for as long as a notice is tried is a problem, whatever becomes of
    /// this one (docs/decisions/0035-a-channel-that-takes-nothing-is-a-problem.md).
    ///
    /// - Parameters:
    ///   - triedFor: how long it has been tried, counting only time with a sender connected.
    ///   - failingSince: when the first attempt on its channel failed since one succeeded there; nil where this is it.
    ///   - jitter: 0 ..< 1.
    public func reported(
        _ report: DeliveryReport, triedFor: Span, failingSince: Instant?, jitter: Double,
        _ moment: Moment
    ) -> (delivery: Delivery, effects: [Effect]) {
        var delivery = self
        if report.delivered {
            delivery.state = .delivered
            delivery.isBegun = false
            delivery.nextAttempt = nil
            return (delivery, [.solve(channelProblem)])
        }
        guard isBegun, isOpen else { return (self, []) }
        delivery.isBegun = false
        delivery.failures += 1
        let hasFailedForLong = failingSince.flatMap {
            moment.now - $0 >= moment.settings.retryFor ? $0 : nil
        }
        let seen = hasFailedForLong.map { [Effect.raise(Problem(channelProblem, since: $0))] } ?? []
        if causeEnded {
            delivery.withdraw()
            return (delivery, seen)
        }
        // An alarm is tried hourly, whatever is asked for; all else waits for its channel's pause.
        let asked = kind.isAlarm ? min(report.retryAfter ?? .zero, Self.longestPause) : .zero
        let isOver = report.permanent || triedFor >= moment.settings.retryFor
        guard isOver || state == .failed else {
            // The last attempt comes when the time for them ends, and not long after it.
            let left = max(moment.settings.retryFor - triedFor, Self.shortestPause)
            let pause = min(Self.pause(after: delivery.failures, jitter: jitter), left)
            delivery.nextAttempt = moment.now + max(pause, asked)
            return (delivery, seen)
        }
        let effects = delivery.giveUp(failingSince: failingSince, moment)
        return (delivery, effects)
    }

    private var channelProblem: Problem.Key {
        Problem.Key(.deliveryFailed, user: recipient, subject: channel)
    }

    private mutating func giveUp(failingSince: Instant?, _ moment: Moment) -> [Effect] {
        let isFirst = state != .failed
        // An incident's notices go on hourly all the same, and as long as it lasts so does the problem.
        nextAttempt = kind.isAlarm ? moment.now + Self.longestPause : nil
        state = .failed
        let problem = Problem(channelProblem, since: failingSince ?? moment.now)
        let effects = [.giveUp(id), Effect.raise(problem)]
        guard isFirst else { return effects }
        let detail = ["channel": channel, "notification": notification, "kind": kind.rawValue]
        return [moment.event(.deliveryFailed, recipient, by: .daemon, detail)] + effects
    }
}
