/// A person in the net: profile, schedule, and what is known of their life.
public struct User: Hashable, Sendable {
    public let id: UserID
    public var handle: Handle
    public var profile: Profile
    public var schedule: Schedule
    public var dependentSort: DependentSort
    public var addedAt: Instant
    /// None until the first check-in; until then no deadline runs.
    public var lastCheckIn: Instant?
    public var progress: Progress
    public var incident: Incident?
    public var alert: ActiveAlert?

    /// What has been done about the deadlines that follow from `lastCheckIn`; a check-in resets it.
    public struct Progress: Hashable, Sendable {
        /// Lead times reminded of; ``atDeadline`` is that of the overdue notice.
        public var remindedLeads: Set<Span> = []
        /// Lead times that went by while a later one was reminded of, or a gap's reminder stood for them. They are not
        /// made up for, but nobody has been reminded of them: where their instant comes to lie ahead, it counts.
        public var passedLeads: Set<Span> = []
        /// The instant nextCheckIn was dealt with: reminders withdrawn, a grace's overdue sent.
        public var deadlinePassed = false
        /// When the first reminder or overdue notice since was written, all of which a check-in makes pointless.
        public var noticeSent: Instant?
        /// The number of the last gap the user was reminded of.
        public var gapTold: Int64 = 0
        /// A user who never checked in has been reported.
        public var waitingTold = false

        public init() {}

        /// The overdue notice comes with the deadline itself.
        static let atDeadline = Span.zero

        /// A reminder of this lead time is still to come, if its instant is.
        func awaits(_ lead: Span) -> Bool {
            !remindedLeads.contains(lead) && !passedLeads.contains(lead)
        }

        /// The deadline is another one, or the clock was set back: what lies ahead now is still to come.
        mutating func takeUpPassedLeads(before due: Instant?, at now: Instant) {
            passedLeads = passedLeads.filter { lead in due.map { $0 - lead <= now } ?? false }
        }
    }

    public init(
        id: UserID, handle: Handle, profile: Profile, schedule: Schedule,
        dependentSort: DependentSort = .timeLeft, addedAt: Instant, lastCheckIn: Instant? = nil,
        progress: Progress = Progress(), incident: Incident? = nil, alert: ActiveAlert? = nil
    ) {
        self.id = id
        self.handle = handle
        self.profile = profile
        self.schedule = schedule
        self.dependentSort = dependentSort
        self.addedAt = addedAt
        self.lastCheckIn = lastCheckIn
        self.progress = progress
        self.incident = incident
        self.alert = alert
    }

    public var name: String { profile.name }

    /// What the reminders and overdue notices since the last check-in have as their cause; nil where there are none.
    public var reminding: Identifier? {
        progress.noticeSent.map { "reminding:\(id.number):\($0.milliseconds)" }
    }
}

/// The time a user is non-responsive, from the transition on.
public struct Incident: Hashable, Sendable {
    public var id: Identifier
    public var since: Instant
    public var telling: Telling

    public init(id: Identifier, since: Instant, telling: Telling = Telling()) {
        self.id = id
        self.since = since
        self.telling = telling
    }
}

/// An alert while it is active.
public struct ActiveAlert: Hashable, Sendable {
    public var id: Identifier
    public var startedAt: Instant
    public var message: String?
    public var telling: Telling

    public init(
        id: Identifier, startedAt: Instant, message: String?, telling: Telling = Telling()
    ) {
        self.id = id
        self.startedAt = startedAt
        self.message = message
        self.telling = telling
    }
}

extension User {
    /// What is going on with them that their responders are told of: an incident, an alert, or both.
    public var emergencies: [Identifier] { [incident?.id, alert?.id].compactMap { $0 } }
}

/// How far the telling of an incident has come.
public struct Telling: Hashable, Sendable {
    /// How many repeats are behind us.
    public var repeats = 0
    /// Whether it was looked at, 5 minutes after the start, if anybody was reached.
    public var checked = false

    public init(repeats: Int = 0, checked: Bool = false) {
        self.repeats = repeats
        self.checked = checked
    }

    /// When an incident's responders are told again: 1, 4 and 24 h after its start, then every 24 h.
    public static func repeatInstant(_ index: Int, start: Instant) -> Instant {
        switch index {
        case 0: start + .hours(1)
        case 1: start + .hours(4)
        default: start + .hours(24 * Int64(index - 1))
        }
    }

    /// How many repeats lie at or before `now`.
    public static func repeatsDue(start: Instant, now: Instant) -> Int {
        let elapsed = now - start
        if elapsed < .hours(1) { return 0 }
        if elapsed < .hours(4) { return 1 }
        return Int(elapsed.wholeSeconds / Span.hours(24).wholeSeconds) + 2
    }

    /// With no more repeats behind us than there may be on a clock that was set back.
    func after(start: Instant, setBackTo now: Instant) -> Telling {
        var telling = self
        telling.repeats = min(repeats, Self.repeatsDue(start: start, now: now))
        return telling
    }

    /// When it is looked at whether anybody was reached.
    public static let checkAfter = Span.minutes(5)
}
