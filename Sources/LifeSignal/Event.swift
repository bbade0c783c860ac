/// One line of the audit trail. Its number is the store's to give.
public struct Event: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case userAdded, userChanged, userRemoved, checkedIn, reminderDue, becameNonResponsive
        case recovered, responderAdded, responderRemoved, pingSent, pingResponded, pingCleared
        case pingExpired, alertRaised, alertCleared, channelAdded, channelRemoved, deliveryFailed
        case gap, clockStepped, reloaded, started, stopped
    }

    public var kind: Kind
    public var user: UserID?
    public var at: Instant
    public var by: Actor
    /// Which fields, whom, when: never notes, numbers or addresses.
    public var detail: [String: String]

    public init(
        _ kind: Kind, user: UserID?, at: Instant, by: Actor, detail: [String: String] = [:]
    ) {
        self.kind = kind
        self.user = user
        self.at = at
        self.by = by
        self.detail = detail
    }
}
