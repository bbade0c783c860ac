import CLinux
import Glibc
import LifeSignal
import LocalTime

/// The clocks of a machine; tests have one they can set.
protocol MachineClock: Sendable {
    func read() -> ClockReading
    /// Of that, how long the machine has been up: read without asking the system for the rest.
    func readBoot() -> BootTime
}

/// CLOCK_REALTIME, CLOCK_BOOTTIME, the boot id, and what the kernel says about synchronisation.
struct LinuxClock: MachineClock {
    private let bootID: String

    init() {
        bootID = Self.readBootID()
    }

    func read() -> ClockReading {
        let boot = Self.milliseconds(CLOCK_BOOTTIME)
        return ClockReading(
            wall: Instant(milliseconds: Self.milliseconds(CLOCK_REALTIME)),
            boot: BootTime(milliseconds: boot),
            suspended: Span(milliseconds: boot - Self.milliseconds(CLOCK_MONOTONIC)),
            bootID: bootID, isSynchronised: Self.isSynchronised())
    }

    func readBoot() -> BootTime { BootTime(milliseconds: Self.milliseconds(CLOCK_BOOTTIME)) }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// adjtimex(2) only reads with `modes` 0; where even that is blocked nobody knows.
    private static func isSynchronised() -> Bool? {
        var state = timex()
        let result = adjtimex(&state)
        if result == -1 { return nil }
        return result != TIME_ERROR && state.status & STA_UNSYNC == 0
    }

    /// random(4): the id is another one after every start of the machine.
    private static func readBootID() -> String {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "unknown" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(separator: "\n").first.map(String.init) ?? "unknown"
    }
}
