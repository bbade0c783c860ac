import LifeSignal
import Synchronization
import Varlink

/// What the program knows of the engine's thread, and waits for.
final class EngineState: Sendable {
    private struct State {
        var users = 0
        var isDegraded = false
        var isFull = false
        var hasFailed = false
        var server: Server?
        /// What is to be done once calls have been let in, while nobody serves yet.
        var waiting: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    /// Held while the status is said.
    private let saying = Mutex(())
    private let hasStarted = Latch()
    private let hasLooked = Latch()
    private let hasStopped = Latch()
    private let mustEnd = Latch()

    /// Says the unit's STATUS line, which everybody can read: the number of users and the health.
    ///
    /// One thread at a time: what is said last is how it is, whoever else says it at that moment.
    func sayStatus(_ say: (String) -> Void) {
        saying.withLock { _ in
            say(
                state.withLock { state in
                    let users = state.users == 1 ? "1 user" : "\(state.users) users"
                    return "\(users), \(state.isDegraded ? "degraded" : "healthy")"
                })
        }
    }

    /// The disk has failed in a way that ends the process.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// - Returns: whether the status has changed.
    func take(_ report: EngineCore.Report) -> Bool {
        // Whoever waits for the look says what it has found.
        defer { if report.hasLooked { hasLooked.open() } }
        return state.withLock { state in
            let before = (state.users, state.isDegraded)
            state.users = report.users ?? state.users
            state.isDegraded = report.isDegraded
            if report.hasWritten { state.isFull = false }
            return before != (state.users, state.isDegraded)
        }
    }

    /// A full disk; a report says when it is over.
    ///
    /// - Returns: whether the status has changed.
    func degrade() -> Bool {
        defer { hasLooked.open() }
        return state.withLock { state in
            defer { state.isDegraded = true }
            return !state.isDegraded
        }
    }

    /// Nothing could be written.
    ///
    /// - Returns: whether that is new.
    func fill() -> Bool {
        state.withLock { state in
            defer { state.isFull = true }
            return !state.isFull
        }
    }

    /// Calls are read from now on.
    func serve(by server: Server) {
        let waiting = state.withLock { state in
            state.server = server
            defer { state.waiting = nil }
            return state.waiting
        }
        if let waiting { server.settle(then: waiting) }
    }

    /// Does the work when calls that have come are in the engine's queue.
    func settle(then work: @escaping @Sendable () -> Void) {
        let server = state.withLock { state in
            if state.server == nil { state.waiting = work }
            return state.server
        }
        server?.settle(then: work)
    }

    /// Does the work on the server's thread, if this is it, when calls that were read are in the engine's queue.
    func atPause(_ work: @escaping @Sendable (_ callsWait: Bool) -> Void) -> Bool {
        state.withLock { $0.server }?.atPause(work) ?? false
    }

    /// Does the work on the server's thread; here, while there is none.
    func answer(_ work: @escaping @Sendable () -> Void) {
        guard let server = state.withLock({ $0.server }), server.perform(work) else {
            return work()
        }
    }

    // MARK: The engine's life

    func fail() {
        state.withLock { $0.hasFailed = true }
        hasLooked.open()
    }

    func start() {
        hasStarted.open()
    }

    /// The thread has ended, by itself or because it was told to.
    func stop() {
        // What ends before it could begin has met the disk.
        if !hasStarted.isOpen { fail() }
        hasStopped.open()
        hasStarted.open()
        hasLooked.open()
        mustEnd.open()
    }

    /// Somebody wants the daemon to end.
    func end() {
        mustEnd.open()
    }

    /// Returns when calls may come, or the thread has ended without.
    func started() async { await hasStarted.opened() }

    /// Returns when what is due was looked at once, or can't be.
    func looked() async { await hasLooked.opened() }

    /// Returns when the daemon is to end.
    func ending() async { await mustEnd.opened() }

    /// Returns when the engine's thread has ended.
    func stopped() async { await hasStopped.opened() }
}

/// Opens once and for good; tasks wait for it.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func opened() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
