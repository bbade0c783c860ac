import LifeSignal
import LifeSignalAPI

/// What somebody was told, and how each delivery went.
struct NotificationPage {
    var notifications: [People.Notification]
    /// By their ids; one that was removed is not among them.
    var channels: [String: People.Channel]

    func rendered(on screen: Screen) -> String {
        notifications.map { one($0, screen) }.joined(separator: "\n")
    }

    private func one(_ notification: People.Notification, _ screen: Screen) -> String {
        let about = notification.about.map { ", about \(ForeignText.line($0))" } ?? ""
        var text =
            screen.paint(screen.exact(notification.at), .dim)
            + "  \(ForeignText.line(notification.kind.rawValue)) "
            + "to \(ForeignText.line(notification.to))\(about)\n"
        text += screen.wrapped(
            ForeignText.line(notification.title), first: "  ", firstColumns: 2, indent: 2, .bold)
        if notification.deliveries.isEmpty {
            text += screen.paint("  ! no channel, so nothing was sent", .warning) + "\n"
        }
        let kind = LifeSignal.Notification.Kind(rawValue: notification.kind.rawValue)
        for delivery in notification.deliveries {
            text += lines(delivery, isAlarm: kind?.isAlarm ?? false, screen)
        }
        return text
    }

    /// What stands behind a channel, which is named besides where several lead there.
    private func host(_ id: String) -> String {
        let name = "channel \(ForeignText.line(id))"
        guard let channel = channels[id] else { return name }
        let host = ChannelWords.host(ofMasked: channel.address)
        let isOnly =
            channels.values.count { ChannelWords.host(ofMasked: $0.address) == host } == 1
        return isOnly ? host : "\(host) (\(name))"
    }

    private func lines(_ delivery: People.Delivery, isAlarm: Bool, _ screen: Screen) -> String {
        let host = host(delivery.channel)
        let (mark, words, tint): (String, String, Tint) =
            switch delivery.state {
            case .delivered: ("✔", "handed to \(host)", .good)
            case .withdrawn: ("–", "withdrawn, not needed any more: \(host)", .dim)
            case .failed: ("✖", "FAILED, not handed to \(host)", .danger)
            case .pending:
                delivery.attempts.isEmpty
                    ? ("…", "waits to be handed to \(host)", .warning)
                    : ("…", "not yet handed to \(host)", .warning)
            case .other(let state): ("?", "\(ForeignText.line(state)): \(host)", .warning)
            }
        var text = "  \(screen.paint("\(mark) \(words)", tint))"
        let isUnderWay = delivery.attempts.last?.detail == "under way"
        if let next = delivery.nextAttempt, !isUnderWay {
            let isDue = Instant(rfc3339: next).map { $0 <= screen.now } ?? false
            text +=
                isDue
                ? ", due now"
                : ", next attempt \(screen.shortWithDistance(next))"
            if !isDue, !isAlarm, let end = channels[delivery.channel]?.pausedUntil, next <= end {
                text += ": a pause that was asked for there"
            }
        }
        text += "\n"
        for attempt in delivery.attempts {
            let outcome = AttemptWords.outcome(
                delivered: attempt.delivered, detail: ForeignText.line(attempt.detail))
            text += screen.wrapped(
                "\(screen.exact(attempt.at))  \(outcome)", first: "      ", firstColumns: 6,
                indent: 8)
        }
        return text
    }
}
