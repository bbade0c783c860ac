internal import CLinux
import NIOCore
import NIOPosix

/// A connection to a Varlink service.
///
/// Calls may be made from any number of tasks at once; they are sent in the order in which they are
/// made, without waiting for each other's replies, and answered in that order.
///
/// A call whose task is cancelled throws ``CallError/disconnected`` and its reply is dropped when it
/// comes. A stream that is cancelled or given up before its last reply closes the connection, since
/// Varlink has no other way to end it: use a connection of its own for each endless stream.
public final class Client: Sendable {
    private let channel: any Channel
    private let connection: ClientConnection
    /// The service, if this client has started it.
    private let program: ActivatedProgram?

    /// One thread serves all connections of the program. It starts with the first and stays.
    private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private init(
        channel: any Channel, connection: ClientConnection, program: ActivatedProgram? = nil
    ) {
        self.channel = channel
        self.connection = connection
        self.program = program
    }

    deinit {
        channel.close(promise: nil)
    }

    /// Connects to a service.
    ///
    /// - Parameters:
    ///   - maximumFrameBytes: The longest reply that is taken; by default what systemd takes.
    ///   - maximumDepth: How deep arrays and objects may stand in each other in a reply.
    /// - Throws: ``CallError/unreachable(_:)``.
    public static func connect(
        to address: Address, maximumFrameBytes: Int = 16 << 20,
        maximumDepth: Int = JSON.defaultMaximumDepth
    ) async throws(CallError) -> Client {
        try await connect(to: address, nil, maximumFrameBytes, maximumDepth)
    }

    /// Starts a service that can be activated by a socket, and connects to it. The service gets
    /// SIGTERM when the client is gone.
    ///
    /// - Parameters:
    ///   - program: Looked up in PATH. It gets its listening socket as ``SocketActivation`` has it,
    ///     and the address in the environment as `VARLINK_ADDRESS`.
    ///   - arguments: `$VARLINK_ADDRESS` in them stands for the address.
    /// - Throws: ``CallError/unreachable(_:)``. A program that can't be run shows in the first call,
    ///   as ``CallError/disconnected``.
    public static func connect(
        activating program: String, arguments: [String] = [], maximumFrameBytes: Int = 16 << 20,
        maximumDepth: Int = JSON.defaultMaximumDepth
    ) async throws(CallError) -> Client {
        let program = try ActivatedProgram(program, arguments)
        defer { program.handOver() }
        return try await connect(to: program.address, program, maximumFrameBytes, maximumDepth)
    }

    private static func connect(
        to address: Address, _ program: ActivatedProgram?, _ maximumFrameBytes: Int,
        _ maximumDepth: Int
    ) async throws(CallError) -> Client {
        let descriptor = try await descriptor(connectedTo: address)
        let connection = ClientConnection(
            maximumFrameBytes: maximumFrameBytes, maximumDepth: maximumDepth)
        do {
            let channel = try await ClientBootstrap(group: threads)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(connection)
                    }
                }
                .withConnectedSocket(descriptor).get()
            return Client(channel: channel, connection: connection, program: program)
        } catch {
            throw .unreachable("\(error)")
        }
    }

    /// A full queue at the service is waited for, up to a few seconds: it empties as the service
    /// goes on accepting.
    private static func descriptor(connectedTo address: Address) async throws(CallError) -> CInt {
        let (attempts, pauseMilliseconds) = (100, 50)
        for attempt in 1...attempts {
            do {
                return try UnixSocket.connected(to: address)
            } catch {
                guard error.code == EAGAIN, attempt < attempts else {
                    throw .unreachable(error.description)
                }
            }
            do {
                try await Task.sleep(for: .milliseconds(pauseMilliseconds))
            } catch {
                throw .unreachable("cancelled")
            }
        }
        throw .unreachable(Errno(code: EAGAIN).description)
    }

    /// Calls a method that replies once.
    public func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async throws(CallError) -> Method.Reply {
        let reply = try await call(Method.name, parameters.json)
        return try Self.decoded(reply)
    }

    /// Calls a method and takes its replies as they come.
    ///
    /// The call is made when the iteration begins, with `more`. The service is slowed down while
    /// the loop does not keep up. A listing without an item is one reply whose field is nil.
    public func stream<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) -> ReplySequence<Method.Reply> {
        ReplySequence(client: self, call: Self.message(Method.name, parameters.json, more: true)) {
            (json) throws(CallError) in try Self.decoded(json)
        }
    }

    /// Calls a method and asks for no reply, not even for an error.
    public func callOneway<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) {
        callOneway(Method.name, parameters.json)
    }

    /// Calls a method by its full name.
    ///
    /// - Parameter parameters: An object, or null for none.
    public func call(_ name: String, _ parameters: JSON) async throws(CallError) -> JSON {
        let call = PendingCall(takesMany: false)
        send(Self.message(name, parameters), for: call)
        guard let reply = try await next(of: call, onCancel: { call.fail(.disconnected) }) else {
            throw .malformed("the reply is missing")
        }
        return reply
    }

    /// Calls a method by its full name and takes its replies as they come.
    public func stream(_ name: String, _ parameters: JSON) -> ReplySequence<JSON> {
        ReplySequence(client: self, call: Self.message(name, parameters, more: true)) {
            (json) throws(CallError) in json
        }
    }

    /// Calls a method by its full name and asks for no reply.
    public func callOneway(_ name: String, _ parameters: JSON) {
        send(Self.message(name, parameters, oneway: true), for: nil)
    }

    /// Closes the connection; what waits for replies gets ``CallError/disconnected``.
    public func close() async {
        try? await channel.close().get()
    }

    /// Parameters without value are left out: to a service that is older than its client, even the
    /// name of a newer parameter is an error.
    private static func message(
        _ name: String, _ parameters: JSON, more: Bool = false, oneway: Bool = false
    ) -> CallMessage {
        let given = (parameters.object ?? [:]).filter { $0.1 != .null }
        return CallMessage(
            method: name, parameters: JSONObject(uniqueFields: given), more: more, oneway: oneway)
    }

    private static func decoded<Reply: VarlinkValue>(_ json: JSON) throws(CallError) -> Reply {
        do {
            return try Reply(json: json)
        } catch {
            throw .malformed(error.description)
        }
    }

    func send(_ message: CallMessage, for call: PendingCall?) {
        let frame = message.frame
        channel.eventLoop.execute { [connection] in connection.send(frame, for: call) }
    }

    /// The call's next reply, nil after the last.
    func next(
        of call: PendingCall, onCancel: @escaping @Sendable () -> Void
    ) async throws(CallError) -> JSON? {
        let (loop, connection) = (channel.eventLoop, connection)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                loop.execute {
                    call.next(reader)
                    connection.resumeReading()
                }
            }
        } onCancel: {
            loop.execute(onCancel)
        }
        return try outcome.get().map { .object($0) }
    }

    /// Closes the connection, without waiting, because nobody wants the call's further replies.
    func abandon(_ call: PendingCall) {
        channel.eventLoop.execute { [connection] in
            if !call.isOver { connection.end(.disconnected) }
        }
    }
}
