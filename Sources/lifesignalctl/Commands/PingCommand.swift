import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct PingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping",
        abstract: "Ask somebody whether they are all right, and answer when you are asked.",
        subcommands: [
            PingSend.self, PingShow.self, PingList.self, PingRespond.self, PingClear.self,
        ])
}

struct PingSend: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Ask one of your dependents whether they are all right.",
        discussion: """
            They answer, or check in, or the question expires after a day; you are told. It \
            changes nothing about their deadline.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserOption

    @Argument(help: "Whom to ask.", completion: .handles)
    var handle: String

    var undone: String { "Nobody has been asked" }

    func perform(in session: Session) async throws {
        let reply = try await session.callOnce(
            People.SendPing.self, .init(recipient: handle, sender: user.handle)
        ) { if case .pingPending = $0 { true } else { false } }
        guard let reply else {
            return session.tell("Asked \(handle).")
        }
        let name = ForeignText.line(reply.ping.recipientName)
        var text = "Asked \(name) (question \(reply.ping.id))."
        if reply.senderConnected == false {
            text += " But nothing goes out: \(SenderWords.missing)"
        } else if reply.tells.isEmpty {
            text +=
                " But no channel reaches \(name): call, and see: "
                + session.screen.command("user show \(handle)")
        }
        session.tell(text)
    }
}

struct PingShow: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "One question in full.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions

    @Argument(help: "The question's id.")
    var id: String

    func perform(in session: Session) async throws {
        let ping = try await session.call(People.GetPing.self, .init(id: id)).ping
        if listing.json { return session.show(json: ping) }
        session.show(PingTable.page(ping, session.screen))
    }
}

struct PingList: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Questions sent and received, the newest first.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption
    @OptionGroup var limit: LimitOption

    @Flag(help: "Only those sent.")
    var sent = false

    @Flag(help: "Only those received.")
    var received = false

    @Flag(help: "Only those that still wait for an answer.")
    var pending = false

    func validate() throws {
        if sent, received { throw ValidationError("--sent and --received exclude each other") }
    }

    func perform(in session: Session) async throws {
        let pings = try await session.list(
            People.ListPings.self,
            .init(
                user: user.handle, pendingOnly: pending ? true : nil,
                direction: sent ? .sent : received ? .received : nil, limit: limit.limit), \.ping)
        session.show(pings, listing, empty: pending ? "No question waits." : "No questions.") {
            PingTable(pings: pings).table($0)
        }
    }
}

struct PingRespond: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "respond", abstract: "Answer that you are all right.",
        discussion: """
            Answers the one question that waits for you, the one named, or all. If you are \
            overdue or non-responsive you check in by it; else, and where an administrator \
            answers for you, the deadline stays as it is.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserOption

    @Argument(help: "The question's id (default: the one that waits).")
    var id: String?

    @Flag(help: "Answer every question that waits.")
    var all = false

    var undone: String { "NOT answered" }

    func validate() throws {
        if all, id != nil { throw ValidationError("Either ID or --all, not both") }
    }

    func perform(in session: Session) async throws {
        if all { return try await respondToAll(in: session) }
        let id = try await wantedID(in: session)
        let reply = try await session.callOnce(People.RespondPing.self, .init(id: id)) {
            $0 == .pingEnded(id: id, status: .responded)
        }
        let recipient = reply?.ping.recipient ?? user.handle
        let whom = reply.map { ForeignText.line($0.ping.senderName) } ?? "question \(id)"
        // It is answered, whether or not anybody can say what follows from that.
        let consequence = try? await consequence(
            for: recipient, answeredAt: reply?.ping.endedAt, in: session)
        session.tell("Answered \(whom)." + (consequence.map { " \($0)" } ?? ""))
    }

    private func respondToAll(in session: Session) async throws {
        let before = try await session.call(People.GetUser.self, .init(user: user.handle)).user
        let count = try await session.call(
            People.RespondAllPings.self, .init(user: user.handle)
        ).count
        guard count > 0 || before.pendingPings > 0 else {
            return session.tell("No question waits.")
        }
        let answered = Words.count(max(count, before.pendingPings), "question")
        let consequence = try? await consequence(
            for: user.handle, answeredAt: nil, before: before, in: session)
        session.tell("Answered \(answered)." + (consequence.map { " \($0)" } ?? ""))
    }

    private func wantedID(in session: Session) async throws -> String {
        guard let id else { return try await onlyPending(in: session) }
        if let handle = user.handle { try await requireAsked(id, of: handle, in: session) }
        return id
    }

    /// An id names its recipient, for whom it would be answered whoever else is named.
    private func requireAsked(_ id: String, of handle: String, in session: Session) async throws {
        let recipient = try await session.call(People.GetPing.self, .init(id: id)).ping.recipient
        guard recipient != handle else { return }
        let waiting = session.errorScreen.command("ping list\(ofUser) --received --pending")
        throw NotDone(
            "question \(id) was not asked of \(handle), but of \(recipient)",
            remedy: "To answer it for \(recipient), leave -u out; what waits for \(handle): "
                + waiting)
    }

    private func onlyPending(in session: Session) async throws -> String {
        let waiting = try await session.list(
            People.ListPings.self,
            .init(user: user.handle, pendingOnly: true, direction: .received), \.ping)
        guard let first = waiting.first else { throw NotDone("no question waits") }
        guard waiting.count == 1 else {
            throw NotDone(
                "\(waiting.count) questions wait",
                remedy:
                    "Name one, or answer all: "
                    + session.errorScreen.command("ping respond --all\(ofUser)"))
        }
        return first.id
    }

    /// Whether the answer was also a check-in, as only one by the recipient's own account can be (spec/domain.md);
    /// else by when that is still due, or was.
    private func consequence(
        for recipient: String?, answeredAt: String?, before: People.User? = nil,
        in session: Session
    ) async throws -> String {
        let user = try await session.call(People.GetUser.self, .init(user: recipient)).user
        let checkedIn =
            answeredAt.map { $0 == user.lastCheckIn }
            ?? before.map { $0.lastCheckIn != user.lastCheckIn } ?? false
        let screen = session.screen
        if checkedIn {
            return "That was a check-in too; the next is due by \(screen.full(user.nextCheckIn))."
        }
        let isOwn = await session.isCaller(recipient)
        let command = screen.command(isOwn ? "check-in" : "check-in -u \(user.handle)")
        guard let due = user.nextCheckIn else {
            return "No check-in was ever made; the first: \(command)"
        }
        return user.status == .overdue || user.status == .nonResponsive
            ? "That was no check-in, which was due by \(screen.full(due)): \(command)"
            : "The check-in is still due by \(screen.full(due)): \(command)"
    }
}

struct PingClear: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Take back a question that you sent.")

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "The question's id.")
    var id: String

    var undone: String { "NOT taken back" }

    func perform(in session: Session) async throws {
        let reply = try await session.callOnce(People.ClearPing.self, .init(id: id)) {
            $0 == .pingEnded(id: id, status: .cleared)
        }
        let whom = reply.map { " to \(ForeignText.line($0.ping.recipientName))" } ?? ""
        session.tell("Took back the question\(whom).")
    }
}

extension CallError {
    /// A failure that this program finds by itself and words like the daemon's.
    init(_ failure: some VarlinkFailure) {
        self = .failure(name: failure.name, parameters: failure.parameters)
    }
}
