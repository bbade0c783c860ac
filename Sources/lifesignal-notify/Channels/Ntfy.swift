import Glibc
import LifeSignal
import Varlink

/// `ntfy://host/topic` and `ntfys://…`: a push message, published as JSON so that no text has to
/// pass through a header (ntfy's manual, "Publish as JSON").
struct Ntfy: Sendable {
    let transfers: Transfers

    func send(
        _ message: Message, _ server: ChannelAddress.Server, topic: String, mayBeNear: Bool
    ) async -> Outcome {
        var request = TransferRequest(
            url: server.origin + "/", content: .post(Self.json(message, topic: topic)),
            mayBeNear: mayBeNear)
        request.headers = ["Content-Type: application/json", "Idempotency-Key: \(message.id)"]
        if let credentials = server.credentials {
            // An access token is a password without a user.
            if credentials.user.isEmpty {
                request.headers.append("Authorization: Bearer \(credentials.password)")
            } else {
                request.login = .init(user: credentials.user, password: credentials.password)
            }
        }
        let result = await transfers.run(request)
        return Outcome(http: result, host: server.host.text, now: time(nil))
    }

    static func json(_ message: Message, topic: String) -> [UInt8] {
        let loudness = Loudness(kind: message.kind)
        let fields: JSON = [
            "topic": .string(topic), "title": .string(message.title),
            "message": .string(message.body), "priority": .int(loudness.priority),
            "tags": [.string(loudness.tag)],
        ]
        return fields.bytes
    }

    /// How a push of a kind rings: ntfy's priorities from 1 to 5, and its emoji short codes.
    struct Loudness: Equatable {
        var priority: Int64
        var tag: String

        init(kind: String) {
            (priority, tag) =
                switch Notification.Kind(rawValue: kind) {
                case .alertRaised: (5, "sos")
                case .nonResponsive: (5, "rotating_light")
                case .overdue: (4, "alarm_clock")
                case .ping: (4, "wave")
                case .system: (4, "warning")
                case .reminder: (3, "alarm_clock")
                case .recovered, .alertCleared, .pingResponded: (3, "white_check_mark")
                case .pingExpired: (3, "hourglass")
                case .scheduleChanged: (3, "calendar")
                case .pingCleared, .contactAdded, .contactRemoved: (2, "bust_in_silhouette")
                case .test: (3, "test_tube")
                // A newer daemon's kind: nobody knows how urgent it is.
                case nil: (4, "bell")
                }
        }
    }
}
