/// The replies to a call made with `more`. Each iteration makes the call anew.
public struct ReplySequence<Reply: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Reply
    public typealias Failure = CallError

    let client: Client
    let call: CallMessage
    let decode: @Sendable (JSON) throws(CallError) -> Reply

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(run: Run(client, call), decode: decode)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        public typealias Element = Reply
        public typealias Failure = CallError

        fileprivate let run: Run
        fileprivate let decode: @Sendable (JSON) throws(CallError) -> Reply

        /// The next reply, nil after the last.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(CallError) -> Reply? {
            guard let reply = try await run.next() else { return nil }
            return try decode(reply)
        }
    }
}

/// One call of a sequence, ended with the iterator that holds it.
private final class Run: Sendable {
    private let client: Client
    private let call = PendingCall(takesMany: true)

    init(_ client: Client, _ message: CallMessage) {
        self.client = client
        client.send(message, for: call)
    }

    deinit {
        client.abandon(call)
    }

    func next() async throws(CallError) -> JSON? {
        try await client.next(of: call) { [client, call] in client.abandon(call) }
    }
}
