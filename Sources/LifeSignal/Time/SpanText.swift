extension Span {
    /// Why a text is no time span.
    public enum TextError: Error, Equatable {
        case empty
        case notASpan(String)
        case unknownUnit(String)
        case tooLong
        case fraction
    }

    /// Reads a span as systemd.time(7) writes it: `24h`, `1day 30min`, `90` (seconds).
    ///
    /// Fractions of a second, `infinity` and what does not fit are refused; zero is read, and it is
    /// the caller's to refuse it.
    public init(systemdText text: String) throws(TextError) {
        var rest = text[...]
        func skipBlanks() { rest = rest.drop(while: { $0 == " " || $0 == "\t" }) }
        skipBlanks()
        guard !rest.isEmpty else { throw .empty }
        if rest == "infinity" { throw .tooLong }
        var total: Int64 = 0
        while !rest.isEmpty {
            let number = rest.prefix(while: { ("0"..."9").contains($0) })
            guard !number.isEmpty else { throw .notASpan(text) }
            rest = rest.dropFirst(number.count)
            if rest.first == "." { throw .fraction }
            guard let count = Int64(number) else { throw .tooLong }
            skipBlanks()
            let unit = String(rest.prefix(while: { !("0"..."9").contains($0) && $0 != " " }))
            rest = rest.dropFirst(unit.count)
            skipBlanks()
            guard let seconds = Self.unitSeconds[unit] else {
                if ["ms", "msec", "us", "usec", "µs", "μs", "ns", "nsec"].contains(unit) {
                    throw .fraction
                }
                throw .unknownUnit(unit)
            }
            let (part, overflow) = count.multipliedReportingOverflow(by: seconds)
            let (sum, overflow2) = total.addingReportingOverflow(part)
            guard !overflow, !overflow2, sum <= Int64.max / 1000 else { throw .tooLong }
            total = sum
        }
        self = .seconds(total)
    }

    /// The units of systemd.time(7) from a second up; a year is 365.25 days, a month 30.44.
    private static let unitSeconds: [String: Int64] = {
        var units: [String: Int64] = ["": 1]
        for (seconds, names) in [
            (1, ["s", "sec", "second", "seconds"]),
            (60, ["m", "min", "minute", "minutes"]),
            (3600, ["h", "hr", "hour", "hours"]),
            (86_400, ["d", "day", "days"]),
            (604_800, ["w", "week", "weeks"]),
            (2_629_800, ["M", "month", "months"]),
            (31_557_600, ["y", "year", "years"]),
        ] {
            for name in names { units[name] = Int64(seconds) }
        }
        return units
    }()
}

extension Span.TextError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "a time span is needed, such as 24h or 1day 30min"
        case .notASpan(let text): "“\(text)” is no time span; write it like 24h or 1day 30min"
        case .unknownUnit(let unit): "unknown unit of time “\(unit)”; use s, min, h, d or w"
        case .tooLong: "that time span is too long"
        case .fraction: "time spans are whole seconds"
        }
    }
}
