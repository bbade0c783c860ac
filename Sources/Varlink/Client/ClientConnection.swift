import NIOCore

/// The client's end of a connection: matches replies to calls, in their order.
///
/// Sendable because everything in it is touched on the channel's event loop only.
final class ClientConnection: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let maximumDepth: Int
    private var frames: FrameReader
    /// The calls that wait for replies, the oldest first.
    private var calls: [PendingCall] = []
    private var context: ChannelHandlerContext?
    private var isReading = true
    /// Set once the connection is over: what further calls are answered with.
    private var ending: CallError?

    init(maximumFrameBytes: Int, maximumDepth: Int) {
        frames = FrameReader(maximumBytes: maximumFrameBytes)
        self.maximumDepth = maximumDepth
    }

    /// Sends the frame. The call, if there is one, takes the replies to it.
    func send(_ frame: [UInt8], for call: PendingCall?) {
        guard ending == nil, let context else {
            call?.fail(ending ?? .disconnected)
            return
        }
        if let call { calls.append(call) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: frame)), promise: nil)
    }

    /// The reader of the call's replies has room again.
    func resumeReading() {
        guard ending == nil, let context else { return }
        takeFrames(context)
    }

    /// Ends the connection; what is still waiting gets the error.
    func end(_ error: CallError) {
        guard ending == nil else { return }
        ending = error
        let waiting = calls
        calls = []
        for call in waiting { call.fail(error) }
        context?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        frames.append(unwrapInboundIn(data))
        takeFrames(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.disconnected)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.disconnected)
    }

    /// Hands out the frames that have come, until the reader of one call has enough for now; then
    /// nothing more is read, and the service has to wait.
    private func takeFrames(_ context: ChannelHandlerContext) {
        do {
            while calls.first?.hasRoom ?? true, let frame = try frames.next() {
                try take(ReplyMessage(frame: frame, maximumDepth: maximumDepth))
            }
        } catch let error as ReplyMessage.Malformed {
            end(.malformed(error.description))
        } catch {
            end(.malformed("the reply is longer than \(frames.maximumBytes) bytes"))
        }
        let hasRoom = calls.first?.hasRoom ?? true
        guard ending == nil, isReading != hasRoom else { return }
        isReading = hasRoom
        try? context.channel.syncOptions?.setOption(.autoRead, value: hasRoom)
    }

    private func take(_ reply: ReplyMessage) throws(ReplyMessage.Malformed) {
        guard let call = calls.first else {
            throw ReplyMessage.Malformed(description: "a reply came that nobody asked for")
        }
        guard call.takesMany || !reply.continues else {
            throw ReplyMessage.Malformed(description: "one reply was asked for, more follow")
        }
        if !reply.continues || reply.error != nil { calls.removeFirst() }
        call.take(reply)
    }
}
