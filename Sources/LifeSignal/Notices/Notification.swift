/// Something one user must be told; it fans out to a delivery per channel.
public struct Notification: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case reminder, overdue, nonResponsive, recovered, scheduleChanged, alertRaised
        case alertCleared, ping, pingResponded, pingCleared, pingExpired, contactAdded
        case contactRemoved, system, test
    }

    /// Which of its user's channels a notification goes to.
    public enum Channels: Hashable, Sendable {
        case all
        case only([Identifier])
    }

    public var id: Identifier
    public var kind: Kind
    /// The incident, alert, ping, problem or edge that it belongs to, or all that reminds of one check-in.
    public var cause: Identifier?
    public var recipient: UserID
    public var about: UserID?
    public var at: Instant
    public var notice: Notice
    public var channels: Channels
    /// A gap's reminder outlives nextCheckIn, other reminders do not.
    public var ofGap: Bool

    public init(
        id: Identifier, kind: Kind, cause: Identifier? = nil, recipient: UserID, about: UserID?,
        at: Instant, notice: Notice, channels: Channels = .all, ofGap: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.cause = cause
        self.recipient = recipient
        self.about = about
        self.at = at
        self.notice = notice
        self.channels = channels
        self.ofGap = ofGap
    }
}

extension Notification.Kind {
    /// These go ahead of the rest, are never given up while their incident lasts, and wait for no pause.
    public var isAlarm: Bool { self == .nonResponsive || self == .alertRaised }

    /// Of these many that wait for a channel go as one message (``MergedNotice``).
    public var isMerged: Bool { self != .alertRaised && self != .alertCleared }

    /// All that are.
    public static let alarms = allCases.filter(\.isAlarm)

    /// Kinds whose `cause` is an incident or an alert: what the socket calls `incident`.
    public var belongsToIncident: Bool {
        switch self {
        case .nonResponsive, .recovered, .alertRaised, .alertCleared: true
        default: false
        }
    }

    /// The kinds that this one answers: on one channel it never overtakes them.
    public var answers: [Notification.Kind] {
        switch self {
        case .recovered: [.nonResponsive]
        case .alertCleared: [.alertRaised]
        case .pingCleared, .pingResponded, .pingExpired: [.ping]
        default: []
        }
    }

    /// Kinds of which the last one that somebody reads about somebody has to be the one that holds: on one channel
    /// they go in the order in which they were written.
    public var goesAfter: [Notification.Kind] {
        switch self {
        case .scheduleChanged: [.scheduleChanged]
        // That a call for help is over while a silence goes on, or the other way round, is untrue once both are.
        case .recovered, .alertCleared: [.recovered, .alertCleared]
        default: []
        }
    }

    /// That it is over, which is true no more once the same person needs help again.
    public var isAllClear: Bool { self == .recovered || self == .alertCleared }
}

/// What a person reads: a title and a body.
public struct Notice: Hashable, Sendable {
    public var title: String
    public var body: String
    /// Where the emergency note stands in the body, in UTF-8 bytes: what is cut first when a
    /// channel has too little room.
    public var note: Range<Int>?

    public init(title: String, body: String, note: Range<Int>? = nil) {
        self.title = title
        self.body = body
        self.note = note
    }
}

/// Deliveries that have become pointless: those that are pending and not begun become withdrawn,
/// begun ones when their attempt fails.
public struct Withdrawal: Hashable, Sendable {
    /// Any kind if empty.
    public var kinds: Set<Notification.Kind>
    public var recipient: UserID?
    public var about: UserID?
    public var cause: Identifier?
    /// Leaves a gap's reminder alone.
    public var sparesGapReminders: Bool

    public init(
        kinds: Set<Notification.Kind> = [], recipient: UserID? = nil, about: UserID? = nil,
        cause: Identifier? = nil, sparesGapReminders: Bool = false
    ) {
        self.kinds = kinds
        self.recipient = recipient
        self.about = about
        self.cause = cause
        self.sparesGapReminders = sparesGapReminders
    }
}
