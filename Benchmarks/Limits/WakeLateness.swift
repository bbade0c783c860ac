import CLinux
import Glibc

/// How late the system itself wakes a process that sleeps on a timer of the wall clock.
enum WakeLateness {
    /// - Returns: milliseconds.
    static func samples(_ count: Int, every spacing: Int64) -> Samples {
        var samples = Samples()
        let timer = timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC))
        defer { close(timer) }
        let first = Clock.now(CLOCK_REALTIME) + spacing * 1_000_000
        for index in 0..<Int64(count) {
            let due = first + index * spacing * 1_000_000
            var spec = itimerspec()
            spec.it_value.tv_sec = Int(due / 1_000_000_000)
            spec.it_value.tv_nsec = Int(due % 1_000_000_000)
            timerfd_settime(timer, CInt(TFD_TIMER_ABSTIME), &spec, nil)
            var expirations: UInt64 = 0
            _ = read(timer, &expirations, 8)
            samples.add(Double(Clock.now(CLOCK_REALTIME) - due) / 1e6)
        }
        return samples
    }
}
