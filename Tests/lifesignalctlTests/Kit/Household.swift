import LifeSignal
import LifeSignalAPI

/// A household at a fixed instant, in the socket's types.
struct Household: Sendable {
    /// Fri 2026-11-20 21:00 in the tests' zone.
    static let now = Instant(rfc3339: "2026-11-20T20:00:00.000Z")!

    var users: [People.User] = [.ana, .ben, .carla, .dora, .emile]
    /// The handle of the user bound to the calling account; nil for none.
    var caller: String? = "ana"
    var emergencyNumber: String?
    /// Whom the tap that raises an alert tells; nil: the daemon does not say.
    var alertTells: [String]? = ["陳小明"]
    var senderConnected: Bool? = true
    var responders: [People.Contact] = [
        People.Contact(
            user: .ben, isResponder: true, isDependent: false,
            dateAdded: "2026-11-01T09:00:00.000Z", reachable: true),
        People.Contact(
            user: .carla, isResponder: true, isDependent: true,
            dateAdded: "2026-11-19T09:00:00.000Z", reachable: true),
    ]
    var dependents: [People.Contact] = [
        People.Contact(
            user: .carla, isResponder: true, isDependent: true,
            dateAdded: "2026-11-19T09:00:00.000Z", reachable: true),
        People.Contact(
            user: .emile, isResponder: false, isDependent: true,
            dateAdded: "2026-11-18T09:00:00.000Z"),
    ]
    var pings: [People.Ping] = [
        People.Ping(
            id: "q2", sender: "ben", senderName: "陳小明", recipient: "ana",
            recipientName: "Ana Kovač", sentAt: "2026-11-20T19:30:00.000Z", status: .pending),
        People.Ping(
            id: "q1", sender: "ana", senderName: "Ana Kovač", recipient: "carla",
            recipientName: "Carla 🙂", sentAt: "2026-11-19T19:30:00.000Z", status: .responded,
            endedAt: "2026-11-19T19:42:00.000Z"),
    ]
    var alerts: [People.Alert] = [
        People.Alert(
            id: "a2", user: "ana", startedAt: "2026-11-20T19:54:48.000Z",
            message: "fell down the stairs"),
        People.Alert(
            id: "a1", user: "ana", startedAt: "2026-11-02T08:00:00.000Z",
            endedAt: "2026-11-02T09:12:05.000Z"),
    ]
    var checkIns: [People.CheckInRecord] = [
        People.CheckInRecord(
            id: "c3", user: "ana", at: "2026-11-20T08:12:33.000Z", source: .manual, by: "user:ana"),
        People.CheckInRecord(
            id: "c2", user: "ana", at: "2026-11-19T23:30:00.000Z", source: .responder,
            by: "user:ben"),
        People.CheckInRecord(
            id: "c1", user: "ana", at: "2026-11-18T22:59:59.000Z", source: .hook,
            by: "account:home"),
    ]
    var channels: [People.Channel] = [
        People.Channel(
            id: "ch1", user: "ana", address: "ntfy://ntfy.example.org/***", private: false,
            addedAt: "2026-11-01T09:00:00.000Z", lastSuccess: "2026-11-20T18:00:01.000Z",
            lastDetail: "handed to ntfy.example.org: 200"),
        People.Channel(
            id: "ch2", user: "ana", address: "mailto:***@example.org", private: true,
            addedAt: "2026-11-01T09:00:00.000Z", lastFailure: "2026-11-20T18:00:02.000Z",
            lastDetail: "mail.example.org answered 550: no such\u{1b}[2J user"),
    ]
    var notifications: [People.Notification] = [.missed, .reminded]
    var deadlines: [Daemon.Deadline] = [
        Daemon.Deadline(user: "ben", kind: .nonResponsive, at: "2026-11-20T20:30:00.000Z"),
        Daemon.Deadline(user: "ana", kind: .reminder, at: "2026-11-21T06:12:33.000Z"),
        Daemon.Deadline(user: "ana", kind: .checkIn, at: "2026-11-21T08:12:33.000Z"),
        Daemon.Deadline(user: "carla", kind: .other("vigil"), at: "2026-11-20T19:59:00.000Z"),
    ]
    var events: [Daemon.Event] = [
        Daemon.Event(
            sequence: 7, at: "2026-11-19T22:30:00.000Z", kind: "userAdded", user: "ana",
            by: "account:root", detail: [:]),
        Daemon.Event(
            sequence: 8, at: "2026-11-20T08:12:33.000Z", kind: "checkedIn", user: "ana",
            by: "user:ana", detail: ["source": "manual", "checkIn": "c3"]),
        Daemon.Event(
            sequence: 9, at: "2026-11-20T19:00:00.000Z", kind: "becameNonResponsive",
            user: "carla", by: "daemon", detail: [:]),
    ]
    var status = Daemon.Status(
        version: "0.1.0", startedAt: "2026-11-20T06:00:00.000Z", health: .healthy,
        problems: [
            Daemon.Problem(
                code: "neverCheckedIn", user: "dora", since: "2026-11-19T20:00:00.000Z",
                text: "Dora has never checked in, since Thu 2026-11-19 21:00 CET.",
                remedy: "Ask Dora to check in, or do it together: lifesignalctl check-in -u dora")
        ],
        users: 5, waiting: 1, active: 2, overdue: 1, nonResponsive: 1, activeAlerts: 1,
        pendingPings: 1, pendingDeliveries: 2, failedDeliveries: 0,
        nextDeadline: Daemon.Deadline(
            user: "ben", kind: .nonResponsive, at: "2026-11-20T20:30:00.000Z"))
    var explanation = Daemon.Explain.Reply(
        why: ["Ana Kovač is active: the deadline lies ahead."],
        steps: [
            Daemon.Step(at: "2026-11-21T06:12:33.000Z", what: "a reminder", tells: ["Ana Kovač"]),
            Daemon.Step(
                at: "2026-11-21T08:12:33.000Z", what: "becomes non-responsive",
                tells: ["陳小明", "Carla 🙂", "Ana Kovač"]),
        ])
    /// Base64 of `SQLite format 3`, in two pieces.
    var backup = ["U1FMaXRlIGZv", "cm1hdCAz"]

