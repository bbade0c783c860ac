import LifeSignal
import LifeSignalAPI
import Varlink

/// What each failure of a call means to the person at the terminal, and what they can do.
struct FailureWords {
    var screen: Screen
    var address: Address
    /// What was typed, without the program's name.
    var arguments: [String]
    /// ``ToolCommand/ofUser``.
    var ofUser = ""
    /// ``ToolCommand/unnamed``.
    var unnamed: String?

    static let defaultPath = "/run/lifesignal/lifesignal.sock"

    func notDone(for error: CallError) -> NotDone {
        switch error {
        case .silence: silence
        case .unreachable(let reason): unreachable(reason, isForbidden: error.isForbidden)
        case .disconnected:
            NotDone(
                .unavailable, "the daemon cut the connection before it answered",
                remedy: "See: journalctl -u lifesignald")
        case .malformed(let reason):
            NotDone(
                "the daemon's answer makes no sense (\(reason))",
                remedy: "Are both of the same version? See: lifesignalctl --version")
        case .failure(let name, let parameters):
            refused(error) ?? NotDone("the daemon refused with \(name) \(parameters)")
        }
    }

    private var silence: NotDone {
        let isSystemds = address.path == Self.defaultPath
        return NotDone(
            .unavailable, "lifesignald does not answer",
            remedy: isSystemds
                ? "See: systemctl status lifesignald"
                : "Something listens at \(address.path); see what it is: ss -xlp")
    }

    private func unreachable(_ reason: String, isForbidden: Bool) -> NotDone {
        if isForbidden {
            return NotDone(
                .notPermitted, "you may not open \(address.path)",
                remedy: ServerWords.ask(or: "run", again))
        }
        return NotDone(
            .unavailable, "the daemon does not answer at \(address.path) (\(reason))",
            remedy: address.path == Self.defaultPath
                ? ServerWords.ask(or: "start it", "sudo systemctl start lifesignald")
                : "Is that the right socket? The usual one is \(Self.defaultPath); see --socket and "
                    + "$LIFESIGNAL_SOCKET")
    }

    private func refused(_ error: CallError) -> NotDone? {
        if let failure = error.failure(of: People.Failure.self) { return words(failure) }
        if let failure = error.failure(of: Daemon.Failure.self) { return words(failure) }
        if let failure = error.failure(of: InvalidParameter.self) { return words(failure) }
        if let failure = error.failure(of: Service.Failure.self) { return words(failure) }
        return nil
    }

    private func words(_ failure: Service.Failure) -> NotDone {
        switch failure {
        case .permissionDenied:
            NotDone(
                .notPermitted, "your account may not do this",
                remedy: "As an administrator: \(again)")
        case .methodNotFound(let name), .methodNotImplemented(let name),
            .interfaceNotFound(let name):
            NotDone(
                "the daemon is older than this tool and has no \(name)",
                remedy: ServerWords.ask(or: "restart it", "sudo systemctl restart lifesignald"))
        case .invalidParameter(let parameter):
            words(InvalidParameter(parameter))
        case .expectedMore:
            NotDone("the daemon wants to answer in pieces where this tool does not")
        }
    }

    private func words(_ failure: InvalidParameter) -> NotDone {
        let option = Self.options[failure.parameter] ?? failure.parameter
        return NotDone("\(option): \(failure.reason ?? "the daemon does not take this value")")
    }

    /// How the parameters of the socket are called on the command line.
    private static let options = [
        "handle": "HANDLE", "name": "--name", "phoneNumber": "--phone", "emergencyNote": "--note",
        "pictureUrl": "--picture", "account": "--account", "checkInInterval": "--interval",
        "reminders": "--reminder", "grace": "--grace", "user": "--user", "message": "--message",
        "address": "ADDRESS", "dependent": "DEPENDENT", "responder": "RESPONDER", "at": "--at",
        "recipient": "HANDLE", "sender": "--user", "id": "ID", "limit": "--limit",
        "since": "--since", "source": "--source", "sort": "--sort",
    ]

