import LifeSignal
import Testing

@testable import lifesignald

/// When memory goes back to the system.
struct IdleRulesTests {
    private let few = IdleRules.fewRequests

    private func report(hasTicked: Bool = true, sleep: Span = .minutes(1)) -> EngineCore.Report {
        var report = EngineCore.Report(now: FakeClock.start, sleep: sleep)
        report.hasTicked = hasTicked
        return report
    }

    /// After which of these rounds, with so many requests each, a minute was idle.
    private func idle(_ rounds: (EngineCore.Report, requests: Int)...) -> [Bool] {
        var rules = IdleRules()
        return rounds.map { rules.isIdle(after: $0, of: $1) }
    }

    @Test func `a minute in which few have asked for something is idle, one with more is not`() {
        let minutes = idle((report(), 0), (report(), few), (report(), few + 1), (report(), few))
        #expect(minutes == [true, true, false, true])
    }

    @Test func `what was asked for in any round since the last tick counts`() {
        let round = report(hasTicked: false)
        let rounds = idle((round, few), (report(), 1), (round, 1), (report(), 1))
        #expect(rounds == [false, false, false, true])
    }

    @Test func `with something left to do a minute is not idle`() {
        #expect(idle((report(sleep: .zero), 0), (report(), 0)) == [false, true])
    }

    @Test func `a minute that ends with something that comes about is not idle`() {
        var reload = report()
        reload.outcome.events = [
            .init(value: Event(.reloaded, user: nil, at: reload.now, by: .daemon))
        ]
        #expect(idle((reload, 0), (report(), 0)) == [false, true])
    }
}
