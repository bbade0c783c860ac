import Glibc

/// A plain connection, to send what no client would.
final class RawSocket: @unchecked Sendable {
    private let descriptor: CInt

    init?(path: String) {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let result = withSocketAddress(path) { connect(descriptor, $0, $1) }
        if result != 0 { return nil }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8) + [0]
        _ = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// What comes within ten seconds; empty when the other side has closed.
    func receive() async -> String? {
        await onThread { [descriptor] in
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, 10_000) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        }
    }
}

/// A listener that takes what is said to it, and never answers.
struct SilentSocket {
    private let descriptor: CInt

    init?(path: String) {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let isBound = withSocketAddress(path) { bind(descriptor, $0, $1) } == 0
        guard isBound, listen(descriptor, 1) == 0 else { return nil }
    }

    func close() { Glibc.close(descriptor) }
}

private func withSocketAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
