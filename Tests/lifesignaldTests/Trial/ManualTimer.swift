import Foundation
import LifeSignal

@testable import lifesignald

/// A timer that fires when a test says so, and says when the engine has nothing left to do.
final class ManualTimer: WakeTimer, @unchecked Sendable {
    private let condition = NSCondition()
    private var pending: Wake = []
    /// For what sleeps until it is signalled.
    static let never = Span(milliseconds: .max)
    /// What the timer was set for; nil as long as it was not.
    private var span: Span?
    private var isAsleep = false
    private var isHeld = false
    private var idle: [CheckedContinuation<Span, Never>] = []
    private var waits = 0

    func set(for sleep: RoundRules.Sleep) {
        condition.withLock {
            span = sleep.span
            condition.broadcast()
        }
    }

    func wait() -> Wake {
        condition.lock()
        defer { condition.unlock() }
        isAsleep = true
        waits += 1
        while pending.isEmpty && span.map({ $0 > .zero }) ?? true || isHeld {
            announceIdle()
            condition.wait()
        }
        isAsleep = false
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
        guard isAsleep, pending.isEmpty else { return }
        let waiting = idle
        idle = []
        for continuation in waiting { continuation.resume(returning: span ?? Self.never) }
    }
}
