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
        /// A round when calls have been let in, which is to be demanded.
        case letIn
        case end
    }

    /// For how long since the wall clock showed what it did.
    struct Sleep: Equatable {
        var span: Span
        var since: Instant
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

    /// The next round is at once, by the engine's own thread: calls have been let in, or that was waited for
    /// long enough.
    private(set) var hasLetIn = false
    /// Calls are being let in, since ``demandedAt``. Requests wait for the round that follows.
    private(set) var isLettingIn = false
    /// How often that was demanded.
    private(set) var demands = 0
    private var demandedAt: ClockReading?
    /// By the wall clock, when something is due, or may be; calls are let in before it is looked at.
    private var due = Instant(milliseconds: .min)
    /// More is due than the last look has taken up.
    private var goesOn = false
    /// How many rounds have not looked, one after the other.
    private var withoutLook = 0
    /// The wall clock was set, and no round has been told.
    private var wasClockSet = false

    // MARK: A round

    /// - Parameters:
    ///   - now: the clocks before its requests were taken from the queue.
    ///   - hasLetIn: whether all calls that had come when it was demanded were in the queue by then. What is
    ///     due waits for that.
    ///   - hasMore: whether requests were left there.
    mutating func begin(at now: ClockReading, hasLetIn: Bool, hasMore: Bool) -> Plan {
        let reading = hasLetIn ? demandedAt ?? now : now
        if hasLetIn { (self.hasLetIn, isLettingIn, demandedAt) = (false, false, nil) }
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
    ///   - wall: the clock after it.
    mutating func end(
        _ plan: Plan, _ report: EngineCore.Report?, at wall: @autoclosure () -> Instant
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
            let wall = wall()
            due = min(due, wall + Self.untilNextTry)
            return .sleep(Sleep(span: Self.untilNextTry, since: wall))
        }
        guard plan.looks, !goesOn else { return .letIn }
        // While it only prunes it hears the timer and the calls all the same.
        return .sleep(Sleep(span: report.sleep, since: plan.reading.wall))
    }

    // MARK: Letting calls in

    /// Calls that have come by now have to be let in.
    ///
    /// - Returns: how long that is waited for.
    mutating func demand(at now: ClockReading) -> Sleep {
        demands += 1
        (isLettingIn, demandedAt) = (true, now)
        return Sleep(span: Self.patience, since: now.wall)
    }

    /// Calls were let in that had come when it was demanded for the `number`th time.
    mutating func meet(_ number: Int) -> Met {
        guard isLettingIn, demands == number else { return .late }
        guard goesOn else { return .here }
        (isLettingIn, hasLetIn) = (false, true)
        return .elsewhere
    }

    // MARK: The engine's thread

    /// After a timer's wake-up it is set anew, or a round follows that does that.
    ///
    /// - Parameter hasRequests: whether some wait in the queue.
    mutating func awaken(by wake: Wake, at now: ClockReading, hasRequests: Bool) -> Next {
        guard !wake.contains(.clockSet) else {
            // What was demanded was so by another clock.
            (wasClockSet, hasLetIn, isLettingIn, demandedAt) = (true, false, false, nil)
            return .letIn
        }
        if hasLetIn { return .round }
        if isLettingIn, let demandedAt {
            // They may never be. The timer may have fired for what it was set for before, or by a part of a
            // millisecond too early.
            let rest = Self.patience - (now.boot - demandedAt.boot)
            guard rest <= .zero else { return .sleep(Sleep(span: rest, since: now.wall)) }
            hasLetIn = true
            return .round
        }
        if wake.contains(.timer) || !hasRequests && now.wall >= due { return .letIn }
        return wake.contains(.signal) ? .round : .sleep(nil)
    }
}
