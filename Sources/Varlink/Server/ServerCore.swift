import NIOCore

/// What all connections of a server share.
///
/// Sendable because its variables are touched on the server's event loop only.
final class ServerCore: @unchecked Sendable {
    let loop: any EventLoop
    let router: Router
    let limits: Server.Limits
    let observe: @Sendable (ServerEvent) -> Void
    let executor: LoopExecutor
    var occupancy: Occupancy

    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    /// Set while somebody waits for the last connection to end.
    private var waitingForIdle: EventLoopPromise<Void>?

    init(
        loop: any EventLoop, router: Router, limits: Server.Limits,
        observe: @escaping @Sendable (ServerEvent) -> Void
    ) {
        self.loop = loop
        self.router = router
        self.limits = limits
        self.observe = observe
        executor = LoopExecutor(loop)
        occupancy = Occupancy(limits: limits)
    }

    /// Sets a connection up that has just been accepted. If there is no room for it, or the kernel
    /// does not tell who is there, this throws, and NIO closes it.
    func accept(_ channel: any Channel) throws {
        let peer: Peer
        do {
            peer = try Self.peer(of: channel)
        } catch {
            observe(.acceptFailed("\(error)"))
            throw error
        }
        if let refusal = occupancy.enter(uid: peer.uid) {
            observe(.connectionRefused(peer, refusal))
            throw ChannelError.eof
        }
        try channel.pipeline.syncOperations.addHandler(ServerConnection(peer: peer, core: self))
    }

    func add(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = connection
    }

    func remove(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = nil
        occupancy.leave(uid: connection.peer.uid)
        checkIdle()
    }

    /// Lets all connections end; the future comes when the last has, and its handler.
    func drain() -> EventLoopFuture<Void> {
        if let waitingForIdle { return waitingForIdle.futureResult }
        let promise = loop.makePromise(of: Void.self)
        waitingForIdle = promise
        for connection in connections.values { connection.drain() }
        checkIdle()
        return promise.futureResult
    }

    /// Whether no connection is open and no handler runs.
    func isIdle() async -> Bool {
        let isIdle = loop.submit { self.connections.isEmpty }
        return (try? await isIdle.get()) ?? true
    }

    func closeAll() {
        for connection in connections.values { connection.close() }
    }

    private func checkIdle() {
        guard connections.isEmpty else { return }
        waitingForIdle?.succeed()
        waitingForIdle = nil
    }

    private static func peer(of channel: any Channel) throws -> Peer {
        let peer = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: CInt.self
        ) { descriptor in
            try Peer(ofSocket: descriptor)
        }
        guard let peer else { throw ChannelError.operationUnsupported }
        return peer
    }
}
