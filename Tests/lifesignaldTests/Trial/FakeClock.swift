import LifeSignal
import Synchronization

@testable import lifesignald

/// Clocks that go when a test says so.
final class FakeClock: MachineClock {
    private let reading: Mutex<ClockReading>

    /// A Friday morning.
    static let start = Instant(rfc3339: "2026-11-20T08:00:00.000Z")!

    init(_ wall: Instant = FakeClock.start) {
        reading = Mutex(
            ClockReading(
                wall: wall, boot: BootTime(milliseconds: 1_000_000), bootID: "first",
                isSynchronised: true))
    }

    func read() -> ClockReading { reading.withLock { $0 } }

    func readBoot() -> BootTime { read().boot }

    var now: Instant { read().wall }

    /// Time passes.
    func pass(_ span: Span) {
        reading.withLock { reading in
            reading.wall += span
            reading.boot = reading.boot + span
        }
    }

    /// Time passes while the machine sleeps.
    func suspend(_ span: Span) {
        pass(span)
        reading.withLock { $0.suspended = $0.suspended + span }
    }

    /// The wall clock is set.
    func step(by span: Span) {
        reading.withLock { $0.wall += span }
    }

    /// The machine starts anew, after `span` by the wall clock; the wall clock may be wrong then.
    func restart(after span: Span, isSynchronised: Bool? = true) {
        reading.withLock { reading in
            reading = ClockReading(
                wall: reading.wall + span, boot: BootTime(milliseconds: 20_000),
                bootID: reading.bootID + "-next", isSynchronised: isSynchronised)
        }
    }

    func synchronise(_ isSynchronised: Bool?) {
        reading.withLock { $0.isSynchronised = isSynchronised }
    }
}
