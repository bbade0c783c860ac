/// What a handler knows of the call besides its parameters.
///
/// The handler's task is cancelled when the connection closes, since nobody waits for a reply then.
public struct Call: Hashable, Sendable {
    /// Who calls.
    public var peer: Peer
    /// The full name of the method.
    public var method: String
    /// The caller takes any number of replies.
    public var more: Bool
    /// The caller takes no reply.
    public var oneway: Bool

    public init(peer: Peer, method: String, more: Bool = false, oneway: Bool = false) {
        self.peer = peer
        self.method = method
        self.more = more
        self.oneway = oneway
    }
}
