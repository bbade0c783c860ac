import LifeSignal
import LifeSignalAPI
import Varlink

extension Refusal {
    /// The error of the interface.
    var failure: any VarlinkFailure {
        switch self {
        case .invalid(let parameter, let reason): InvalidParameter(parameter, reason: reason)
        case .noSuchUser(let user): People.Failure.noSuchUser(user: user)
        case .userExists(let user): People.Failure.userExists(user: user)
        case .noAccount(let account): People.Failure.noAccount(account: account)
        case .accountTaken(let account): People.Failure.accountTaken(account: account)
        case .wouldBeOverdue(let user, let next):
            People.Failure.wouldBeOverdue(user: user, nextCheckIn: next.rfc3339)
        case .inIncident(let user, let since):
            People.Failure.inIncident(user: user, since: since.rfc3339)
        case .alreadyResponder(let dependent, let responder):
            People.Failure.alreadyResponder(dependent: dependent, responder: responder)
        case .notAResponder(let dependent, let responder):
            People.Failure.notAResponder(dependent: dependent, responder: responder)
        case .noSuchPing(let id): People.Failure.noSuchPing(id: id)
        case .pingPending(let id): People.Failure.pingPending(id: id)
        case .pingEnded(let id, let status):
            People.Failure.pingEnded(id: id, status: .init(rawValue: status.rawValue))
        case .alertActive(let since, let tells, let isSending):
            People.Failure.alertActive(
                since: since.rfc3339, tells: tells, senderConnected: isSending)
        case .noActiveAlert(let user): People.Failure.noActiveAlert(user: user)
        case .noSuchChannel(let id): People.Failure.noSuchChannel(id: id)
        case .channelExists(let id): People.Failure.channelExists(id: id)
        case .limitReached(let what, let limit):
            People.Failure.limitReached(what: what, limit: Int64(limit))
        case .noSuchDelivery(let id): Outbox.Failure.noSuchDelivery(delivery: id)
        case .withdrawn(let id): Outbox.Failure.withdrawn(delivery: id)
        case .permissionDenied: Service.Failure.permissionDenied
        }
    }
}
