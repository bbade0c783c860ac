import Synchronization
import Testing
import Varlink

/// What others have the server's thread do between calls.
@Suite struct PauseTests {
    private static let note = #"{"method":"org.example.trial.Note","parameters":{"text":"n"}}"#
    private static let echo = #"{"method":"org.example.trial.Echo","parameters":{"text":"a"}}"#

    @Test func `what is to be settled comes after all calls that had been written`() async throws {
        let service = try await TrialService()
        var connections: [RawConnection] = []
        for _ in 0..<20 {
            let connection = try RawConnection(path: service.path)
            connection.send(frame: Self.echo)
            #expect(await connection.receive().description.contains(#""text":"a""#))
            connections.append(connection)
        }
        for connection in connections { connection.send(frame: Self.note) }
        let log = service.log
        service.server.settle(within: .seconds(Patience.seconds)) { log.note("settled") }
        #expect(await log.has("settled"))
        #expect(log.notes == Array(repeating: "n", count: 20) + ["settled"])
        await service.server.shutdown()
    }

    @Test func `what is to be settled comes after the calls of who has only just connected`()
        async throws
    {
        let service = try await TrialService()
        let log = service.log
        for number in 0..<300 {
            let connection = try RawConnection(path: service.path)
            connection.send(frame: Self.note)
            service.server.settle(within: .seconds(Patience.seconds)) {
                log.note("settled \(number)")
            }
            #expect(await log.has("settled \(number)"))
            #expect(log.notes.suffix(2) == ["n", "settled \(number)"])
        }
        await service.server.shutdown()
    }

    @Test func `a server that was shut down settles nothing`() async throws {
        let service = try await TrialService()
        await service.server.shutdown()
        let log = service.log
        service.server.settle { log.note("settled") }
        #expect(!log.notes.contains("settled"))
    }

    @Test func `a pause comes when the handler that asked for it has gone as far as it can`()
        async throws
    {
        let log = Log()
        try await withServer { server in
            let isTaken = server.atPause { _ in log.note("pause") }
            log.note("asked \(isTaken)")
        } body: { _, client in
            _ = try await client.call(Trial.Note.self, .init(text: "n"))
            // The reply may be read before the server's thread has come to its pause.
            #expect(await log.has("pause"))
            #expect(log.notes == ["asked true", "pause"])
        }
    }

    @Test func `another thread than the server's is told that there is no pause`() async throws {
        let log = Log()
        try await withServer { _ in
        } body: { server, client in
            #expect(!server.atPause { _ in log.note("pause") })
            _ = try await client.call(Trial.Note.self, .init(text: "n"))
            #expect(log.notes.isEmpty)
        }
    }

    @Test func `what a pause lets go on is answered without another call`() async throws {
        try await withServer { server in
            await withCheckedContinuation { continuation in
                _ = server.atPause { _ in
                    // Asked for once more: what follows a pause may need another one.
                    _ = server.atPause { _ in continuation.resume() }
                }
            }
        } body: { _, client in
            for _ in 0..<3 { _ = try await client.call(Trial.Note.self, .init(text: "n")) }
        }
    }

    @Test func `what another thread gives it to do is done on the server's thread`() async throws {
        let log = Log()
        try await withServer { _ in
        } body: { server, _ in
            #expect(server.perform { log.note("there: \(server.atPause { _ in })") })
            #expect(await log.has("there: true"))
        }
    }

    @Test func `what the server's own thread gives it to do is done at once`() async throws {
        let log = Log()
        try await withServer { server in
            log.note("taken: \(server.perform { log.note("done") })")
        } body: { _, client in
            _ = try await client.call(Trial.Note.self, .init(text: "n"))
            #expect(log.notes == ["done", "taken: true"])
        }
    }

    @Test func `a server that was shut down is given nothing to do`() async throws {
        let service = try await TrialService()
        await service.server.shutdown()
        let log = service.log
        #expect(!service.server.perform { log.note("done") })
        #expect(log.notes.isEmpty)
    }

    /// The server, for its own handlers.
    private final class Own: Sendable {
        let server = Mutex<Server?>(nil)
    }

    /// Runs the body with a server whose `Note` does this, and a client of it.
    private func withServer(
        _ handle: @escaping @Sendable (Server) async -> Void,
        body: (Server, Client) async throws -> Void
    ) async throws {
        let own = Own()
        var router = Router(
            vendor: "Example", product: "Trial", version: "1", url: "https://example.org",
            interfaces: [Trial.self])
        router.on(Trial.Note.self) { _, _ in
            if let server = own.server.withLock({ $0 }) { await handle(server) }
            return .init()
        }
        let server = Server(router: router)
        own.server.withLock { $0 = server }
        let path = TrialService.newPath()
        try await server.listen(path: path)
        let client = try await Client.connect(to: try Address(path: path))
        try await body(server, client)
        await client.close()
        await server.shutdown()
        // It has a handler that has it.
        own.server.withLock { $0 = nil }
    }
}
