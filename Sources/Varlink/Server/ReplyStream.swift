import NIOCore

/// The replies of one call on their way to its connection.
///
/// Sendable because everything in it is touched on the connection's event loop only.
package final class ReplyStream: @unchecked Sendable {
    private let loop: any EventLoop
    private let connection: ServerConnection
    /// The newest reply, until it is known whether another follows.
    private var held: (any VarlinkObject)?
    /// The handler and what tasks it has, while they wait for the peer to read.
    private var waiting: [CheckedContinuation<Void, any Error>] = []
    private var isOver = false

    init(loop: any EventLoop, connection: ServerConnection) {
        self.loop = loop
        self.connection = connection
    }

    func send(_ reply: any VarlinkObject, now: Bool) async throws {
        try await onLoop { stream in
            stream.writeHeld()
            stream.held = reply
            if now { stream.writeHeld() }
        }
    }

    func flush() async throws {
        try await onLoop { $0.writeHeld() }
    }

    /// Takes the reply that is held back.
    func takeHeld() -> (any VarlinkObject)? {
        defer { held = nil }
        return held
    }

    /// The peer has read so much that the handler may go on.
    func resume() {
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    /// Nothing more can be sent.
    func end() {
        isOver = true
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume(throwing: CancellationError()) }
    }

    /// Handlers run on the event loop unless they have gone elsewhere; only then is there a hop.
    private func onLoop(_ action: @escaping @Sendable (ReplyStream) -> Void) async throws {
        if loop.inEventLoop, !isOver {
            action(self)
            if connection.isWritable { return }
        }
        try await withCheckedThrowingContinuation { continuation in
            if loop.inEventLoop {
                wait(continuation)
            } else {
                loop.execute {
                    if !self.isOver { action(self) }
                    self.wait(continuation)
                }
            }
        }
    }

    private func wait(_ continuation: CheckedContinuation<Void, any Error>) {
        if isOver {
            continuation.resume(throwing: CancellationError())
        } else if connection.isWritable {
            continuation.resume()
        } else {
            waiting.append(continuation)
        }
    }

    private func writeHeld() {
        guard let reply = takeHeld() else { return }
        connection.write(reply, continues: true)
    }
}
