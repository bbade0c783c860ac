import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct AlertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Call your responders for help.",
        discussion: """
            LifeSignal calls no ambulance, no police and no fire brigade. It tells the people \
            who look out for you.
            """,
        subcommands: [AlertRaise.self, AlertTap.self, AlertClear.self, AlertList.self])

    /// Whoever types this in need must not take a page of help for an answer.
    func run() throws {
        throw ValidationError("say what to do; to call for help: lifesignalctl alert raise")
    }
}

struct AlertRaise: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "raise", abstract: "Call for help: every responder is told at once.",
        discussion: """
              lifesignalctl alert raise --message "fell down the stairs"

            The call stays on, and is repeated, until “alert clear”.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserOption

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("What happened, where you are.", valueName: "text"))
    var message: String?

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    static let undone = "Nobody has been told"
    var undone: String { Self.undone }
    var isCallForHelp: Bool { true }

    /// True whether or not a call is on: the daemon is not asked, so that a no, and Ctrl-C, are taken at once.
    private static let notWanted: NotDone = {
        var notDone = NotDone.saying(
            "\(AlertRaise.undone) of a new call: you did not say yes; one that is on already "
                + "stays on")
        notDone.isTheirChoice = true
        return notDone
    }()

    func perform(in session: Session) async throws {
        if !yes {
            let whom = user.handle.map { " for \($0)" } ?? ""
            try session.confirm(
                "Call for help\(whom) now? Every responder is told at once.", flag: "--yes",
                refusal: Self.notWanted)
        }
        var telling: [String]?
        var isSending: Bool?
        let reply = try await session.callOnce(
            People.RaiseAlert.self, .init(user: user.handle, message: message.map(Self.cut))
        ) { failure in
            guard case .alertActive(_, let tells, let senderConnected) = failure else {
                return false
            }
            (telling, isSending) = (tells, senderConnected)
            return true
        }
        session.tell(
            try AlertAnswer.raised(
                telling: reply?.tells ?? telling,
                isSending: reply?.senderConnected ?? isSending ?? true, ofUser: ofUser,
                session.screen))
    }

    /// As much as a message may have: nobody's call for help fails because they said too much.
    static func cut(_ message: String) -> String {
        var message = message.prefix(Alert.mostCharacters)
        while message.utf8.count > Alert.mostBytes { message.removeLast() }
        return String(message)
    }

    func notDone(for error: CallError, on screen: Screen) -> NotDone? {
        AlertAnswer.alreadyActive(error, ofUser: ofUser, screen)
    }
}

/// What a call for help is answered with, however it was raised.
enum AlertAnswer {
    /// - Parameters:
    ///   - names: nil where the daemon does not say.
    ///   - isSending: notices go out.
    ///   - ofUser: ``ToolCommand/ofUser``.
    /// - Throws: ``NotDone`` where there is nobody, or nothing goes out: help that nobody hears of is no help.
    static func raised(
        telling names: [String]?, isSending: Bool, ofUser: String, _ screen: Screen
    ) throws -> String {
        if let names, names.isEmpty {
            var nobody = NotDone.saying(
                "Nobody can be told: there is no responder with a channel. The call is on until it is cleared"
            )
            nobody.remedy = toEndIt(ofUser, screen)
            throw nobody
        }
        guard isSending else {
            var unsent = NotDone.saying(
                "NOBODY HAS BEEN TOLD YET: the call is on, but no sender is connected, so nothing goes "
                    + "out until one is")
            unsent.remedy = SenderWords.remedy
            throw unsent
        }
        guard let names else {
            return "Help called. See who is told: \(screen.command("responder list\(ofUser)"))"
        }
        return "Help called. Telling \(names.map(ForeignText.line).joined(separator: ", "))."
    }

    static func alreadyActive(_ error: CallError, ofUser: String, _ screen: Screen) -> NotDone? {
        guard
            case .alertActive(let since, let tells, let senderConnected) = error.failure(
                of: People.Failure.self)
        else { return nil }
        let active = active(
            since: since, telling: tells, isSending: senderConnected ?? true, screen)
        var notDone = NotDone.saying("NOT called again: \(active)")
        notDone.remedy = toEndIt(ofUser, screen)
        return notDone
    }

    private static func toEndIt(_ ofUser: String, _ screen: Screen) -> String {
        "To end it: \(screen.command("alert clear\(ofUser)"))"
    }

    /// A call that is on already, and whether anybody hears of it.
    static func active(
        since: String, telling names: [String]?, isSending: Bool, _ screen: Screen
    ) -> String {
        let call = "the call of \(screen.full(since)) is still on"
        // A sender would change nothing about it.
        if let names, names.isEmpty {
            return "\(call), but nobody can be told of it: there is no responder with a channel"
        }
        guard isSending else {
            return "\(call), but NOTHING GOES OUT: \(SenderWords.missing)"
        }
        return names == nil
            ? "\(call) until it is cleared"
            : "\(call), and responders are told of it until it is cleared"
    }

    /// Who hears that a call is over.
    static func cleared(
        telling names: [String]?, isSending: Bool, ofUser: String, _ screen: Screen
    ) -> String {
        if let names, names.isEmpty {
            return "Nobody can be told: there is no responder with a channel."
        }
        guard isSending else {
            return "Nobody hears of it yet: \(SenderWords.missing)"
        }
        guard let names else {
            return "See who is told: \(screen.command("responder list\(ofUser)"))"
        }
        return "Telling \(names.map(ForeignText.line).joined(separator: ", "))."
    }
}

struct AlertTap: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "One of four taps that together call for help.",
        discussion: """
            For a button that could be pressed by accident: bind it to this command. Four taps, \
            each within 10 s of the one before, raise the alert.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserOption

    var undone: String { AlertRaise.undone }
    var isCallForHelp: Bool { true }

    /// spec/domain.md: what each tap adds.
    private static let step = 0.25

    func perform(in session: Session) async throws {
        let reply = try await session.callUnrepeated(
            People.TapAlert.self, .init(user: user.handle))
        guard reply.alert != nil else {
            return session.show(Self.progress(reply.progress, session.screen))
        }
        session.tell(
            try AlertAnswer.raised(
                telling: reply.tells, isSending: reply.senderConnected ?? true, ofUser: ofUser,
                session.screen))
    }

    static func progress(_ progress: Double, _ screen: Screen) -> String {
        let missing = Int(((1 - progress) / step).rounded(.up))
        let bar = screen.bar(progress, columns: 20, .danger)
        let percent = "\(Int((progress * 100).rounded())) %"
        return (bar.isEmpty ? "" : bar + " ")
            + "\(percent): \(Words.count(missing, "more tap")) within 10 s to call for help"
    }

    func notDone(for error: CallError, on screen: Screen) -> NotDone? {
        guard error != .disconnected else {
            return NotDone(
                .unavailable, "the daemon was restarted under this tap, which may be lost",
                remedy: "Tap again")
        }
        return AlertAnswer.alreadyActive(error, ofUser: ofUser, screen)
    }
}

