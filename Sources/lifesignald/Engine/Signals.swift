import Synchronization

/// Wakes tasks that wait for something to change; each looks for itself at what has changed.
///
/// A task that is slow misses nothing but wake-ups, so nothing piles up behind it.
final class Signals: Sendable {
    private struct State {
        var next = 0
        var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// A stream with an element now, and one after each ``raise()``; it ends with its task.
    func subscribe() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.continuations.removeValue(forKey: key) }
        }
        continuation.yield()
        return stream
    }

    func raise() {
        let continuations = state.withLock { $0.continuations }
        for continuation in continuations.values { continuation.yield() }
    }
}
