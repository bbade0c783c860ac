/// Where the handler of a method with many replies puts them.
///
/// The newest reply is held back until it is known whether another follows, so that the last one can
/// say so: a listing sends its items and returns. An endless stream calls ``flush()`` whenever it has
/// nothing more for now, or ``sendNow(_:)`` for each item.
///
/// If the handler returns with nothing held back, the last reply is one without an item: each field
/// null, or no fields at all if the reply's type can't be without them. If it throws a
/// ``VarlinkFailure``, that ends the stream after what has been sent.
public struct Replies<Reply: VarlinkObject>: Sendable {
    let stream: ReplyStream

    /// Sends the reply before, and holds this one back until the next, the end or ``flush()``.
    ///
    /// Suspends while the peer does not read.
    /// - Throws: `CancellationError` if the connection is closed.
    public func send(_ reply: Reply) async throws {
        try await stream.send(reply, now: false)
    }

    /// Sends what is held back. At least one more reply has to follow; if none does, one without an
    /// item goes out at the end.
    ///
    /// Suspends while the peer does not read.
    /// - Throws: `CancellationError` if the connection is closed.
    public func flush() async throws {
        try await stream.flush()
    }

    /// Sends the reply at once; ``send(_:)`` and ``flush()`` in one.
    public func sendNow(_ reply: Reply) async throws {
        try await stream.send(reply, now: true)
    }
}
