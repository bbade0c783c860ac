import LifeSignal
import Testing

@testable import lifesignalctl

struct WhenTests {
    /// Central European time in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
    static let zone = Zone { instant in
        let summer =
            Instant(rfc3339: "2026-03-29T01:00:00.000Z")!..<Instant(
                rfc3339: "2026-10-25T01:00:00.000Z")!
        return summer.contains(instant)
            ? Zone.Reckoning(offsetSeconds: 7200, abbreviation: "CEST")
            : Zone.Reckoning(offsetSeconds: 3600, abbreviation: "CET")
    }
    static let now = Instant(rfc3339: "2026-11-20T08:12:33.500Z")!

    @Test(arguments: [
        ("now", "2026-11-20T08:12:33.500Z"), ("+2h", "2026-11-20T10:12:33.500Z"),
        ("-1day", "2026-11-19T08:12:33.500Z"), ("09:12", "2026-11-21T08:12:00.000Z"),
        ("09:12:05", "2026-11-21T08:12:05.000Z"), ("23:59", "2026-11-20T22:59:00.000Z"),
        ("2026-07-01", "2026-06-30T22:00:00.000Z"),
        ("2026-07-01 09:12", "2026-07-01T07:12:00.000Z"),
        ("2026-07-01T09:12", "2026-07-01T07:12:00.000Z"),
        ("2026-07-01T09:12:00Z", "2026-07-01T09:12:00.000Z"),
        ("2026-07-01T09:12:00.250Z", "2026-07-01T09:12:00.250Z"),
    ])
    func `a time is read on the reader's clock`(text: String, expected: String) throws {
        let when = try #require(When(text))
        #expect(when.instant(now: Self.now, in: Self.zone).rfc3339 == expected)
    }

    @Test(arguments: [
        "", "tomorrow", "25:00", "9:12", "2026-02-30", "2026-11-20 09:12 CET", "+", "+2parsecs",
        "2026-11-20 2026-11-21", "09:12 2026-11-20", "Z",
    ])
    func `what is no time is refused`(text: String) {
        #expect(When(text) == nil)
    }

    @Test func `a time that summer time repeats is the first of the two`() throws {
        let when = try #require(When("2026-10-25 02:30"))
        #expect(
            when.instant(now: Self.now, in: Self.zone).rfc3339 == "2026-10-25T00:30:00.000Z")
    }

    @Test func `a time that summer time skips is as much later`() throws {
        let when = try #require(When("2026-03-29 02:30"))
        #expect(
            when.instant(now: Self.now, in: Self.zone).rfc3339 == "2026-03-29T01:30:00.000Z")
    }
}
