/// What every decision is given besides state: one instant for all of it, the settings, and the
/// places that texts point to.
public struct Moment: Sendable {
    /// The daemon's time; everything decided in one transaction sees the same.
    public var now: Instant
    /// The daemon's zone, in which notices name instants.
    public var zone: Zone
    public var settings: Settings
    public var places: Places
    /// The last gap, whose hold may still be on.
    public var gap: Gap?
    /// The operators who are users.
    public var operators: [UserID]
    /// Makes an identifier that was never used.
    public var newID: @Sendable () -> Identifier

    public init(
        now: Instant, zone: Zone, settings: Settings, places: Places = Places(), gap: Gap?,
        operators: [UserID], newID: @escaping @Sendable () -> Identifier
    ) {
        self.now = now
        self.zone = zone
        self.settings = settings
        self.places = places
        self.gap = gap
        self.operators = operators
        self.newID = newID
    }

    func notification(
        _ kind: Notification.Kind, to recipient: UserID, about: UserID?,
        cause: Identifier? = nil, channels: Notification.Channels = .all, ofGap: Bool = false,
        _ notice: Notice
    ) -> Effect {
        .notify(
            Notification(
                id: newID(), kind: kind, cause: cause, recipient: recipient, about: about,
                at: now, notice: notice, channels: channels, ofGap: ofGap))
    }

    func event(
        _ kind: Event.Kind, _ user: UserID?, by: Actor, _ detail: [String: String] = [:]
    ) -> Effect {
        .record(Event(kind, user: user, at: now, by: by, detail: detail))
    }
}
