import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct ChannelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel",
        abstract: "The ways to reach somebody.",
        subcommands: [ChannelAdd.self, ChannelList.self, ChannelTest.self, ChannelRemove.self])
}

struct ChannelAdd: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a way to be reached.",
        discussion: """
              ntfys://user:password@ntfy.example.org/topic   push messages by ntfy, over TLS
              ntfy://192.168.1.10/topic                      the same, unencrypted
              mailto:ana@example.org                         mail
              https://example.org/hook                       a web hook
              exec:NAME                                      a program of the server, for admins
              apprise+…                                      what Apprise knows, for admins

            An address with a password in it is better read from standard input, where no \
            process list shows it: give “-” for ADDRESS.

            On a channel that is not private a notice holds a handle and nothing else. Mail, \
            encrypted hooks and what stays in your network count as private; --private says so \
            of any other that only its user reads.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserOption

    @Argument(help: "Where to send to; “-” reads it from standard input.")
    var address: String

    @Flag(
        inversion: .prefixedNo,
        help: "Only its user reads this channel (default: judged by the address).")
    var `private`: Bool?

    var undone: String { "NOT added" }

    func perform(in session: Session) async throws {
        let address = try wholeAddress(in: session)
        var known: String?
        let reply = try await session.callOnce(
            People.AddChannel.self,
            .init(address: address, user: user.handle, private: `private`)
        ) { failure in
            if case .channelExists(let id) = failure { known = id }
            return known != nil
        }
        var channel = reply?.channel
        if channel == nil {
            channel = try await session.list(
                People.ListChannels.self, .init(user: user.handle), \.channel
            ).first { $0.id == known }
        }
        guard let channel else { return session.tell("Added channel \(known ?? "").") }
        session.tell(confirmation(channel, address: address, session.screen))
    }

    private func wholeAddress(in session: Session) throws -> String {
        guard address == "-" else { return address }
        guard let line = session.line(askedFor: "Address: "), !line.isEmpty else {
            throw NotDone(.usage, "standard input holds no address")
        }
        guard !line.isGarbled else { throw NotDone(.usage, "the address is not UTF-8") }
        // One that is much too long would not even be a call.
        guard line.utf8.count <= ChannelAddress.mostBytes else {
            throw NotDone(ChannelAddress.tooLong)
        }
        return line
    }

    private func confirmation(
        _ channel: People.Channel, address: String, _ screen: Screen
    ) -> String {
        let reason =
            `private` != nil
            ? "as you said" : (try? ChannelAddress(address))?.privacyReason ?? "by its address"
        var text = "Added channel \(channel.id): \(ForeignText.line(channel.address))\n"
        if channel.private {
            text += "It is private: \(reason). Notices there say everything.\n"
        } else {
            text += "It is not private: \(reason). Notices there hold a handle and nothing else.\n"
            if `private` == nil {
                text +=
                    "If only its user reads it: \(screen.command("channel remove \(channel.id)")), "
                    + "and add it again with --private.\n"
            }
        }
        return text + "Try it: \(screen.command("channel test \(channel.id)"))"
    }
}

struct ChannelList: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "How you are reached, and when that last worked.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption

    func perform(in session: Session) async throws {
        let channels = try await session.list(
            People.ListChannels.self, .init(user: user.handle), \.channel)
        session.show(
            channels, listing,
            empty: "No channels: nothing can be told to \(user.handle ?? "you"). "
                + "Add one: \(session.screen.command("channel add\(ofUser) ADDRESS"))",
            notes: { ChannelTable(channels: channels).outcomes($0) },
            table: { ChannelTable(channels: channels).table($0) })
    }
}

struct ChannelTest: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a test the way that every notice goes.",
        discussion: """
            Waits until it is handed over or has failed, for 30 s at most. Where no sender is \
            connected it says so after a second, and the test goes out when one is.
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "The channel's id, as “channel list” shows it.")
    var id: String

    var undone: String { "NOT handed over" }

    func perform(in session: Session) async throws {
        let reply = try await session.call(People.TestChannel.self, .init(id: id))
        let detail = reply.detail.isEmpty ? "" : ForeignText.line(reply.detail)
        guard reply.delivered else {
            let screen = session.screen
            guard reply.senderConnected ?? true else {
                throw NotDone(detail, remedy: SenderWords.remedy)
            }
            let end =
                reply.pausedUntil.map { ", \(screen.shortWithDistance($0))" }
                ?? reply.nextAttempt.map {
                    "; it is tried again, \(screen.shortWithDistance($0))"
                } ?? ""
            let option = reply.user.map { " -u \($0)" } ?? ""
            throw NotDone(
                (detail.isEmpty ? "no reason was given" : detail) + end,
                remedy: "See: \(session.errorScreen.command("notifications\(option)"))")
        }
        let outcome = AttemptWords.outcome(delivered: true, detail: detail)
        session.tell(
            "\(outcome.prefix(1).uppercased() + outcome.dropFirst()). Look whether it arrived.")
    }
}

struct ChannelRemove: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a channel; what waits there is withdrawn.")

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "The channel's id, as “channel list” shows it.")
    var id: String

    var undone: String { "NOT removed" }

    func perform(in session: Session) async throws {
        let reply = try await session.callOnce(People.RemoveChannel.self, .init(id: id)) {
            $0 == .noSuchChannel(id: id)
        }
        var text = "Removed channel \(id). What waited there is withdrawn."
        if let user = reply?.user, reply?.remaining == 0 {
            text +=
                "\nIt was the last one: nothing can be told to \(user) now. Add another: "
                + session.screen.command("channel add -u \(user) ADDRESS")
        }
        session.tell(text)
    }
}
