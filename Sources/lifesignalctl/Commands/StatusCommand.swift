import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct StatusCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "How everybody is, and what needs a hand; or one user in full.",
        discussion: """
            Without a handle: the daemon's health, who needs help now, what you should do \
            yourself, every problem with what to do about it, and a table of the users you may \
            see: whoever needs help stands on top. Below it stands who is not protected yet, and \
            the step that is missing.

            A user is protected who has checked in, has a channel, and has a responder with a \
            channel that has worked.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var user: UserArgument

    /// More rows than anybody reads, and few enough to hold.
    private static let mostRows = 1000

    func perform(in session: Session) async throws {
        if let handle = user.named {
            try await showUser(handle, in: session)
        } else {
            try await showEverybody(in: session)
        }
    }

    private func showEverybody(in session: Session) async throws {
        let status: Daemon.Status
        do {
            status = try await session.call(Daemon.GetStatus.self, .init()).status
        } catch {
            guard error.isPermissionDenied else { throw error }
            // Anyone at all may know whether the daemon is well.
            try await showHealth(in: session)
            let screen = session.errorScreen
            throw NotDone(
                .notPermitted, "your account is bound to no user",
                remedy:
                    "Bind it: \(screen.sudo("user set HANDLE --account $(id -un)")); or see all as "
                    + "an administrator: \(screen.sudo("status"))")
        }
        var users: [People.User] = []
        var caller = CallerSought()
        var omitted = 0
        var last = ""
        let isBounded = !listing.json
        try await session.each(
            People.ListUsers.self, .init(), \.user, continuingWith: { _ in .init() },
            { user in
                // A listing that was cut off begins anew; what came before the cut is known already.
                guard user.handle > last else { return true }
                last = user.handle
                caller.look(at: user)
                if isBounded, users.count >= Self.mostRows, !user.needsHelp {
                    omitted += 1
                } else {
                    users.append(user)
                }
                return true
            })
        if listing.json {
            return session.show(json: ["status": status.json, "users": users.json] as JSON)
        }
        users.sort { $0.precedes($1) }
        let own = caller.hasToAsk ? try await session.ownUser() : caller.found
        var duties = own.map { own in
            OwnDuties(
                user: own, othersInNeed: users.filter { $0.needsHelp && $0.handle != own.handle })
        }
        if own?.callsForHelp == true { duties?.emergencyNumber = await session.emergencyNumber() }
        let page = StatusPage(status: status, duties: duties, users: users, omitted: omitted)
        session.show(page.rendered(on: session.screen, header: !listing.noHeader))
    }

    private func showHealth(in session: Session) async throws {
        let health = try await session.call(Daemon.GetHealth.self, .init()).health
        if listing.json {
            session.show(json: ["health": health.json] as JSON)
        } else {
            session.show("LifeSignal is \(ForeignText.line(health.rawValue)).")
        }
    }

    private func showUser(_ handle: String, in session: Session) async throws {
        let user = try await session.call(People.GetUser.self, .init(user: handle)).user
        var page = UserPage(user: user)
        if user.isSeenInFull {
            page.responders = try await session.list(
                People.ListResponders.self, .init(user: handle), \.contact)
            page.dependents = try await session.list(
                People.ListDependents.self, .init(user: handle), \.contact)
            page.channels = try await session.list(
                People.ListChannels.self, .init(user: handle), \.channel)
        }
        if !user.isVeiled {
            page.pendingPings = try await session.list(
                People.ListPings.self, .init(user: handle, pendingOnly: true), \.ping)
        }
        if listing.json { return session.show(json: page.json) }
        session.show(page.rendered(on: session.screen))
    }
}

/// Finds out who calls from what they are shown of everybody, where that tells it.
private struct CallerSought {
    private var bound: People.User?
    private var seesOthersInPart = false

    mutating func look(at user: People.User) {
        if user.account != nil { bound = user }
        if !user.isSeenInFull { seesOthersInPart = true }
    }

    /// Only administrators see anybody else in full, and the account of others.
    var found: People.User? { seesOthersInPart ? bound : nil }

    /// An administrator may be one of those that have an account.
    var hasToAsk: Bool { bound != nil && !seesOthersInPart }
}

extension CallError {
    var isPermissionDenied: Bool { failure(of: Service.Failure.self) == .permissionDenied }
}
