import LifeSignal
import LifeSignalAPI
import Varlink

/// One user in full.
struct UserPage {
    var user: People.User
    /// Nil where they are not shown to the caller.
    var responders: [People.Contact]?
    var dependents: [People.Contact]?
    var pendingPings: [People.Ping]?
    var channels: [People.Channel]?

    /// The page as one object of the socket's types.
    var json: JSON {
        [
            "user": user.json, "responders": responders.json, "dependents": dependents.json,
            "pendingPings": pendingPings.json, "channels": channels.json,
        ]
    }

    func rendered(on screen: Screen) -> String {
        var sections = [Self.profile(user, screen)]
        func add(_ title: String, _ table: Table?, header: Bool = false) {
            guard let table, !table.rows.isEmpty else { return }
            sections.append(
                screen.paint(title, .heading) + "\n"
                    + table.rendered(on: screen, header: header, indent: 2))
        }
        if let responders, responders.isEmpty, !user.isVeiled {
            sections.append(
                screen.paint("RESPONDERS", .heading) + "\n"
                    + screen.wrapped(
                        "nobody looks out for \(user.shownName): "
                            + screen.command("responder add \(user.handle) RESPONDER"),
                        first: "  ", firstColumns: 2, indent: 4))
        }
        add("RESPONDERS", responders.map { ContactTable(contacts: $0).brief(screen) })
        add("LOOKS OUT FOR", dependents.map { ContactTable(contacts: $0).brief(screen) })
        add("OPEN QUESTIONS", pendingPings.map { PingTable(pings: $0).brief(screen) })
        add("CHANNELS", channels.map { ChannelTable(channels: $0).table(screen) }, header: true)
        return sections.joined(separator: "\n")
    }

    /// The profile, the schedule, and how it stands with them.
    static func profile(_ user: People.User, _ screen: Screen) -> String {
        let cell = user.statusCell
        var text =
            screen.paint("●", cell.tint) + " " + screen.paint(user.nameAndHandle, .bold)
            + " " + screen.paint(cell.text, cell.tint) + "\n"
        guard !user.isVeiled else {
            return text + "  \(user.shownName) looks out for you, so you see the name alone.\n"
        }
        for cause in causes(of: user, screen) {
            text += screen.wrapped(
                "\(user.shownName) \(cause)", first: "  ", firstColumns: 2, indent: 4, .danger)
        }
        func title(_ words: String) -> String {
            "  " + screen.paint(DisplayWidth.padded(words, to: 16), .dim)
        }
        if let due = user.nextCheckIn {
            let first = title("Next check-in")
            // Where there is less room the words need it.
            if let fraction = user.fractionLeft, screen.isColoured, screen.pageWidth >= 72 {
                let bar = screen.bar(fraction, columns: 12, user.timeLeftTint)
                let left = screen.paint(user.timeLeft, user.timeLeftTint)
                text += "\(first)\(screen.full(due))  \(bar)  \(left)\n"
            } else {
                text += screen.wrapped(
                    [(screen.full(due) + " ", .plain), (user.timeLeft, user.timeLeftTint)],
                    first: first, firstColumns: 18, indent: 18)
            }
        }
        for (words, values) in facts(user, screen) {
            text += screen.wrapped(values, first: title(words), firstColumns: 18, indent: 18)
        }
        return text
    }

    /// Why somebody needs help, each as a clause after the name.
    static func causes(of user: People.User, _ screen: Screen) -> [String] {
        var causes: [String] = []
        if user.callsForHelp, let alert = user.alert {
            var cause = "is calling for help since \(screen.full(alert.startedAt))"
            if let started = Instant(rfc3339: alert.startedAt) {
                cause += " (\(Words.clock(screen.now - started)))"
            }
            if let message = alert.message { cause += ": “\(ForeignText.line(message))”" }
            causes.append(cause)
        }
        if user.status == .nonResponsive {
            causes.append(
                "has not checked in: due by \(screen.full(user.nextCheckIn)), last seen "
                    + screen.full(user.lastCheckIn))
        }
        return causes
    }

    private typealias Fact = (title: String, value: [(String, Tint)])

    private static func facts(_ user: People.User, _ screen: Screen) -> [Fact] {
        var facts: [Fact] = []
        func add(_ title: String, _ text: String, _ tint: Tint = .plain) {
            facts.append((title, [(text, tint)]))
        }
        // By a grace, or a hold after an outage.
        if let alarm = user.nonResponsiveAt, alarm != user.nextCheckIn {
            add("Non-responsive", screen.full(alarm))
        }
        let last = user.lastCheckIn.map { "\(screen.full($0))  \(screen.distance($0))" }
        add("Last check-in", last ?? "never")
        add("Schedule", user.scheduleText)
        facts.append(("Protected", protection(user, screen)))
        add("Phone", user.phoneNumber.map(ForeignText.line) ?? Words.waiting)
        if let account = user.account { add("Account", ForeignText.line(account)) }
        if let picture = user.pictureUrl { add("Picture", ForeignText.line(picture)) }
        if user.nonResponsiveDependents > 0 {
            let number = user.nonResponsiveDependents
            add(
                "Looks out for", "\(number) \(number == 1 ? "needs" : "need") help now", .danger)
        }
        add("Added", screen.full(user.addedAt))
        for (number, line) in noteLines(user.emergencyNote).enumerated() {
            add(number == 0 ? "Note" : "", line)
        }
        return facts
    }

    private static func protection(_ user: People.User, _ screen: Screen) -> [(String, Tint)] {
        if user.protected { return [("yes", .good)] }
        // Of a dependent it is not shown.
        guard let step = user.missing else { return [(Words.waiting, .plain)] }
        let missing = ("no: \(ForeignText.line(step))", Tint.warning)
        guard let next = user.nextStep(on: screen) else { return [missing] }
        return [missing, ("→ \(next)", .plain)]
    }

    static func noteLines(_ note: String) -> [String] {
        guard !note.isEmpty else { return [] }
        return ForeignText.note(note).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }
}
