import LifeSignal
import Testing

@testable import lifesignald

/// When the log is written back, by rules that know no log.
struct WriteBackRulesTests {
    private static let quiet = WriteBackRules.quiet.milliseconds
    private static let margin = WriteBackRules.margin.milliseconds

    /// Somebody asked for something at 0 for the last time.
    private func rules(pages: Int = WriteBackRules.long) -> WriteBackRules {
        WriteBackRules(pages: pages, lastWork: BootTime(milliseconds: 0))
    }

    private func reading(_ boot: Int64, wall: Int64? = nil) -> ClockReading {
        ClockReading(
            wall: Instant(milliseconds: wall ?? boot), boot: BootTime(milliseconds: boot),
            bootID: "boot")
    }

    private func sleep(_ milliseconds: Int64, since: Int64 = 0) -> RoundRules.Sleep {
        RoundRules.Sleep(
            span: Span(milliseconds: milliseconds), since: Instant(milliseconds: since))
    }

    private func isTime(
        pages: Int = WriteBackRules.long, at now: Int64, untilDue: Int64 = 60_000,
        callsWait: Bool = false
    ) -> Bool {
        rules(pages: pages).isTime(
            at: reading(now), before: sleep(untilDue), callsWait: callsWait)
    }

    @Test func `a long log is written back once nobody has asked for anything for a moment`() {
        #expect(!isTime(at: Self.quiet - 1))
        #expect(isTime(at: Self.quiet))
        #expect(isTime(at: 50_000))
    }

    @Test func `a short one is not`() {
        #expect(!isTime(pages: WriteBackRules.long - 1, at: 50_000))
    }

    @Test func `not while a call waits for a round`() {
        #expect(!isTime(at: Self.quiet, callsWait: true))
    }

    @Test func `not before something that is due soon, or is due already`() {
        #expect(isTime(at: Self.quiet, untilDue: Self.quiet + Self.margin))
        #expect(!isTime(at: Self.quiet, untilDue: Self.quiet + Self.margin - 1))
        #expect(!isTime(at: Self.quiet, untilDue: 0))
    }

    @Test func `until it is written back the sleep is as long as nobody asks for anything`() {
        let shorter = rules().shorten(sleep(60_000, since: -3), at: reading(2))
        #expect(shorter == sleep(Self.quiet - 2, since: 2))
        let late = rules().shorten(sleep(60_000), at: reading(50_000))
        #expect(late == sleep(1, since: 50_000))
    }

    @Test func `the wall clock says what is due, and that since boot how long it has been quiet`() {
        let shorter = rules().shorten(
            sleep(60_000, since: 7_000_000), at: reading(4, wall: 7_000_004))
        #expect(shorter == sleep(Self.quiet - 4, since: 7_000_004))
        #expect(
            rules().isTime(
                at: reading(Self.quiet, wall: -90_000), before: sleep(60_000), callsWait: false))
    }

    @Test func `with a short log, or something due soon after, the sleep stays as it is`() {
        let unchanged = sleep(60_000, since: -3)
        #expect(
            rules(pages: WriteBackRules.long - 1).shorten(unchanged, at: reading(2)) == unchanged)
        let enough = sleep(Self.quiet + Self.margin)
        #expect(rules().shorten(enough, at: reading(0)) == sleep(Self.quiet))
        let soon = sleep(Self.quiet + Self.margin - 1)
        #expect(rules().shorten(soon, at: reading(0)) == soon)
        #expect(rules().shorten(sleep(5), at: reading(80)) == sleep(5))
    }
}
