import Testing

@testable import LifeSignal

struct CivilTimeTests {
    /// Days since 1970 and weekdays, 0 for Sunday, as Python's datetime has them.
    @Test(
        arguments: [
            (1, 1, 1, -719_162, 1), (1582, 10, 15, -141_427, 5), (1600, 2, 29, -135_081, 2),
            (1900, 2, 28, -25_509, 3), (1900, 3, 1, -25_508, 4), (1969, 12, 31, -1, 3),
            (1970, 1, 1, 0, 4), (2000, 2, 29, 11_016, 2), (2000, 3, 1, 11_017, 3),
            (2024, 2, 29, 19_782, 4), (2026, 11, 20, 20_777, 5), (2100, 2, 28, 47_540, 0),
            (2100, 3, 1, 47_541, 1), (2400, 2, 29, 157_113, 2), (9999, 12, 31, 2_932_896, 5),
        ] as [(Int, Int, Int, Int64, Int)])
    func `known days have their date and weekday`(
        year: Int, month: Int, day: Int, days: Int64, weekday: Int
    ) {
        for milliseconds in [0, 86_399_999] as [Int64] {
            let time = CivilTime(Instant(milliseconds: days * 86_400_000 + milliseconds))
            #expect(
                [time.year, time.month, time.day, time.weekday] == [year, month, day, weekday])
        }
    }

    @Test func `eight centuries of days follow each other as on a calendar`() {
        var (year, month, day, weekday) = (1600, 1, 1, 6)
        var midnight = Instant(milliseconds: -135_140 * 86_400_000)
        while year < 2400 {
            let time = CivilTime(midnight)
            guard
                [time.year, time.month, time.day, time.weekday] == [year, month, day, weekday],
                time.instant == midnight
            else {
                Issue.record("\(time) instead of \(year)-\(month)-\(day)")
                return
            }
            let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            (weekday, day) = ((weekday + 1) % 7, day + 1)
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
            midnight += .days(1)
        }
    }

    @Test(
        arguments: [
            (0, [0, 0, 0, 0]), (86_399_999, [23, 59, 59, 999]), (-1, [23, 59, 59, 999]),
            (-86_400_000, [0, 0, 0, 0]), (3_661_001, [1, 1, 1, 1]), (-86_399_999, [0, 0, 0, 1]),
        ] as [(Int64, [Int])])
    func `the time of day is counted from midnight, before 1970 too`(
        milliseconds: Int64, parts: [Int]
    ) {
        let time = CivilTime(Instant(milliseconds: milliseconds))
        #expect([time.hour, time.minute, time.second, time.millisecond] == parts)
        #expect(time.instant.milliseconds == milliseconds)
    }

    @Test func `an offset moves the clock, and the date where it passes midnight`() {
        let newYear = Instant(milliseconds: 1_767_225_600_000)
        let west = CivilTime(newYear, offsetSeconds: -1)
        #expect([west.year, west.month, west.day, west.weekday] == [2025, 12, 31, 3])
        #expect([west.hour, west.minute, west.second] == [23, 59, 59])
        let east = CivilTime(newYear - Span(milliseconds: 1), offsetSeconds: 20_700)
        #expect([east.year, east.month, east.day, east.weekday] == [2026, 1, 1, 4])
        #expect([east.hour, east.minute, east.second, east.millisecond] == [5, 44, 59, 999])
    }

    @Test func `weekdays have their English names`() {
        let thursday = Instant(milliseconds: 0)
        let names = (0..<7).map { CivilTime(thursday + .days($0)).weekdayName }
        #expect(names == ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"])
    }

    @Test(arguments: [(7, "0007-03-09"), (2026, "2026-03-09"), (12_345, "12345-03-09")])
    func `years are filled up with zeros and never cut`(year: Int, text: String) {
        var time = CivilTime(Instant(milliseconds: 0))
        (time.year, time.month, time.day) = (year, 3, 9)
        #expect(Zone.utc.day(time.instant) == text)
        #expect(time.instant.rfc3339 == "\(text)T00:00:00.000Z")
        #expect(Zone.utc.text(time.instant) == "\(time.instant.weekday) \(text) 00:00 UTC")
    }
}

extension Instant {
    fileprivate var weekday: String { CivilTime(self).weekdayName }
}
