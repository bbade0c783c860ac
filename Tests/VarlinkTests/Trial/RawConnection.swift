import Dispatch
import Glibc

/// A plain socket, to send what no client would and to see each byte that comes.
///
/// Waits on threads of its own: those of the tests are few, and the service may need them.
final class RawConnection: @unchecked Sendable {
    private let descriptor: CInt
    private var received: [UInt8] = []

    enum Received: Equatable, CustomStringConvertible {
        case frame(String)
        /// The server has closed the connection.
        case closed
        case nothing

        var description: String {
            switch self {
            case .frame(let text): text
            case .closed: "(closed)"
            case .nothing: "(nothing)"
            }
        }
    }

    init(path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            Glibc.close(descriptor)
            throw ConnectFailed(code: errno)
        }
    }

    struct ConnectFailed: Error, Equatable {
        var code: CInt
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Sends the text and a NUL.
    func send(frame: String) {
        send(Array(frame.utf8) + [0])
    }

    /// False if the server has closed the connection meanwhile.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends as much as the server takes, and the kernel holds for it, before it stops for a while.
    func sendWhileTaken(_ bytes: [UInt8]) async -> Int {
        await Self.onThread { self.sendWhileTakenNow(bytes) }
    }

    private func sendWhileTakenNow(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard Glibc.poll(&poll, 1, 300) > 0 else { break }
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count,
                    CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    /// Sends no more, but goes on reading.
    func finishSending() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    func close() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// The next frame, or that none comes.
    func receive() async -> Received {
        await Self.onThread { self.receiveNow(withinMilliseconds: CInt(Patience.seconds * 1000)) }
    }

    private static func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }

    private func receiveNow(withinMilliseconds timeout: CInt) -> Received {
        while true {
            if let end = received.firstIndex(of: 0) {
                let frame = String(decoding: received[..<end], as: UTF8.self)
                received.removeSubrange(...end)
                return .frame(frame)
            }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, timeout) > 0 else { return .nothing }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return .closed }
            received.append(contentsOf: chunk[..<count])
        }
    }
}