    private func words(_ failure: Daemon.Failure) -> NotDone {
        switch failure {
        case .invalidConfiguration(let reason):
            NotDone(
                "\(reason); the old configuration stays in force",
                remedy: "Correct it, then: \(screen.command("reload"))")
        case .unavailable(let reason, let seconds):
            NotDone(
                "the daemon can't take this now: \(reason)",
                remedy: seconds.map { "Try again in \(Words.interval(.seconds($0)))" }
                    ?? see("status"))
        case .fellBehind(let oldest, _):
            NotDone(
                "events before number \(oldest) are not kept any more",
                remedy: "Begin there: \(screen.command("events --since \(oldest - 1)\(ofUser)"))")
        }
    }

    private func words(_ failure: People.Failure) -> NotDone {
        switch failure {
        case .noSuchUser(let user):
            NotDone("there is no user “\(user)”", remedy: see("user list"))
        case .userExists(let user):
            NotDone(
                "there is a user “\(user)” already",
                remedy: see("user show \(user)"))
        case .noAccount(let account):
            NotDone(
                "your account “\(account)” is bound to no user",
                remedy: "Say who is meant with -u HANDLE, or, as an administrator, bind it: "
                    + screen.sudo("user set HANDLE --account \(account)"))
        case .accountTaken(let account):
            NotDone(
                "the account “\(account)” is bound to another user",
                remedy: "See whose it is: \(screen.sudo("user list --json"))")
        case .wouldBeOverdue(let user, let due):
            NotDone(
                "with that schedule \(user) was due by \(screen.full(due)), and nobody becomes "
                    + "overdue, or stops being so, by an edit",
                remedy: "If \(user) is well, check in with the same step: add --check-in")
        case .inIncident(let user, let since):
            NotDone(
                "\(user) may need help since \(screen.full(since)), and whoever is removed is "
                    + "looked out for no more",
                remedy: "\(see("status \(user)")); to remove them all the same, "
                    + "add --force")
        case .limitReached(let what, let limit):
            NotDone(
                "no more than \(limit) \(what) are possible",
                remedy: what.hasSuffix("an hour")
                    ? "Try again later" : "Remove one that is not needed")
        case .alreadyResponder, .notAResponder, .channelExists, .noSuchChannel:
            edgeWords(failure)
        case .noSuchPing, .pingPending, .pingEnded, .alertActive, .noActiveAlert:
            callWords(failure)
        }
    }

    private func edgeWords(_ failure: People.Failure) -> NotDone {
        switch failure {
        case .alreadyResponder(let dependent, let responder):
            NotDone(
                "\(responder) looks out for \(dependent) already",
                remedy: see("responder list -u \(dependent)"))
        case .notAResponder(let dependent, let responder) where dependent == responder:
            NotDone(
                "nobody looks out for themselves",
                remedy: see("responder list -u \(dependent)"))
        case .notAResponder(let dependent, let responder):
            NotDone(
                "\(responder) does not look out for \(dependent)",
                remedy:
                    "To change that: \(screen.command("responder add \(dependent) \(responder)"))")
        case .channelExists(let id):
            NotDone(
                "channel \(id) has this address already",
                remedy: see("channel list\(ofUser)"))
        default:
            NotDone(
                "there is no such channel, or it is not yours to see",
                remedy: see("channel list"))
        }
    }

    private func callWords(_ failure: People.Failure) -> NotDone {
        switch failure {
        case .pingPending(let id):
            NotDone(
                "your question \(id) still waits for an answer",
                remedy: see("ping show \(id)"))
        case .pingEnded(let id, let status):
            NotDone(
                "question \(id) is over: \(PingWords.status(status.rawValue))",
                remedy: see("ping list\(ofUser)"))
        case .alertActive(let since, let tells, let senderConnected):
            NotDone(
                AlertAnswer.active(
                    since: since, telling: tells, isSending: senderConnected ?? true, screen),
                remedy: see("alert list\(ofUser)"))
        case .noActiveAlert(let user):
            NotDone(
                "\(user) is not calling for help",
                remedy: see("alert list -u \(user)"))
        default:
            NotDone(
                "there is no such question, or it is not yours to see",
                remedy: see("ping list\(ofUser)"))
        }
    }

    private func see(_ words: String) -> String { "See: \(screen.command(words))" }

    /// The same for another account, as by sudo: it may mean another user and another socket where none is named.
    private var again: String {
        // What comes after "--" is no option.
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return screen.commands.sudoAgain(
            [ShellQuoting.joined(Array(arguments[..<end])), unnamed].compactMap(\.self)
                .joined(separator: " "),
            operands: ShellQuoting.joined(Array(arguments[end...])))
    }
}
