import LifeSignal
import LifeSignalAPI
import Varlink

extension FakeDesk {
    func addPeople(to router: inout Router) {
        addUsers(to: &router)
        addPings(to: &router)
        addAlerts(to: &router)
        addChannels(to: &router)
    }

    private static func user(_ handle: String?, _ state: State) throws -> People.User {
        guard let handle = handle ?? state.household.caller else {
            throw People.Failure.noAccount(account: "deploy")
        }
        guard let user = state.household.users.first(where: { $0.handle == handle }) else {
            throw People.Failure.noSuchUser(user: handle)
        }
        return user
    }

    private func addUsers(to router: inout Router) {
        on(People.GetUser.self, &router) { .init(user: try Self.user($0.user, $1)) }
        onListing(People.ListUsers.self, &router) { $1.users.map { .init(user: $0) } }
        on(People.AddUser.self, &router) { parameters, state in
            var user = People.User.dora
            user.handle = parameters.handle
            user.name = parameters.name
            user.checkInInterval = parameters.checkInInterval ?? 86_400
            user.reminders = parameters.reminders ?? [7200]
            user.grace = parameters.grace ?? 0
            state.household.users.append(user)
            return .init(user: user)
        }
        on(People.SetUser.self, &router) { parameters, state in
            var user = try Self.user(parameters.user, state)
            let before = user
            user.name = parameters.name ?? user.name
            user.phoneNumber = parameters.phoneNumber ?? user.phoneNumber
            user.emergencyNote = parameters.emergencyNote ?? user.emergencyNote
            user.checkInInterval = parameters.checkInInterval ?? user.checkInInterval
            user.reminders = parameters.reminders ?? user.reminders
            return .init(user: user, changed: user != before)
        }
        on(People.RemoveUser.self, &router) { parameters, state in
            _ = try Self.user(parameters.user, state)
            state.household.users.removeAll { $0.handle == parameters.user }
            return .init()
        }
        on(People.CheckIn.self, &router) { parameters, state in
            var user = try Self.user(parameters.user, state)
            user.status = .active
            user.lastCheckIn = Household.now.rfc3339
            user.nextCheckIn = (Household.now + .seconds(user.checkInInterval)).rfc3339
            return .init(user: user)
        }
        onListing(People.ListCheckIns.self, &router) { $1.checkIns.map { .init(checkIn: $0) } }
        on(People.AddResponder.self, &router) { parameters, state in
            let contact = state.household.responders.first {
                $0.user.handle == parameters.responder
            }
            return .init(reachable: contact?.reachable ?? true)
        }
        on(People.RemoveResponder.self, &router) { _, _ in .init() }
        onListing(People.ListResponders.self, &router) {
            $1.responders.map { .init(contact: $0) }
        }
        onListing(People.ListDependents.self, &router) {
            $1.dependents.map { .init(contact: $0) }
        }
    }

    private func addPings(to router: inout Router) {
        on(People.SendPing.self, &router) { parameters, state in
            let recipient = try Self.user(parameters.recipient, state)
            let ping = People.Ping(
                id: "q3", sender: "ana", senderName: "Ana Kovač", recipient: recipient.handle,
                recipientName: recipient.name, sentAt: Household.now.rfc3339, status: .pending)
            return .init(ping: ping, tells: recipient.handle == "ben" ? [] : [recipient.name])
        }
        on(People.RespondPing.self, &router) { parameters, state in
            .init(ping: try Self.ended(parameters.id, .responded, state))
        }
        on(People.ClearPing.self, &router) { parameters, state in
            .init(ping: try Self.ended(parameters.id, .cleared, state))
        }
        on(People.RespondAllPings.self, &router) { _, state in
            .init(
                count: Int64(
                    state.household.pings.count {
                        $0.status == .pending && $0.recipient == state.household.caller
                    }))
        }
        on(People.GetPing.self, &router) { parameters, state in
            guard let ping = state.household.pings.first(where: { $0.id == parameters.id }) else {
                throw People.Failure.noSuchPing(id: parameters.id)
            }
            return .init(ping: ping)
        }
        onListing(People.ListPings.self, &router) { parameters, household in
            household.pings.filter { ping in
                (parameters.pendingOnly != true || ping.status == .pending)
                    && (parameters.direction != .sent || ping.sender == household.caller)
                    && (parameters.direction != .received || ping.recipient == household.caller)
            }.map { .init(ping: $0) }
        }
    }

