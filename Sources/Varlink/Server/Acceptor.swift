internal import CLinux
internal import Glibc
import NIOCore
internal import Synchronization

/// Takes connections in on a thread of its own, and turns those away for which there is no room. The server's
/// thread takes in who has connected when it is to have read all that has come.
///
/// A thread of its own, because turning away has to be quicker than connecting: one user who connects
/// without end would fill the system's queue of connections, in which all others wait as well.
final class Acceptor: Sendable {
    private let descriptor: CInt
    /// Whether the descriptor is open; whoever has the lock may take a connection in, and hands it over.
    private let isListening = Mutex(true)
    private let core: ServerCore
    /// Written to when the thread is to end.
    private let stopping: CInt
    private let ended: EventLoopPromise<Void>

    /// - Parameter descriptor: A socket that listens; it is closed when the thread ends.
    init(_ descriptor: CInt, _ core: ServerCore) throws(Errno) {
        try Self.requireListening(descriptor)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        stopping = eventfd(0, CInt(EFD_CLOEXEC))
        guard stopping >= 0 else { throw .current }
        self.descriptor = descriptor
        self.core = core
        ended = core.loop.makePromise()
        let start = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Acceptor>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            ended.succeed()
            close(stopping)
            throw Errno(code: result)
        }
        pthread_detach(thread)
    }

    /// Returns when no further connection will be served.
    func stop() async {
        eventfd_write(stopping, 1)
        try? await ended.futureResult.get()
    }

    private static func requireListening(_ descriptor: CInt) throws(Errno) {
        var listens: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 else {
            throw .current
        }
        guard listens != 0 else { throw Errno(code: EINVAL) }
    }

    private func run() {
        var pause: CInt = -1
        while !waits(milliseconds: pause) {
            let error = acceptAll()
            // Out of descriptors or memory, which others may give back.
            pause = error == EAGAIN ? -1 : 100
            if error != EAGAIN {
                core.observe(.acceptFailed(Errno(code: error).description))
            }
        }
        isListening.withLock { isListening in
            isListening = false
            close(descriptor)
        }
        close(stopping)
        ended.succeed()
    }

    /// Waits for a connection, or so long. True if the thread is to end.
    private func waits(milliseconds: CInt) -> Bool {
        // After an error the connection still waits: only the time is waited for.
        var descriptors = [
            pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count: nfds_t = milliseconds < 0 ? 2 : 1
        while poll(&descriptors, count, milliseconds) < 0, errno == EINTR {}
        return descriptors[0].revents != 0
    }

    /// Takes in who has connected by now, on the server's thread: when it returns, they have all been handed to
    /// that, or it was `end`.
    func takeInWaiting(until end: NIODeadline) {
        while acceptOne() == nil, NIODeadline.now() < end {}
    }

    /// Takes so many before it is asked whether the thread is to end: others may connect without one.
    private static let mostAtOnce = 64

    /// Takes what there is, or as many as that. Returns the error that ended it, EAGAIN if nothing is left or asked
    /// again.
    private func acceptAll() -> CInt {
        for _ in 0..<Self.mostAtOnce {
            if let error = acceptOne() { return error }
        }
        return EAGAIN
    }

    /// - Returns: the error, if none was taken.
    private func acceptOne() -> CInt? {
        isListening.withLock { isListening in
            guard isListening else { return EAGAIN }
            let connection = linux_accept(descriptor)
            if connection >= 0 {
                take(connection)
            } else if errno != EINTR, errno != ECONNABORTED {
                return errno
            }
            return nil
        }
    }

    private func take(_ connection: CInt) {
        let peer: Peer
        do {
            peer = try Peer(ofSocket: connection)
        } catch {
            close(connection)
            return core.observe(.acceptFailed(error.description))
        }
        if let refusal = core.occupancy.enter(uid: peer.uid) {
            close(connection)
            return core.observe(.connectionRefused(peer, refusal))
        }
        core.loop.execute { self.core.serve(connection, peer) }
    }
}
