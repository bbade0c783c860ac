internal import CLinux
internal import Glibc
import NIOCore
import NIOPosix

/// Has the event loop come back to something after it has looked at all connections.
///
/// NIO goes on with tasks as long as there is one, those that tasks and other threads have added since
/// included, before it looks at a connection again. A byte that waits in a socket is nothing that it
/// sees before that.
final class Doorbell: Sendable {
    private let button: CInt

    /// - Parameter answer: Called on the loop once for any number of rings.
    init(_ loop: any EventLoop, _ answer: @escaping @Sendable () -> Void) {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "no sockets: errno \(errno)")
        button = ends[1]
        // What is rung before this is done waits in the socket.
        ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Bell(answer: answer))
                }
            }
            .withConnectedSocket(ends[0]).whenFailure { error in
                preconditionFailure("no doorbell: \(error)")
            }
    }

    deinit {
        close(button)
    }

    func ring() {
        _ = write(button, [1], 1)
    }

    private final class Bell: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let answer: @Sendable () -> Void

        init(answer: @escaping @Sendable () -> Void) {
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            answer()
        }
    }
}
