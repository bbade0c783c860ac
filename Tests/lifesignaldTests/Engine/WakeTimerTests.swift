import LifeSignal
import Testing

@testable import lifesignald

struct WakeTimerTests {
    /// What a wrong sleep would take; a right one is over long before.
    private static let long = Span.seconds(20)

    private func slept(_ span: Span, since offset: Span) -> (wake: Wake, span: Duration) {
        let timer = LinuxWakeTimer()
        let start = ContinuousClock.now
        timer.set(for: span, since: LinuxClock().read().wall + offset)
        let wake = timer.wait()
        return (wake, ContinuousClock.now - start)
    }

    @Test func `what has passed since the clock was read is part of the sleep`() {
        let (wake, span) = slept(Self.long, since: Span.zero - Self.long)
        #expect(wake == .timer)
        #expect(span < .seconds(10))
    }

    @Test func `a clock that was set back since makes the sleep no longer`() {
        let (wake, span) = slept(Span(milliseconds: 5), since: Self.long)
        #expect(wake == .timer)
        #expect(span >= .milliseconds(5))
        #expect(span < .seconds(10))
    }
}
