/// Every notice that people get, word for word as spec/texts.md has it, and nowhere else.
///
/// Instants are absolute, with weekday and zone: a text may arrive hours late. A part that has
/// nothing to say is left out. What users wrote is shown by ``ForeignText``.
public struct Texts: Sendable {
    let zone: Zone
    let settings: Settings
    let places: Places

    public init(zone: Zone, settings: Settings, places: Places = Places()) {
        self.zone = zone
        self.settings = settings
        self.places = places
    }

    func at(_ instant: Instant) -> String { zone.text(instant) }

    /// `Ben, Carla`
    func list(_ names: [String]) -> String {
        names.map { ForeignText.line($0) }.joined(separator: ", ")
    }
}

extension Moment {
    /// The texts as this moment's zone, settings and places make them.
    public var texts: Texts { Texts(zone: zone, settings: settings, places: places) }
}

extension Notice {
    /// What a channel that is not private carries: no name, phone, note, message or instant.
    ///
    /// Only what calls somebody to act reads `call … now`; that an incident has ended, or that the
    /// user's own responders were told, is news (docs/decisions/0002-public-notices.md).
    public static func onPublicChannel(
        _ kind: Notification.Kind, about handle: Handle?, isToThemselves: Bool,
        cause: Identifier? = nil
    ) -> Notice {
        let problem = cause.flatMap(Problem.Code.init(cause:))
        let isUrgent = kind.isAlarm || (kind == .system && problem?.isUrgent ?? false)
        let body = "This channel may be read by others, so nothing more stands here. See: "
        guard kind != .test else { return Texts.test }
        guard let handle else {
            return Notice(title: "LifeSignal: news", body: body + "lifesignalctl status.")
        }
        let title =
            isUrgent && !isToThemselves
            ? "LifeSignal: call \(handle) now" : "LifeSignal: news about \(handle)"
        return Notice(title: title, body: body + "lifesignalctl status \(handle).")
    }

    /// This notice within a channel's limits in UTF-8 bytes: the note is cut first, and the text
    /// says where the rest is. Of a title the middle goes: a name may be long, and what is with them stands
    /// at the end.
    public func fitted(titleBytes: Int, bodyBytes: Int, about handle: Handle?) -> Notice {
        let short = Self.cutWithin(title, bytes: titleBytes)
        guard body.utf8.count > bodyBytes else { return Notice(title: short, body: body) }
        let mark = "… (the rest: lifesignalctl status\(handle.map { " \($0)" } ?? ""))"
        guard let note, body.utf8.count - note.count + mark.utf8.count <= bodyBytes else {
            return Notice(title: short, body: Self.cut(body, bytes: bodyBytes, mark: mark))
        }
        let utf8 = body.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: note.lowerBound)
        let end = utf8.index(utf8.startIndex, offsetBy: note.upperBound)
        let room = bodyBytes - (utf8.count - note.count)
        let shortNote = Self.cut(String(body[start..<end]), bytes: room, mark: mark)
        return Notice(title: short, body: body[..<start] + shortNote + body[end...])
    }

    /// `text` in at most `bytes` bytes, whole characters only, without some of its middle.
    private static func cutWithin(_ text: String, bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var tail = ""
        for character in text.reversed() {
            guard tail.utf8.count + character.utf8.count <= min(60, bytes / 3) else { break }
            tail = String(character) + tail
        }
        return cut(text, bytes: bytes - tail.utf8.count, mark: "…") + tail
    }

    /// `text` in at most `bytes` bytes, whole characters only, with `mark` where it was cut.
    static func cut(_ text: String, bytes: Int, mark: String) -> String {
        guard text.utf8.count > bytes else { return text }
        var kept = ""
        var room = bytes - mark.utf8.count
        for character in text {
            room -= character.utf8.count
            if room < 0 { break }
            kept.append(character)
        }
        return kept + mark
    }
}
