import LifeSignal
import LifeSignalAPI
import Varlink

/// What one attempt hands to a channel: one notice, or several of one kind as one message.
struct Message: Equatable, Sendable {
    /// The notification's id; of several that of the oldest. If that one has been tried before, a digest of
    /// all ids follows: whoever remembers the id and takes the message for a repeat would lose the others.
    var id: Identifier
    var kind: String
    var incident: String?
    var to: String
    var about: String?
    /// RFC 3339; none on a channel that others may read.
    var at: String?
    var title: String
    var body: String
    /// All notices of a merged message, the oldest first; empty in any other.
    var merged: [Part] = []

    /// One notice of a merged message.
    struct Part: Equatable, Sendable {
        var id: Identifier
        var incident: String?
        var about: String?
        var at: String?
        var title: String
        var body: String
    }

    /// Whether somebody has to act at once.
    var isAlarm: Bool { Notification.Kind(rawValue: kind)?.isAlarm ?? false }
}

extension Message {
    init(_ job: Outbox.Job) {
        id = job.notification
        kind = job.kind
        incident = job.incident
        to = job.to
        about = job.about
        at = job.shownInstant
        title = job.title
        body = job.body
    }

    /// What the sender has to say itself.
    init(system notice: Notice, id: Identifier, at instant: Instant) {
        self.id = id
        kind = Notification.Kind.system.rawValue
        to = ""
        at = instant.rfc3339
        title = notice.title
        body = notice.body
    }

    /// Several jobs of one kind for one channel, the oldest first; `count` of them fit.
    static func merging(_ jobs: [Outbox.Job], within address: ChannelAddress) -> (
        Message, count: Int
    ) {
        var message = Message(jobs[0])
        let notice = MergedNotice(
            jobs.map { MergedNotice.Part(id: $0.notification, title: $0.title, body: $0.body) },
            isAlarm: message.isAlarm, titleBytes: address.titleLimit, bodyBytes: address.bodyLimit)
        guard notice.count > 1 else { return (message, 1) }
        message.title = notice.title
        message.body = notice.body
        message.incident = nil
        message.about = nil
        message.merged = jobs.prefix(notice.count).map {
            Part(
                id: $0.notification, incident: $0.incident, about: $0.about, at: $0.shownInstant,
                title: $0.title, body: $0.body)
        }
        if jobs[0].attempt > 1 { message.id += "-\(digest(of: message.merged.map(\.id)))" }
        return (message, notice.count)
    }

    /// Eight hexadecimal digits.
    private static func digest(of ids: [Identifier]) -> String {
        SHA256.hexadecimal(SHA256.digest(Array(ids.joined(separator: " ").utf8)).prefix(4))
    }
}

extension Outbox.Job {
    fileprivate var shownInstant: String? { `private` == true ? at : nil }
}

extension Message {
    /// Version 1 of what webhooks and hook programs are given (docs/CHANNELS.md).
    var json: [UInt8] {
        var fields: [(String, JSON)] = [
            ("version", 1), ("id", .string(id)), ("kind", .string(kind)),
            ("incident", Self.json(incident)), ("to", .string(to)), ("about", Self.json(about)),
            ("at", Self.json(at)), ("title", .string(title)), ("body", .string(body)),
        ]
        if !merged.isEmpty { fields.append(("notices", .array(merged.map(Self.json)))) }
        return JSON.object(JSONObject(uniqueFields: fields)).bytes
    }

    private static func json(_ part: Part) -> JSON {
        [
            "id": .string(part.id), "incident": json(part.incident), "about": json(part.about),
            "at": json(part.at), "title": .string(part.title), "body": .string(part.body),
        ]
    }

    private static func json(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
}
