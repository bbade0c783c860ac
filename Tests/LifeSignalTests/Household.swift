import Synchronization

@testable import LifeSignal

// A household for tests: ana checked in on a Friday morning, and ben and carla look out for her.

extension UserID {
    static let ana = UserID(1)
    static let ben = UserID(2)
    static let carla = UserID(3)
    static let dora = UserID(4)
}

extension Actor {
    static let ana = Actor.user(.ana, Handle(stored: "ana"), name: "Ana")
    static let ben = Actor.user(.ben, Handle(stored: "ben"), name: "Ben")
    static let root = Actor.account("root")
}

extension Instant {
    /// `2026-11-20 08:12` in UTC; a test's own mistake ends it.
    init(_ text: String) {
        let parts = text.split(separator: " ")
        self.init(rfc3339: "\(parts[0])T\(parts[1]):00.000Z")!
    }

    /// Ana's last check-in: Fri 2026-11-20 09:12 CET.
    static let checkedIn = Instant("2026-11-20 08:12")
    /// Her next one with the default interval: Sat 2026-11-21 09:12 CET.
    static let due = checkedIn + .hours(24)
}

extension Span {
    static let millisecond = Span(milliseconds: 1)
}

extension Zone {
    /// Europe/Berlin: summer time from the last Sunday of March to that of October, each at 01:00
    /// UTC (Directive 2000/84/EC).
    static let berlin = Zone { instant in
        let year = CivilTime(instant).year
        func lastSunday(_ month: Int) -> Instant {
            var time = CivilTime(Instant(milliseconds: 0))
            (time.year, time.month, time.day, time.hour) = (year, month, 31, 1)
            // The weekday is worked out on the way back from an instant.
            return time.instant - .days(Int64(CivilTime(time.instant).weekday))
        }
        let isSummer = instant >= lastSunday(3) && instant < lastSunday(10)
        return isSummer
            ? Reckoning(offsetSeconds: 7200, abbreviation: "CEST")
            : Reckoning(offsetSeconds: 3600, abbreviation: "CET")
    }
}

extension Moment {
    /// A moment in Berlin, whose new identifiers are `id-1`, `id-2` and so on.
    init(
        _ now: Instant, gap: Gap? = nil, operators: [UserID] = [], settings: Settings = Settings()
    ) {
        let count = Counter()
        self.init(
            now: now, zone: .berlin, settings: settings, gap: gap, operators: operators
        ) { "id-\(count.next())" }
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

extension Schedule {
    /// The default schedule with parts of it replaced.
    static func usual(
        interval: Span = .hours(24), reminders: [Span] = [.hours(2)], grace: Span = .zero
    ) -> Schedule {
        Schedule(stored: interval, reminders: reminders, grace: grace)
    }
}

extension User {
    static func ana(
        lastCheckIn: Instant? = .checkedIn, schedule: Schedule = .usual(), phone: String? = nil,
        note: String = "", name: String = "Ana", incident: Incident? = nil,
        alert: ActiveAlert? = nil
    ) -> User {
        User(
            id: .ana, handle: Handle(stored: "ana"),
            profile: Profile(name: name, phoneNumber: phone, emergencyNote: note),
            schedule: schedule, addedAt: .checkedIn - .days(10), lastCheckIn: lastCheckIn,
            incident: incident, alert: alert)
    }

    /// Ana, silent past her deadline, and those who are told know it.
    static func silentAna(since: Instant = .due, alert: ActiveAlert? = nil) -> User {
        var user = User.ana(incident: Incident(id: "incident", since: since), alert: alert)
        user.progress.deadlinePassed = true
        user.progress.remindedLeads = [.hours(2)]
        return user
    }
}

extension ActiveAlert {
    static let call = ActiveAlert(id: "alert", startedAt: .checkedIn + .hours(3), message: nil)
}

extension Situation.Contact {
    static let ben = Situation.Contact(
        id: .ben, handle: Handle(stored: "ben"), name: "Ben", isReachable: true)
    static let carla = Situation.Contact(
        id: .carla, handle: Handle(stored: "carla"), name: "Carla", isReachable: true)
    static let dora = Situation.Contact(
        id: .dora, handle: Handle(stored: "dora"), name: "Dora", isReachable: true)

    /// Without a channel.
    var unreachable: Self {
        var contact = self
        contact.isReachable = false
        return contact
    }

    var nonResponsive: Self {
        var contact = self
        contact.isNonResponsive = true
        return contact
    }
}

extension Situation {
    /// Around ana; ben and carla look out for her unless told otherwise.
    init(_ user: User, by responders: [Contact] = [.ben, .carla]) {
        self.init(user: user, responders: responders, isReachable: true, reminded: .notReached)
    }

    /// The same after `effects` have been carried out.
    func after(_ effects: [Effect]) -> Situation {
        var situation = self
        situation.user = effects.savedUser ?? user
        return situation
    }
}

extension Event {
    static func checkIn(of user: UserID, at now: Instant, _ source: CheckInSource, by actor: Actor)
        -> Event
    {
        Event(.checkedIn, user: user, at: now, by: actor, detail: ["source": source.rawValue])
    }
}

extension [Effect] {
    var notifications: [Notification] {
        compactMap { if case .notify(let notification) = $0 { notification } else { nil } }
    }
    var kinds: [Notification.Kind] { notifications.map(\.kind) }
    var recipients: [UserID] { notifications.map(\.recipient) }

    func notifications(_ kind: Notification.Kind) -> [Notification] {
        notifications.filter { $0.kind == kind }
    }
    func notification(to recipient: UserID) -> Notification? {
        notifications.first { $0.recipient == recipient }
    }

    var events: [Event] {
        compactMap { if case .record(let event) = $0 { event } else { nil } }
    }
    var savedUser: User? {
        compactMap {
            switch $0 {
            case .saveUser(let user), .editUser(let user): user
            default: nil
            }
        }.last
    }
    var pings: [Ping] {
        compactMap { if case .savePing(let ping) = $0 { ping } else { nil } }
    }
    var alerts: [Alert] {
        compactMap { if case .saveAlert(let alert) = $0 { alert } else { nil } }
    }
    var checkIns: [Event] { events.filter { $0.kind == .checkedIn } }
    var withdrawals: [Withdrawal] {
        compactMap { if case .withdraw(let withdrawal) = $0 { withdrawal } else { nil } }
    }
    var raised: [Problem] {
        compactMap { if case .raise(let problem) = $0 { problem } else { nil } }
    }
    var solved: [Problem.Key] {
        compactMap { if case .solve(let key) = $0 { key } else { nil } }
    }
}
