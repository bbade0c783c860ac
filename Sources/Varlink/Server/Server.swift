internal import Glibc
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// Serves a router's interfaces on Unix sockets.
///
/// One thread reads and writes all connections; another takes them in, mostly, and a third understands the
/// calls that are longer than 16 KiB. Handlers run on the first until they go elsewhere: work
/// that takes long belongs to an actor or a thread of its own. Calls of one connection are carried
/// out one after the other, in the order in which they came; users take turns call by call, and so do
/// the connections of one user.
///
/// The process needs a file descriptor for each connection: raise RLIMIT_NOFILE where
/// ``Limits/connections`` asks for more than it allows.
public final class Server: Sendable {
    private let threads: MultiThreadedEventLoopGroup
    private let core: ServerCore
    private let listeners = NIOLockedValueBox<[Listener]>([])
    /// The thread has ended or is about to; what it is given then, NIO drops without a word.
    private let isOver = NIOLockedValueBox(false)

    private struct Listener {
        let acceptor: Acceptor
        /// Nil for one that was adopted: its file is somebody else's.
        let socket: ListeningSocket?
    }

    /// - Parameter observe: Called on the server's threads with what the program may want to log.
    public init(
        router: Router, limits: Limits = Limits(),
        observe: @escaping @Sendable (ServerEvent) -> Void = { _ in }
    ) {
        threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        core = ServerCore(loop: threads.next(), router: router, limits: limits, observe: observe)
    }

    /// Listens at a path, as ``ListeningSocket/init(path:mode:replacingStale:)`` has it.
    public func listen(
        path: String, mode: UInt32 = 0o666, replacingStale: Bool = false
    ) async throws(ListenError) {
        try await listen(
            on: try ListeningSocket(path: path, mode: mode, replacingStale: replacingStale))
    }

    /// Serves who connects to the socket, and who has done so already.
    public func listen(on socket: ListeningSocket) async throws(ListenError) {
        try accept(on: socket.descriptor, socket, path: socket.path)
    }

    /// Serves a socket that listens already, as systemd hands it over (sd_listen_fds(3)). Its file
    /// stays when the server stops.
    public func adopt(descriptor: CInt) async throws(ListenError) {
        try accept(on: descriptor, nil, path: "descriptor \(descriptor)")
    }

    /// Takes no further connections, and removes the socket files that ``listen(path:mode:replacingStale:)``
    /// made. Connections that are open are served on.
    public func stopAccepting() async {
        let listeners = listeners.withLockedValue { listeners in
            defer { listeners = [] }
            return listeners
        }
        for listener in listeners {
            listener.socket?.removeFile()
            await listener.acceptor.stop()
        }
    }

    /// Ends the server: calls that have been taken up finish and their replies are sent, streams
    /// are cut, and all connections are closed. A server that has been shut down can't be used again.
    ///
    /// - Parameter grace: How long that may take; what is not finished then is cancelled and cut.
    public func shutdown(within grace: Duration = .seconds(4)) async {
        await stopAccepting()
        let core = core
        let idle = core.loop.flatSubmit { core.drain() }
        let closing = core.loop.scheduleTask(in: TimeAmount(grace)) { core.closeAll() }
        // A handler that does not heed its cancellation is left behind, and with it its thread.
        let leaving = core.loop.scheduleTask(in: TimeAmount(grace + .seconds(1))) {}
        idle.whenComplete { _ in
            closing.cancel()
            leaving.cancel()
        }
        try? await leaving.futureResult.get()
        guard await core.isIdle() else { return }
        isOver.withLockedValue { $0 = true }
        try? await core.loop.submit { core.end() }.get()
        try? await threads.shutdownGracefully()
    }

    /// Does `work` on the server's thread when every call that has come by now was handed to its handler, of
    /// connections that nobody has taken in yet as well, but for those that wait behind another one of their
    /// connection. Not at all if the server was shut down.
    ///
    /// - Parameter limit: It is done then at the latest: of users who send calls faster than they can be
    ///   read, the oldest have been handed over by then, as users take turns.
    public func settle(
        within limit: Duration = .milliseconds(20), then work: @escaping @Sendable () -> Void
    ) {
        let (core, listeners) = (core, listeners)
        _ = execute {
            let start = NIODeadline.now()
            // For a part of it: who connects without end keeps no call of others from being read.
            for listener in listeners.withLockedValue({ $0 }) {
                listener.acceptor.takeInWaiting(until: start + TimeAmount(limit / 8))
            }
            // Behind those that were taken in.
            core.loop.execute { core.settle(until: start + TimeAmount(limit), work) }
        }
    }

    /// Does `work` on the server's thread, from which this is called, once no handler has anything to do; or
    /// earlier, where that takes so long that calls wait. In place of what was to be done so and has not been.
    ///
    /// - Returns: Whether it will be: not from another thread.
    public func atPause(_ work: @escaping @Sendable (_ callsWait: Bool) -> Void) -> Bool {
        guard core.loop.inEventLoop else { return false }
        core.pause(work)
        return true
    }

    /// Does `work` on the server's thread; at once, if it is called from there. Whoever gives many answers does so in
    /// one such work, for which that thread is awoken once.
    ///
    /// - Returns: Whether it will be: not if the server was shut down.
    public func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
        if core.loop.inEventLoop {
            work()
            return true
        }
        return execute(work)
    }

    /// - Returns: Whether the server's thread will do it.
    private func execute(_ work: @escaping @Sendable () -> Void) -> Bool {
        isOver.withLockedValue { isOver in
            if !isOver { core.loop.execute(work) }
            return !isOver
        }
    }

    private func accept(
        on descriptor: CInt, _ socket: ListeningSocket?, path: String
    ) throws(ListenError) {
        do {
            let acceptor = try Acceptor(descriptor, core)
            listeners.withLockedValue { $0.append(Listener(acceptor: acceptor, socket: socket)) }
        } catch {
            socket?.removeFile()
            close(descriptor)
            throw .system(call: "accept", path: path, reason: error.description)
        }
    }
}
