import LifeSignal

/// When a round is run, and whether it looks at what is due: the rules alone, without a thread, a clock or
/// a database.
///
/// The first of them: a check-in that came before a deadline counts. It may still lie in a socket when the
/// deadline has passed. So nobody looks at what is due before calls were let in; those that had come when
/// that was demanded are in the queue then, and carried out before the look, which is of that instant. No
/// round is run before they are in, and none of later calls before the look, so that no flood of calls keeps
/// the deadlines waiting (docs/decisions/0015-who-reads-a-call-carries-it-out.md).
struct RoundRules {
    /// What follows a round, or a wake-up.
    enum Next: Equatable {
        /// Nothing, until somebody calls or the timer fires, which is set for this if there is something.
        case sleep(Sleep?)
        /// As ``sleep(_:)``, while something is due: it waits for calls to be let in, or they have been, and the look
        /// that follows has to be tried again. The log is not written back meanwhile.
        case pause(Sleep)
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
        /// Somebody waits for what follows, to the moment.
        var isAwaited = false

        /// What is left of it; less than nothing where it has passed.
        func rest(at now: ClockReading) -> Span { span - (now.wall - since) }
    }

    /// Calls that have come by now are to be let in.
    struct Demand: Equatable {
        let number: Int
        /// How long that is waited for.
        let patience: Sleep
    }

    /// A round that is about to be run.
    struct Plan {
        /// Of which time. Where calls were let in, those that came before are carried out before it looks.
        let reading: ClockReading
        /// The system said that the clock was set.
        let wasClockSet: Bool
        /// Whether it looks at what is due.
        let looks: Bool
        /// It is of calls that were let in before a look, and not the last before that.
        fileprivate let isFollowed: Bool
        /// Requests were left in the queue, whether or not it might have taken them.
        fileprivate let hasMore: Bool
        /// The daemon is about to stop.
        fileprivate var isEnding = false
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

    /// From so many requests on a round is the engine's own thread's, whether or not more wait to be read: else all
    /// callers would wait for the one thread at once, and it for the disk. What a deadline brings about, for a
    /// follower and a sender, is less.
    static let many = 4
    /// When what is due is looked at although calls that have come may not have been let in. However many there are,
    /// the thread that reads them says so within some ten milliseconds: if it does not, it stands still, as somewhere
    /// in the system, and a check-in that nobody has read is no silence. So it is waited for as long as a stop of the
    /// whole daemon may last without being a gap; one that lasts longer is found by the clocks as any other.
    static let usualPatience = Span.minutes(2)
    let patience: Span
    /// After a round of which nothing could be kept.
    static let untilNextTry = Span.seconds(1)

    /// Whether calls are let in, before a look.
    private enum LettingIn {
        case no
        /// Requests wait for the round that follows.
        case demanded(at: ClockReading)
        /// They are in the queue before the mark that had come by then, or that was waited for long enough:
        /// rounds of these are run at once, and the last of them looks.
        case done(at: ClockReading, mark: Int)
    }

    private var lettingIn = LettingIn.no
    /// How often that was demanded.
    private var demands = 0
    /// By the wall clock, when something is due, or may be; calls are let in before it is looked at.
    private var due = Instant(milliseconds: .min)
    /// Whether somebody waits for that, to the moment.
    private var isAwaited = false
    /// The last look, if nothing of it could be kept.
    private var failed: Failed?

    /// By the wall clock.
    private struct Failed {
        /// Of which instant it was.
        var look: Instant
        var nextTry: Instant
    }

    /// More is due than the last look has taken up.
    private var goesOn = false
    /// The wall clock was set, and no round has been told.
    private var wasClockSet = false

    init(patience: Span = Self.usualPatience) {
        self.patience = patience
    }

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

    /// The mark in the queue before which the requests of the round come.
    var mark: Int {
        if case .done(_, let mark) = lettingIn { mark } else { .max }
    }

    /// - Parameters:
    ///   - now: the clocks before its requests were taken from the queue.
    ///   - isEnding: nobody is let in any more, and so nothing is looked at that is due. Who calls is let in by the next
    ///     start, before it looks (docs/decisions/0018-a-start-serves-first.md).
    ///   - hasRequests: whether it took any.
    ///   - rest: what was left in the queue.
    mutating func begin(
        at now: ClockReading, isEnding: Bool = false, hasRequests: Bool, rest: QueueRest
    ) -> Plan {
        guard !isEnding else {
            // Who was to let calls in may still say that it has, of an earlier time than this round's.
            lettingIn = .no
            return Plan(
                reading: now, wasClockSet: wasClockSet, looks: false, isFollowed: false,
                hasMore: rest != .nothing, isEnding: true)
        }
        var (reading, hasLetIn) = (now, false)
        if case .done(let at, _) = lettingIn { (reading, hasLetIn) = (at, true) }
        // To work off a slice of much that is due takes long: the calls are answered before.
        let isFollowed = hasLetIn && (rest == .older || goesOn && hasRequests)
        if hasLetIn, !isFollowed { lettingIn = .no }
        return Plan(
            reading: reading, wasClockSet: wasClockSet,
            looks: hasLetIn ? !isFollowed : reading.wall < due, isFollowed: isFollowed,
            hasMore: rest != .nothing)
    }

