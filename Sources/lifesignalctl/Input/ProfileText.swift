import LifeSignal
import LifeSignalAPI

/// A user's profile and schedule as a text to be edited, and read again.
struct ProfileText: Equatable {
    var name = ""
    var phone = ""
    var picture = ""
    var account = ""
    /// Seconds, as all that follow.
    var interval: Int64 = 0
    var reminders: [Int64] = []
    var grace: Int64 = 0
    var checksIn = false
    var note = ""

    init() {}

    init(_ user: People.User) {
        name = user.name
        phone = user.phoneNumber ?? ""
        picture = user.pictureUrl ?? ""
        account = user.account ?? ""
        interval = user.checkInInterval
        reminders = user.reminders
        grace = user.grace
        note = user.emergencyNote
    }

    /// What a line is called that begins the note; everything after it belongs to the note.
    private static let noteKey = "Note"

    func text(handle: String) -> String {
        """
        # Profile and schedule of \(handle).
        # Lines that begin with # are left out. Saving without a change changes nothing.

        Name: \(name)
        # In full, such as +49 30 1234567; empty for none.
        Phone: \(phone)
        # An https address of a picture; empty for none.
        Picture: \(picture)
        # The Unix account that is this user; empty for none.
        Account: \(account)

        # How often to check in, such as 8h, 16h, 24h, 48h or 1d 12h.
        Interval: \(Span.typed(seconds: interval))
        # How long before the deadline to be reminded, such as 2h, 30min; none for none.
        Reminders: \(Self.typed(reminders))
        # How long after the deadline responders are told; 0 for at once.
        Grace: \(Span.typed(seconds: grace))
        # yes checks in with this change: for a schedule that would be overdue without.
        Check-in: \(checksIn ? "yes" : "no")

        # All that follows the next line is the note: what responders must know in an
        # emergency. Lines that begin with # belong to it.
        \(Self.noteKey):
        \(note)

        """
    }

    /// What a text gives no profile for; one clause a mistake.
    struct Mistakes: Error, Equatable {
        var reasons: [String]
    }

    /// Reads what ``text(handle:)`` wrote and a person edited.
    init(reading text: String) throws(Mistakes) {
        var values: [String: String] = [:]
        var mistakes: [String] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var foundNote = false
        while let line = lines.popFirst() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.hasPrefix("#") { continue }
            let key = Self.trimmed(line.prefix { $0 != ":" }).lowercased()
            if key == Self.noteKey.lowercased() {
                foundNote = true
                break
            }
            guard line.contains(":"), Self.keys.contains(key) else {
                mistakes.append("“\(line)” is no line that is known here")
                continue
            }
            if values[key] != nil { mistakes.append("“\(key)” stands twice") }
            values[key] = Self.trimmed(line.drop { $0 != ":" }.dropFirst())
        }
        if !foundNote { mistakes.append("the line “\(Self.noteKey):” is missing") }
        // An editor ends the last line; that newline is not the note's.
        if lines.last?.isEmpty == true { lines.removeLast() }
        note = lines.joined(separator: "\n")
        mistakes += take(values)
        guard mistakes.isEmpty else { throw Mistakes(reasons: mistakes) }
    }

    private static let keys = [
        "name", "phone", "picture", "account", "interval", "reminders", "grace", "check-in",
    ]

    /// Fills in what the lines say; what is wrong with them.
    private mutating func take(_ values: [String: String]) -> [String] {
        var mistakes = Self.keys.filter { values[$0] == nil }
            .map { "the line “\($0)” is missing" }
        name = values["name"] ?? ""
        phone = values["phone"] ?? ""
        picture = values["picture"] ?? ""
        account = values["account"] ?? ""
        func seconds(_ key: String, _ text: String) -> Int64? {
            do {
                return try Span(systemdText: text).wholeSeconds
            } catch {
                mistakes.append("\(key): \(error)")
                return nil
            }
        }
        if let text = values["interval"] { interval = seconds("interval", text) ?? 0 }
        if let text = values["grace"] { grace = seconds("grace", text) ?? 0 }
        if let text = values["reminders"], text.lowercased() != "none", !text.isEmpty {
            reminders = text.split(separator: ",").compactMap {
                seconds("reminders", Self.trimmed($0))
            }
        }
        switch values["check-in"]?.lowercased() {
        case "yes": checksIn = true
        case "no", nil: checksIn = false
        default: mistakes.append("check-in: yes or no")
        }
        return mistakes
    }

    /// What has to be asked of the daemon to make `old` this; nil where nothing differs.
    func changes(from old: ProfileText, user: String) -> People.SetUser.Parameters? {
        guard self != old else { return nil }
        func changed<Value: Equatable>(_ path: KeyPath<ProfileText, Value>) -> Value? {
            self[keyPath: path] == old[keyPath: path] ? nil : self[keyPath: path]
        }
        return People.SetUser.Parameters(
            user: user, name: changed(\.name), phoneNumber: changed(\.phone),
            emergencyNote: changed(\.note), pictureUrl: changed(\.picture),
            account: changed(\.account), checkInInterval: changed(\.interval),
            reminders: changed(\.reminders), grace: changed(\.grace),
            checkIn: checksIn ? true : nil)
    }

    private static func typed(_ reminders: [Int64]) -> String {
        reminders.isEmpty
            ? "none" : reminders.map { Span.typed(seconds: $0) }.joined(separator: ", ")
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
