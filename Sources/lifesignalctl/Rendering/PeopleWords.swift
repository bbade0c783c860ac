import LifeSignal
import LifeSignalAPI

extension People.User {
    /// Only handle and name are shown to the caller, who is looked out for by this user and does
    /// not look out for them (spec/interface.md). A real interval is never zero.
    var isVeiled: Bool { checkInInterval == 0 }

    /// Whether the caller sees whom they have and how they are reached: nobody else sees whether they
    /// are protected, and what of that is missing.
    var isSeenInFull: Bool { protected || missing != nil }

    /// An alert of theirs is on.
    var callsForHelp: Bool { alert.map { $0.endedAt == nil } ?? false }

    var needsHelp: Bool { callsForHelp || status == .nonResponsive }

    /// The user's state as a word and a colour. A word that this program does not know is shown as
    /// it stands and is no good news.
    var statusCell: Table.Cell {
        guard !isVeiled else { return Table.Cell("not shown to you", .dim) }
        var (word, tint): (String, Tint) =
            switch status {
            case .waiting: ("waiting", .warning)
            case .active: ("active", .good)
            case .overdue: ("overdue", .warning)
            case .nonResponsive: ("non-responsive", .danger)
            case .other(let word): (ForeignText.line(word), .warning)
            }
        if callsForHelp { (word, tint) = ("ALERT, \(word)", .danger) }
        return Table.Cell(word, tint)
    }

    /// `13h 4m`, `Overdue`, or a dash while no deadline runs.
    var timeLeft: String {
        if isVeiled || status == .waiting || nextCheckIn == nil { return Words.waiting }
        return Words.remaining(.seconds(timeRemaining))
    }

    /// How much of the interval is left, 0…1; nil while no deadline runs.
    var fractionLeft: Double? {
        guard !isVeiled, status != .waiting, nextCheckIn != nil else { return nil }
        return Double(timeRemaining) / Double(checkInInterval)
    }

    var timeLeftTint: Tint {
        switch (status, fractionLeft) {
        case (.active, let left?) where left > 0.1: .good
        case (.waiting, _): .dim
        case (.nonResponsive, _): .danger
        default: .warning
        }
    }

    var shownName: String { ForeignText.line(name) }

    /// `Ana Kovač (ana)`
    var nameAndHandle: String { "\(shownName) (\(ForeignText.line(handle)))" }

    /// Whether the user is protected; `–` for someone of whom that is not shown.
    var protectedCell: Table.Cell {
        if protected { return Table.Cell("yes", .good) }
        return missing == nil ? Table.Cell(Words.waiting, .dim) : Table.Cell("no", .warning)
    }

    /// The command that takes the first step that is missing, where this program knows it.
    func nextStep(on screen: Screen) -> String? {
        switch missing.flatMap(MissingStep.init(rawValue:)) {
        case .checkIn: screen.command("check-in -u \(handle)")
        case .channel: screen.command("channel add -u \(handle) ADDRESS")
        case .responder: screen.command("responder add \(handle) RESPONDER")
        case .reachableResponder:
            screen.command("channel add -u RESPONDER ADDRESS") + " (by them, or an administrator)"
        case .provenResponder:
            screen.command("channel test ID") + " (a responder's, by them or an administrator)"
        case nil: nil
        }
    }

    /// `every 1 day; reminders 2 hours and 1 hour before; no grace`
    var scheduleText: String {
        let every = "every \(Words.interval(.seconds(checkInInterval)))"
        let leads = reminders.map { Words.interval(.seconds($0)) }
        let reminded =
            leads.isEmpty ? "no reminder" : "reminder \(Words.list(leads)) before"
        let graceText =
            grace == 0 ? "no grace" : "grace \(Words.interval(.seconds(grace)))"
        return "\(every); \(reminded); \(graceText)"
    }
}

extension Words {
    /// `Ben`, `Ben and Carla`, `Ben, Carla and Dora`
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// `1 user`, `2 users`
    static func count(_ number: some BinaryInteger, _ one: String, _ many: String? = nil) -> String
    {
        number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
    }
}

enum PeopleWords {
    /// Who did something, as the audit trail has it: `user:ben` is Ben's own handle.
    static func actor(_ by: String) -> String {
        let kind = by.prefix { $0 != ":" }
        let name = ForeignText.line(String(by.dropFirst(kind.count + 1)))
        return switch kind {
        case "user" where !name.isEmpty: name
        case "account" where !name.isEmpty: "account \(name)"
        default: ForeignText.line(by)
        }
    }
}

/// What only somebody who administers the server can do, said to whoever reads it.
enum ServerWords {
    static func ask(or deed: String, _ command: String) -> String {
        "Ask whoever runs this server, or \(deed): \(command)"
    }
}

/// What is said where nothing goes out.
enum SenderWords {
    static let remedy = ServerWords.ask(or: "start it", "sudo systemctl start lifesignal-notify")
    static let missing = "no sender is connected. \(remedy)"
}

/// What stands where a question's state is told.
enum PingWords {
    static func status(_ raw: String) -> String {
        switch raw {
        case "pending": "waits for an answer"
        case "responded": "answered"
        case "cleared": "taken back"
        case "expired": "not answered in time"
        default: ForeignText.line(raw)
        }
    }

    static func tint(_ status: People.Ping.Status) -> Tint {
        switch status {
        case .pending, .other: .warning
        case .responded: .good
        case .cleared: .plain
        case .expired: .danger
        }
    }
}
