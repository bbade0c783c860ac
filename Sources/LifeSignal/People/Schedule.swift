/// How often a user checks in, and what happens around the deadline.
public struct Schedule: Hashable, Sendable {
    /// 1 s … 366 days.
    public var interval: Span
    /// Lead times before the deadline, longest first, without duplicates, at most 8.
    public var reminders: [Span]
    /// Time after the deadline before the user counts as non-responsive; at most 7 days.
    public var grace: Span

    public static let defaultInterval = Span.seconds(86_400)
    public static let defaultReminder = Span.seconds(7200)
    public static let longestInterval = Span.days(366)
    public static let longestGrace = Span.days(7)
    public static let mostReminders = 8

    /// A schedule from what a caller gave, in whole seconds.
    ///
    /// Reminders left out are the default of two hours if that is below the interval, else none.
    public init(interval: Int64? = nil, reminders: [Int64]? = nil, grace: Int64? = nil)
        throws(Refusal)
    {
        let interval = try Self.validInterval(interval ?? Self.defaultInterval.wholeSeconds)
        let usual = Self.defaultReminder < interval ? [Self.defaultReminder.wholeSeconds] : []
        self.interval = interval
        self.reminders = try Self.validReminders(reminders ?? usual, interval: interval)
        self.grace = try Self.validGrace(grace ?? 0)
    }

    /// A schedule that was valid when it was stored.
    public init(stored interval: Span, reminders: [Span], grace: Span) {
        self.interval = interval
        self.reminders = reminders
        self.grace = grace
    }

    /// This schedule with the given parts replaced; the reminders kept must fit the new interval.
    public func changed(interval: Int64?, reminders: [Int64]?, grace: Int64?) throws(Refusal)
        -> Schedule
    {
        try Schedule(
            interval: interval ?? self.interval.wholeSeconds,
            reminders: reminders ?? self.reminders.map(\.wholeSeconds),
            grace: grace ?? self.grace.wholeSeconds)
    }

    private static func validInterval(_ seconds: Int64) throws(Refusal) -> Span {
        guard seconds >= 1, seconds <= longestInterval.wholeSeconds else {
            throw .invalid(
                parameter: "checkInInterval", reason: "an interval is 1 second to 366 days")
        }
        return .seconds(seconds)
    }

    private static func validReminders(_ seconds: [Int64], interval: Span) throws(Refusal)
        -> [Span]
    {
        func refusal(_ reason: String) -> Refusal {
            .invalid(parameter: "reminders", reason: reason)
        }
        guard seconds.count <= mostReminders else { throw refusal("at most 8 reminders are kept") }
        for lead in seconds {
            guard lead > 0, lead < interval.wholeSeconds else {
                throw refusal(
                    "each reminder lies between 0 and the interval, "
                        + Words.interval(interval) + ", before the deadline")
            }
        }
        guard Set(seconds).count == seconds.count else {
            throw refusal("the same reminder is given twice")
        }
        return seconds.sorted(by: >).map { .seconds($0) }
    }

    private static func validGrace(_ seconds: Int64) throws(Refusal) -> Span {
        guard seconds >= 0, seconds <= longestGrace.wholeSeconds else {
            throw .invalid(parameter: "grace", reason: "a grace is 0 to 7 days")
        }
        return .seconds(seconds)
    }
}
