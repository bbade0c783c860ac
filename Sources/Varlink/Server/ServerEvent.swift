/// What a server notices and its program may want to log. Nothing here needs an answer.
///
/// Callers can cause most of these as often as they like: whoever logs them has to limit the rate.
public enum ServerEvent: Sendable {
    /// A connection was closed right after it was made.
    case connectionRefused(Peer, Refusal)
    /// A connection was closed for what its peer did.
    case connectionClosed(Peer, Reason)
    /// A handler threw something other than a ``VarlinkFailure``, or replied with something other
    /// than its interface declares; its connection was closed.
    case handlerFailed(Peer, method: String, any Error)
    /// A connection could not be set up; what the system said.
    case acceptFailed(String)

    public enum Refusal: Hashable, Sendable {
        /// ``Server/Limits/connections`` are open.
        case tooManyConnections
        /// ``Server/Limits/connectionsPerUid`` are open.
        case tooManyConnectionsOfUser
    }

    public enum Reason: Hashable, Sendable {
        /// A frame that is no call; what is wrong with it.
        case malformedCall(String)
        /// A frame of more than ``Server/Limits/frameBytes``.
        case frameTooLong
        /// More than ``Server/Limits/heldBytesPerUid``.
        case tooManyHeldBytes
        /// A frame that was not finished within ``Server/Limits/unfinishedFrame``.
        case unfinishedFrame
        /// Replies that were not read within ``Server/Limits/unread``.
        case doesNotRead
    }
}
