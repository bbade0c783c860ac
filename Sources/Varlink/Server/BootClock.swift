internal import CLinux

/// CLOCK_BOOTTIME: runs on through clock steps and suspend.
enum BootClock {
    /// Nanoseconds since the machine started.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
