import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

/// What is said of a user on `user add` and `user set`.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How often to check in: 8h, 16h, 24h, 48h, or any span from 1s to 366d (at first 24h).",
            valueName: "span"), transform: SpanArgument.reading)
    var interval: SpanArgument?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "How long before the deadline to be reminded; can be repeated, “none” for none "
                + "(at first 2h).", valueName: "span"), transform: ReminderArgument.reading)
    var reminder: [ReminderArgument] = []

    @Option(
        help: ArgumentHelp(
            "How long after the deadline responders are told, at most 7d (at first 0).",
            valueName: "span"), transform: SpanArgument.reading)
    var grace: SpanArgument?

    @Option(help: ArgumentHelp("In full, such as “+49 30 1234567”.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("What responders must know in an emergency.", valueName: "text"))
    var note: String?

    @Option(help: ArgumentHelp("An https address of a picture.", valueName: "url"))
    var picture: String?

    @Option(help: ArgumentHelp("The Unix account that is this user.", valueName: "account"))
    var account: String?

    func validate() throws {
        if reminder.contains(.none), reminder.count > 1 {
            throw ValidationError("--reminder none can't stand beside another --reminder")
        }
    }

    /// Nil where none was given.
    var reminders: [Int64]? {
        guard !reminder.isEmpty else { return nil }
        return reminder.compactMap { if case .lead(let span) = $0 { span.seconds } else { nil } }
    }
}

/// A lead time, or the word that says that there is none.
enum ReminderArgument: Equatable {
    case none
    case lead(SpanArgument)

    static let reading: @Sendable (String) throws -> ReminderArgument = { text in
        text == "none" ? .none : .lead(try SpanArgument.reading(text))
    }
}

struct UserAdd: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Take somebody into the net.",
        discussion: """
            The handle is what they are called everywhere: a-z, 0-9, _ and -, beginning with a \
            letter. Their deadlines begin with the first check-in.

              lifesignalctl user add ana --name "Ana Kovač" --phone "+49 30 1234567" \\
                  --interval 24h --reminder 4h --reminder 1h --account ana --check-in
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "What they are called everywhere.")
    var handle: String

    @Option(help: ArgumentHelp("Their name, as others know them.", valueName: "name"))
    var name: String

    @OptionGroup var profile: ProfileOptions

    @Flag(name: .customLong("check-in"), help: "Check them in at once, so that deadlines run.")
    var checksIn = false

    var undone: String { "NOT added" }

    func perform(in session: Session) async throws {
        let parameters = People.AddUser.Parameters(
            handle: handle, name: name, phoneNumber: profile.phone, emergencyNote: profile.note,
            pictureUrl: profile.picture, account: profile.account,
            checkInInterval: profile.interval?.seconds, reminders: profile.reminders,
            grace: profile.grace?.seconds, checkIn: checksIn ? true : nil)
        let reply = try await session.callOnce(People.AddUser.self, parameters) {
            $0 == .userExists(user: handle)
        }
        var user = reply?.user
        if user == nil {
            user = try await session.call(People.GetUser.self, .init(user: handle)).user
        }
        guard let user else { return }
        var text = "Added \(user.nameAndHandle): \(user.scheduleText)."
        if profile.reminder.isEmpty, user.reminders.isEmpty {
            text +=
                "\nThe usual reminder does not fit into that interval; for a shorter one: "
                + session.screen.command("user set \(user.handle) --reminder SPAN")
        }
        if let missing = user.missing {
            text += "\nNot protected yet: \(user.shownName) \(ForeignText.line(missing))."
            if let step = user.nextStep(on: session.screen) { text += " Next: \(step)" }
        }
        session.tell(text)
    }
}

struct UserSet: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a user's profile or schedule.",
        discussion: """
            Without a handle: yours. What is left out stays. An empty text clears the phone, \
            note, picture or account:

              lifesignalctl user set ana --interval 48h --reminder 6h --phone ""

            Nobody becomes overdue by an edit, and nobody stops being so: such a change is \
            refused unless --check-in says that they are well.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserArgument

    @Option(help: ArgumentHelp("Their name, as others know them.", valueName: "name"))
    var name: String?

    @OptionGroup var profile: ProfileOptions

    @Option(help: "How the people they look out for are sorted.")
    var sort: DependentSortArgument?

    @Flag(name: .customLong("check-in"), help: "Check in within the same step.")
    var checksIn = false

    var undone: String { "NOT changed" }

    func validate() throws {
        if parameters == People.SetUser.Parameters(user: user.named) {
            let commands = ProposedCommands(socket: connection.socket)
            let edit = ShellQuoting.joined(["user", "edit"] + (user.named.map { [$0] } ?? []))
            throw ValidationError(
                "Nothing to change is given; name it, such as --phone or --interval, or use "
                    + "“\(commands.command(edit))”")
        }
    }

    func perform(in session: Session) async throws {
        let reply = try await session.call(People.SetUser.self, parameters)
        session.tell(Self.confirmation(reply, session.screen))
    }

    /// The reminders that stand need not fit into an interval that was given alone.
    func notDone(for error: CallError, on screen: Screen) -> NotDone? {
        guard let interval = profile.interval, profile.reminder.isEmpty,
            error.failure(of: InvalidParameter.self)?.parameter == "reminders"
        else { return nil }
        return NotDone(
            "--interval: the reminders that are set do not fit into "
                + Words.interval(.seconds(interval.seconds)),
            remedy: "Give others with it: --reminder SPAN, or --reminder none")
    }

    static func confirmation(_ reply: People.SetUser.Reply, _ screen: Screen) -> String {
        guard reply.changed else {
            return "Nothing changed: \(reply.user.nameAndHandle) is like that already."
        }
        var text = "Changed \(reply.user.nameAndHandle): \(reply.user.scheduleText)."
        if let next = reply.user.nextCheckIn {
            text += " Next check-in due by \(screen.full(next))."
        }
        return text
    }

    private var parameters: People.SetUser.Parameters {
        .init(
            user: user.named, name: name, phoneNumber: profile.phone,
            emergencyNote: profile.note, pictureUrl: profile.picture, account: profile.account,
            checkInInterval: profile.interval?.seconds, reminders: profile.reminders,
            grace: profile.grace?.seconds, dependentSort: sort?.inProfile,
            checkIn: checksIn ? true : nil)
    }
}

struct UserRemove: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take somebody out of the net, with their history.",
        discussion: """
            Nobody looks out for them any more; each of their contacts is told once. Asks for \
            the handle to be typed. During an incident it is refused unless --force is given.
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "Whom to remove.", completion: .handles)
    var handle: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Even while they may need help.")
    var force = false

    var undone: String { "NOT removed" }

    func perform(in session: Session) async throws {
        let user = try await session.call(People.GetUser.self, .init(user: handle)).user
        let dependents = try await session.list(
            People.ListDependents.self, .init(user: handle), \.contact)
        if !yes {
            try session.confirm(
                "This removes \(user.nameAndHandle) and their history for good. "
                    + "Type the handle to go on:",
                byTyping: handle, flag: "--yes")
        }
        _ = try await session.callOnce(
            People.RemoveUser.self, .init(user: handle, force: force ? true : nil)
        ) { $0 == .noSuchUser(user: handle) }
        session.tell(
            "Removed \(user.nameAndHandle). Their contacts are told, where they have a channel.")
        for dependent in dependents.map(\.user) {
            guard await session.hasNoResponder(dependent.handle) else { continue }
            session.tell(ResponderRemove.nobodyLeft(for: dependent, session.screen))
        }
    }
}
