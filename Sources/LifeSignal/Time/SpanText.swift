extension Span {
    /// Why a text is no time span.
    public enum TextError: Error, Equatable {
        case empty
        case notASpan(String)
        case unknownUnit(String)
        case tooLong
        case fraction
    }

    /// Reads a span as systemd.time(7) writes it: `24h`, `1day 30min`, `1.5h`, `90` (seconds).
    ///
    /// Fractions of a second, `infinity` and what does not fit are refused; zero is read, and it is
    /// the caller's to refuse it.
    public init(systemdText text: String) throws(TextError) {
        var rest = Array(text.utf8)[...]
        while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
        Self.skipBlanks(&rest)
        guard !rest.isEmpty else { throw .empty }
        guard !rest.elementsEqual("infinity".utf8) else { throw .tooLong }
        var microseconds: Int64 = 0
        while !rest.isEmpty {
            let digits = Self.take(&rest, while: Self.isDigit)
            var decimals: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: ".") {
                rest.removeFirst()
                decimals = Self.take(&rest, while: Self.isDigit)
                guard !decimals.isEmpty else { throw .notASpan(text) }
            }
            guard !digits.isEmpty || !decimals.isEmpty else { throw .notASpan(text) }
            Self.skipBlanks(&rest)
            let name = Self.take(&rest) { !Self.isDigit($0) && !Self.isBlank($0) && $0 != 46 }
            Self.skipBlanks(&rest)
            let unitName = String(decoding: name, as: UTF8.self)
            guard let unit = Self.units[unitName] else { throw .unknownUnit(unitName) }
            microseconds = try Self.adding(digits, decimals, of: unit, to: microseconds)
        }
        guard microseconds % 1_000_000 == 0 else { throw .fraction }
        self = .seconds(microseconds / 1_000_000)
    }

    /// `sum` and so many units; decimals beyond a microsecond are dropped, as systemd does.
    private static func adding(
        _ digits: ArraySlice<UInt8>, _ decimals: ArraySlice<UInt8>, of unit: Int64, to sum: Int64
    ) throws(TextError) -> Int64 {
        guard let count = digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self)) else {
            throw .tooLong
        }
        let (whole, isTooMuch) = count.multipliedReportingOverflow(by: unit)
        var part: Int64 = 0
        var place = unit
        for digit in decimals {
            place /= 10
            part += Int64(digit - UInt8(ascii: "0")) * place
        }
        let (value, isMore) = whole.addingReportingOverflow(part)
        let (total, isMost) = sum.addingReportingOverflow(value)
        guard !isTooMuch, !isMore, !isMost else { throw .tooLong }
        return total
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

    private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) {
        _ = take(&rest, while: isBlank)
    }

    private static func take(
        _ rest: inout ArraySlice<UInt8>, while isWanted: (UInt8) -> Bool
    ) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: isWanted)
        rest = rest.dropFirst(taken.count)
        return taken
    }

    /// The units of systemd.time(7), in microseconds; a year is 365.25 days, a month 30.44.
    private static let units: [String: Int64] = {
        var units: [String: Int64] = [:]
        for (microseconds, names) in [
            (1, ["us", "usec", "µs", "μs"]),
            (1000, ["ms", "msec"]),
            (1_000_000, ["", "s", "sec", "second", "seconds"]),
            (60_000_000, ["m", "min", "minute", "minutes"]),
            (3_600_000_000, ["h", "hr", "hour", "hours"]),
            (86_400_000_000, ["d", "day", "days"]),
            (604_800_000_000, ["w", "week", "weeks"]),
            (2_629_800_000_000, ["M", "month", "months"]),
            (31_557_600_000_000, ["y", "year", "years"]),
        ] {
            for name in names { units[name] = Int64(microseconds) }
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
