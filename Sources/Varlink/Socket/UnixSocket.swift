internal import CLinux
internal import Glibc

/// System calls on Unix sockets that NIO does not make: it can't name abstract addresses, and wraps
/// errno in words of its own.
enum UnixSocket {
    /// A connected socket that does not block. EAGAIN: the service's queue of connections is full.
    static func connected(to address: Address) throws(Errno) -> CInt {
        let descriptor = try stream(blocks: false)
        let result = withSocketAddress(address) { connect(descriptor, $0, $1) }
        guard result == 0 else {
            let error = Errno.current
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// A socket with this address that does not listen yet. It blocks, as what systemd hands over
    /// does: a program that is started with it may wait in accept(2).
    static func bound(to address: Address) throws(Errno) -> CInt {
        let descriptor = try stream(blocks: true)
        let result = withSocketAddress(address) { bind(descriptor, $0, $1) }
        guard result == 0 else {
            let error = Errno.current
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func stream(blocks: Bool) throws(Errno) -> CInt {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(
            AF_UNIX, CInt(blocks ? type : type | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .current }
        return descriptor
    }

    /// Calls with the `sockaddr_un` for the address. An abstract one starts with NUL in place of
    /// `@` and is as long as its name, as unix(7) has it.
    private static func withSocketAddress(
        _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var raw = sockaddr_un()
        raw.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = address.path.hasPrefix("@")
        let bytes = isAbstract ? [0] + address.path.utf8.dropFirst() : address.path.utf8 + [0]
        withUnsafeMutableBytes(of: &raw.sun_path) { $0.copyBytes(from: bytes) }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count
        return withUnsafePointer(to: &raw) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(length))
            }
        }
    }
}

/// An error number of a system call.
struct Errno: Error, Hashable, CustomStringConvertible {
    var code: CInt

    static var current: Errno { Errno(code: errno) }

    var description: String { String(cString: strerror(code)) }
}
