/// A point on the UTC wall clock, in whole milliseconds since 1970 (spec/time.md).
///
/// An instant and a ``Span`` are different types, so that a time of day is never added to another.
public struct Instant: Hashable, Comparable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
    public static func + (a: Instant, b: Span) -> Instant {
        Instant(milliseconds: a.milliseconds + b.milliseconds)
    }
    public static func - (a: Instant, b: Span) -> Instant {
        Instant(milliseconds: a.milliseconds - b.milliseconds)
    }
    public static func - (a: Instant, b: Instant) -> Span {
        Span(milliseconds: a.milliseconds - b.milliseconds)
    }
    public static func += (a: inout Instant, b: Span) { a = a + b }
}

/// An elapsed time, in whole milliseconds: 24 h is 24 h across a daylight-saving change.
public struct Span: Hashable, Comparable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static let zero = Span(milliseconds: 0)
    public static func seconds(_ count: Int64) -> Span { Span(milliseconds: count * 1000) }
    public static func minutes(_ count: Int64) -> Span { .seconds(count * 60) }
    public static func hours(_ count: Int64) -> Span { .minutes(count * 60) }
    public static func days(_ count: Int64) -> Span { .hours(count * 24) }

    /// Whole seconds, rounded down.
    public var wholeSeconds: Int64 { milliseconds.flooredDivision(by: 1000) }
    /// Whole seconds, rounded up.
    public var secondsRoundedUp: Int64 { -(-milliseconds).flooredDivision(by: 1000) }

    public static func < (a: Span, b: Span) -> Bool { a.milliseconds < b.milliseconds }
    public static func + (a: Span, b: Span) -> Span {
        Span(milliseconds: a.milliseconds + b.milliseconds)
    }
    public static func - (a: Span, b: Span) -> Span {
        Span(milliseconds: a.milliseconds - b.milliseconds)
    }
    public static func / (a: Span, b: Int64) -> Span { Span(milliseconds: a.milliseconds / b) }
}

extension Int64 {
    /// Division that rounds toward negative infinity; `divisor` > 0.
    func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
