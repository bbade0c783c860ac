import Glibc
import LifeSignal
import Synchronization

/// Runs the rounds, one at a time: takes what has queued up, commits it together, sleeps until something
/// is due.
///
/// Whoever holds the lock runs the round. While little happens that is the thread that reads the calls, so
/// that a call is answered, and a deadline found passed, without a thread that wakes another. What is more
/// than that thread can do between two looks at its sockets is left to the engine's own thread, which also
/// sleeps on the timer.
final class Engine: Sendable {
    /// Why a request was not carried out, other than by a rule of the domain.
    enum Unavailable: Error, Equatable, CustomStringConvertible {
        case busy
        case stopping
        case diskFull

        var description: String {
            switch self {
            case .busy: "the daemon has too much to do at this moment"
            case .stopping: "the daemon is stopping"
            case .diskFull: "the disk is full, so this could not be kept"
            }
        }
    }

    /// What the engine wants of those around it, and tells them; called by whoever runs the round.
    struct Observer: Sendable {
        /// Does the work when all calls that have come by now have been put into the queue, from any thread. It
        /// may be done never, when calls are read no more.
        var settle: @Sendable (_ then: @escaping @Sendable () -> Void) -> Void = { $0() }
        /// From the thread that reads the calls, does the work there once it has read those that are there, or
        /// has found that more of them wait; false from any other.
        var atPause: @Sendable (_ work: @escaping @Sendable (_ callsWait: Bool) -> Void) -> Bool = {
            _ in false
        }
        var committed: @Sendable (EngineCore.Report) -> Void = { _ in }
        var failed: @Sendable (StorageFailure) -> Void = { _ in }
        /// The first look at due deadlines is done.
        var ready: @Sendable () -> Void = {}
        /// The last round is over, all that was taken in is done.
        var stopped: @Sendable () -> Void = {}
    }

    /// Requests that may wait: a second's work at the least.
    static let queueCapacity = 4096
    /// Requests that are committed together at the most.
    static let batchLimit = 256
    /// Of these from one account at the most: what another asks for meanwhile waits for so few, and is
    /// committed with so few.
    static let shareOfOne = 8
    /// And while no other account waits: enough for a wait for the disk to be worth it, few enough for
    /// one that comes meanwhile.
    static let shareOfOneAlone = 64
    /// So often a look waits for requests that came before it: for a whole queue, and no longer, so
    /// that no flood of requests keeps the deadlines waiting.
    static let roundsWithoutLook = queueCapacity / shareOfOne
    /// When the engine's thread looks at what is due although calls that have come may not have been let in.
    static let patience = Span(milliseconds: 50)
    /// After a round of which nothing could be kept.
    static let untilNextTry = Span.seconds(1)

    /// Raised when there may be something new for senders, or a report from one.
    let deliveries = Signals()
    /// Raised when events were written.
    let followers = Signals()

    private let core: EngineCore
    private let timer: any WakeTimer
    private let observer: Observer
    private let queue = RequestQueue<any EngineJob>(capacity: queueCapacity)
    private let isEnding = Atomic(false)
    private let isStopping = Atomic(false)
    private let isBroken = Atomic(false)
    private let rounds = Mutex(Rounds())
    private let backups = BackupQueue()

    /// What one round leaves to the next; whoever has the lock on it may use the core.
    private struct Rounds {
        /// By the wall clock, when something is due; calls are let in before it is looked at.
        var due = Instant(milliseconds: .max)
        /// Calls are being let in, since then.
        var isLettingIn = false
        var demandedAt: ClockReading?
        /// How often that was asked for.
        var demands = 0
        /// The thread that lets them in had a round to run since.
        var wasHeldUp = false
        /// They have been let in, for the next round of the engine's own thread.
        var hasLetIn = false
        /// More is due than the last look has taken up.
        var goesOn = false
        /// How many rounds have not looked, one after the other.
        var withoutLook = 0
        /// The clocks in the last round.
        var reading: ClockReading?
        /// The wall clock was set, and no round has been told.
        var wasClockSet = false
        /// Nothing can be kept any more.
        var givesUp = false
        var isOver = false
    }