struct AlertClear: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "End a call for help; responders are told.",
        discussion: """
            Waits for 3 s, in which Ctrl-C keeps the call on. It is no check-in: whoever is \
            overdue still has to give one.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserOption

    @Flag(name: [.short, .long], help: "Do not wait.")
    var yes = false

    var undone: String { "NOT cleared" }

    func perform(in session: Session) async throws {
        guard yes || session.world.canAsk else {
            throw NotDone(
                "there is no terminal to show you the wait on",
                remedy: "If you mean it: add --yes")
        }
        let named = user.handle
        let user = try await session.call(People.GetUser.self, .init(user: named)).user
        guard let alert = user.alert else {
            throw CallError(People.Failure.noActiveAlert(user: user.handle))
        }
        if !yes {
            try await Hold(world: session.world).wait("Ending the call for help")
        }
        // This one only: were another raised meanwhile, it would stay on.
        let reply = try await session.callOnce(
            People.ClearAlert.self, .init(user: user.handle, alert: alert.id)
        ) { $0 == .noActiveAlert(user: user.handle) }
        let screen = session.screen
        let isOwn = await session.isCaller(named)
        var text =
            (isOwn ? "You no longer call" : "\(user.shownName) no longer calls")
            + " for help, after "
            + "\(AlertTable.duration(reply?.alert ?? alert, screen)). "
            + AlertAnswer.cleared(
                telling: reply?.tells, isSending: reply?.senderConnected ?? true, ofUser: ofUser,
                screen)
        if user.status == .overdue || user.status == .nonResponsive {
            text +=
                "\nThe check-in is still missing: "
                + screen.command(isOwn ? "check-in" : "check-in -u \(user.handle)")
        }
        session.tell(text)
    }
}

struct AlertList: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Calls for help, the newest first.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption
    @OptionGroup var limit: LimitOption

    func perform(in session: Session) async throws {
        let alerts = try await session.list(
            People.ListAlerts.self, .init(user: user.handle, limit: limit.limit), \.alert)
        session.show(alerts, listing, empty: "No calls for help.") {
            AlertTable(alerts: alerts).table($0)
        }
    }
}
