/// A time zone, as a rule handed in from outside: the core has no zone database.
public struct Zone: Sendable {
    /// What a clock in the zone shows against UTC at an instant, and the name of that reckoning.
    public struct Reckoning: Hashable, Sendable {
        /// Seconds east of Greenwich.
        public var offsetSeconds: Int
        /// `CET`, `CEST`, `UTC`, or `+0530` where a zone has no letters.
        public var abbreviation: String

        public init(offsetSeconds: Int, abbreviation: String) {
            self.offsetSeconds = offsetSeconds
            self.abbreviation = abbreviation
        }
    }

    public let reckoning: @Sendable (Instant) -> Reckoning

    public init(reckoning: @escaping @Sendable (Instant) -> Reckoning) {
        self.reckoning = reckoning
    }

    public static let utc = Zone { _ in Reckoning(offsetSeconds: 0, abbreviation: "UTC") }

    public func civilTime(_ instant: Instant) -> CivilTime {
        CivilTime(instant, offsetSeconds: reckoning(instant).offsetSeconds)
    }

    /// `Fri 2026-11-20 09:12 CET`: absolute, with weekday and zone, for notices and the journal
    /// (spec/texts.md: a text may arrive hours late).
    public func text(_ instant: Instant) -> String {
        let reckoning = reckoning(instant)
        let time = CivilTime(instant, offsetSeconds: reckoning.offsetSeconds)
        return TimeText.written(atMost: 32 + reckoning.abbreviation.utf8.count) { text in
            text.text(time.weekdayName)
            text.mark(" ")
            text.date(time)
            text.mark(" ")
            text.number(time.hour)
            text.mark(":")
            text.number(time.minute)
            text.mark(" ")
            text.text(reckoning.abbreviation)
        }
    }

    /// `2026-11-20`, the local calendar day that histories are grouped by.
    public func day(_ instant: Instant) -> String {
        TimeText.written(atMost: 32) { $0.date(civilTime(instant)) }
    }
}