    /// What follows a round.
    private enum Next {
        /// Nothing, until somebody calls or the timer fires, which has been set.
        case sleep
        /// Another one at once.
        case round
        /// Another one when calls have been let in, which has been demanded.
        case letIn
        case end
    }

    init(core: EngineCore, timer: any WakeTimer, observer: Observer) {
        self.core = core
        self.timer = timer
        self.observer = observer
    }

    /// Requests that wait.
    var waiting: Int { queue.count }

    /// Starts the thread.
    func start() {
        let start = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                let engine = Unmanaged<Engine>.fromOpaque(argument!).takeRetainedValue()
                engine.run()
                return nil
            }, start.toOpaque())
        precondition(result == 0, "no thread for the engine: errno \(result)")
        pthread_detach(thread)
    }

    /// From now on streams end because the daemon does, and not because their callers have gone.
    func prepareToStop() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
    }

    var isAboutToStop: Bool { isEnding.load(ordering: .sequentiallyConsistent) }

    /// Takes no more requests; the thread ends when all that are in are done.
    func stop() {
        queue.close()
        isStopping.store(true, ordering: .sequentiallyConsistent)
        timer.signal()
    }

    /// Runs `body` in the next round and returns its value once that is committed; if it throws,
    /// nothing of it stays.
    ///
    /// - Parameter uid: the account that asks; accounts take turns.
    func write<Value: Sendable>(
        for uid: UInt32 = 0, _ body: @escaping @Sendable (Turn) throws -> Value
    ) async throws -> Value {
        try await request(for: uid) { turn in try turn.atomically { try body(turn) } }
    }

    /// Runs `body`, which only reads, in the next round.
    func read<Value: Sendable>(
        for uid: UInt32 = 0, _ body: @escaping @Sendable (Turn) throws -> Value
    ) async throws -> Value {
        try await request(for: uid, body)
    }

    /// As ``write(_:)``, with the engine's own state.
    func control<Value: Sendable>(
        for uid: UInt32 = 0, _ body: @escaping @Sendable (EngineCore, Turn) throws -> Value
    ) async throws -> Value {
        let core = core
        return try await request(for: uid) { turn in
            try turn.atomically { try body(core, turn) }
        }
    }

    private func request<Value: Sendable>(
        for uid: UInt32, _ body: @escaping @Sendable (Turn) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            switch queue.push(Request(body: body, continuation: continuation), of: uid) {
            case .queued(let isFirst): if isFirst { callForRound() }
            case .full: continuation.resume(throwing: Unavailable.busy)
            case .closed: continuation.resume(throwing: Unavailable.stopping)
            }
        }
    }

    /// Something waits in the queue that was empty.
    private func callForRound() {
        let isHere = observer.atPause { callsWait in
            // With more to read, two threads are faster than one.
            let next =
                callsWait
                ? nil
                : self.rounds.withLockIfAvailable { rounds in
                    // The engine's thread is about to look as of a moment up to which calls are in.
                    guard !rounds.hasLetIn else { return Next.round }
                    return self.roundHere(&rounds, hasLetIn: false)
                }
            self.goOn(next ?? .round)
        }
        if !isHere { timer.signal() }
    }

    /// A consistent copy of the database, made between rounds.
    ///
    /// - Parameter path: where it is made; the caller removes it.
    func backUp(to path: String) async throws -> BackupCopy {
        let copy = BackupCopy(path: path)
        try await withCheckedThrowingContinuation { continuation in
            guard backups.push(copy, continuation) else {
                return continuation.resume(throwing: Unavailable.stopping)
            }
            timer.signal()
        }
        return copy
    }

    /// Whether a copy is waited for.
    var hasBackups: Bool { !backups.isEmpty }

    // MARK: Rounds

    /// One round, and the timer set for the next.
    ///
    /// - Parameter hasLetIn: whether all calls that had come were put into the queue. What is due waits for that.
    private func round(_ rounds: inout Rounds, hasLetIn: Bool) -> Next {
        guard !rounds.isOver, !hasBroken else { return .end }
        let isStopping = isStopping.load(ordering: .sequentiallyConsistent)
        let reading = clocks(&rounds, hasLetIn: hasLetIn)
        let (jobs, hasMore) = queue.take(
            Self.batchLimit, share: Self.shareOfOne, alone: Self.shareOfOneAlone)
        let isLast = isStopping && !hasMore
        let waits = !hasLetIn && (rounds.isLettingIn || reading.wall >= rounds.due)
        if hasLetIn { (rounds.isLettingIn, rounds.hasLetIn) = (false, false) }
        let isLookOverdue = rounds.withoutLook >= Self.roundsWithoutLook
        let looks = !waits && (!hasMore || isLookOverdue)
        rounds.withoutLook = looks ? 0 : rounds.withoutLook + 1
        let report = apply(
            jobs, at: reading, wasSet: rounds.wasClockSet,
            extent: looks ? .whole : .withoutDueWork)
        rounds.givesUp = report == nil && isLast
        if isLast || hasBroken { return .end }
        // That the clock was set is for the next round to hear, if this one failed.
        if report != nil { rounds.wasClockSet = false }
        if looks, let report {
            rounds.goesOn = report.sleep == .zero && !report.onlyPrunes
            rounds.due = reading.wall + report.sleep
        }
        // The round that follows that does what is left.
        if rounds.isLettingIn { return .sleep }
        if hasMore, looks || !isLookOverdue { return .round }
        guard let report else {
            // What was due is due.
            let wall = core.readClocks().wall
            rounds.due = min(rounds.due, wall + Self.untilNextTry)
            timer.set(for: Self.untilNextTry, since: wall)
            return .sleep
        }
        guard looks, !rounds.goesOn else {
            demand(&rounds)
            return .letIn
        }
        // While it only prunes it hears the timer and the calls all the same.
        timer.set(for: report.sleep, since: reading.wall)
        return .sleep
    }

    /// A round on the thread that lets calls in, which it keeps from that.
    private func roundHere(_ rounds: inout Rounds, hasLetIn: Bool) -> Next {
        defer { rounds.wasHeldUp = true }
        return round(&rounds, hasLetIn: hasLetIn)
    }

    /// The clocks for a round. A call that came before what they show is in the queue, where calls were let in.
    private func clocks(_ rounds: inout Rounds, hasLetIn: Bool) -> ClockReading {
        var reading = core.readClocks()
        if hasLetIn, !rounds.wasClockSet, let demandedAt = rounds.demandedAt {
            // Other rounds may have seen a later time since.
            reading = [demandedAt, rounds.reading ?? demandedAt].max { $0.boot < $1.boot }!
        }
        if hasLetIn { rounds.demandedAt = nil }
        rounds.reading = reading
        return reading
    }

    // MARK: Letting calls in

    /// Calls have to be let in; whoever gets this calls ``letIn()``.
    private func demand(_ rounds: inout Rounds) {
        let reading = core.readClocks()
        rounds.demands += 1
        (rounds.isLettingIn, rounds.demandedAt, rounds.wasHeldUp) = (true, reading, false)
        timer.set(for: Self.patience, since: reading.wall)
    }

    /// Lets the calls in that have come, which were demanded; who does that has the round as well.
    private func letIn() {
        let number = rounds.withLock { $0.demands }
        observer.settle {
            let next = self.rounds.withLock { rounds in
                // It may have taken so long that it was not waited for.
                guard rounds.isLettingIn, rounds.demands == number else { return Next.sleep }
                guard rounds.goesOn else { return self.roundHere(&rounds, hasLetIn: true) }
                // That takes long, and other calls come meanwhile.
                (rounds.isLettingIn, rounds.hasLetIn) = (false, true)
                return .round
            }
            self.goOn(next)
        }
    }

    /// After a round on a thread that has other things to do.
    private func goOn(_ next: Next) {
        switch next {
        case .sleep: if hasBackups { timer.signal() }
        case .letIn: letIn()
        case .round, .end: timer.signal()
        }
    }

    // MARK: The thread

    private func run() {
        let hasStarted = rounds.withLock { rounds in
            rounds.givesUp = !startUp()
            return !rounds.givesUp
        }
        if hasStarted {
            observer.ready()
            runUntilEnd()
        }
        rounds.withLock { rounds in
            rounds.isOver = true
            if rounds.givesUp || hasBroken { refuseAll() }
            backups.close()
            if !rounds.givesUp, !hasBroken { _ = round([StopJob()], at: core.readClocks()) }
        }
        observer.stopped()
    }

    private func runUntilEnd() {
        var next = Next.round
        while next != .end {
            switch next {
            case .sleep: next = awaken(by: timer.wait())
            case .letIn:
                letIn()
                next = .sleep
            case .round, .end: next = roundOfItsOwn()
            }
        }
    }

    private func roundOfItsOwn() -> Next {
        rounds.withLock { rounds in
            let next = round(&rounds, hasLetIn: rounds.hasLetIn || isToEnd)
            // While calls are let in, that thread must get the lock.
            guard next == .sleep || next == .round, !rounds.isLettingIn else { return next }
            return backups.step(core) ? .round : next
        }
    }

    private func awaken(by wake: Wake) -> Next {
        rounds.withLock { rounds in
            if wake.contains(.clockSet) { rounds.wasClockSet = true }
            if isToEnd || hasBroken || rounds.hasLetIn { return .round }
            if rounds.isLettingIn { return waitOn(wake, &rounds) }
            let hasFired = !wake.isDisjoint(with: [.timer, .clockSet])
            guard hasFired || queue.count == 0 && core.readClocks().wall >= rounds.due else {
                return wake.contains(.signal) ? .round : .sleep
            }
            // While it only prunes there is always something due.
            _ = backups.step(core)
            demand(&rounds)
            return .letIn
        }
    }

    /// Calls are being let in, and the round that follows does what is asked for meanwhile; but they may never be.
    private func waitOn(_ wake: Wake, _ rounds: inout Rounds) -> Next {
        let wasClockSet = wake.contains(.clockSet)
        guard wake.contains(.timer) || wasClockSet else { return .sleep }
        guard !rounds.wasHeldUp, !wasClockSet else {
            rounds.wasHeldUp = false
            timer.set(for: Self.patience, since: core.readClocks().wall)
            return .sleep
        }
        rounds.hasLetIn = true
        return .round
    }

    /// Whether calls are no longer let in.
    private var isToEnd: Bool { isStopping.load(ordering: .sequentiallyConsistent) }

    private var hasBroken: Bool { isBroken.load(ordering: .sequentiallyConsistent) }

    /// Nothing can be kept any more, so nothing is answered as done.
    private func refuseAll() {
        queue.close()
        for job in queue.take(.max, share: .max).elements {
            job.finish(.failed(.broken("stopped")))
        }
    }

    /// Looks at all that fell due while the daemon was away; pruning goes on after the start.
    private func startUp() -> Bool {
        var isFirst = true
        while true {
            guard let report = round([], at: core.readClocks(), isStart: isFirst) else {
                return false
            }
            if report.sleep > .zero || report.onlyPrunes { return true }
            isFirst = false
        }
    }

    /// On a full disk requests go one by one, so that those that only read are still answered.
    private func apply(
        _ jobs: [any EngineJob], at reading: ClockReading, wasSet: Bool, extent: EngineCore.Extent
    ) -> EngineCore.Report? {
        if !core.isFull {
            let report = round(jobs, at: reading, wasSet: wasSet, extent: extent)
            guard report == nil, core.isFull else { return report }
        }
        for job in jobs {
            guard !hasBroken else {
                job.finish(.failed(.broken("stopped")))
                continue
            }
            _ = round([job], at: reading, wasSet: wasSet, extent: .requestsAlone)
        }
        guard !hasBroken else { return nil }
        let report = round([], at: reading, wasSet: wasSet, extent: extent)
        // The round that would have told senders of a retry can't be kept.
        if report == nil, jobs.isEmpty, core.isRetryDue(at: reading) { deliveries.raise() }
        return report
    }

    private func round(
        _ jobs: [any EngineJob], at reading: ClockReading, wasSet: Bool = false,
        isStart: Bool = false, extent: EngineCore.Extent = .whole
    ) -> EngineCore.Report? {
        do {
            let report = try core.round(
                jobs, at: reading, wasSet: wasSet, isStart: isStart, extent: extent)
            // Senders first: to write the journal takes as long as to tell them.
            if report.concernsSenders { deliveries.raise() }
            if !report.outcome.events.isEmpty { followers.raise() }
            observer.committed(report)
            return report
        } catch {
            if case .broken = error { isBroken.store(true, ordering: .sequentiallyConsistent) }
            observer.failed(error)
            return nil
        }
    }
}
