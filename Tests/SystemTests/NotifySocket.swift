import Foundation
import Glibc

/// The socket at which systemd listens to a service.
final class NotifySocket: @unchecked Sendable {
    let path: String
    private let descriptor: CInt
    private(set) var received: [String] = []

    init(path: String) {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0, "no socket at \(path): errno \(errno)")
    }

    deinit { close(descriptor) }

    /// The next message; nil if none comes within ten seconds.
    func next() async -> String? {
        await onThread { self.take() }
    }

    /// Messages until one begins with `prefix`, that one included.
    func messages(until prefix: String) async -> [String] {
        var messages: [String] = []
        while let message = await next() {
            messages.append(message)
            if message.hasPrefix(prefix) { return messages }
        }
        return messages
    }

    private func take() -> String? {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 10_000) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}

/// Runs what blocks outside Swift's own threads.
func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: work()) }
    }
}
