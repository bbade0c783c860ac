import Foundation
import LifeSignal
import Testing

@testable import lifesignald

struct WakeTimerTests {
    /// What a wrong sleep would take; a right one is over long before.
    private static let long = Span.seconds(20)

    private func slept(_ span: Span, since offset: Span) -> (wake: Wake, span: Duration) {
        let timer = LinuxWakeTimer()
        let start = ContinuousClock.now
        timer.set(for: .init(span: span, since: now() + offset))
        let wake = timer.wait()
        return (wake, ContinuousClock.now - start)
    }

    private func now() -> Instant { LinuxClock().read().wall }

    /// Of this thread; a sleep takes hardly any.
    private func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Does it while somebody waits for the timer, who is mostly awake by then.
    private func whileWaiting(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.02)
            work()
        }
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

    @Test func `who is waited for is awake before the sleep is over, and goes on when it is`() {
        let timer = LinuxWakeTimer(lead: .seconds(20))
        let end = now() + Span(milliseconds: 100)
        let before = processorTime()
        timer.set(for: .init(span: Span(milliseconds: 100), since: now(), isAwaited: true))
        #expect(timer.wait() == .timer)
        #expect(now() >= end)
        #expect(processorTime() - before > .milliseconds(5))
    }

    @Test func `nobody is awake for a sleep that nobody waits for`() {
        let timer = LinuxWakeTimer(lead: .seconds(20))
        let before = processorTime()
        timer.set(for: .init(span: Span(milliseconds: 100), since: now()))
        #expect(timer.wait() == .timer)
        #expect(processorTime() - before < .milliseconds(5))
    }

    @Test func `who is awake before the end hears a call, and the sleep ends in time all the same`()
    {
        let timer = LinuxWakeTimer(lead: .seconds(20))
        let end = now() + .seconds(1)
        timer.set(for: .init(span: .seconds(1), since: now(), isAwaited: true))
        whileWaiting { timer.signal() }
        #expect(timer.wait() == .signal)
        #expect(now() < end)
        #expect(timer.wait() == .timer)
        #expect(now() >= end)
    }

    @Test func `who is awake before the end goes by a timer that is set anew`() {
        let timer = LinuxWakeTimer(lead: .seconds(20))
        timer.set(for: .init(span: Self.long, since: now(), isAwaited: true))
        let start = now()
        whileWaiting { timer.set(for: .init(span: .zero, since: start)) }
        #expect(timer.wait() == .timer)
        #expect(now() - start < .seconds(10))
    }

    @Test func `what is far away yet is slept for`() {
        let timer = LinuxWakeTimer()
        let before = processorTime()
        let end = now() + Span(milliseconds: 100)
        timer.set(for: .init(span: Span(milliseconds: 100), since: now(), isAwaited: true))
        #expect(timer.wait() == .timer)
        #expect(now() >= end)
        #expect(processorTime() - before < .milliseconds(5))
    }
}