    /// Ben has no channel.
    static let benWithoutChannel: Household = {
        var household = Household()
        household.responders[0].reachable = false
        return household
    }()

    /// One of Ana's channels goes to a server that wants a pause.
    static let paused: Household = {
        var household = Household()
        household.channels[1].pausedUntil = "2026-11-20T20:05:00.000Z"
        household.notifications[1].deliveries = [
            People.Delivery(
                id: "d4", channel: "ch2", state: .pending, attempts: [],
                nextAttempt: "2026-11-20T20:05:00.000Z")
        ]
        return household
    }()

    /// Nobody and nothing.
    static let empty: Household = {
        var household = Household()
        household.users = []
        household.responders = []
        household.dependents = []
        household.pings = []
        household.alerts = []
        household.checkIns = []
        household.channels = []
        household.notifications = []
        household.deadlines = []
        household.events = []
        household.status = Daemon.Status(
            version: "0.1.0", startedAt: "2026-11-20T06:00:00.000Z", health: .healthy,
            problems: [], users: 0, waiting: 0, active: 0, overdue: 0, nonResponsive: 0,
            activeAlerts: 0, pendingPings: 0, pendingDeliveries: 0, failedDeliveries: 0)
        return household
    }()
}

extension People.User {
    static let ana = People.User(
        handle: "ana", name: "Ana Kovač", phoneNumber: "+49301234567",
        emergencyNote: "Diabetic.\nThe key is with ben.", account: "ana", checkInInterval: 86_400,
        reminders: [7200], grace: 0, dependentSort: .timeLeft,
        addedAt: "2026-11-01T09:00:00.000Z", status: .active,
        lastCheckIn: "2026-11-20T08:12:33.000Z", nextCheckIn: "2026-11-21T08:12:33.000Z",
        nonResponsiveAt: "2026-11-21T08:12:33.000Z", timeRemaining: 43_953, pendingPings: 1,
        nonResponsiveDependents: 1, protected: true)

