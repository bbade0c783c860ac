import Glibc
import Testing

@testable import Varlink

@Suite struct LifecycleTests {
    private static let echo = #"{"method":"org.example.trial.Echo","parameters":{"text":"a"}}"#
    private static let wait = #"{"method":"org.example.trial.Wait"}"#

    private func newServer() -> Server {
        Server(
            router: Router(
                vendor: "v", product: "p", version: "1", url: "u", interfaces: [Trial.self]))
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test func `everybody may connect, or whom the mode lets`() async throws {
        let server = newServer()
        let (open, closed) = (TrialService.newPath(), TrialService.newPath())
        try await server.listen(path: open)
        try await server.listen(path: closed, mode: 0o600)
        #expect(mode(of: open) == S_IFSOCK | 0o666)
        #expect(mode(of: closed) == S_IFSOCK | 0o600)
        await server.shutdown()
        #expect(mode(of: open) == nil)
        #expect(mode(of: closed) == nil)
    }

    @Test func `a path too long for a socket is an error that says so`() async throws {
        let path = "/tmp/" + String(repeating: "x", count: 103)
        let server = newServer()
        let error = await #expect(throws: ListenError.self) { try await server.listen(path: path) }
        #expect(error == .address(.pathTooLong(path)))
        #expect(error?.description.contains("108 bytes long, 107 at most") == true)
        await server.shutdown()
    }

    @Test func `what the system says about a path is passed on`() async throws {
        let server = newServer()
        let path = "/tmp/no-such-folder-\(getpid())/socket"
        let error = await #expect(throws: ListenError.self) { try await server.listen(path: path) }
        #expect(
            error?.description == "can't listen at \(path): No such file or directory (bind)")
        await server.shutdown()
    }

    @Test func `a stale socket is replaced when asked for, anything else never`() async throws {
        let server = newServer()
        let path = TrialService.newPath()
        let file = open(path, O_CREAT | O_WRONLY, 0o600)
        close(file)
        await #expect(throws: ListenError.notASocket(path: path)) {
            try await server.listen(path: path, replacingStale: true)
        }
        unlink(path)

        // What a program that was killed leaves behind.
        close(try UnixSocket.bound(to: try Address(path: path)))
        let error = await #expect(throws: ListenError.self) { try await server.listen(path: path) }
        #expect(error?.description == "can't listen at \(path): Address already in use (bind)")
        try await server.listen(path: path, replacingStale: true)
        let connection = try RawConnection(path: path)
        connection.send(frame: #"{"method":"org.varlink.service.GetInfo"}"#)
        #expect(await connection.receive().description.contains(#""vendor":"v""#))
        await server.shutdown()
        #expect(mode(of: path) == nil)
    }

    @Test func `a socket that somebody answers at is never replaced`() async throws {
        let (first, second) = (newServer(), newServer())
        let path = TrialService.newPath()
        try await first.listen(path: path)
        await #expect(throws: ListenError.inUse(path: path)) {
            try await second.listen(path: path, replacingStale: true)
        }
        await second.shutdown()
        let connection = try RawConnection(path: path)
        connection.send(frame: #"{"method":"org.varlink.service.GetInfo"}"#)
        #expect(await connection.receive().description.contains(#""vendor":"v""#))
        await first.shutdown()
    }

    @Test func `a server removes no file that another has put in the place of its own`()
        async throws
    {
        let (first, second) = (newServer(), newServer())
        let path = TrialService.newPath()
        try await first.listen(path: path)
        unlink(path)
        try await second.listen(path: path)
        await first.shutdown()
        #expect(mode(of: path) != nil)
        await second.shutdown()
        #expect(mode(of: path) == nil)
    }

