import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "The people in the net: add, change, remove, look up.",
        subcommands: [
            UserAdd.self, UserList.self, UserShow.self, UserSet.self, UserEdit.self,
            UserRemove.self, UserExplain.self,
        ])
}

struct UserList: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Everybody you may see, by handle.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions

    /// Rows that are lined up with each other; a longer listing comes in several parts.
    private static let rowsPerPart = 1000

    func perform(in session: Session) async throws {
        let screen = session.screen
        var part: [People.User] = []
        var widths: [Int] = []
        var count = 0
        var last = ""
        func showPart() {
            if listing.json {
                let lines = part.map { JSONText.line($0) }.joined(separator: ",\n")
                session.show((count == part.count ? "[\n" : ",\n") + lines)
            } else {
                let table = UserTable(users: part).table(screen)
                let isFirst = count == part.count
                session.show(
                    table.rendered(
                        on: screen, header: isFirst && !listing.noHeader, atLeast: widths))
                widths = table.naturalWidths
            }
            part = []
        }
        try await session.each(
            People.ListUsers.self, .init(), \.user, continuingWith: { _ in .init() },
            { user in
                // A listing that was cut off begins anew; what came before the cut is shown already.
                guard user.handle > last else { return true }
                last = user.handle
                part.append(user)
                count += 1
                if part.count == Self.rowsPerPart { showPart() }
                return true
            })
        if !part.isEmpty { showPart() }
        if listing.json {
            session.show(count == 0 ? "[]" : "]")
        } else if count == 0, !listing.noHeader {
            session.show(StatusPage.firstSteps(screen))
        }
    }
}

struct UserShow: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "A user's profile, schedule and state.",
        discussion: """
            Without a handle: yours. “status HANDLE” shows their responders, channels and \
            questions as well.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserArgument

    func perform(in session: Session) async throws {
        let user = try await session.call(People.GetUser.self, .init(user: user.named)).user
        if listing.json { return session.show(json: user) }
        session.show(UserPage.profile(user, session.screen))
    }
}

struct UserExplain: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Why a user's state is what it is, and who is told what, when.",
        discussion: """
            Shows what led here and what follows if nothing happens until then; without a handle, \
            of you. With --at the same as it will be at that time:

              lifesignalctl user explain ana --at +12h
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserArgument

    @Option(
        help: ArgumentHelp("As it will be then: \(When.forms).", valueName: "time"),
        transform: { text in
            guard let when = When(text) else {
                throw ValidationError("“\(text)” is no time; write it like \(When.forms)")
            }
            return when
        })
    var at: When?

    func perform(in session: Session) async throws {
        let world = session.world
        let instant = at?.instant(now: world.now(), in: world.zone)
        let explanation = try await session.call(
            Daemon.Explain.self, .init(user: user.named, at: instant?.rfc3339))
        if listing.json { return session.show(json: explanation) }
        let page = ExplainPage(explanation: explanation, at: instant)
        session.show(page.rendered(on: session.screen))
    }

    /// The daemon names the form that an instant has on the socket, and nobody has typed that.
    func notDone(for error: CallError, on screen: Screen) -> NotDone? {
        guard let at, error.failure(of: InvalidParameter.self)?.parameter == "at" else {
            return nil
        }
        let instant = at.instant(now: screen.now, in: screen.zone)
        // The daemon's clock may be ahead of this one.
        let isPast = instant < screen.now + .days(366)
        return NotDone(
            "--at: \(screen.exact(instant.rfc3339)) lies "
                + (isPast ? "in the past" : "more than two years ahead"),
            remedy: "Name a time within the next two years: \(When.forms)")
    }
}
