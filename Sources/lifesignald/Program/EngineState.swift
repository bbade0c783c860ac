import Synchronization
import Varlink

/// What the program knows of the engine's thread.
final class EngineState: Sendable {
    private struct State {
        var users = 0
        var isDegraded = false
        var hasFailed = false
        var isReady = false
        var hasStopped = false
        /// The daemon is to end.
        var ends = false
        var waitingForReady: [CheckedContinuation<Void, any Error>] = []
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []
        var waitingForStop: [CheckedContinuation<Void, Never>] = []
        var server: Server?
    }

    private let state = Mutex(State())

    // MARK: Status

    /// The unit's STATUS line, which everybody can read: the number of users and the health.
    var status: String {
        state.withLock { state in
            let users = state.users == 1 ? "1 user" : "\(state.users) users"
            return "\(users), \(state.isDegraded ? "degraded" : "healthy")"
        }
    }

    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// - Returns: whether the status has changed.
    func take(_ report: EngineCore.Report) -> Bool {
        state.withLock { state in
            let before = (state.users, state.isDegraded)
            state.users = report.users ?? state.users
            state.isDegraded = report.isDegraded
            return before != (state.users, state.isDegraded)
        }
    }

    /// A full disk; a report says when it is over.
    ///
    /// - Returns: whether the status has changed.
    func degrade() -> Bool {
        state.withLock { state in
            defer { state.isDegraded = true }
            return !state.isDegraded
        }
    }

    // MARK: Told by the engine's thread

    func serve(by server: Server) {
        state.withLock { $0.server = server }
    }

    /// Waits for calls that were read to be put into the engine's queue.
    func settle() {
        state.withLock { $0.server }?.settle()
    }

    func fail() {
        state.withLock { $0.hasFailed = true }
    }

    func becomeReady() {
        let waiting = state.withLock { state in
            state.isReady = true
            defer { state.waitingForReady = [] }
            return state.waitingForReady
        }
        for continuation in waiting { continuation.resume() }
    }

    func stop() {
        let (ready, stopped) = state.withLock { state in
            state.hasStopped = true
            defer { (state.waitingForReady, state.waitingForStop) = ([], []) }
            return (state.waitingForReady, state.waitingForStop)
        }
        for continuation in ready { continuation.resume(throwing: ExitStatus.storage) }
        for continuation in stopped { continuation.resume() }
        end()
    }

    /// The daemon is to end, asked by systemd or because its engine has stopped.
    func end() {
        let waiting = state.withLock { state in
            state.ends = true
            defer { state.waitingForEnd = [] }
            return state.waitingForEnd
        }
        for continuation in waiting { continuation.resume() }
    }

    // MARK: Waited for by the program

    /// Returns when the first look at due deadlines is done.
    ///
    /// - Throws: `ExitStatus.storage` if the engine could not get so far.
    func ready() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let now = state.withLock { state -> Result<Void, any Error>? in
                if state.hasStopped { return .failure(ExitStatus.storage) }
                if state.isReady { return .success(()) }
                state.waitingForReady.append(continuation)
                return nil
            }
            if let now { continuation.resume(with: now) }
        }
    }

    /// Returns when the daemon is to end.
    func over() async {
        await withCheckedContinuation { continuation in
            let ends = state.withLock { state in
                if !state.ends { state.waitingForEnd.append(continuation) }
                return state.ends
            }
            if ends { continuation.resume() }
        }
    }

    /// Returns when the engine's thread has ended.
    func stopped() async {
        await withCheckedContinuation { continuation in
            let hasStopped = state.withLock { state in
                if !state.hasStopped { state.waitingForStop.append(continuation) }
                return state.hasStopped
            }
            if hasStopped { continuation.resume() }
        }
    }
}
