import LifeSignal
import LifeSignalAPI
import Varlink

extension Visit {
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
