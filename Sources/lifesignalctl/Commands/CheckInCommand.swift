import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct CheckInCommand: OwnCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-in",
        abstract: "Give a sign of life.",
        discussion: """
            Checks in the user bound to your account, and answers every question that waits for \
            them. A call for help stays on: end it with “alert clear”.

            A responder may check in somebody who is overdue or non-responsive, and vouches by \
            it for having seen them or spoken to them:

              lifesignalctl check-in -u ana
            """,
        aliases: ["checkin"])

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var user: UserOption

    @Flag(help: "Do not ask: you have seen or spoken to the person whom you check in.")
    var seen = false

    @Option(
        help: ArgumentHelp(
            "Where the sign of life comes from: manual, web, or hook for something that acts "
                + "for the person (default: manual).", valueName: "source"))
    var source: CheckInSource?

    static let undone = "NOT checked in"
    var undone: String { Self.undone }

    func perform(in session: Session) async throws {
        var before: String?
        if let handle = user.handle, !seen, let own = try await session.ownUser(),
            own.handle != handle
        {
            before = try await vouch(for: handle, in: session)
        }
        let checkedIn = try await checkIn(in: session, after: before)
        let isOwn = checkedIn.callsForHelp ? await session.isCaller(user.handle) : false
        session.tell(Self.confirmation(checkedIn, isOwn: isOwn, session.screen))
    }

    /// Who vouches may do so once: after it, the person is not late any more.
    ///
    /// - Parameter before: the person's last check-in, where that has been looked at.
    private func checkIn(in session: Session, after before: String?) async throws(CallError)
        -> People.User
    {
        func seen() async throws(CallError) -> People.User {
            try await session.call(People.GetUser.self, .init(user: user.handle)).user
        }
        let reply = try await session.callOnce(
            People.CheckIn.self, .init(user: user.handle, source: source?.onSocket),
            hasBeenDone: { () throws(CallError) in
                guard let before else { return false }
                return try await seen().lastCheckIn != before
            })
        if let reply { return reply.user }
        return try await seen()
    }

    /// - Parameter isOwn: whether it is told to who was checked in; counts while they call for help.
    private static func confirmation(
        _ user: People.User, isOwn: Bool, _ screen: Screen
    ) -> String {
        var text = "Checked in \(user.nameAndHandle)."
        if let next = user.nextCheckIn {
            text += " Next check-in due by \(screen.full(next)), \(screen.distance(next))."
        }
        if user.callsForHelp {
            text +=
                isOwn
                ? "\nYou still call for help. To end it: " + screen.command("alert clear")
                : "\n\(user.shownName) still calls for help. To end it, they or an administrator: "
                    + screen.command("alert clear -u \(user.handle)")
        }
        if let missing = user.missing {
            text += "\nNot protected yet: \(user.shownName) \(ForeignText.line(missing))."
            if let step = user.nextStep(on: screen) { text += " Next: \(step)" }
        }
        return text
    }

    /// Whoever checks in somebody else says that they know them to be well. An account that is
    /// bound to nobody is no responder: it acts for whom it names.
    ///
    /// - Returns: the last check-in before.
    private func vouch(for handle: String, in session: Session) async throws -> String? {
        let user = try await session.call(People.GetUser.self, .init(user: handle)).user
        // The daemon refuses it in any case, but nobody is asked to vouch for what is refused then.
        if user.isVeiled || (!user.isSeenInFull && [.waiting, .active].contains(user.status)) {
            throw refusal(of: handle, session.errorScreen)
        }
        try session.confirm(
            "Have you seen \(user.nameAndHandle) or spoken to them, and are they well?",
            flag: "--seen")
        return user.lastCheckIn
    }

    func notDone(for error: CallError, on screen: Screen) -> NotDone? {
        guard error.isPermissionDenied, let handle = user.handle else { return nil }
        return refusal(of: handle, screen)
    }

    private func refusal(of handle: String, _ screen: Screen) -> NotDone {
        NotDone(
            .notPermitted,
            "only a responder of \(handle) may do that, and only while \(handle) is overdue or "
                + "non-responsive",
            remedy:
                "As an administrator: \(screen.sudo(ShellQuoting.joined(["check-in", "-u", handle])))"
        )
    }
}

/// What may be said of a check-in's origin.
enum CheckInSource: String, ExpressibleByArgument, CaseIterable {
    case manual, web, hook

    var onSocket: People.CheckIn.Parameters.Source { .init(rawValue: rawValue) }
}