    /// - Parameters:
    ///   - report: nil if nothing of the round was kept.
    ///   - now: the clocks after it.
    mutating func end(
        _ plan: Plan, _ report: EngineCore.Report?, at now: @autoclosure () -> ClockReading
    ) -> Next {
        guard !plan.isEnding else { return plan.hasMore ? .round : .sleep(nil) }
        guard let report else { return tryAgain(after: plan, at: now()) }
        wasClockSet = false
        if plan.looks || report.hasWritten { failed = nil }
        if plan.looks {
            goesOn = report.sleep == .zero && !report.onlyPrunes
            due = plan.reading.wall + report.sleep
            isAwaited = report.isAwaited
        }
        if plan.isFollowed { return .round }
        guard plan.looks, !goesOn else {
            return failed == nil ? demand(at: now()) : waitForNextTry(plan, at: now())
        }
        if plan.hasMore { return .round }
        // While it only prunes it hears the timer and the calls all the same.
        return .sleep(sleep(until: due, at: plan.reading))
    }

    /// Nothing of the round was kept.
    private mutating func tryAgain(after plan: Plan, at now: ClockReading) -> Next {
        let soon = now.wall + Self.untilNextTry
        if plan.looks { failed = Failed(look: plan.reading.wall, nextTry: soon) }
        if soon < due { (due, isAwaited) = (soon, false) }
        if plan.isFollowed {
            return plan.hasMore ? .round : .pause(Sleep(span: Self.untilNextTry, since: now.wall))
        }
        return waitForNextTry(plan, at: now)
    }

    private mutating func waitForNextTry(_ plan: Plan, at now: ClockReading) -> Next {
        let next = nextLook(at: now)
        guard now.wall < next else { return demand(at: now) }
        return plan.hasMore ? .round : .sleep(sleep(until: next, at: now))
    }

    private func sleep(until next: Instant, at now: ClockReading) -> Sleep {
        Sleep(span: next - now.wall, since: now.wall, isAwaited: isAwaited && next == due)
    }

    /// What was due when a look failed is tried again after a while, however many rounds of calls there are, or
    /// wake-ups, until then.
    private mutating func nextLook(at now: ClockReading) -> Instant {
        guard let failed, due <= failed.look else { return due }
        // By a clock that was set back it would be far away.
        let next = min(failed.nextTry, now.wall + Self.untilNextTry)
        self.failed?.nextTry = next
        return next
    }

    // MARK: Letting calls in

    private mutating func demand(at now: ClockReading) -> Next {
        demands += 1
        lettingIn = .demanded(at: now)
        let patience = Sleep(span: patience, since: now.wall)
        return .letIn(Demand(number: demands, patience: patience))
    }

    /// Calls were let in that had come when that was demanded.
    ///
    /// - Parameter mark: that of the queue now.
    mutating func meet(_ demand: Demand, mark: Int) -> Met {
        guard case .demanded(let at) = lettingIn, demand.number == demands else { return .late }
        lettingIn = .done(at: at, mark: mark)
        return goesOn ? .elsewhere : .here
    }

    // MARK: The engine's thread

    /// After a timer's wake-up it is set anew, or a round follows that does that.
    ///
    /// - Parameter mark: that of the queue now.
    mutating func awaken(by wake: Wake, at now: ClockReading, mark: Int) -> Next {
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
            let rest = patience - (now.boot - at.boot)
            guard rest <= .zero else { return .pause(Sleep(span: rest, since: now.wall)) }
            // Of now, so that the clocks see for how long nobody was let in.
            lettingIn = .done(at: now, mark: mark)
            return .round
        case .no:
            guard wake.contains(.timer) else {
                return wake.contains(.signal) ? .round : .sleep(nil)
            }
            let next = nextLook(at: now)
            if now.wall >= next { return demand(at: now) }
            // It was set for what needs no round, and somebody may have called at the same time.
            if wake.contains(.signal) { return .round }
            return .sleep(sleep(until: next, at: now))
        }
    }
}
