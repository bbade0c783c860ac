import NIOCore

/// The server's end of a connection: takes calls one after the other and writes their replies.
///
/// Sendable because everything in it is touched on the channel's event loop only.
final class ServerConnection: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let peer: Peer
    private let core: ServerCore
    private let executor: TurnExecutor
    private var context: ChannelHandlerContext?
    private var phase = Phase.open
    private var input: CallInput
    /// The bytes that the server has counted as held by this connection.
    private var countedBytes = 0
    /// Those of the call that runs: its parameters take memory until it ends.
    private var runningBytes = 0
    private var running: RunningCall?
    /// A long frame is read on another thread.
    private var isReadingAside = false
    private var isReading = true
    private var hasNextScheduled = false
    private var hasFlushScheduled = false
    private var hasLeft = false
    private var unfinishedFrame: Scheduled<Void>?
    /// Of the frame that came last: how many had come before it, and its first byte's time.
    private var frameStart: (number: Int, at: NIODeadline)?
    private var unread: Scheduled<Void>?

    /// Frames of more bytes than this take so long to read that others would notice.
    private static let readAsideFrom = 16 << 10

    private enum Phase {
        case open
        /// The peer has sent all it will; what has been read is still answered.
        case inputClosed
        /// No further call is taken; the one that runs is still answered.
        case draining
        /// Nothing is taken or answered any more; what has been written still goes out.
        case flushing
        /// The peer has hung up; the calls to which it wants no reply are still carried out.
        case abandoned
        case closed
    }

    private struct RunningCall {
        /// Of handlers that wait.
        var task: Task<Void, Never>?
        var stream: ReplyStream?
        let method: Router.Declared
        let call: Call
        let isStream: Bool

        /// Nobody waits for a reply any more.
        func cancel() {
            task?.cancel()
            stream?.end()
        }
    }

    init(peer: Peer, core: ServerCore) {
        self.peer = peer
        self.core = core
        executor = TurnExecutor(core, uid: peer.uid)
        input = CallInput(limits: core.limits)
    }

    /// Whether the peer keeps up with what is written.
    var isWritable: Bool { context?.channel.isWritable ?? false }

    private var canWrite: Bool { phase != .closed && phase != .abandoned }

    /// Lets a single call that runs finish, cuts a stream, and closes once all is written.
    func drain() {
        guard phase == .open || phase == .inputClosed else { return }
        guard let running else { return closeWhenFlushed() }
        guard !running.isStream else { return close() }
        phase = .draining
        updateReading()
    }

    /// Closes now; nobody waits for replies any more.
    func close() {
        guard phase != .closed else { return }
        phase = .closed
        running?.cancel()
        unfinishedFrame?.cancel()
        unread?.cancel()
        context?.close(promise: nil)
        leaveIfDone()
    }

    /// Gives the place back once the channel is gone and no handler runs: until then the connection
    /// counts, or a caller could leave any number of calls behind.
    private func leaveIfDone() {
        guard phase == .closed, context == nil, running == nil, !isReadingAside, !hasLeft else {
            return
        }
        hasLeft = true
        _ = core.occupancy.hold(bytes: -countedBytes, uid: peer.uid)
        core.remove(self)
    }

    /// The peer is gone, and nobody waits for replies any more.
    private func hangUp() {
        guard phase == .open || phase == .inputClosed else { return close() }
        phase = .abandoned
        unfinishedFrame?.cancel()
        unread?.cancel()
        if let running, !running.call.oneway { running.cancel() }
        scheduleNext()
    }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        core.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if phase != .abandoned { close() }
        self.context = nil
        leaveIfDone()
    }

    func channelInactive(context: ChannelHandlerContext) {
        hangUp()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed, phase == .open else {
            return
        }
        phase = .inputClosed
        unfinishedFrame?.cancel()
        scheduleNext()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase == .open else { return }
        do {
            try input.append(unwrapInboundIn(data))
        } catch {
            return close(because: .frameTooLong)
        }
        guard inputChanged() else { return }
        scheduleNext()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard canWrite, phase != .flushing else { return }
        if context.channel.isWritable {
            unread?.cancel()
            unread = nil
            running?.stream?.resume()
            scheduleNext()
        } else {
            startUnreadTimer()
        }
    }

    // MARK: Calls

    /// Takes up the oldest call that waits, unless one runs or the peer does not read.
    private func takeNext() {
        switch phase {
        case .open, .inputClosed: guard isWritable else { return }
        case .abandoned: break
        case .draining, .flushing, .closed: return
        }
        guard running == nil, !isReadingAside else { return }
        let frame: [UInt8]?
        do {
            frame = try input.next()
        } catch {
            return close(because: .frameTooLong)
        }
        runningBytes = frame?.count ?? 0
        guard inputChanged() else { return }
        if let frame {
            take(frame)
        } else if phase == .inputClosed {
            closeWhenFlushed()
        } else if phase == .abandoned {
            close()
        }
    }

    private func take(_ frame: [UInt8]) {
        guard frame.count > Self.readAsideFrom else {
            return act(on: core.judge(frame, from: peer))
        }
        isReadingAside = true
        core.judgeAside(frame, from: peer) { judgement in
            self.isReadingAside = false
            guard self.phase != .closed else { return self.leaveIfDone() }
            self.act(on: judgement)
        }
    }

    private func act(on judgement: consuming Router.Judgement) {
        guard phase == .open || phase == .inputClosed || phase == .abandoned else { return }
        switch consume judgement {
        case .close(let malformed):
            core.observe(.connectionClosed(peer, .malformedCall(malformed.description)))
            closeWhenFlushed()
        case .refuse(let failure, let oneway):
            if !oneway { write(failure) }
            scheduleNext()
        case .run(_, let call, _) where phase == .abandoned && !call.oneway: scheduleNext()
        case .run(let task, let call, let method): run(task, call, method)
        }
    }

    private func run(_ handling: Router.Task, _ call: Call, _ method: Router.Declared) {
        running = RunningCall(method: method, call: call, isStream: handling.isStream)
        switch handling {
        case .answering(let handle): handle(call, PendingAnswer(core, to: self))
        case .single(let handle): runInTask { _ in try await handle(call) }
        case .stream(let handle): runInTask { try await handle(call, $0) }
        }
    }

    /// Runs a handler that may wait, in a task.
    private func runInTask(
        _ handle: @escaping @Sendable (ReplyStream) async throws -> any VarlinkObject
    ) {
        let loop = core.loop
        let stream = ReplyStream(loop: loop, connection: self)
        running?.stream = stream
        running?.task = Task(executorPreference: executor) {
            let outcome = await CallOutcome.of { try await handle(stream) }
            if loop.inEventLoop {
                self.finish(outcome)
            } else {
                loop.execute { self.finish(outcome) }
            }
        }
    }

    /// Ends the call that runs.
    func finish(_ outcome: CallOutcome) {
        guard let running = running.take() else { return }
        guard phase != .closed else { return leaveIfDone() }
        let held = running.stream?.takeHeld()
        running.stream?.end()
        switch outcome {
        case .reply(let reply): writeLast(held ?? reply, of: running)
        case .refused(let failure):
            if let held { write(held, continues: true, of: running) }
            if !running.call.oneway { write(failure) }
        // What was stopped because its caller has left has not failed.
        case .failed(is CancellationError): close()
        // What the handler has sent before was true, and goes out.
        case .failed(let error):
            core.observe(.handlerFailed(peer, method: running.call.method, error))
            return closeWhenFlushed()
        }
        if phase == .draining { closeWhenFlushed() } else { scheduleNext() }
    }

    private func writeLast(_ reply: any VarlinkObject, of running: RunningCall) {
        guard !running.call.oneway else { return }
        write(reply, continues: false, of: running)
        context?.flush()
    }

    /// The next call is taken up when other users, and other connections of this one, have had their
    /// turn.
    private func scheduleNext() {
        guard !hasNextScheduled else { return }
        hasNextScheduled = true
        core.enqueue(of: peer.uid) {
            self.hasNextScheduled = false
            self.takeNext()
        }
    }

    // MARK: Writing

    /// Writes a reply of the stream that runs; it goes out when the handler pauses.
    func write(_ reply: any VarlinkObject, continues: Bool) {
        guard let running else { return }
        write(reply, continues: continues, of: running)
        guard !hasFlushScheduled else { return }
        hasFlushScheduled = true
        core.loop.execute {
            self.hasFlushScheduled = false
            self.context?.flush()
        }
    }

    private func write(_ reply: any VarlinkObject, continues: Bool, of running: RunningCall) {
        if core.router.checksReplies,
            let mismatch = running.method.checker.mismatch(
                ofReply: reply.json.object ?? [:], of: running.method.name)
        {
            core.observe(.handlerFailed(peer, method: running.call.method, mismatch))
            return close()
        }
        write(frame: ReplyMessage.frame(reply, continues: continues))
    }

    /// An error often says again what the caller wrote. All of that would be a frame that is far longer
    /// than theirs, and takes the loop from others while it is written.
    private static let longestTextOfFailure = 4096

    private func write(_ failure: any VarlinkFailure) {
        let parameters = (failure.parameters.object ?? [:])
            .cuttingTexts(toBytes: Self.longestTextOfFailure)
        write(frame: ReplyMessage.frame(parameters, error: failure.name))
        context?.flush()
    }

    private func write(frame: ByteBuffer) {
        guard canWrite else { return }
        context?.write(wrapOutboundOut(frame), promise: nil)
    }

    // MARK: Ending

    private func close(because reason: ServerEvent.Reason) {
        core.observe(.connectionClosed(peer, reason))
        close()
    }

    /// Closes when what has been written is out, or the peer has had its time to read it.
    private func closeWhenFlushed() {
        guard canWrite, let context else { return close() }
        phase = .flushing
        updateReading()
        if unread == nil { startUnreadTimer() }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in self.close() }
    }

    private func startUnreadTimer() {
        unread?.cancel()
        unread = core.loop.scheduleTask(in: TimeAmount(core.limits.unread)) {
            self.close(because: .doesNotRead)
        }
    }

    // MARK: Reading

    /// Looks after what depends on how much has been read. False if it was too much.
    private func inputChanged() -> Bool {
        let bytes = input.heldBytes + runningBytes
        let isWithinLimit = core.occupancy.hold(bytes: bytes - countedBytes, uid: peer.uid)
        let grew = bytes > countedBytes
        countedBytes = bytes
        guard isWithinLimit || !grew else {
            close(because: .tooManyHeldBytes)
            return false
        }
        updateReading()
        noteFrameStart()
        if unfinishedFrame == nil { startFrameTimer() }
        return true
    }

    private func updateReading() {
        let wanted = phase == .open && !input.isFull
        guard wanted != isReading else { return }
        isReading = wanted
        try? context?.channel.syncOptions?.setOption(.autoRead, value: wanted)
    }

    /// The timer is looked at when it fires only: most frames are whole long before.
    private func startFrameTimer() {
        guard phase == .open, input.hasUnfinishedFrame, let frame = frameStart else { return }
        unfinishedFrame = core.loop.scheduleTask(
            deadline: frame.at + TimeAmount(core.limits.unfinishedFrame)
        ) {
            self.unfinishedFrame = nil
            if self.input.hasUnfinishedFrame, self.input.cutFrames == frame.number,
                self.phase == .open
            {
                self.close(because: .unfinishedFrame)
            } else {
                self.startFrameTimer()
            }
        }
    }

    /// Notes when the frame that is not finished was begun.
    private func noteFrameStart() {
        guard input.hasUnfinishedFrame, frameStart?.number != input.cutFrames else { return }
        frameStart = (input.cutFrames, core.loop.now)
    }
}