    private static func ended(
        _ id: String, _ status: People.Ping.Status, _ state: State
    ) throws -> People.Ping {
        guard var ping = state.household.pings.first(where: { $0.id == id }) else {
            throw People.Failure.noSuchPing(id: id)
        }
        ping.status = status
        ping.endedAt = Household.now.rfc3339
        return ping
    }

    private func addAlerts(to router: inout Router) {
        on(People.RaiseAlert.self, &router) { parameters, state in
            let user = try Self.user(parameters.user, state)
            let alert = People.Alert(
                id: "a9", user: user.handle, startedAt: Household.now.rfc3339,
                message: parameters.message)
            return .init(
                alert: alert, tells: state.household.responders.map(\.user.name),
                senderConnected: state.household.senderConnected)
        }
        on(People.TapAlert.self, &router) { parameters, state in
            let user = try Self.user(parameters.user, state)
            state.taps += 1
            let alert = People.Alert(
                id: "a9", user: user.handle, startedAt: Household.now.rfc3339)
            return .init(
                progress: Double(state.taps) / 4, alert: state.taps == 4 ? alert : nil,
                tells: state.taps == 4 ? state.household.alertTells : nil)
        }
        on(People.ClearAlert.self, &router) { parameters, state in
            let user = try Self.user(parameters.user, state)
            guard var alert = user.alert, parameters.alert ?? alert.id == alert.id else {
                throw People.Failure.noActiveAlert(user: user.handle)
            }
            alert.endedAt = Household.now.rfc3339
            return .init(alert: alert, tells: state.household.alertTells)
        }
        onListing(People.ListAlerts.self, &router) { $1.alerts.map { .init(alert: $0) } }
    }

    private func addChannels(to router: inout Router) {
        on(People.AddChannel.self, &router) { parameters, _ in
            .init(
                channel: People.Channel(
                    id: "ch9", user: "ana", address: "ntfy://ntfy.example.org/***",
                    private: parameters.private ?? false, addedAt: Household.now.rfc3339))
        }
        on(People.RemoveChannel.self, &router) { parameters, state in
            state.household.channels.removeAll { $0.id == parameters.id }
            return .init(user: "ana", remaining: Int64(state.household.channels.count))
        }
        onListing(People.ListChannels.self, &router) { $1.channels.map { .init(channel: $0) } }
        on(People.TestChannel.self, &router) { parameters, state in
            if parameters.id == "ch1" {
                return .init(delivered: true, detail: "handed to ntfy.example.org")
            }
            guard state.household.senderConnected ?? true else {
                return .init(
                    delivered: false,
                    detail: "no sender is connected; the test goes out when one is",
                    senderConnected: false)
            }
            let end = state.household.channels.first { $0.id == parameters.id }?.pausedUntil
            return .init(
                delivered: false,
                detail: end == nil ? "connection refused" : "the server wants a pause",
                pausedUntil: end, user: "ana",
                nextAttempt: parameters.id == "ch3" ? nil : "2026-11-20T20:00:05.000Z")
        }
        onListing(People.ListNotifications.self, &router) {
            $1.notifications.map { .init(notification: $0) }
        }
    }
}

extension People.Failure {
    /// The refusal of another call for help while one is on.
    static let callIsOn = alertActive(
        since: "2026-11-20T19:00:00.000Z", tells: ["Carla 🙂"], senderConnected: nil)
}
