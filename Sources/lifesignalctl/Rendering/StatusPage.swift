import LifeSignal
import LifeSignalAPI

/// What an operator lives on: the health first, then who needs help, what the caller should do about
/// it and themselves, what is wrong, and everybody.
struct StatusPage {
    var status: Daemon.Status
    /// What who calls should do, if they are a user.
    var duties: OwnDuties?
    /// In the order in which they are shown; see ``People/User/precedes(_:)``.
    var users: [People.User]
    /// Users that exist and are not among these.
    var omitted = 0

    func rendered(on screen: Screen, header: Bool = true) -> String {
        var sections = [head(screen)]
        // Whoever needs help comes before whatever else there is.
        let inNeed = users.filter(\.needsHelp)
        if !inNeed.isEmpty { sections.append(help(inNeed, screen)) }
        if let duties = duties?.rendered(on: screen) { sections.append(duties) }
        if !status.problems.isEmpty { sections.append(problems(screen)) }
        let isEmpty = users.isEmpty && omitted == 0
        if isEmpty {
            sections.append(Self.firstSteps(screen))
        } else {
            sections.append(table(screen, header: header))
            let unprotected = users.filter { $0.missing != nil }
            if !unprotected.isEmpty { sections.append(missing(unprotected, screen)) }
        }
        return sections.joined(separator: "\n")
    }

    // MARK: The sections, each ended by a newline

    private func head(_ screen: Screen) -> String {
        let (word, tint): (String, Tint) =
            switch status.health {
            case .healthy:
                status.problems.isEmpty
                    ? ("healthy", .good) : ("healthy, with something to do", .warning)
            case .degraded: ("DEGRADED: the net may have a hole", .danger)
            case .other(let word): (ForeignText.line(word), .warning)
            }
        let inNeed = users.count { $0.needsHelp }
        let dot = screen.paint("●", inNeed > 0 ? .danger : tint)
        var words = [("LifeSignal is", Tint.plain), (inNeed > 0 ? word + "," : word, tint)]
        if inNeed > 0 {
            let need = "\(inNeed) \(inNeed == 1 ? "needs" : "need") help now"
            words += [("and", .plain), (need, .danger)]
        }
        var text = screen.wrapped(words, first: dot + " ", firstColumns: 2, indent: 2)
        // It always has a cause, which not everybody is shown.
        if status.health == .degraded, status.problems.isEmpty {
            text += line("Ask whoever runs this server: they are shown why.", screen)
        }
        text += counts(screen)
        if let next = status.nextDeadline { text += line(what(next, screen), screen) }
        let version = ForeignText.line(status.version)
        return text
            + line(
                "lifesignald \(version), up since \(screen.full(status.startedAt))", screen, .dim)
    }

    /// Of one that has passed nothing has come about yet: after an outage many are looked at one after the other, and a
    /// hold may still stand between it and what it says.
    private func what(_ next: Daemon.Deadline, _ screen: Screen) -> String {
        let user = ForeignText.line(next.user)
        let at = "\(screen.full(next.at)) (\(screen.distance(next.at)))"
        if let instant = Instant(rfc3339: next.at), instant < screen.now {
            return "Next: a look at whoever has been due since \(at), \(user) first"
        }
        return "Next: \(DeadlineTable.what(next.kind)), \(user), \(at)"
    }

    private func line(_ text: String, _ screen: Screen, _ tint: Tint = .plain) -> String {
        screen.wrapped(text, first: "  ", firstColumns: 2, indent: 2, tint)
    }

    private func counts(_ screen: Screen) -> String {
        var parts: [(String, Tint)] = [(Words.count(status.users, "user"), .plain)]
        func add(_ number: Int64, _ words: String, _ tint: Tint) {
            if number > 0 { parts.append((words, tint)) }
        }
        add(status.activeAlerts, "\(status.activeAlerts) calling for help", .danger)
        add(status.nonResponsive, "\(status.nonResponsive) non-responsive", .danger)
        add(status.overdue, "\(status.overdue) overdue", .warning)
        add(status.active, "\(status.active) active", .good)
        add(status.waiting, "\(status.waiting) waiting", .warning)
        add(status.pendingPings, Words.count(status.pendingPings, "open question"), .plain)
        add(
            status.pendingDeliveries,
            Words.count(status.pendingDeliveries, "notice") + " on the way", .plain)
        add(
            status.failedDeliveries, Words.count(status.failedDeliveries, "failed notice"),
            .danger)
        return screen.joined(parts, separator: " · ", indent: 2)
    }

    private func problems(_ screen: Screen) -> String {
        var text = screen.paint("PROBLEMS", .heading) + "\n"
        for problem in shownProblems {
            let remedy = screen.commands.reworded(ForeignText.line(problem.remedy))
            text += screen.advice(ForeignText.line(problem.text), remedy)
        }
        return text
    }

