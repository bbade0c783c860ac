import LifeSignal
import Varlink

/// The words of a journal entry: readable on their own, without names, notes, numbers or addresses.
struct JournalText {
    let message: String

    init(_ event: Event, user: String, zone: Zone) {
        let detail = event.detail
        func instant(_ key: String) -> String {
            detail[key].flatMap { Instant(rfc3339: $0) }.map { zone.text($0) } ?? "never"
        }
        let by = event.by == .daemon ? "" : " (by \(event.by.text))"
        func telling() -> String {
            let names = detail["telling"] ?? ""
            return names.isEmpty ? "nobody can be told" : "telling \(names)"
        }
        message =
            switch event.kind {
            case .userAdded: "\(user) was added\(by)"
            case .userChanged: "\(user) was changed: \(detail["fields"] ?? "")\(by)"
            case .userRemoved: "\(user) was removed\(by)"
            case .checkedIn: "\(user) checked in: \(detail["source"] ?? "")\(by)"
            case .reminderDue:
                detail["after"] == "gap"
                    ? "\(user) is reminded after the outage"
                    : "\(user) is reminded, \(detail["lead"] ?? "") ahead"
            case .becameNonResponsive:
                "\(user) is non-responsive: last check-in \(instant("lastCheckIn")), due "
                    + "\(instant("due")); \(telling())"
            case .recovered: "\(user) has recovered\(by)"
            case .responderAdded: "\(detail["responder"] ?? "") now looks out for \(user)\(by)"
            case .responderRemoved:
                "\(detail["responder"] ?? "") no longer looks out for \(user)\(by)"
            case .pingSent: "\(detail["sender"] ?? "") asks \(user)\(by)"
            case .pingResponded: "\(user) has answered a ping\(by)"
            case .pingCleared: "a ping to \(user) was taken back\(by)"
            case .pingExpired: "\(user) has not answered a ping in time"
            case .alertRaised: "\(user) calls for help\(by); \(telling())"
            case .alertCleared: "\(user) no longer calls for help\(by)"
            case .channelAdded: "\(user) has a new channel\(by)"
            case .channelRemoved: "\(user) has a channel less\(by)"
            case .deliveryFailed: Self.deliveryFailed(detail["kind"] ?? "", user)
            case .gap: "nobody could check in from \(instant("start")) to \(instant("end"))"
            case .clockStepped: "the clock was moved by \(detail["seconds"] ?? "") s"
            case .reloaded: "the configuration was read anew\(by)"
            case .started: "started"
            case .stopped: "stopped"
            }
    }

    private static func deliveryFailed(_ kind: String, _ user: String) -> String {
        let isAlarm = Notification.Kind(rawValue: kind)?.isAlarm ?? false
        let next = isAlarm ? "is tried once an hour from now on" : "was given up"
        return "a notice (\(kind)) for \(user) \(next)"
    }

    /// A problem in a few words.
    ///
    /// - Parameter end: how the incident or alert has ended that it was about. The user may be in another, of which
    ///   the same is still so.
    static func words(_ key: Problem.Key, user: String, endedBy end: Event.Kind? = nil) -> String {
        let emergency =
            switch end {
            case .recovered: "\(user)'s silence"
            case .alertCleared: "\(user)'s call for help"
            default: user
            }
        return switch key.code {
        case .neverCheckedIn: "\(user) has never checked in"
        case .nobodyToTell: "nobody can be told about \(emergency)"
        case .nobodyReached: "nobody who can act has been reached about \(emergency)"
        case .deliveryFailed: "\(user) can't be reached by channel \(key.subject)"
        case .senderMissing: "no sender is connected"
        case .notTaken: "a notice has waited for over a minute"
        case .clockBehind: "the clock is behind what was already recorded"
        case .diskFull: "the disk is full, and changes other than vital ones are refused"
        case .storeNotWritable: "the database can't be written"
        case .engineLate: "deadlines are dealt with late"
        case .configurationRefused: "a configuration with mistakes was refused"
        case .unknownOperator: "the operator \(key.subject) is no user"
        case .noOperators: "no operator is configured"
        case .operatorsUnreachable: "no operator has a channel"
        case .nobodyWatches: "neither heartbeat nor watch is configured"
        case .heartbeatNotTaken: "the heartbeat is not taken"
        case .hold: "a hold is on"
        }
    }

    /// Why a check-in was refused.
    static func words(_ refusal: Refusal) -> String {
        switch refusal {
        case .permissionDenied: "permission denied"
        case .noAccount: "the account is bound to no user"
        case .noSuchUser(let handle):
            (try? Handle(handle)).map { "there is no user \($0)" } ?? "there is no such user"
        case .invalid(let parameter, let reason): "\(parameter): \(reason)"
        default: "it is not possible at this moment"
        }
    }

    static func words(_ refusal: ServerEvent.Refusal) -> String {
        switch refusal {
        case .tooManyConnections: "there are as many as limits.connections allows"
        case .tooManyConnectionsOfUser:
            "the account has as many as limits.connectionsPerUid allows"
        }
    }

    static func words(_ reason: ServerEvent.Reason) -> String {
        switch reason {
        case .malformedCall(let what): "what it sent is no call: \(what)"
        case .frameTooLong: "a call was longer than limits.frameBytes allows"
        case .tooManyHeldBytes: "too much of what the account has sent waits to be done"
        case .unfinishedFrame: "a call was begun and its end did not come"
        case .doesNotRead: "it did not read its replies"
        }
    }
}
