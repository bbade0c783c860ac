import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct EventsCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "The audit trail: every change, by whom, the oldest first.",
        discussion: """
            With --follow it goes on as things happen, also across a restart of the daemon, until \
            Ctrl-C; with --json each event is then an object in a line of its own.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption

    @Option(help: ArgumentHelp("Only events after this number.", valueName: "number"))
    var since: Int64?

    @Flag(name: [.short, .long], help: "Show new events as they happen.")
    var follow = false

    var named: String? { user.handle }

    func perform(in session: Session) async throws {
        if listing.json, !follow { return try await showArray(in: session) }
        var lines = EventLines(hasDayLines: !listing.noHeader)
        var last = since
        while true {
            do {
                try await session.each(
                    Daemon.ListEvents.self, parameters(since: last), \.event,
                    continuingWith: { parameters(since: $0.sequence) },
                    { event in
                        last = event.sequence
                        session.show(
                            listing.json
                                ? JSONText.line(event)
                                : lines.lines(for: event, on: session.screen))
                        return true
                    })
                if last == since, !listing.json, !listing.noHeader { session.show("No events.") }
                return
            } catch {
                // Without --follow a hole is a failure; with it, what comes still counts.
                guard follow,
                    case .fellBehind(let oldest, _) = error.failure(of: Daemon.Failure.self),
                    oldest - 1 > last ?? 0
                else { throw error }
                session.remark(
                    "MISSED: events \((last ?? 0) + 1) to \(oldest - 1) are not kept any more")
                last = oldest - 1
            }
        }
    }

    /// The daemon refuses a number beyond its newest as it does one that it no longer keeps.
    func notDone(for error: CallError, on screen: Screen) -> NotDone? {
        guard let since,
            case .fellBehind(_, let newest) = error.failure(of: Daemon.Failure.self),
            since > newest
        else { return nil }
        return NotDone(
            "there is no event \(since) yet; the newest is \(newest)",
            remedy: "See the newest: "
                + screen.command("events --since \(max(0, newest - 10))\(ofUser)"))
    }

    private func parameters(since: Int64?) -> Daemon.ListEvents.Parameters {
        .init(user: user.handle, since: since, follow: follow ? true : nil)
    }

    private func showArray(in session: Session) async throws {
        var count = 0
        try await session.each(
            Daemon.ListEvents.self, parameters(since: since), \.event,
            continuingWith: { parameters(since: $0.sequence) },
            { event in
                session.world.console.write(
                    (count == 0 ? "[\n" : ",\n") + JSONText.line(event))
                count += 1
                return true
            })
        session.show(count == 0 ? "[]" : "\n]")
    }
}
