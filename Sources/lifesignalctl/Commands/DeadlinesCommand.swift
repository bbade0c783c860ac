import ArgumentParser
import LifeSignal
import LifeSignalAPI

struct DeadlinesCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "deadlines", abstract: "What comes next, and when, the soonest first.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Only so many, the soonest.", valueName: "number"))
    var limit: Int64?

    func perform(in session: Session) async throws {
        let deadlines = try await session.list(
            Daemon.ListDeadlines.self, .init(user: user.handle, limit: limit), \.deadline)
        if listing.json { return session.show(json: deadlines) }
        let text = DeadlineTable(deadlines: deadlines)
            .rendered(on: session.screen, header: !listing.noHeader)
        if !text.isEmpty { session.show(text) }
    }
}
