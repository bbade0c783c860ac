import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct NotificationsCommand: ShowingCommand, OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "What you were sent, and how each delivery went, the newest first.",
        discussion: """
            “handed to” is as much as is known: the server that is named has taken it, and \
            whether anybody has read it nobody can tell.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserOption
    @OptionGroup var limit: LimitOption

    func perform(in session: Session) async throws {
        let notifications = try await session.list(
            People.ListNotifications.self, .init(user: user.handle, limit: limit.limit),
            \.notification)
        if listing.json { return session.show(json: notifications) }
        guard !notifications.isEmpty else {
            return listing.noHeader ? () : session.show("Nothing was sent.")
        }
        let channels = try await session.list(
            People.ListChannels.self, .init(user: user.handle), \.channel)
        let page = NotificationPage(
            notifications: notifications,
            channels: Dictionary(
                channels.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
        session.show(page.rendered(on: session.screen))
    }
}
