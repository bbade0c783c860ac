import Glibc
import Testing

@testable import Systemd

/// What depends on the environment and the descriptors of a process, each in a process of its own.
struct ProcessTests {
    @Test func `outside systemd nothing is sent and no watchdog is expected`() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            unsetenv("WATCHDOG_USEC")
            let notifier = ServiceNotifier()
            notifier.ready(status: "up")
            try #require(notifier.watchdogEnabled == nil)
        }
    }

    @Test func `messages arrive at the socket that NOTIFY_SOCKET names`() async {
        await #expect(processExitsWith: .success) {
            let name = "lifesignal-test-\(getpid())"
            let listener = try #require(unixSocket(SOCK_DGRAM, abstractName: name))
            setenv("NOTIFY_SOCKET", "@" + name, 1)
            ServiceNotifier().ready(status: "1 user, healthy")
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = recv(listener, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            try #require(count > 0)
            let message = String(decoding: bytes.prefix(count), as: UTF8.self)
            try #require(message == "READY=1\nSTATUS=1 user, healthy")
        }
    }

    @Test func `the watchdog's interval is the one systemd gave to this process`() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "180000000", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            try #require(ServiceNotifier().watchdogEnabled == .seconds(180))
            setenv("WATCHDOG_PID", "1", 1)
            try #require(ServiceNotifier().watchdogEnabled == nil)
        }
    }

    @Test func `sockets meant for another process are not taken`() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "1", 1)
            setenv("LISTEN_FDS", "1", 1)
            try #require(try ListenDescriptors.take() == [])
        }
    }

    @Test func `taking the sockets clears the environment`() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "0", 1)
            _ = try? ListenDescriptors.take()
            try #require(getenv("LISTEN_FDS") == nil)
            try #require(getenv("LISTEN_PID") == nil)
        }
    }

    @Test func `a count that is no number is refused`() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "many", 1)
            let error = #expect(throws: ListenDescriptors.TakeError.self) {
                try ListenDescriptors.take()
            }
            try #require(error == .unusable(code: EINVAL))
        }
    }
}

struct ListenDescriptorsTests {
    private func taken(_ descriptor: Int32) throws -> [Int32] {
        defer { close(descriptor) }
        return try ListenDescriptors.checked(descriptor..<(descriptor + 1))
    }

    @Test func `a listening Unix stream socket is taken`() throws {
        let socket = try #require(unixSocket(SOCK_STREAM))
        try #require(listen(socket, 1) == 0)
        #expect(try taken(socket) == [socket])
    }

    @Test func `a socket that does not listen is refused`() throws {
        let socket = try #require(unixSocket(SOCK_STREAM))
        #expect(
            throws: ListenDescriptors.TakeError.notAListeningUnixStreamSocket(descriptor: socket)
        ) { try taken(socket) }
    }

    @Test func `a datagram socket is refused`() throws {
        let socket = try #require(unixSocket(SOCK_DGRAM))
        #expect(
            throws: ListenDescriptors.TakeError.notAListeningUnixStreamSocket(descriptor: socket)
        ) { try taken(socket) }
    }

    @Test func `an Internet socket is refused`() throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(listen(socket, 1) == 0)
        #expect(
            throws: ListenDescriptors.TakeError.notAListeningUnixStreamSocket(descriptor: socket)
        ) { try taken(socket) }
    }

    @Test func `a descriptor that is not open is refused`() {
        #expect(throws: ListenDescriptors.TakeError.unusable(code: EBADF)) {
            try ListenDescriptors.checked(987_654..<987_655)
        }
    }

    @Test func `the error says what the socket unit needs`() {
        let error = ListenDescriptors.TakeError.notAListeningUnixStreamSocket(descriptor: 3)
        #expect("\(error)".contains("ListenStream=/path"))
    }
}

/// A Unix socket under an abstract name of unix(7), so that nothing is left in the file system;
/// without a name the kernel makes one up.
func unixSocket(_ type: __socket_type, abstractName: String = "") -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
        path.baseAddress.map {
            UnsafeMutableRawBufferPointer(start: $0 + 1, count: path.count - 1)
        }?
        .copyBytes(from: abstractName.utf8)
    }
    let family = MemoryLayout<sa_family_t>.size
    let length = abstractName.isEmpty ? family : family + 1 + abstractName.utf8.count
    let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
    let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(length)) == 0
        }
    }
    return isBound ? descriptor : nil
}
