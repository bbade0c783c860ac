import CLinux
import Glibc
import LifeSignal
import Synchronization

/// Why the engine woke.
struct Wake: OptionSet, Sendable {
    let rawValue: Int
    /// What it waited for is due.
    static let timer = Wake(rawValue: 1)
    /// Somebody has put something into its queue.
    static let signal = Wake(rawValue: 2)
    /// The wall clock was set, or the machine has resumed.
    static let clockSet = Wake(rawValue: 4)
}

/// What the engine's thread sleeps on; tests have one without a clock.
protocol WakeTimer: Sendable {
    /// Has the sleeper wake when the sleep is over, and no more when it was to before; from any thread, one at a
    /// time.
    func set(for sleep: RoundRules.Sleep)
    /// Sleeps until the timer fires, a signal comes or the clock is set.
    func wait() -> Wake
    /// Wakes the sleeper; from any thread, any number of times.
    func signal()
}

/// timerfd_create(2) on CLOCK_REALTIME, cancelled when the clock is set, beside an eventfd(2).
///
/// An absolute timer on the wall clock and not a sleep: a deadline is a time of day. Who sleeps until one is awoken
/// a moment before and stays awake for the rest (docs/decisions/0021-awake-before-a-deadline.md).
final class LinuxWakeTimer: WakeTimer {
    /// By more than the system is late mostly. A whole millisecond gave no more, and where others compute the
    /// thread that had used it up had to wait for them.
    static let usualLead = Duration.microseconds(300)

    /// Nanoseconds.
    private let lead: Int64
    private let timer: CInt
    private let event: CInt
    /// The clock was set before the timer was, so that nobody who sleeps on it will hear.
    private let wasClockSet = Atomic(false)
    /// When the sleep is over for which the timer was set a moment too early: nanoseconds of the wall clock. Whoever
    /// sets the timer holds it.
    private let end = Mutex<Int64?>(nil)

    /// - Parameter lead: how long before the end of a sleep that somebody waits for it is there.
    init(lead: Duration = usualLead) {
        self.lead = Int64(lead / .nanoseconds(1))
        timer = timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
        event = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        precondition(timer >= 0 && event >= 0, "no descriptors for the timer: errno \(errno)")
    }

    deinit {
        close(timer)
        close(event)
    }

    func wait() -> Wake {
        var wake = sleep(waitingFor: -1)
        guard wake == .timer, let end = endIfNear() else { return wake }
        // The clock may be set meanwhile, or a call come, as in any sleep. The processor is offered to nobody: who
        // gets it may keep it for some milliseconds.
        repeat { wake = sleep(waitingFor: 0) } while wake.isEmpty && Self.now < end
        return wake.isEmpty ? .timer : wake
    }

    /// - Parameter patience: milliseconds at the most; without end if it is less than 0.
    private func sleep(waitingFor patience: CInt) -> Wake {
        var descriptors = [
            pollfd(fd: timer, events: Int16(POLLIN), revents: 0),
            pollfd(fd: event, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&descriptors, 2, patience) < 0 && errno == EINTR {}
        var wake: Wake = []
        if descriptors[0].revents != 0 { wake.formUnion(readTimer()) }
        if descriptors[1].revents != 0 {
            var count: UInt64 = 0
            _ = read(event, &count, 8)
            wake.insert(.signal)
        }
        if wasClockSet.exchange(false, ordering: .sequentiallyConsistent) { wake.insert(.clockSet) }
        return wake
    }

    func signal() {
        var one: UInt64 = 1
        _ = write(event, &one, 8)
    }

    /// What the work since then has taken is part of the span, or every deadline would be late by it.
    /// A clock that was set back meanwhile makes the sleep no longer.
    func set(for sleep: RoundRules.Sleep) {
        let from = min(sleep.since.milliseconds * 1_000_000, Self.now)
        let over = from + max(sleep.span.milliseconds, 0) * 1_000_000
        end.withLock { end in
            end = sleep.isAwaited ? over : nil
            set(to: sleep.isAwaited ? over - lead : over)
        }
    }

    /// When the sleep is over, if that is in a moment; the timer is set for it then, for the case that something else
    /// comes before.
    private func endIfNear() -> Int64? {
        end.withLock { end in
            // Or it was set anew since it fired.
            guard let over = end, over - Self.now <= lead else { return nil }
            end = nil
            set(to: over)
            return over
        }
    }

    /// Nanoseconds of the wall clock.
    private static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    private func set(to nanoseconds: Int64) {
        // An all-zero value would disarm; the clock's own second is never zero here.
        var spec = itimerspec()
        spec.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
        spec.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
        guard timerfd_settime(timer, flags, &spec, nil) != 0, errno == ECANCELED else { return }
        // The timer is set all the same, and says so no more.
        wasClockSet.store(true, ordering: .sequentiallyConsistent)
        signal()
    }

    private func readTimer() -> Wake {
        var expirations: UInt64 = 0
        let count = read(timer, &expirations, 8)
        guard count < 0 else { return .timer }
        // Nothing is there any more if the timer was set anew meanwhile.
        return errno == ECANCELED ? .clockSet : []
    }
}
