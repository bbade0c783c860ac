/// Why the domain refuses a request; nothing has changed then.
///
/// Each case is an error of io.lifesignal.People, or InvalidParameter of org.varlink.service.
public enum Refusal: Error, Hashable, Sendable {
    /// A value breaks a rule of the domain. `parameter` is its name on the socket, `reason` one
    /// clause in words that says what is wanted.
    case invalid(parameter: String, reason: String)
    case noSuchUser(String)
    case userExists(String)
    case noAccount(String)
    case accountTaken(String)
    case wouldBeOverdue(user: String, nextCheckIn: Instant)
    case inIncident(user: String, since: Instant)
    case alreadyResponder(dependent: String, responder: String)
    case notAResponder(dependent: String, responder: String)
    case noSuchPing(Identifier)
    case pingPending(Identifier)
    case pingEnded(Identifier, Ping.Status)
    /// `tells`: the names of those who hear of it as long as it lasts, and can be reached. `isSending`: whether
    /// anything goes out at present; nil where that is not known.
    case alertActive(since: Instant, tells: [String], isSending: Bool? = nil)
    case noActiveAlert(user: String)
    case noSuchChannel(Identifier)
    case channelExists(Identifier)
    case limitReached(what: String, limit: Int)
    case noSuchDelivery(Identifier)
    case withdrawn(Identifier)
    case permissionDenied
}

/// The opaque name of a ping, alert, channel, notification, delivery or incident:
/// `[a-z0-9-]{1,36}`, never reused.
public typealias Identifier = String
