internal import Dispatch
import NIOCore
import NIOPosix

/// What all connections of a server share.
///
/// Sendable because its variables are touched on the server's event loop only.
final class ServerCore: @unchecked Sendable {
    let loop: any EventLoop
    let router: Router
    let limits: Server.Limits
    let observe: @Sendable (ServerEvent) -> Void
    let occupancy: Occupancy

    /// How long calls are worked on before connections are looked at again.
    private static let slice = TimeAmount.microseconds(250)
    /// The most bytes that are read of one connection before the others are looked at.
    private static let readAtOnce = 16 << 10
    private var doorbell: Doorbell?
    /// No connection is left, and none will come.
    private var hasEnded = false
    /// What is done when all connections have been looked at again.
    private var answers: [@Sendable () -> Void] = []
    private var turns = Turns()
    private var takesTurns = false
    private var atPause: (@Sendable (_ callsWait: Bool) -> Void)?
    private var settling: [Settling] = []
    private let aside = DispatchQueue(label: "varlink-long-frames")

    /// Somebody waits until what was there is done.
    private struct Settling {
        var number: UInt64
        /// Calls have been taken up, but the part of handlers that have a task is still to come.
        var isFirstPass = true
        let work: NIOLoopBoundBox<Work?>

        /// Done once, by whoever takes it.
        struct Work {
            let body: @Sendable () -> Void
            /// Takes it when it has been waited for too long.
            var limit: Scheduled<Void>?
        }
    }

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
        occupancy = Occupancy(limits: limits)
    }

    /// Serves a connection that has been accepted and counted.
    func serve(_ descriptor: CInt, _ peer: Peer) {
        let connection = ServerConnection(peer: peer, core: self)
        ClientBootstrap(group: loop)
            .channelOption(.allowRemoteHalfClosure, value: true)
            // A little of each connection at a time, or those that send megabytes delay the others.
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: 512, initial: 2048, maximum: Self.readAtOnce)
            )
            .channelOption(
                .writeBufferWaterMark,
                value: .init(low: limits.unreadBytes / 2, high: limits.unreadBytes)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(connection)
                }
            }
            .withConnectedSocket(descriptor)
            .whenFailure { error in
                self.observe(.acceptFailed("\(error)"))
                connection.close()
            }
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

    /// When no connection is left: what waited for others to be looked at goes on, since nobody answers the bell
    /// any more.
    func end() {
        hasEnded = true
        for answer in answers { loop.execute(answer) }
        answers = []
        doorbell = nil
    }

    func closeAll() {
        for connection in connections.values { connection.close() }
    }

    // MARK: Turns

    /// Does the work when the user has a turn.
    func enqueue(of uid: UInt32, _ work: @escaping Turns.Work) {
        turns.add(work, of: uid)
        startTurns()
    }

    /// The same, from any thread.
    func enqueueFromAnywhere(of uid: UInt32, _ work: @escaping @Sendable () -> Void) {
        if loop.inEventLoop {
            enqueue(of: uid, work)
        } else {
            loop.execute { self.enqueue(of: uid, work) }
        }
    }

    /// Does the work when no turn is left, or turns have been taken for so long that others wait.
    func pause(_ work: @escaping @Sendable (_ callsWait: Bool) -> Void) {
        atPause = work
        startTurns()
    }

    /// Does the work when all that waits now is done, in sockets as well, and what the handlers do at once; or
    /// at the end.
    func settle(until end: NIODeadline, _ work: @escaping @Sendable () -> Void) {
        let box = NIOLoopBoundBox<Settling.Work?>(Settling.Work(body: work), eventLoop: loop)
        afterConnections {
            self.settling.append(Settling(number: self.turns.newest, work: box))
            self.endSettling()
            // Mostly nobody has called.
            guard box.value != nil else { return }
            box.value?.limit = self.loop.scheduleTask(deadline: end) { Self.take(box) }
        }
    }

    private func startTurns() {
        guard !takesTurns else { return }
        takesTurns = true
        loop.execute { self.takeTurns() }
    }

    private func takeTurns() {
        takeSlice()
        if let work = atPause {
            atPause = nil
            work(!turns.isEmpty)
            // What that brings about is mostly a reply, for which somebody waits.
            takeSlice()
        }
        if turns.isEmpty, atPause == nil {
            takesTurns = false
        } else {
            afterConnections { self.takeTurns() }
        }
    }

    private func takeSlice() {
        let end = loop.now + Self.slice
        while let work = turns.next() {
            work()
            guard loop.now < end else { break }
        }
        endSettling()
    }

    /// Goes on when all connections have been looked at.
    private func afterConnections(_ work: @escaping @Sendable () -> Void) {
        guard !hasEnded else { return loop.execute(work) }
        if doorbell == nil { doorbell = Doorbell(loop) { [weak self] in self?.answer() } }
        answers.append(work)
        doorbell?.ring()
    }

    /// The bell may be heard before connections that were found ready together with it; what is asked for
    /// once those are read is for the next ring.
    private func answer() {
        let answers = answers
        self.answers = []
        loop.execute { for answer in answers { answer() } }
    }

    private static func take(_ box: NIOLoopBoundBox<Settling.Work?>) {
        guard let work = box.value else { return }
        box.value = nil
        work.limit?.cancel()
        work.body()
    }

    private func endSettling() {
        for position in settling.indices where turns.isDone(upTo: settling[position].number) {
            if settling[position].isFirstPass {
                settling[position].isFirstPass = false
                settling[position].number = turns.newest
            }
        }
        var ended: [NIOLoopBoundBox<Settling.Work?>] = []
        settling.removeAll { waiting in
            guard !waiting.isFirstPass, turns.isDone(upTo: waiting.number) else { return false }
            ended.append(waiting.work)
            return true
        }
        for work in ended { Self.take(work) }
    }

    private func checkIdle() {
        guard connections.isEmpty else { return }
        waitingForIdle?.succeed()
        waitingForIdle = nil
    }

    // MARK: Frames

    func judge(_ frame: [UInt8], from peer: Peer) -> Router.Judgement {
        router.judge(frame: frame, from: peer, maximumDepth: limits.depth)
    }

    /// Judges on another thread, for frames that would take this one for long. Of all users they are
    /// read one after the other: how many of one user wait is bounded by what it may hold.
    func judgeAside(
        _ frame: [UInt8], from peer: Peer,
        _ act: @escaping @Sendable (Router.Judgement) -> Void
    ) {
        aside.async {
            let judgement = self.judge(frame, from: peer)
            self.loop.execute { self.enqueue(of: peer.uid) { act(judgement) } }
        }
    }
}
