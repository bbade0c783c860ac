import Synchronization

/// When the daemon was last heard of.
final class DaemonWatch: Sendable {
    private let last = Mutex(ContinuousClock.now)

    func answered() { last.withLock { $0 = .now } }

    var lastAnswer: ContinuousClock.Instant { last.withLock { $0 } }
}
