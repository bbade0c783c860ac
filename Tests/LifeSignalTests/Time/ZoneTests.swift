import LifeSignal
import Testing

struct ZoneTests {
    @Test(arguments: [
        ("2026-11-20T08:12:00.000Z", "Fri 2026-11-20 09:12 CET"),
        ("2026-11-20T08:12:59.999Z", "Fri 2026-11-20 09:12 CET"),
        ("2026-03-29T00:59:59.999Z", "Sun 2026-03-29 01:59 CET"),
        ("2026-03-29T01:00:00.000Z", "Sun 2026-03-29 03:00 CEST"),
        ("2026-10-25T00:59:59.999Z", "Sun 2026-10-25 02:59 CEST"),
        ("2026-10-25T01:00:00.000Z", "Sun 2026-10-25 02:00 CET"),
        ("2026-07-01T22:00:00.000Z", "Thu 2026-07-02 00:00 CEST"),
        ("2026-12-31T23:00:00.000Z", "Fri 2027-01-01 00:00 CET"),
    ])
    func `an instant has weekday, date, time and the zone's name of that day`(
        instant: String, text: String
    ) throws {
        #expect(try Zone.berlin.text(#require(Instant(rfc3339: instant))) == text)
    }

    @Test func `a day after a check-in is another time of day across each switch`() throws {
        let spring = try #require(Instant(rfc3339: "2026-03-28T08:12:00.000Z"))
        #expect(Zone.berlin.text(spring) == "Sat 2026-03-28 09:12 CET")
        #expect(Zone.berlin.text(spring + .hours(24)) == "Sun 2026-03-29 10:12 CEST")
        let autumn = try #require(Instant(rfc3339: "2026-10-24T07:12:00.000Z"))
        #expect(Zone.berlin.text(autumn) == "Sat 2026-10-24 09:12 CEST")
        #expect(Zone.berlin.text(autumn + .hours(24)) == "Sun 2026-10-25 08:12 CET")
    }

    @Test func `the hour that comes twice is told apart by the zone's name`() throws {
        let first = try #require(Instant(rfc3339: "2026-10-25T00:30:00.000Z"))
        #expect(Zone.berlin.text(first) == "Sun 2026-10-25 02:30 CEST")
        #expect(Zone.berlin.text(first + .hours(1)) == "Sun 2026-10-25 02:30 CET")
    }

    @Test func `a day is the local calendar's`() throws {
        let evening = try #require(Instant(rfc3339: "2026-03-28T22:59:59.999Z"))
        #expect(Zone.berlin.day(evening) == "2026-03-28")
        #expect(Zone.berlin.day(evening + Span(milliseconds: 1)) == "2026-03-29")
        // A day of 23 hours, and one of 25.
        #expect(Zone.berlin.day(evening + .hours(23)) == "2026-03-29")
        #expect(Zone.berlin.day(evening + .hours(23) + Span(milliseconds: 1)) == "2026-03-30")
        let autumn = try #require(Instant(rfc3339: "2026-10-24T22:00:00.000Z"))
        #expect(Zone.berlin.day(autumn) == "2026-10-25")
        #expect(Zone.berlin.day(autumn + .hours(25) - Span(milliseconds: 1)) == "2026-10-25")
        #expect(Zone.berlin.day(autumn + .hours(25)) == "2026-10-26")
    }

    @Test func `civil time is the local clock's`() throws {
        let time = Zone.berlin.civilTime(try #require(Instant(rfc3339: "2026-07-01T22:30:15.007Z")))
        #expect([time.year, time.month, time.day, time.weekday] == [2026, 7, 2, 4])
        #expect([time.hour, time.minute, time.second, time.millisecond] == [0, 30, 15, 7])
        let switches = try #require(Instant(rfc3339: "2026-03-29T01:00:00.000Z"))
        #expect(Zone.berlin.civilTime(switches).hour == 3)
        #expect(Zone.berlin.civilTime(switches - Span(milliseconds: 1)).hour == 1)
    }

    @Test func `UTC and zones without letters name themselves`() throws {
        let instant = try #require(Instant(rfc3339: "2026-01-01T00:00:00.000Z"))
        #expect(Zone.utc.text(instant) == "Thu 2026-01-01 00:00 UTC")
        #expect(Zone.utc.day(instant) == "2026-01-01")
        let nepal = Zone { _ in Zone.Reckoning(offsetSeconds: 20_700, abbreviation: "+0545") }
        #expect(nepal.text(instant) == "Thu 2026-01-01 05:45 +0545")
        let west = Zone { _ in Zone.Reckoning(offsetSeconds: -34_200, abbreviation: "-0930") }
        #expect(west.text(instant) == "Wed 2025-12-31 14:30 -0930")
        #expect(west.day(instant) == "2025-12-31")
    }
}
