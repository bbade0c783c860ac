internal import Synchronization

/// The reply to a call whose handler has returned without one: ``Router/on(_:answering:)``.
///
/// It is given once, from any thread. A handler that lets go of it without has failed, and the connection is
/// closed.
public struct Answer<Reply: VarlinkObject>: Sendable {
    let pending: PendingAnswer

    /// Replies with what `make` returns, or refuses the call with what it throws.
    ///
    /// - Parameter make: Is called on the server's thread when the caller has a turn, whether or not it has left.
    public func callAsFunction(_ make: @escaping @Sendable () throws -> Reply) {
        pending.give { try make() }
    }
}

/// The same for any type of reply.
package final class PendingAnswer: Sendable {
    /// The handler has let go of it.
    struct Missing: Error, CustomStringConvertible {
        let description = "the handler has ended without an answer"
    }

    private let connection: ServerConnection
    private let core: ServerCore
    private let isGiven = Atomic(false)

    init(_ core: ServerCore, to connection: ServerConnection) {
        self.core = core
        self.connection = connection
    }

    func give(_ make: @escaping @Sendable () throws -> any VarlinkObject) {
        let wasGiven = isGiven.exchange(true, ordering: .relaxed)
        precondition(!wasGiven, "a call is answered once")
        core.enqueueFromAnywhere(of: connection.peer.uid) { [connection] in
            connection.finish(CallOutcome(of: make))
        }
    }

    deinit {
        guard !isGiven.load(ordering: .relaxed) else { return }
        core.enqueueFromAnywhere(of: connection.peer.uid) { [connection] in
            connection.finish(.failed(Missing()))
        }
    }
}
