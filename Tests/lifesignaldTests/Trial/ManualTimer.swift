import Foundation
import LifeSignal

@testable import lifesignald

/// A timer that fires when a test says so, and says when the engine has nothing left to do.
final class ManualTimer: WakeTimer, @unchecked Sendable {
    private let condition = NSCondition()
    private var pending: Wake = []
    private var sleep: Span?
    private var isHeld = false
    private var idle: [CheckedContinuation<Span, Never>] = []
    private var waits = 0

    func wait(for span: Span, since wall: Instant) -> Wake {
        condition.lock()
        defer { condition.unlock() }
        sleep = span
        waits += 1
        while pending.isEmpty && span > .zero || isHeld {
            announceIdle()
            condition.wait()
        }
        sleep = nil
        defer { pending = [] }
        return pending.isEmpty ? .timer : pending
    }

    func signal() { wake(.signal) }

    func wake(_ reason: Wake) {
        condition.withLock {
            pending.formUnion(reason)
            condition.broadcast()
        }
    }

    /// The engine sleeps on, whatever comes, until it is released.
    func hold() { condition.withLock { isHeld = true } }

    func release() {
        condition.withLock {
            isHeld = false
            condition.broadcast()
        }
    }

    /// Returns when the engine sleeps and nothing wakes it: for how long it means to.
    func idleSleep() async -> Span {
        await withCheckedContinuation { continuation in
            condition.withLock {
                idle.append(continuation)
                announceIdle()
            }
        }
    }

    /// How often the engine went to sleep.
    var sleeps: Int { condition.withLock { waits } }

    private func announceIdle() {
        guard let sleep, pending.isEmpty else { return }
        let waiting = idle
        idle = []
        for continuation in waiting { continuation.resume(returning: sleep) }
    }
}