    static let ben = People.User(
        handle: "ben", name: "陳小明", emergencyNote: "", checkInInterval: 28_800,
        reminders: [14_400, 3600], grace: 3600, dependentSort: .name,
        addedAt: "2026-11-01T09:00:00.000Z", status: .overdue,
        lastCheckIn: "2026-11-20T11:30:00.000Z", nextCheckIn: "2026-11-20T19:30:00.000Z",
        nonResponsiveAt: "2026-11-20T20:30:00.000Z", timeRemaining: 0, pendingPings: 0,
        nonResponsiveDependents: 1, protected: false, missing: "has no channel")

    static let carla = People.User(
        handle: "carla", name: "Carla 🙂", phoneNumber: "+385911234567", emergencyNote: "",
        checkInInterval: 86_400, reminders: [], grace: 0, dependentSort: .timeLeft,
        addedAt: "2026-11-01T09:00:00.000Z", status: .nonResponsive,
        lastCheckIn: "2026-11-19T19:00:00.000Z", nextCheckIn: "2026-11-20T19:00:00.000Z",
        nonResponsiveAt: "2026-11-20T19:00:00.000Z", timeRemaining: 0,
        alert: People.Alert(
            id: "a3", user: "carla", startedAt: "2026-11-20T19:54:48.000Z",
            message: "fell\u{1B}[2J"), pendingPings: 0, nonResponsiveDependents: 0,
        protected: true)

    static let dora = People.User(
        handle: "dora", name: "Dora", emergencyNote: "", checkInInterval: 86_400,
        reminders: [7200], grace: 0, dependentSort: .timeLeft,
        addedAt: "2026-11-18T20:00:00.000Z", status: .waiting, timeRemaining: 0, pendingPings: 0,
        nonResponsiveDependents: 0, protected: false, missing: "has never checked in")

    /// The first letter is an e with an accent of its own, and the state one of a later version.
    static let emile = People.User(
        handle: "emile", name: "E\u{301}mile", emergencyNote: "", checkInInterval: 172_800,
        reminders: [7200], grace: 0, dependentSort: .timeLeft,
        addedAt: "2026-11-18T20:00:00.000Z", status: .other("sabbatical"),
        lastCheckIn: "2026-11-10T08:00:00.000Z", nextCheckIn: "2026-11-21T20:00:00.000Z",
        nonResponsiveAt: "2026-11-21T20:00:00.000Z", timeRemaining: 86_400, pendingPings: 0,
        nonResponsiveDependents: 0, protected: false, missing: "has two left feet")

    /// As a responder sees them: not whether they are protected.
    static let silentDependent: People.User = {
        var user = carla
        user.protected = false
        user.missing = nil
        return user
    }()

    /// As a bound account sees somebody who is only its responder.
    static let veiled = People.User(
        handle: "fred", name: "Fred", emergencyNote: "", checkInInterval: 0, reminders: [],
        grace: 0, dependentSort: .timeLeft, addedAt: "", status: .waiting, timeRemaining: 0,
        pendingPings: 0, nonResponsiveDependents: 0, protected: false)
}

extension People.Notification {
    static let missed = People.Notification(
        id: "n2", kind: .nonResponsive, incident: "i1", to: "ana", about: "carla",
        at: "2026-11-20T19:00:00.000Z", title: "Carla 🙂 has not checked in", body: "…",
        deliveries: [
            People.Delivery(
                id: "d1", channel: "ch1", state: .delivered,
                attempts: [
                    People.Attempt(
                        at: "2026-11-20T19:00:00.100Z", delivered: false,
                        detail: "connection refused"),
                    People.Attempt(at: "2026-11-20T19:00:06.000Z", delivered: true, detail: ""),
                ]),
            People.Delivery(
                id: "d2", channel: "ch2", state: .pending,
                attempts: [
                    People.Attempt(
                        at: "2026-11-20T19:00:00.200Z", delivered: false, detail: "451 try later")
                ], nextAttempt: "2026-11-20T20:05:00.000Z"),
            People.Delivery(id: "d3", channel: "gone", state: .other("lost"), attempts: []),
        ])

    static let reminded = People.Notification(
        id: "n1", kind: .reminder, to: "ana", about: "ana", at: "2026-11-20T06:12:33.000Z",
        title: "Please check in by Fri 2026-11-20 09:12 CET", body: "…", deliveries: [])
}
