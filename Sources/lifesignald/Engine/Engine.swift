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
        /// Does the work when the calls that have come by now have been put into the queue, from any thread: of
        /// each connection the one whose turn it is. It may be done never, when calls are read no more.
        var settle: @Sendable (_ then: @escaping @Sendable () -> Void) -> Void = { $0() }
        /// From the thread that reads the calls, does the work there once it has read those that are there, or
        /// has found that more of them wait; false from any other.
        var atPause: @Sendable (_ work: @escaping @Sendable (_ callsWait: Bool) -> Void) -> Bool = {
            _ in false
        }
        /// Does the work, which answers all requests of a round, on the thread that will write those answers: it is
        /// awoken once for them all, and does not take the processor from the engine for each.
        var answer: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { $0() }
        var committed: @Sendable (EngineCore.Report) -> Void = { _ in }
        var failed: @Sendable (StorageFailure) -> Void = { _ in }
        /// Calls may come. What fell due while the daemon was away is looked at once those that have come are
        /// let in.
        var started: @Sendable () -> Void = {}
        /// The last round is over, all that was taken in is done.
        var stopped: @Sendable () -> Void = {}
    }

    /// Requests that may wait: a second's work at the least.
    static let queueCapacity = 4096
    /// What the requests weigh that are committed together, at the most: a check-in weighs 1.
    static let batchLimit = 256
    /// Of this from one account at the most: what another asks for meanwhile waits for so little, and is
    /// committed with so little.
    static let shareOfOne = 8
    /// And while no other account waits: enough for a wait for the disk to be worth it, few enough for
    /// one that comes meanwhile.
    static let shareOfOneAlone = 64
    /// Rows of a listing that are read in the time of a check-in.
    static let rowsOfWeight = 8

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
        var rules = RoundRules()
        /// Nothing can be kept any more.
        var givesUp = false
        var isOver = false
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

    /// From now on streams end because the daemon does, and not because their callers have gone; and nothing is looked at
    /// that is due, as nobody new is let in.
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

    /// What came of a request.
    typealias Then<Value> = @Sendable (Result<Value, any Error>) -> Void

    /// Runs `body` in the next round.
    ///
    /// - Parameters:
    ///   - uid: the account that asks; accounts take turns.
    ///   - body: if it throws, nothing of it stays.
    ///   - then: is called once, when its value is committed, or that has failed: where the observer has all
    ///     requests of a round answered, or at once.
    func write<Value: Sendable>(
        for uid: UInt32, _ body: @escaping @Sendable (Turn) throws -> Value,
        then: @escaping Then<Value>
    ) {
        request(for: uid, { turn in try turn.atomically { try body(turn) } }, then: then)
    }

    /// As ``write(for:_:then:)``, for a `body` that only reads.
    ///
    /// - Parameter rows: how many of a listing it reads at the most. These keep a round for longer than anything else
    ///   that is asked for (docs/HOSTILE.md).
    func read<Value: Sendable>(
        for uid: UInt32, rows: Int = 0, _ body: @escaping @Sendable (Turn) throws -> Value,
        then: @escaping Then<Value>
    ) {
        request(for: uid, weight: max(rows / Self.rowsOfWeight, 1), body, then: then)
    }

    /// As ``write(for:_:then:)``, with the engine's own state.
    func control<Value: Sendable>(
        for uid: UInt32, _ body: @escaping @Sendable (EngineCore, Turn) throws -> Value,
        then: @escaping Then<Value>
    ) {
        let core = core
        request(for: uid, { turn in try turn.atomically { try body(core, turn) } }, then: then)
    }

    private func request<Value: Sendable>(
        for uid: UInt32, weight: Int = 1, _ body: @escaping @Sendable (Turn) throws -> Value,
        then: @escaping Then<Value>
    ) {
        switch queue.push(Request(body, then: then), of: uid, weight: weight) {
        case .queued(waiting: 1): callForRound()
        // The engine's thread begins, while this one goes on with what others have asked.
        case .queued(waiting: RoundRules.many): timer.signal()
        case .queued: break
        case .full: then(.failure(Unavailable.busy))
        case .closed: then(.failure(Unavailable.stopping))
        }
    }

    func write<Value: Sendable>(
        for uid: UInt32 = 0, _ body: @escaping @Sendable (Turn) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            write(for: uid, body) { continuation.resume(with: $0) }
        }
    }

    func control<Value: Sendable>(
        for uid: UInt32 = 0, _ body: @escaping @Sendable (EngineCore, Turn) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            control(for: uid, body) { continuation.resume(with: $0) }
        }
    }

    /// Something waits in the queue that was empty.
    private func callForRound() {
        let isHere = observer.atPause { callsWait in
            // Of many the engine's thread has heard, and it may have had a reason to take these as well.
            guard (1..<RoundRules.many).contains(self.queue.count) else { return }
            // With more to read, two threads are faster than one.
            let next =
                callsWait
                ? nil
                : self.rounds.withLockIfAvailable { rounds in
                    rounds.rules.insteadOfRoundHere ?? self.round(&rounds)
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
    private func round(_ rounds: inout Rounds) -> RoundRules.Next {
        guard !rounds.isOver, !hasBroken else { return .end }
        let isStopping = isStopping.load(ordering: .sequentiallyConsistent)
        let reading = core.readClocks()
        let taken = queue.take(
            Self.batchLimit, share: Self.shareOfOne, alone: Self.shareOfOneAlone,
            before: rounds.rules.mark)
        let isLast = isStopping && taken.rest == .nothing
        let plan = rounds.rules.begin(
            at: reading, isEnding: isStopping || isAboutToStop,
            hasRequests: !taken.elements.isEmpty, rest: taken.rest)
        let report = apply(
            taken.elements, at: plan.reading, wasSet: plan.wasClockSet,
            extent: plan.looks ? .whole : .withoutDueWork)
        rounds.givesUp = report == nil && isLast
        if isLast || hasBroken { return .end }
        return setTimer(rounds.rules.end(plan, report, at: core.readClocks()))
    }

    /// As what follows wants it.
    private func setTimer(_ next: RoundRules.Next) -> RoundRules.Next {
        switch next {
        case .sleep(let sleep?): timer.set(for: core.log.shorten(sleep, at: core.readClocks()))
        case .pause(let pause): timer.set(for: pause)
        case .letIn(let demand): timer.set(for: demand.patience)
        case .sleep, .round, .end: break
        }
        return next
    }

    /// Lets the calls in that have come; who does that has the round as well.
    private func letIn(_ demand: RoundRules.Demand) {
        observer.settle {
            let next: RoundRules.Next = self.rounds.withLock { rounds in
                switch rounds.rules.meet(demand, mark: self.queue.mark) {
                case .late: .sleep(nil)
                case .here: self.round(&rounds)
                case .elsewhere: .round
                }
            }
            self.goOn(next)
        }
    }

    /// After a round on a thread that has other things to do.
    private func goOn(_ next: RoundRules.Next) {
        switch next {
        case .sleep, .pause: if hasBackups { timer.signal() }
        case .letIn(let demand): letIn(demand)
        case .round, .end: timer.signal()
        }
    }

    // MARK: The thread

    private func run() {
        let next = rounds.withLock { rounds in
            let next = startUp(&rounds.rules)
            rounds.givesUp = next == nil
            return next
        }
        if let next {
            observer.started()
            runUntilEnd(from: next)
        }
        rounds.withLock { rounds in
            rounds.isOver = true
            if rounds.givesUp || hasBroken { refuseAll() }
            backups.close()
            if !rounds.givesUp, !hasBroken {
                _ = round([StopJob()], at: core.readClocks(), extent: .withoutDueWork)
            }
        }
        observer.stopped()
    }

    private func runUntilEnd(from first: RoundRules.Next) {
        var next = first
        while next != .end {
            switch next {
            case .sleep, .pause: next = awaken(by: timer.wait())
            case .letIn(let demand):
                letIn(demand)
                next = .sleep(nil)
            case .round, .end: next = roundOfItsOwn()
            }
        }
    }

    private func roundOfItsOwn() -> RoundRules.Next {
        rounds.withLock { rounds in
            if let instead = rounds.rules.insteadOfRound, !isToEnd, !hasBroken { return instead }
            let next = round(&rounds)
            switch next {
            // While calls are let in, that thread must get the lock.
            case .letIn, .end: return next
            case .sleep, .pause, .round: return backups.step(core) ? .round : next
            }
        }
    }

    private func awaken(by wake: Wake) -> RoundRules.Next {
        rounds.withLock { rounds in
            let ends = isToEnd || hasBroken
            // While it only prunes there is always something due, and no other time for a copy: before
            // calls are demanded, which are waited for by the clock.
            if wake.contains(.timer), !ends { _ = backups.step(core) }
            let now = core.readClocks()
            let next = rounds.rules.awaken(by: wake, at: now, mark: queue.mark)
            if ends { return .round }
            if case .sleep(let sleep?) = next,
                core.log.isTime(at: now, before: sleep, callsWait: queue.count > 0)
            {
                core.writeLogBack()
            }
            return setTimer(next)
        }
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

    /// The round that finds out how long the daemon was away. It looks at nothing that is due: a call may have
    /// waited at the socket since before that, and is let in first (docs/decisions/0018-a-start-serves-first.md).
    ///
    /// - Returns: what follows; nil if nothing can be kept.
    private func startUp(_ rules: inout RoundRules) -> RoundRules.Next? {
        let plan = rules.begin(at: core.readClocks(), hasRequests: false, rest: .nothing)
        let report = round([], at: plan.reading, isStart: true, extent: .withoutDueWork)
        core.prepareForAlarms()
        return report.map { setTimer(rules.end(plan, $0, at: core.readClocks())) }
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
        if report == nil, extent == .whole, core.isRetryDue(at: reading) { deliveries.raise() }
        return report
    }

    private func round(
        _ jobs: [any EngineJob], at reading: ClockReading, wasSet: Bool = false,
        isStart: Bool = false, extent: EngineCore.Extent = .whole
    ) -> EngineCore.Report? {
        do {
            let report = try core.round(
                jobs, at: reading, wasSet: wasSet, isStart: isStart, extent: extent,
                answer: observer.answer)
            // Senders first: to write the journal takes as long as to tell them.
            if report.concernsSenders { deliveries.raise() }
            if !report.outcome.events.isEmpty { followers.raise() }
            observer.committed(report)
            if report.isIdle { core.giveMemoryBack() }
            return report
        } catch {
            if case .broken = error { isBroken.store(true, ordering: .sequentiallyConsistent) }
            observer.failed(error)
            return nil
        }
    }
}
