import LifeSignal

/// When a round is run, and whether it looks at what is due: the rules alone, without a thread, a clock or
/// a database.
///
/// The first of them: a check-in that came before a deadline counts. It may still lie in a socket when the
/// deadline has passed. So nobody looks at what is due before calls were let in; those that had come when
/// that was demanded are in the queue then, and carried out in the round that looks, which is of that
/// instant. Until then no other round is run (docs/decisions/0015-who-reads-a-call-carries-it-out.md).
struct RoundRules {
    /// What follows a round, or a wake-up.
    enum Next: Equatable {
        /// Nothing, until somebody calls or the timer fires, which is set for this if there is something.
        case sleep(Sleep?)
        /// A round at once, by the engine's own thread.
        case round
        /// A round when calls have been let in.
        case letIn(Demand)
        case end
    }

    /// For how long since the wall clock showed what it did.
    struct Sleep: Equatable {
        var span: Span
        var since: Instant
    }

    /// Calls that have come by now are to be let in.
    struct Demand: Equatable {
        let number: Int
        /// How long that is waited for.
        let patience: Sleep
    }

    /// A round that is about to be run.
    struct Plan {
        /// Of which time. A call that came before is in the queue, where the round looks.
        let reading: ClockReading
        /// The system said that the clock was set.
        let wasClockSet: Bool
        /// Whether it looks at what is due.
        let looks: Bool
        /// More requests wait than it takes.
        let hasMore: Bool
        fileprivate let isLookOverdue: Bool
    }

    /// What becomes of a demand that has been met.
    enum Met {
        /// It took so long that it was not waited for.
        case late
        /// The round is run by the thread that lets calls in.
        case here
        /// And this one by the engine's own: it takes long, and other calls come meanwhile.
        case elsewhere
    }

    /// So often a look waits for requests that came before it: for a whole queue, and no longer, so
    /// that no flood of requests keeps the deadlines waiting.
    static let roundsWithoutLook = Engine.queueCapacity / Engine.shareOfOne
    /// When what is due is looked at although calls that have come may not have been let in.
    static let patience = Span(milliseconds: 50)
    /// After a round of which nothing could be kept.
    static let untilNextTry = Span.seconds(1)

    /// Whether calls are let in, before a look.
    private enum LettingIn {
        case no
        /// Requests wait for the round that follows.
        case demanded(at: ClockReading)
        /// They are in that had come by then, or that was waited for long enough: the round is at once.
        case done(at: ClockReading)
    }

    private var lettingIn = LettingIn.no
    /// How often that was demanded.
    private var demands = 0
    /// By the wall clock, when something is due, or may be; calls are let in before it is looked at.
    private var due = Instant(milliseconds: .min)
    /// More is due than the last look has taken up.
    private var goesOn = false
    /// How many rounds have not looked, one after the other.
    private var withoutLook = 0
    /// The wall clock was set, and no round has been told.
    private var wasClockSet = false

    // MARK: A round

    /// What the thread that reads calls does in place of a round of those it has read; nil if that may be run.
    var insteadOfRoundHere: Next? {
        switch lettingIn {
        case .no: nil
        case .demanded: .sleep(nil)
        case .done: .round
        }
    }

    /// What the engine's own thread does in place of a round; nil if that may be run.
    var insteadOfRound: Next? {
        if case .demanded = lettingIn { .sleep(nil) } else { nil }
    }

    /// - Parameters:
    ///   - now: the clocks before its requests were taken from the queue.
    ///   - nobodyCalls: not yet, or no more; else what is due waits for calls to be let in.
    ///   - hasMore: whether requests were left there.
    mutating func begin(at now: ClockReading, nobodyCalls: Bool = false, hasMore: Bool) -> Plan {
        var (reading, hasLetIn) = (now, nobodyCalls)
        if case .done(let at) = lettingIn { (reading, hasLetIn) = (at, true) }
        if hasLetIn { lettingIn = .no }
        let waits = !hasLetIn && reading.wall >= due
        let isLookOverdue = withoutLook >= Self.roundsWithoutLook
        let looks = !waits && (!hasMore || isLookOverdue)
        withoutLook = looks ? 0 : withoutLook + 1
        return Plan(
            reading: reading, wasClockSet: wasClockSet, looks: looks, hasMore: hasMore,
            isLookOverdue: isLookOverdue)
    }

    /// - Parameters:
    ///   - report: nil if nothing of the round was kept.
    ///   - now: the clocks after it.
    mutating func end(
        _ plan: Plan, _ report: EngineCore.Report?, at now: @autoclosure () -> ClockReading
    ) -> Next {
        // That the clock was set is for the next round to hear, if this one failed.
        if report != nil { wasClockSet = false }
        if plan.looks, let report {
            goesOn = report.sleep == .zero && !report.onlyPrunes
            due = plan.reading.wall + report.sleep
        }
        if plan.hasMore, plan.looks || !plan.isLookOverdue { return .round }
        guard let report else {
            // What was due is due.
            let wall = now().wall
            due = min(due, wall + Self.untilNextTry)
            return .sleep(Sleep(span: Self.untilNextTry, since: wall))
        }
        guard plan.looks, !goesOn else { return demand(at: now()) }
        // While it only prunes it hears the timer and the calls all the same.
        return .sleep(Sleep(span: report.sleep, since: plan.reading.wall))
    }

    // MARK: Letting calls in

    private mutating func demand(at now: ClockReading) -> Next {
        demands += 1
        lettingIn = .demanded(at: now)
        let patience = Sleep(span: Self.patience, since: now.wall)
        return .letIn(Demand(number: demands, patience: patience))
    }

    /// Calls were let in that had come when that was demanded.
    mutating func meet(_ demand: Demand) -> Met {
        guard case .demanded(let at) = lettingIn, demand.number == demands else { return .late }
        lettingIn = .done(at: at)
        return goesOn ? .elsewhere : .here
    }

    // MARK: The engine's thread

    /// After a timer's wake-up it is set anew, or a round follows that does that.
    ///
    /// - Parameter hasRequests: whether some wait in the queue.
    mutating func awaken(by wake: Wake, at now: ClockReading, hasRequests: Bool) -> Next {
        guard !wake.contains(.clockSet) else {
            // What was demanded was so by another clock.
            wasClockSet = true
            return demand(at: now)
        }
        switch lettingIn {
        case .done: return .round
        case .demanded(let at):
            // They may never be. The timer may have fired for what it was set for before, or by a part of a
            // millisecond too early.
            let rest = Self.patience - (now.boot - at.boot)
            guard rest <= .zero else { return .sleep(Sleep(span: rest, since: now.wall)) }
            lettingIn = .done(at: at)
            return .round
        case .no:
            if wake.contains(.timer) || !hasRequests && now.wall >= due { return demand(at: now) }
            return wake.contains(.signal) ? .round : .sleep(nil)
        }
    }
}
