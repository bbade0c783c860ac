/// One line of the audit trail. Its number is the store's to give.
public struct Event: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case userAdded, userChanged, userRemoved, checkedIn, reminderDue, becameNonResponsive
        case recovered, responderAdded, responderRemoved, pingSent, pingResponded, pingCleared
        case pingExpired, alertRaised, alertCleared, channelAdded, channelRemoved, deliveryFailed
        case gap, clockStepped, reloaded, started, stopped
    }

    /// Who sees an event beside the user whom it is about and the admins (spec/interface.md, "What
    /// a bound account sees").
    public enum Audience: Hashable, Sendable {
        /// Every responder of theirs: it tells of the life that responders look after.
        case responders
        /// The one at the other end of the edge or ping.
        case otherParty
        /// Nobody: it tells of channels, or of the machine.
        case nobody
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

extension Event.Kind {
    public var audience: Event.Audience {
        switch self {
        case .userAdded, .userChanged, .userRemoved, .checkedIn, .reminderDue,
            .becameNonResponsive, .recovered, .alertRaised, .alertCleared:
            .responders
        case .responderAdded, .responderRemoved, .pingSent, .pingResponded, .pingCleared,
            .pingExpired:
            .otherParty
        case .channelAdded, .channelRemoved, .deliveryFailed, .gap, .clockStepped, .reloaded,
            .started, .stopped:
            .nobody
        }
    }
}
