/// A responder's question to one dependent: are you all right?
public struct Ping: Hashable, Sendable {
    /// `pending` becomes one of the others once; those never change.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case pending, responded, cleared, expired
    }

    public var id: Identifier
    public var sender: UserID
    public var recipient: UserID
    public var sentAt: Instant
    public var status: Status
    public var endedAt: Instant?

    public init(
        id: Identifier, sender: UserID, recipient: UserID, sentAt: Instant,
        status: Status = .pending, endedAt: Instant? = nil
    ) {
        self.id = id
        self.sender = sender
        self.recipient = recipient
        self.sentAt = sentAt
        self.status = status
        self.endedAt = endedAt
    }
}
