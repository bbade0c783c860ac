import LifeSignal
import Testing

struct WordsTests {
    @Test(
        arguments: [
            (-3600, "Overdue"), (-1, "Overdue"), (0, "Overdue"), (1, "0m 1s"), (45, "0m 45s"),
            (59, "0m 59s"), (60, "1m 0s"), (3570, "59m 30s"), (3599, "59m 59s"), (3600, "1h 0m"),
            (3659, "1h 0m"), (3660, "1h 1m"), (13 * 3600 + 4 * 60, "13h 4m"),
            (13 * 3600 + 4 * 60 + 59, "13h 4m"), (86_399, "23h 59m"), (86_400, "24h 0m"),
            (366 * 86_400, "8784h 0m"),
        ] as [(Int64, String)])
    func `time remaining is hours and minutes from an hour up, minutes and seconds below`(
        seconds: Int64, words: String
    ) {
        #expect(Words.remaining(.seconds(seconds)) == words)
    }

    /// Overdue is said at the deadline and no millisecond before.
    @Test(
        arguments: [
            (1, "0m 0s"), (999, "0m 0s"), (1999, "0m 1s"), (3_599_999, "59m 59s"),
            (-1, "Overdue"),
        ] as [(Int64, String)])
    func `time remaining is rounded down and not yet overdue within its last second`(
        milliseconds: Int64, words: String
    ) {
        #expect(Words.remaining(Span(milliseconds: milliseconds)) == words)
    }

    @Test func `a user without a deadline shows a dash`() {
        #expect(Words.waiting == "–")
    }

    @Test(
        arguments: [
            (86_400, "1 day"), (172_800, "2 days"), (366 * 86_400, "366 days"),
            (3600, "1 hour"), (7200, "2 hours"), (129_600, "36 hours"), (90_000, "25 hours"),
            (5400, "1h 30m"), (90, "1m 30s"), (45, "45s"), (60, "1m"), (1, "1s"), (3601, "1h 1s"),
            (3661, "1h 1m 1s"), (86_401, "24h 1s"), (86_460, "24h 1m"), (3599, "59m 59s"),
            (0, "0s"),
        ] as [(Int64, String)])
    func `an interval is whole days, else whole hours, else the parts that are not zero`(
        seconds: Int64, words: String
    ) {
        #expect(Words.interval(.seconds(seconds)) == words)
    }

    @Test func `an interval is rounded down to seconds`() {
        #expect(Words.interval(Span(milliseconds: 86_400_999)) == "1 day")
        #expect(Words.interval(Span(milliseconds: 45_999)) == "45s")
    }

    @Test(
        arguments: [
            (-5, "00:00"), (0, "00:00"), (9, "00:09"), (59, "00:59"), (60, "01:00"),
            (3599, "59:59"), (3600, "01:00:00"), (3661, "01:01:01"), (86_399, "23:59:59"),
            (86_400, "24:00:00"), (99 * 3600 + 3599, "99:59:59"), (100 * 3600, "100:00:00"),
            (12_345 * 3600 + 1, "12345:00:01"),
        ] as [(Int64, String)])
    func `an alert's duration is a clock that never runs below zero`(
        seconds: Int64, words: String
    ) {
        #expect(Words.clock(.seconds(seconds)) == words)
    }

    @Test func `an alert's duration is rounded down`() {
        #expect(Words.clock(Span(milliseconds: 59_999)) == "00:59")
        #expect(Words.clock(Span(milliseconds: 3_599_999)) == "59:59")
        #expect(Words.clock(Span(milliseconds: -1)) == "00:00")
    }
}
