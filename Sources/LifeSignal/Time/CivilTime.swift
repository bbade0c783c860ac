/// A date and time of day as on a calendar and a clock, in the proleptic Gregorian calendar.
public struct CivilTime: Hashable, Sendable {
    public var year: Int
    /// 1…12
    public var month: Int
    /// 1…31
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
    public var millisecond: Int
    /// 0 is Sunday.
    public var weekday: Int

    /// The UTC time of day at `instant`, moved by `offsetSeconds` east of Greenwich.
    public init(_ instant: Instant, offsetSeconds: Int = 0) {
        let total = instant.milliseconds + Int64(offsetSeconds) * 1000
        let days = total.flooredDivision(by: 86_400_000)
        let rest = Int(total - days * 86_400_000)
        // Days to a civil date: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
        let shifted = days + 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = rest / 3_600_000
        minute = rest / 60_000 % 60
        second = rest / 1000 % 60
        millisecond = rest % 1000
        weekday = Int((days + 4) - (days + 4).flooredDivision(by: 7) * 7)
    }

    /// The instant at which a clock in UTC shows this date and time; the weekday is not looked at.
    public var instant: Instant {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = shiftedYear.flooredDivision(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let seconds = Int64(hour * 3600 + minute * 60 + second)
        return Instant(milliseconds: days * 86_400_000 + seconds * 1000 + Int64(millisecond))
    }

    public static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    public var weekdayName: String { Self.weekdayNames[weekday] }
}

extension Instant {
    /// RFC 3339 in UTC, exactly `YYYY-MM-DDTHH:MM:SS.mmmZ` (io.lifesignal.People).
    public var rfc3339: String {
        let time = CivilTime(self)
        return TimeText.written(atMost: 32) { text in
            text.date(time)
            text.mark("T")
            text.number(time.hour)
            text.mark(":")
            text.number(time.minute)
            text.mark(":")
            text.number(time.second)
            text.mark(".")
            text.number(time.millisecond, digits: 3)
            text.mark("Z")
        }
    }

    /// Reads exactly the form that ``rfc3339`` writes; nil for anything else.
    public init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16),
            let second = number(17..<19), let millisecond = number(20..<23)
        else { return nil }
        var time = CivilTime(Instant(milliseconds: 0))
        time.year = year
        time.month = month
        time.day = day
        time.hour = hour
        time.minute = minute
        time.second = second
        time.millisecond = millisecond
        let instant = time.instant
        // A 31st of April, a 25th hour or another separator comes back as another text.
        guard instant.rfc3339.utf8.elementsEqual(bytes) else { return nil }
        self = instant
    }
}