    /// Each once. A missed check-in and a call for help are two emergencies of one person, and have the same problems
    /// but for the instant: the first is shown, which the daemon lists first. Where nobody can be told, it goes without
    /// saying that nobody has been reached.
    private var shownProblems: [Daemon.Problem] {
        let untold = Set(
            status.problems.filter { Problem.Code(rawValue: $0.code) == .nobodyToTell }.map(\.user))
        var shown: Set<[String?]> = []
        return status.problems.filter { problem in
            let code = Problem.Code(rawValue: problem.code)
            if code == .nobodyReached, untold.contains(problem.user) { return false }
            let isOfEmergency = code?.isUrgent == true
            let words = isOfEmergency ? nil : problem.text
            return shown.insert([problem.code, problem.user, words, problem.remedy]).inserted
        }
    }

    private func help(_ users: [People.User], _ screen: Screen) -> String {
        var text = screen.paint("NEEDS HELP NOW", .heading) + "\n"
        for user in users {
            for cause in UserPage.causes(of: user, screen) {
                text += screen.wrapped(
                    "\(user.nameAndHandle) \(cause)", first: "  \(screen.paint("✖", .danger)) ",
                    firstColumns: 4, indent: 4)
            }
            let phone = user.phoneNumber.map(ForeignText.line) ?? "no number stored"
            text += "    Call: \(screen.paint(phone, .bold))\n"
            text += note(user, screen)
        }
        return text
    }

    /// Where somebody needs help their note is read at once, unless it is very long.
    private static let mostNoteLines = 8

    private func note(_ user: People.User, _ screen: Screen) -> String {
        var lines = UserPage.noteLines(user.emergencyNote).filter { !$0.isEmpty }
        if lines.count > Self.mostNoteLines {
            lines = Array(lines.prefix(Self.mostNoteLines - 1))
            let rest = screen.command("status \(ForeignText.line(user.handle))")
            lines.append("… (the rest: \(rest))")
        }
        return lines.enumerated().map { number, line in
            let first = number == 0 ? "    Note: " : "          "
            return screen.wrapped(line, first: first, firstColumns: 10, indent: 10)
        }.joined()
    }

    private func table(_ screen: Screen, header: Bool) -> String {
        var table = UserTable(users: users).table(screen)
        // Who is protected is told below with what is missing; the column goes before the rest.
        if let last = table.columns.indices.last { table.columns[last].dropOrder = 3 }
        var text = table.rendered(on: screen, header: header)
        if omitted > 0 {
            text += screen.wrapped("… and \(omitted) more: \(screen.command("user list"))")
        }
        return text
    }

    private func missing(_ unprotected: [People.User], _ screen: Screen) -> String {
        // Those of whom it is not shown may be.
        let isEverybody = unprotected.count == users.count && omitted == 0
        let title =
            isEverybody ? "Nobody is protected yet. What is missing:" : "NOT PROTECTED YET"
        var table = Table([
            Table.Column(""), Table.Column(""), Table.Column(""),
        ])
        for user in unprotected {
            let missing = ForeignText.line(user.missing ?? "")
            table.rows.append([
                Table.Cell(ForeignText.line(user.handle)), Table.Cell(missing, .warning),
                Table.Cell(user.nextStep(on: screen) ?? ""),
            ])
        }
        let heading = screen.wrapped(title, first: "", firstColumns: 0, indent: 0, .heading)
        guard let width = screen.width, table.naturalWidth + 2 > width else {
            return heading + table.rendered(on: screen, header: false, indent: 2)
        }
        return heading
            + table.rows.map { row in
                let missing = row.prefix(2).map { ($0.text, $0.tint) }
                return screen.wrapped(missing, first: "  ", firstColumns: 2, indent: 4)
                    + (row[2].text.isEmpty ? "" : screen.step(row[2].text))
            }.joined()
    }

    /// What an empty net says: the next commands to type.
    static func firstSteps(_ screen: Screen) -> String {
        let steps = [
            #"user add ana --name "Ana" --phone "+49 30 1234567" --check-in"#,
            #"user add ben --name "Ben""#, "responder add ana ben",
            "channel add -u ana mailto:ana@example.org",
            "channel add -u ben mailto:ben@example.org", "channel test ID",
        ]
        return screen.wrapped(
            [
                ("Nobody is protected yet.", .bold),
                ("Two people make a net; begin like this:", .plain),
            ],
            first: "", firstColumns: 0, indent: 0) + "\n"
            + steps.map { "  \(screen.command($0))\n" }.joined()
    }
}

extension People.User {
    /// Who needs help stands on top, each longest first, then who is late, then who has the least
    /// time left; ties by name, then handle, as in a listing of dependents.
    func precedes(_ other: People.User) -> Bool {
        if (rank, decisive) != (other.rank, other.decisive) {
            return (rank, decisive) < (other.rank, other.decisive)
        }
        return (foldedName(name), handle) < (foldedName(other.name), other.handle)
    }

    private var rank: Int {
        if callsForHelp { return 0 }
        if isVeiled { return 6 }
        return switch status {
        case .nonResponsive: 1
        case .other: 2
        case .overdue: 3
        case .active: 4
        case .waiting: 5
        }
    }

    /// The instant that orders those of a rank; instants of the socket's form sort as texts do.
    private var decisive: String {
        if callsForHelp { return alert?.startedAt ?? "" }
        return (status == .nonResponsive ? nonResponsiveAt : nextCheckIn) ?? ""
    }
}
