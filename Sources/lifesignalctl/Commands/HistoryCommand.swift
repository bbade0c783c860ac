import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct HistoryCommand: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Check-ins, questions and calls for help, by day, the newest first.")

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case checkIn = "check-in"
        case ping
        case alert
    }

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption
    @OptionGroup var limit: LimitOption

    @Option(help: "Only these.")
    var kind: Kind?

    func perform(in session: Session) async throws {
        var entries: [HistoryPage.Entry] = []
        if kind ?? .checkIn == .checkIn {
            entries += try await session.list(
                People.ListCheckIns.self, .init(user: user.handle, limit: limit.limit), \.checkIn
            ).map { .checkIn($0) }
        }
        if kind ?? .ping == .ping {
            entries += try await session.list(
                People.ListPings.self, .init(user: user.handle, limit: limit.limit), \.ping
            ).map { .ping($0) }
        }
        if kind ?? .alert == .alert {
            entries += try await session.list(
                People.ListAlerts.self, .init(user: user.handle, limit: limit.limit), \.alert
            ).map { .alert($0) }
        }
        let page = HistoryPage(entries, limit: limit.limit)
        if listing.json { return session.show(json: page.entries.map(\.json)) }
        guard !page.entries.isEmpty else {
            return listing.noHeader ? () : session.show("Nothing has happened yet.")
        }
        session.show(page.rendered(on: session.screen, header: !listing.noHeader))
    }
}
