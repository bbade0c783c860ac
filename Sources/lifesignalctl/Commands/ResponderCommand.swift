import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct ResponderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "responder",
        abstract: "Who looks out for whom.",
        discussion: """
            A responder is told when a dependent falls silent or calls for help. The dependent \
            adds a responder; either side ends it. Both are told, where they have a channel.
            """,
        subcommands: [ResponderAdd.self, ResponderRemove.self, ResponderList.self])
}

/// The two ends of an edge.
struct EdgeArguments: ParsableArguments {
    @Argument(help: "Who is looked out for.", completion: .handles)
    var dependent: String

    @Argument(help: "Who looks out for them.", completion: .handles)
    var responder: String
}

struct ResponderAdd: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Let RESPONDER look out for DEPENDENT.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var edge: EdgeArguments

    var undone: String { "NOT added" }

    func perform(in session: Session) async throws {
        let reply = try await session.callOnce(
            People.AddResponder.self,
            .init(dependent: edge.dependent, responder: edge.responder)
        ) { $0 == .alreadyResponder(dependent: edge.dependent, responder: edge.responder) }
        let (dependent, responder) = (edge.dependent, edge.responder)
        guard reply?.reachable == false else {
            session.tell(
                "\(responder) now looks out for \(dependent). Both are told, where they have a channel."
            )
            let user = try? await session.call(People.GetUser.self, .init(user: dependent)).user
            guard user?.needsHelp == true else { return }
            return session.tell(
                "\(dependent) may need help now, and \(responder) is told so at once.")
        }
        session.tell(
            """
            \(responder) now looks out for \(dependent), but has no channel: nothing can be told to \(responder).
            They, or an administrator, add one: \(session.screen.command("channel add -u \(responder) ADDRESS"))
            """)
    }
}

struct ResponderRemove: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "RESPONDER looks out for DEPENDENT no more.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var edge: EdgeArguments

    var undone: String { "NOT removed" }

    func perform(in session: Session) async throws {
        let (dependent, responder) = (edge.dependent, edge.responder)
        let user = try await session.call(People.GetUser.self, .init(user: dependent)).user
        let wasThere = try await isThere(in: session)
        _ = try await session.callOnce(
            People.RemoveResponder.self, .init(dependent: dependent, responder: responder),
            isDone: { $0 == .notAResponder(dependent: dependent, responder: responder) },
            hasBeenDone: { () throws(CallError) in
                // Afterwards the other is a stranger, to whom nobody may do anything.
                guard wasThere else { return false }
                return try await !isThere(in: session)
            })
        var text =
            "\(responder) no longer looks out for \(dependent). Both are told, where they have a "
            + "channel."
        // Who else looks out for them is theirs and administrators' to see.
        if user.isSeenInFull, await session.hasNoResponder(dependent) {
            text += "\n" + Self.nobodyLeft(for: user, session.screen)
        }
        session.tell(text)
    }

    /// What is said once the last responder of somebody has gone.
    static func nobodyLeft(for user: People.User, _ screen: Screen) -> String {
        let handle = ForeignText.line(user.handle)
        let command = screen.command("responder add \(handle) RESPONDER")
        return user.needsHelp
            ? "NOBODY LOOKS OUT FOR \(handle) NOW, who may need help. Add another, who is told at "
                + "once: \(command)"
            : "Nobody looks out for \(handle) now. Add another: \(command)"
    }

    /// Whoever wants a tie to end wants none to be made.
    func notDone(for error: CallError, on screen: Screen) -> NotDone? {
        guard
            case .notAResponder(let dependent, let responder) = error.failure(
                of: People.Failure.self)
        else { return nil }
        return NotDone(
            "\(responder) does not look out for \(dependent)",
            remedy: "See: \(screen.command("status \(dependent)"))")
    }
}

extension ResponderRemove {
    /// As either side sees it; false for whoever is neither.
    private func isThere(in session: Session) async throws(CallError) -> Bool {
        switch try await session.ownUser()?.handle {
        case edge.dependent:
            try await session.list(People.ListResponders.self, .init(), \.contact)
                .contains { $0.user.handle == edge.responder }
        case edge.responder:
            try await session.list(People.ListDependents.self, .init(), \.contact)
                .contains { $0.user.handle == edge.dependent }
        default: false
        }
    }
}

struct ResponderList: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Who is told when you fall silent.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption

    func perform(in session: Session) async throws {
        let contacts = try await session.list(
            People.ListResponders.self, .init(user: user.handle), \.contact)
        let whom = user.handle ?? "you"
        session.show(
            contacts, listing,
            empty: "Nobody looks out for \(whom). Add somebody: "
                + session.screen.command("responder add \(user.handle ?? "HANDLE") RESPONDER")
        ) { ContactTable(contacts: contacts).responders($0) }
    }
}

struct DependentsCommand: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "dependents",
        abstract: "The people you look out for: who needs help stands on top.",
        discussion: "A sort given with --sort is remembered.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption

    @Option(help: "Sort by this, from now on.")
    var sort: DependentSortArgument?

    func perform(in session: Session) async throws {
        let contacts = try await session.list(
            People.ListDependents.self, .init(user: user.handle, sort: sort?.inListing), \.contact)
        let who = user.handle.map { "\($0) looks" } ?? "You look"
        session.show(contacts, listing, empty: "\(who) out for nobody.") {
            ContactTable(contacts: contacts).dependents($0)
        }
    }
}

/// The three orders of spec/domain.md as they are typed.
enum DependentSortArgument: String, ExpressibleByArgument, CaseIterable {
    case timeLeft = "time-left"
    case name
    case dateAdded = "date-added"

    private var onSocket: String {
        switch self {
        case .timeLeft: "timeLeft"
        case .name: "name"
        case .dateAdded: "dateAdded"
        }
    }

    var inListing: People.ListDependents.Parameters.Sort { .init(rawValue: onSocket) }
    var inProfile: People.SetUser.Parameters.DependentSort { .init(rawValue: onSocket) }
}
