/// A user and what surrounds them: all that decisions about them look at.
public struct Situation: Hashable, Sendable {
    public var user: User
    /// Those who look out for the user, by name, then handle; at most 100.
    public var responders: [Contact]
    /// Those whom the user looks out for, where a decision needs them, and none otherwise.
    public var dependents: [Contact]
    /// Whether the user has a channel.
    public var isReachable: Bool
    /// Pings still pending to the user.
    public var received: [PendingPing]
    /// Pings still pending that the user has sent.
    public var sent: [PendingPing]
    /// Whom the running incident's nonResponsive notices were for, and on which channels an
    /// attempt was begun.
    public var told: [Told]
    /// How the last reminder fared.
    public var reminded: Reminded
    /// What of the reminders ahead of the deadline waits, where a decision needs that, and nothing otherwise.
    public var waiting: WaitingReminders
    /// Whether a responder's channel has accepted the incident's notice, and the alert's.
    public var incidentReached: Bool
    public var alertReached: Bool

    public init(
        user: User, responders: [Contact] = [], dependents: [Contact] = [],
        isReachable: Bool = false, received: [PendingPing] = [], sent: [PendingPing] = [],
        told: [Told] = [], reminded: Reminded = .noWay, waiting: WaitingReminders = .none,
        incidentReached: Bool = false, alertReached: Bool = false
    ) {
        self.user = user
        self.responders = responders
        self.dependents = dependents
        self.isReachable = isReachable
        self.received = received
        self.sent = sent
        self.told = told
        self.reminded = reminded
        self.waiting = waiting
        self.incidentReached = incidentReached
        self.alertReached = alertReached
    }

    /// Someone at the other end of an edge.
    public struct Contact: Hashable, Sendable {
        public var id: UserID
        public var handle: Handle
        public var name: String
        /// Has a channel, so that a notice can reach them.
        public var isReachable: Bool
        public var isNonResponsive: Bool

        public init(
            id: UserID, handle: Handle, name: String, isReachable: Bool,
            isNonResponsive: Bool = false
        ) {
            self.id = id
            self.handle = handle
            self.name = name
            self.isReachable = isReachable
            self.isNonResponsive = isNonResponsive
        }
    }

    /// A pending ping and how its other side is called.
    public struct PendingPing: Hashable, Sendable {
        public var ping: Ping
        public var otherName: String

        public init(ping: Ping, otherName: String) {
            self.ping = ping
            self.otherName = otherName
        }
    }

    public struct Told: Hashable, Sendable {
        public var recipient: UserID
        public var begunChannels: [Identifier]

        public init(recipient: UserID, begunChannels: [Identifier]) {
            self.recipient = recipient
            self.begunChannels = begunChannels
        }
    }

    /// Whether the user was reminded of the deadline that passed.
    public enum Reminded: Hashable, Sendable {
        case at(Instant)
        /// There is a channel, but no reminder was handed to it.
        case notReached
        /// There is no channel.
        case noWay
    }

    /// Which reminders have come to none of the user's channels yet, and still may.
    public enum WaitingReminders: Hashable, Sendable {
        /// None, or not the newest; or that is a gap's, which is not of one lead time.
        case none
        /// One before it has come.
        case newest
        /// Nothing that reminds of the check-in has come.
        case all
    }

    /// The names of those who will be told and can be reached.
    public var tells: [String] { responders.filter(\.isReachable).map(\.name) }
}
