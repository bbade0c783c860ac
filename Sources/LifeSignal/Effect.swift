/// What a decision wants done, in order and in one transaction. Effects are values; the shell
/// carries them out and writes the journal from them.
public enum Effect: Hashable, Sendable {
    case addUser(User)
    /// What of them their life has changed; what they can edit is as it was.
    case saveUser(User)
    case editUser(User)
    /// The user and their edges, channels and pings; histories follow in slices.
    case removeUser(UserID)
    case addEdge(dependent: UserID, responder: UserID)
    case removeEdge(dependent: UserID, responder: UserID)
    /// A new ping, or one that has ended.
    case savePing(Ping)
    /// A new alert, or one that has ended.
    case saveAlert(Alert)
    case addChannel(Channel)
    case removeChannel(Identifier)
    case notify(Notification)
    /// A notice told before goes to a channel added since.
    case deliver(notification: Identifier, channel: Identifier)
    case withdraw(Withdrawal)
    /// A delivery was given up: it counts among what its channel has failed to carry, until that works or a week has
    /// passed.
    case giveUp(Identifier)
    case record(Event)
    case raise(Problem)
    case solve(Problem.Key)
    /// Somebody may listen now: problems that were told to nobody are told.
    case tellUnheardProblems
}

/// A user's own call for help, in their history.
public struct Alert: Hashable, Sendable {
    public var id: Identifier
    public var user: UserID
    public var startedAt: Instant
    public var endedAt: Instant?
    public var message: String?

    public init(
        id: Identifier, user: UserID, startedAt: Instant, endedAt: Instant? = nil, message: String?
    ) {
        self.id = id
        self.user = user
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.message = message
    }

    /// From start to end, or to now; never negative.
    public func duration(at now: Instant) -> Span { max(.zero, (endedAt ?? now) - startedAt) }
}

/// One way to reach a user.
public struct Channel: Hashable, Sendable {
    public var id: Identifier
    public var user: UserID
    /// Whole, secrets included; masked before it is shown.
    public var address: String
    /// Only its user reads it.
    public var isPrivate: Bool
    public var addedAt: Instant

    public init(
        id: Identifier, user: UserID, address: String, isPrivate: Bool, addedAt: Instant
    ) {
        self.id = id
        self.user = user
        self.address = address
        self.isPrivate = isPrivate
        self.addedAt = addedAt
    }
}
