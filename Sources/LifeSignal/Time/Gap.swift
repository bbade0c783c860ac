/// A time in which the daemon could not accept check-ins, and the hold that it opened
/// (spec/time.md).
public struct Gap: Hashable, Sendable {
    /// Rises with every gap, so that a user is told of each once.
    public var number: Int64
    public var start: Instant
    public var end: Instant
    /// The end of the first gap of a row: from there the limit of the hold counts.
    public var firstEnd: Instant

    public init(number: Int64, start: Instant, end: Instant, firstEnd: Instant) {
        self.number = number
        self.start = start
        self.end = end
        self.firstEnd = firstEnd
    }

    /// No user with this interval becomes non-responsive before this instant.
    public func heldUntil(interval: Span, settings: Settings) -> Instant {
        min(end + min(settings.catchUpGrace, interval / 2), firstEnd + settings.holdLimit)
    }

    /// The end of the hold for those it holds longest.
    public func holdEnd(settings: Settings) -> Instant {
        min(end + settings.catchUpGrace, firstEnd + settings.holdLimit)
    }

    /// The gap that `start…end` makes after `earlier`: it prolongs a hold that is still on at
    /// `instant`, when the gap began at the latest, by the clock of now. One that outlasts the limit of
    /// that hold opens one of its own: nobody could answer when the limit was reached
    /// (docs/decisions/0012-an-outage-that-outlasts-a-hold.md).
    public static func following(
        _ earlier: Gap?, start: Instant, end: Instant, isHeldAt instant: Instant,
        settings: Settings
    ) -> Gap {
        let firstOfRow = earlier.flatMap { earlier in
            let prolongs =
                instant < earlier.holdEnd(settings: settings)
                && end < earlier.firstEnd + settings.holdLimit
            return prolongs ? earlier.firstEnd : nil
        }
        return Gap(
            number: (earlier?.number ?? 0) + 1, start: start, end: end,
            firstEnd: firstOfRow ?? end)
    }

    /// This gap after the wall clock was stepped by `step`: its hold is neither skipped nor
    /// stretched.
    public func shifted(by step: Span) -> Gap {
        var gap = self
        gap.start += step
        gap.end += step
        gap.firstEnd += step
        return gap
    }
}
