import LifeSignal
import LifeSignalAPI
import Varlink

/// What of a user a caller sees (spec/interface.md, "What a bound account sees").
enum View {
    /// Of oneself, and for admins, everything.
    case whole
    /// Of a dependent: profile with note, schedule, status, and what follows from them.
    case life
    /// Of someone who is only a responder: handle and name.
    case name

    init(_ caller: Caller, _ relation: Relation) {
        if caller.isAdmin || relation == .itself {
            self = .whole
        } else {
            self = relation == .dependent ? .life : .name
        }
    }
}

extension Visit {
    /// The user as the caller may see them.
    func shown(_ user: User, _ relation: Relation) throws -> People.User {
        switch View(caller, relation) {
        case .whole: try whole(user)
        case .life: try life(user)
        case .name: nameOnly(user)
        }
    }

    private func whole(_ user: User) throws -> People.User {
        var shown = lifeOf(user)
        shown.account = user.profile.account
        shown.pendingPings = Int64(try PingTable.countPending(db, to: user.id))
        shown.nonResponsiveDependents = Int64(try EdgeTable.countNeedingHelp(db, of: user.id))
        let standing = try EdgeTable.standing(db, of: user.id)
        shown.missing =
            MissingStep.first(
                user, isReachable: try ChannelTable.isReachable(db, user.id),
                hasResponder: standing.any, hasReachableResponder: standing.reachable,
                hasProvenResponder: standing.proven)?.rawValue
        shown.protected = shown.missing == nil
        return shown
    }

    /// Pings are those between the two.
    private func life(_ user: User) throws -> People.User {
        var shown = lifeOf(user)
        let own = try caller.user.flatMap {
            try PingTable.pending(db, from: $0, to: user.id)
        }
        shown.pendingPings = own == nil ? 0 : 1
        return shown
    }

    private func lifeOf(_ user: User) -> People.User {
        People.User(
            handle: user.handle.text, name: user.name, phoneNumber: user.profile.phoneNumber,
            emergencyNote: user.profile.emergencyNote, pictureUrl: user.profile.pictureURL,
            account: nil, checkInInterval: user.schedule.interval.wholeSeconds,
            reminders: user.schedule.reminders.map(\.wholeSeconds),
            grace: user.schedule.grace.wholeSeconds,
            dependentSort: .init(rawValue: user.dependentSort.rawValue),
            addedAt: user.addedAt.rfc3339,
            status: .init(rawValue: user.status(at: turn.now).rawValue),
            lastCheckIn: user.lastCheckIn?.rfc3339, nextCheckIn: user.nextCheckIn?.rfc3339,
            nonResponsiveAt: user.nonResponsiveAt(gap: moment.gap, settings: moment.settings)?
                .rfc3339, timeRemaining: user.timeRemaining(at: turn.now).secondsRoundedUp,
            alert: user.alert.map {
                People.Alert(
                    id: $0.id, user: user.handle.text, startedAt: $0.startedAt.rfc3339,
                    endedAt: nil, message: $0.message)
            }, pendingPings: 0, nonResponsiveDependents: 0, protected: false, missing: nil)
    }

    private func nameOnly(_ user: User) -> People.User {
        People.User(
            handle: user.handle.text, name: user.name, emergencyNote: "", checkInInterval: 0,
            reminders: [], grace: 0, dependentSort: .timeLeft, addedAt: "", status: .waiting,
            timeRemaining: 0, pendingPings: 0, nonResponsiveDependents: 0, protected: false)
    }

    func shown(_ alert: Alert, of handle: Handle) -> People.Alert {
        People.Alert(
            id: alert.id, user: handle.text, startedAt: alert.startedAt.rfc3339,
            endedAt: alert.endedAt?.rfc3339, message: alert.message)
    }

    func shown(_ ping: Ping) throws -> People.Ping {
        let sender = try UserTable.name(db, ping.sender)
        let recipient = try UserTable.name(db, ping.recipient)
        return People.Ping(
            id: ping.id, sender: sender.handle, senderName: sender.name,
            recipient: recipient.handle, recipientName: recipient.name,
            sentAt: ping.sentAt.rfc3339, status: .init(rawValue: ping.status.rawValue),
            endedAt: ping.endedAt?.rfc3339)
    }

    func shown(_ record: ChannelTable.Record, of handle: Handle) -> People.Channel {
        let channel = record.channel
        return People.Channel(
            id: channel.id, user: handle.text,
            address: ChannelAddress(stored: channel.address).masked,
            private: channel.isPrivate, addedAt: channel.addedAt.rfc3339,
            lastSuccess: record.lastSuccess?.rfc3339, lastFailure: record.lastFailure?.rfc3339,
            lastDetail: record.lastDetail, pausedUntil: record.pause(at: turn.now)?.rfc3339)
    }

    func shown(_ record: NotificationTable.Record) throws -> People.Notification {
        let deliveries = try DeliveryTable.listed(db, notification: record.sequence)
        return People.Notification(
            id: record.id, kind: .init(rawValue: record.kind.rawValue),
            incident: record.kind.belongsToIncident ? record.cause : nil,
            to: record.recipient.text, about: record.about?.text, at: record.at.rfc3339,
            title: record.notice.title, body: record.notice.body,
            deliveries: deliveries.map(Self.shown))
    }

    private static func shown(_ delivery: DeliveryTable.Listed) -> People.Delivery {
        People.Delivery(
            id: delivery.id, channel: delivery.channel, state: .init(rawValue: delivery.state),
            attempts: delivery.attempts.map {
                People.Attempt(
                    at: $0.at.rfc3339, delivered: $0.delivered ?? false,
                    detail: $0.delivered == nil ? "under way" : $0.detail)
            }, nextAttempt: delivery.nextAttempt?.rfc3339)
    }
}
