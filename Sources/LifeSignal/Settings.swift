/// What the configuration settles for the domain; the defaults are those of spec/interface.md.
public struct Settings: Hashable, Sendable {
    /// Handles of the users who are told about problems.
    public var operators: [String] = []
    /// What to call in an emergency; nil reads ``anyEmergencyNumber``.
    public var emergencyNumber: String?
    /// How long events and histories are kept.
    public var retention: Span = .days(400)
    /// How long a ping waits for an answer.
    public var pingExpiry: Span = .hours(24)
    /// From what length on a gap opens a hold.
    public var gapThreshold: Span = .minutes(2)
    /// How long after a gap nobody becomes non-responsive.
    public var catchUpGrace: Span = .minutes(15)
    /// How long after the first gap of a row a hold lasts at the most.
    public var holdLimit: Span = .hours(1)
    /// What either of them may be set to at the most.
    public static let longestHold = Span.days(1)
    /// How long a delivery is tried, counting only time with a sender connected.
    public var retryFor: Span = .hours(24)

    public init() {}

    /// `{emergency}` of spec/texts.md.
    var emergency: String { emergencyNumber ?? Self.anyEmergencyNumber }

    /// What is said to be called where the configuration names no number (spec/texts.md).
    public static let anyEmergencyNumber = "your local emergency number"
}
