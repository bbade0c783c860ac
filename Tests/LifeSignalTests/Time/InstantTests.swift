import Testing

@testable import LifeSignal

struct InstantTests {
    @Test func `an instant moves by a span and differs by one`() {
        let start = Instant(milliseconds: 1000)
        #expect(start + .seconds(2) == Instant(milliseconds: 3000))
        #expect(start - .seconds(2) == Instant(milliseconds: -1000))
        #expect(start - Instant(milliseconds: 3500) == Span(milliseconds: -2500))
        #expect(start < start + Span(milliseconds: 1))
        var moved = start
        moved += .minutes(1)
        #expect(moved == Instant(milliseconds: 61_000))
    }

    @Test func `spans have the lengths of their names`() {
        #expect(Span.seconds(1).milliseconds == 1000)
        #expect(Span.minutes(1) == .seconds(60))
        #expect(Span.hours(1) == .seconds(3600))
        #expect(Span.days(1) == .seconds(86_400))
        #expect(Span.zero == .seconds(0))
        #expect(Span.seconds(1) < .seconds(2))
        #expect(Span.seconds(1) + .seconds(2) - .seconds(4) == .seconds(-1))
        #expect(Span.seconds(15) / 2 == Span(milliseconds: 7500))
    }

    @Test(
        arguments: [
            (0, 0, 0), (1, 0, 1), (999, 0, 1), (1000, 1, 1), (1001, 1, 2),
            (-1, -1, 0), (-999, -1, 0), (-1000, -1, -1), (-1001, -2, -1),
        ] as [(Int64, Int64, Int64)])
    func `whole seconds are rounded down or up, below zero too`(
        milliseconds: Int64, down: Int64, up: Int64
    ) {
        let span = Span(milliseconds: milliseconds)
        #expect(span.wholeSeconds == down)
        #expect(span.secondsRoundedUp == up)
    }
}

struct RFC3339Tests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (1_795_162_320_000, "2026-11-20T08:12:00.000Z"),
            (1_709_210_096_789, "2024-02-29T12:34:56.789Z"),
            (-12_212_553_599_999, "1583-01-01T00:00:00.001Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func `an instant is written and read back to the millisecond`(
        milliseconds: Int64, text: String
    ) {
        #expect(Instant(milliseconds: milliseconds).rfc3339 == text)
        #expect(Instant(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        arguments: [
            (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
            (.max, "292278994-08-17T07:12:55.807Z"),
        ] as [(Int64, String)])
    func `a year of more than four digits is written whole, and not read`(
        milliseconds: Int64, text: String
    ) {
        #expect(Instant(milliseconds: milliseconds).rfc3339 == text)
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20T08:12:00Z", "2026-11-20T08:12:00.0Z",
        "2026-11-20T08:12:00.0000Z", "2026-11-20T08:12:00.000", "2026-11-20T08:12:00.000+00:00",
        "2026-11-20T08:12:00.000z", "2026-11-20t08:12:00.000Z", "2026-11-20 08:12:00.000Z",
        " 2026-11-20T08:12:00.000Z", "2026-11-20T08:12:00.000Z ", "2026/11/20T08:12:00.000Z",
        "2026-11-20T08:12:00,000Z", "2026-11-20T08-12-00.000Z", "+026-11-20T08:12:00.000Z",
        "-026-11-20T08:12:00.000Z", "2026-1a-20T08:12:00.000Z", "2026-11-20T08:12:00.0 0Z",
        "٢٠-11-20T08:12:00.000Z", "12026-11-20T08:12:00.00Z",
    ])
    func `any other form is refused`(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(arguments: [
        "2026-00-20", "2026-13-20", "2026-11-00", "2026-11-31", "2026-01-32", "2025-02-29",
        "1900-02-29", "2100-02-29", "2024-02-30",
    ])
    func `a day that no calendar has is refused`(day: String) {
        #expect(Instant(rfc3339: "\(day)T08:12:00.000Z") == nil)
    }

    @Test(arguments: ["24:00:00", "25:00:00", "08:60:00", "08:12:60", "23:59:60", "99:99:99"])
    func `a time that no clock shows is refused`(time: String) {
        #expect(Instant(rfc3339: "2026-11-20T\(time).000Z") == nil)
    }

    @Test(arguments: ["2024-02-29", "2000-02-29", "2026-12-31", "2026-01-01"])
    func `the days at the ends of months are read`(day: String) {
        #expect(Instant(rfc3339: "\(day)T23:59:59.999Z")?.rfc3339 == "\(day)T23:59:59.999Z")
    }
}
