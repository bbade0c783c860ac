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
    private let backups = Mutex(Backups())

    /// What one round leaves to the next; whoever has the lock on it may use the core.
    private struct Rounds {
        /// How many there were for which calls had been let in.
        var count = 0
        /// How many have not looked at what is due, one after the other.
        var withoutLook = 0
        /// By the wall clock, when calls are let in before the next look; nothing is due before.
        var letsIn = Instant(milliseconds: .max)
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
        /// Another one, when calls have been let in.
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
                ? nil : self.rounds.withLockIfAvailable { self.round(&$0, hasLetIn: false) }
            if next != .sleep { self.timer.signal() }
        }
        if !isHere { timer.signal() }
    }

    /// A consistent copy of the database, made between rounds.
    ///
    /// - Parameter path: where it is made; the caller removes it.
    func backUp(to path: String) async throws -> BackupCopy {
        let copy = BackupCopy(path: path)
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = backups.withLock { backups in
                guard !backups.isClosed else { return false }
                backups.waiting.append(Backup(copy: copy, continuation: continuation))
                return true
            }
            guard isTaken else { return continuation.resume(throwing: Unavailable.stopping) }
            timer.signal()
        }
        return copy
    }

    private struct Backups {
        var waiting: [Backup] = []
        /// The thread has ended, or is about to.
        var isClosed = false
    }

    private struct Backup: Sendable {
        let copy: BackupCopy
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// One step of the oldest.
    ///
    /// - Returns: whether more is to be done.
    private func backUpStep() -> Bool {
        guard let backup = backups.withLock({ $0.waiting.first }) else { return false }
        do {
            guard try core.backUpStep(backup.copy) else { return true }
            backup.continuation.resume()
        } catch {
            backup.copy.remove()
            backup.continuation.resume(throwing: error)
        }
        return backups.withLock { backups in
            backups.waiting.removeFirst()
            return !backups.waiting.isEmpty
        }
    }

    private func cancelBackups() {
        let waiting = backups.withLock { backups in
            backups.isClosed = true
            return backups.waiting
        }
        for backup in waiting {
            backup.copy.remove()
            backup.continuation.resume(throwing: Unavailable.stopping)
        }
    }

    // MARK: Rounds

    /// One round, and the timer set for the next.
    ///
    /// - Parameters:
    ///   - reading: the clocks, if they were read before calls were let in.
    ///   - hasLetIn: whether all calls that had come were put into the queue. What is due waits for that.
    private func round(
        _ rounds: inout Rounds, at reading: ClockReading? = nil, hasLetIn: Bool = true
    ) -> Next {
        guard !rounds.isOver, !hasBroken else { return .end }
        let isStopping = isStopping.load(ordering: .sequentiallyConsistent)
        let reading = reading ?? core.readClocks()
        let (jobs, hasMore) = queue.take(
            Self.batchLimit, share: Self.shareOfOne, alone: Self.shareOfOneAlone)
        let isLast = isStopping && !hasMore
        let waits = !hasLetIn && reading.wall >= rounds.letsIn
        let looks = !waits && (!hasMore || rounds.withoutLook >= Self.roundsWithoutLook)
        rounds.withoutLook = looks ? 0 : rounds.withoutLook + 1
        if hasLetIn { rounds.count += 1 }
        guard
            let report = apply(
                jobs, at: reading, wasSet: rounds.wasClockSet,
                extent: looks ? .whole : .withoutDueWork)
        else {
            // That the clock was set is for the next round to hear.
            rounds.givesUp = isLast
            if isLast || hasBroken { return .end }
            if hasMore { return .round }
            sleep(for: .seconds(1), since: core.readClocks().wall, &rounds)
            return .sleep
        }
        rounds.wasClockSet = false
        if isLast { return .end }
        // The timer has fired, or is about to.
        if waits { return hasMore ? .round : .sleep }
        if hasMore || report.sleep == .zero && !report.onlyPrunes {
            // They were let in for this look already.
            rounds.letsIn = Instant(milliseconds: .max)
            return .round
        }
        // While it only prunes it hears the timer and the calls all the same.
        sleep(for: report.sleep, since: reading.wall, &rounds)
        return .sleep
    }

    private func sleep(for span: Span, since wall: Instant, _ rounds: inout Rounds) {
        rounds.letsIn = wall + span
        timer.set(for: span, since: wall)
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
            cancelBackups()
            if !rounds.givesUp, !hasBroken { _ = round([StopJob()], at: core.readClocks()) }
        }
        observer.stopped()
    }

    private func runUntilEnd() {
        /// How many rounds there had been when one was left to the thread that reads the calls.
        var left: Int?
        var next = Next.round
        while next != .end {
            if next == .sleep {
                next = follow(timer.wait(), &left)
            } else {
                next = rounds.withLock { rounds in
                    let next = round(&rounds)
                    return next != .end && backUpStep() ? .round : next
                }
            }
        }
    }

    /// Lets the calls in that have come, where something is due; who does that has the round as well.
    private func follow(_ wake: Wake, _ left: inout Int?) -> Next {
        let reading = core.readClocks()
        let (next, count) = rounds.withLock { rounds in
            if wake.contains(.clockSet) { rounds.wasClockSet = true }
            return (self.next(wake, at: reading.wall, left, rounds), rounds.count)
        }
        guard next == .letIn else { return next }
        left = count
        observer.settle {
            let next = self.rounds.withLock { rounds in
                // Not if that took so long that it was not waited for.
                rounds.count == count ? self.round(&rounds, at: reading) : .sleep
            }
            if next != .sleep { self.timer.signal() }
        }
        return .sleep
    }

    private func next(_ wake: Wake, at wall: Instant, _ left: Int?, _ rounds: Rounds) -> Next {
        if isAboutToStop || hasBroken { return .round }
        // One that was left does all that is asked for meanwhile; but it may never come.
        if left == rounds.count { return wake.contains(.timer) ? .round : .sleep }
        guard !wake.isDisjoint(with: [.timer, .clockSet]) || wall >= rounds.letsIn else {
            return wake.contains(.signal) ? .round : .sleep
        }
        timer.set(for: Self.patience, since: wall)
        return .letIn
    }

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
        let report = round([], at: reading, wasSet: wasSet)
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

/// One request and who waits for it. In the queue, and then a round's.
private final class Request<Value: Sendable>: EngineJob, @unchecked Sendable {
    private let body: @Sendable (Turn) throws -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    private var result: Result<Value, any Error>?

    init(
        body: @escaping @Sendable (Turn) throws -> Value,
        continuation: CheckedContinuation<Value, any Error>
    ) {
        self.body = body
        self.continuation = continuation
    }

    func run(_ turn: Turn) throws {
        do {
            result = .success(try body(turn))
        } catch  where StorageFailure.concerns(error) {
            throw error
        } catch {
            result = .failure(error)
        }
    }

    func finish(_ ending: EngineCore.Ending) {
        switch ending {
        case .committed: continuation.resume(with: result!)
        case .failed(.full): continuation.resume(throwing: Engine.Unavailable.diskFull)
        case .failed(.broken): continuation.resume(throwing: Engine.Unavailable.stopping)
        }
    }
}

/// The last entry of the audit trail.
private struct StopJob: EngineJob {
    func run(_ turn: Turn) throws {
        try turn.apply([.record(Event(.stopped, user: nil, at: turn.now, by: .daemon))])
    }

    func finish(_ ending: EngineCore.Ending) {}
}