    @Test func `a socket that was handed over is served, and its file stays`() async throws {
        let path = TrialService.newPath()
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        #expect(listen(descriptor, 5) == 0)
        // Who connects before the server is up is served once it is.
        let early = try RawConnection(path: path)
        early.send(frame: #"{"method":"org.varlink.service.GetInfo"}"#)
        let server = newServer()
        try await server.adopt(descriptor: descriptor)
        #expect(await early.receive().description.contains(#""vendor":"v""#))
        await server.shutdown()
        #expect(mode(of: path) != nil)
        unlink(path)
    }

    @Test func `a descriptor that is no socket is an error`() async throws {
        let server = newServer()
        let file = open("/dev/null", O_RDONLY)
        let error = await #expect(throws: ListenError.self) {
            try await server.adopt(descriptor: file)
        }
        #expect(error?.description.hasPrefix("can't listen at descriptor \(file)") == true)
        await server.shutdown()
    }

    @Test func `a server that stops accepting serves the connections it has`() async throws {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        connection.send(frame: Self.echo)
        #expect(await connection.receive().description.contains(#""text":"a""#))
        await service.server.stopAccepting()
        #expect(throws: RawConnection.ConnectFailed(code: ENOENT)) {
            try RawConnection(path: service.path)
        }
        connection.send(frame: Self.echo)
        #expect(await connection.receive().description.contains(#""text":"a""#))
        await service.server.shutdown()
        #expect(await connection.receive() == .closed)
    }

    @Test func `a shutdown lets the call that runs finish, and takes up no other`() async throws {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        let note = #"{"method":"org.example.trial.Note","parameters":{"text":"late"}}"#
        connection.send(Array("\(Self.wait)\0\(note)\0".utf8))
        #expect(await service.log.has("waiting"))
        let idle = try RawConnection(path: service.path)
        let shutdown = Task { await service.server.shutdown(within: .seconds(Patience.seconds)) }
        #expect(await idle.receive() == .closed)
        await service.gate.open()
        #expect(await connection.receive() == .frame(#"{"parameters":{}}"#))
        #expect(await connection.receive() == .closed)
        await shutdown.value
        #expect(service.log.notes == ["waiting", "done"])
    }

    @Test func `a shutdown cuts streams`() async throws {
        let service = try await TrialService()
        let client = try await Client.connect(to: service.address)
        let following = Task { for try await _ in client.stream(Trial.Follow.self, .init()) {} }
        #expect(await eventually { service.log.followed > 10 })
        await service.server.shutdown(within: .seconds(Patience.seconds))
        await #expect(throws: CallError.disconnected) { try await following.value }
        #expect(service.log.notes.contains("follow ended"))
    }

    @Test func `what does not finish in time is cancelled and cut`() async throws {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        connection.send(frame: Self.wait)
        #expect(await service.log.has("waiting"))
        await service.server.shutdown(within: .milliseconds(50))
        #expect(await connection.receive() == .closed)
        #expect(service.log.notes == ["waiting", "cancelled"])
    }

    @Test func `a handler that does not heed its cancellation does not hold the shutdown up`()
        async throws
    {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        connection.send(
            frame: #"{"method":"org.example.trial.Wait","parameters":{"stubborn":true}}"#)
        #expect(await service.log.has("waiting"))
        await service.server.shutdown(within: .milliseconds(50))
        #expect(await connection.receive() == .closed)
        #expect(service.log.notes == ["waiting"])
        await service.gate.open()
        #expect(await service.log.has("cancelled"))
    }

    @Test func `a caller that hangs up cancels its call`() async throws {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        connection.send(frame: Self.wait)
        #expect(await service.log.has("waiting"))
        connection.close()
        #expect(await service.log.has("cancelled"))
        await service.server.shutdown()
    }

    @Test func `a reply that its interface does not declare is noticed`() async throws {
        let service = try await TrialService()
        let client = try await Client.connect(to: service.address)
        await #expect(throws: CallError.disconnected) {
            try await client.call(Trial.Misreply.self, .init())
        }
        #expect(await service.log.has("colour: expected one of red, green, other"))
        // The same for a listing whose reply can't be without its item.
        await #expect(throws: CallError.disconnected) {
            let another = try await Client.connect(to: service.address)
            for try await _ in another.stream(Trial.CountStrictly.self, .init(to: 0)) {}
        }
        #expect(await service.log.has("number: missing"))
        await service.server.shutdown()
    }
}
