import Testing
import Varlink

/// Each limit is reached from both sides, while somebody else is served on.
@Suite struct LimitTests {
    private static let echo = #"{"method":"org.example.trial.Echo","parameters":{"text":"a"}}"#
    private static let note = #"{"method":"org.example.trial.Note","parameters":{"text":"n"}}"#
    private static let wait = #"{"method":"org.example.trial.Wait"}"#
    private static let follow = #"{"method":"org.example.trial.Follow","more":true}"#

    /// Runs the body against a service, next to a connection that has to be served throughout.
    private func withService(
        _ change: (inout Server.Limits) -> Void,
        _ body: (TrialService) async throws -> Void
    ) async throws {
        var limits = Server.Limits.patient
        change(&limits)
        let service = try await TrialService(limits: limits)
        let bystander = try RawConnection(path: service.path)
        try await body(service)
        bystander.send(frame: Self.echo)
        #expect(await bystander.receive().description.contains(#""text":"a""#))
        await service.gate.open()
        await service.server.shutdown()
    }

    @Test func `a frame of the limit is a call, one byte more closes the connection`() async throws
    {
        try await withService(
            { $0.frameBytes = 1000 },
            { service in
                let padding = String(repeating: " ", count: 1000 - Self.echo.utf8.count)
                let connection = try RawConnection(path: service.path)
                connection.send(frame: Self.echo + padding)
                #expect(await connection.receive().description.contains(#""text":"a""#))
                connection.send(frame: Self.echo + padding + " ")
                #expect(await connection.receive() == .closed)
                let endless = try RawConnection(path: service.path)
                endless.send([UInt8](repeating: 0x20, count: 1001))
                #expect(await endless.receive() == .closed)
                #expect(await service.log.has("frameTooLong", times: 2))
            })
    }

    @Test func `a call of a whole megabyte is taken`() async throws {
        try await withService(
            { _ in },
            { service in
                let client = try await Client.connect(to: service.address)
                let text = String(repeating: "é", count: 500_000)
                let reply = try await client.call(Trial.Echo.self, .init(text: text))
                #expect(reply.text == text)
                let longer = Trial.Echo.Parameters(text: text + text)
                await #expect(throws: CallError.disconnected) {
                    try await client.call(Trial.Echo.self, longer)
                }
            })
    }

    @Test func `one connection too many is closed, and its place is free when one leaves`()
        async throws
    {
        try await withService(
            { $0.connections = 3 },
            { service in
                let first = try RawConnection(path: service.path)
                let second = try RawConnection(path: service.path)
                second.send(frame: Self.echo)
                #expect(await second.receive().description.contains(#""text":"a""#))
                #expect(try await RawConnection(path: service.path).receive() == .closed)
                #expect(await service.log.has("tooManyConnections)"))
                first.close()
                #expect(
                    await eventually {
                        guard let next = try? RawConnection(path: service.path) else {
                            return false
                        }
                        next.send(frame: Self.echo)
                        return await next.receive().description.contains(#""text":"a""#)
                    })
            })
    }

    @Test func `one connection of a user too many is closed`() async throws {
        try await withService(
            { $0.connectionsPerUid = 2 },
            { service in
                let second = try RawConnection(path: service.path)
                #expect(try await RawConnection(path: service.path).receive() == .closed)
                #expect(await service.log.has("tooManyConnectionsOfUser"))
                second.send(frame: Self.echo)
                #expect(await second.receive().description.contains(#""text":"a""#))
            })
    }

    @Test func `a connection counts until its handler has ended`() async throws {
        try await withService(
            { $0.connectionsPerUid = 2 },
            { service in
                let second = try RawConnection(path: service.path)
                second.send(
                    frame: #"{"method":"org.example.trial.Wait","parameters":{"stubborn":true}}"#)
                #expect(await service.log.has("waiting"))
                second.close()
                #expect(try await RawConnection(path: service.path).receive() == .closed)
                #expect(await service.log.has("tooManyConnectionsOfUser"))
                await service.gate.open()
                #expect(
                    await eventually {
                        guard let next = try? RawConnection(path: service.path) else {
                            return false
                        }
                        next.send(frame: Self.echo)
                        return await next.receive().description.contains(#""text":"a""#)
                    })
            })
    }

    @Test func `no more calls are read than may wait, and none is lost`() async throws {
        try await withService(
            { $0.callsInFlight = 4 },
            { service in
                let connection = try RawConnection(path: service.path)
                connection.send(frame: Self.wait)
                #expect(await service.log.has("waiting"))
                let count = 60_000
                let calls = Array(String(repeating: Self.note + "\0", count: count).utf8)
                let sent = await connection.sendWhileTaken(calls)
                #expect(sent < 1 << 20, "the server has taken \(sent) bytes")
                let whole = sent / (Self.note.utf8.count + 1)
                await service.gate.open()
                for _ in 0...whole {
                    #expect(await connection.receive() == .frame(#"{"parameters":{}}"#))
                }
                #expect(service.log.notes.count { $0 == "n" } == whole)
            })
    }

    @Test func `what all connections of a user hold is bounded`() async throws {
        try await withService(
            { $0.heldBytesPerUid = 100_000 },
            { service in
                let first = try RawConnection(path: service.path)
                first.send([UInt8](repeating: 0x20, count: 60_000))
                // The first has been read once a later call has been answered.
                let second = try RawConnection(path: service.path)
                second.send(frame: Self.echo)
                #expect(await second.receive().description.contains(#""text":"a""#))
                second.send([UInt8](repeating: 0x20, count: 60_000))
                #expect(await second.receive() == .closed)
                #expect(await service.log.has("tooManyHeldBytes"))
                first.send(frame: Self.echo)
                #expect(await first.receive().description.contains(#""text":"a""#))
                // What has been given back can be held again.
                let third = try RawConnection(path: service.path)
                third.send([UInt8](repeating: 0x20, count: 90_000))
                third.send(frame: Self.echo)
                #expect(await third.receive().description.contains(#""text":"a""#))
            })
    }

    @Test func `the call that is carried out counts among what is held`() async throws {
        try await withService(
            { $0.heldBytesPerUid = 100_000 },
            { service in
                let first = try RawConnection(path: service.path)
                let blanks = String(repeating: " ", count: 60_000)
                first.send(frame: Self.wait + blanks)
                #expect(await service.log.has("waiting"))
                let second = try RawConnection(path: service.path)
                second.send(frame: Self.wait + blanks)
                #expect(await second.receive() == .closed)
                #expect(await service.log.has("tooManyHeldBytes"))
                await service.gate.open()
                #expect(await first.receive() == .frame(#"{"parameters":{}}"#))
                first.send(frame: Self.wait + blanks)
                #expect(await first.receive() == .frame(#"{"parameters":{}}"#))
            })
    }

    @Test func `long calls are answered in their place`() async throws {
        try await withService(
            { _ in },
            { service in
                let connection = try RawConnection(path: service.path)
                let long = String(repeating: "l", count: 900_000)
                let call = #"{"method":"org.example.trial.Echo","parameters":{"text":"\#(long)"}}"#
                for frame in [Self.note, call, Self.note, call, Self.echo] {
                    connection.send(frame: frame)
                }
                #expect(await connection.receive() == .frame(#"{"parameters":{}}"#))
                #expect(await connection.receive().description.contains(long))
                #expect(await connection.receive() == .frame(#"{"parameters":{}}"#))
                #expect(await connection.receive().description.contains(long))
                #expect(await connection.receive().description.contains(#""text":"a""#))
                // Hung up while it is read.
                let hasty = try RawConnection(path: service.path)
                hasty.send(frame: call)
                hasty.close()
            })
    }

    @Test func `a frame that is never finished closes its connection, an idle one stays`()
        async throws
    {
        try await withService(
            { $0.unfinishedFrame = .milliseconds(50) },
            { service in
                let idle = try RawConnection(path: service.path)
                let half = try RawConnection(path: service.path)
                half.send(Array(Self.echo.utf8))
                #expect(await half.receive() == .closed)
                #expect(await service.log.has("unfinishedFrame"))
                idle.send(frame: Self.echo)
                #expect(await idle.receive().description.contains(#""text":"a""#))
            })
    }

    @Test func `a stream that nobody reads is dropped, its handler ends`() async throws {
        try await withService(
            { $0.unread = .milliseconds(50) },
            { service in
                let connection = try RawConnection(path: service.path)
                connection.send(frame: Self.follow)
                #expect(await service.log.has("doesNotRead"))
                #expect(await service.log.has("follow ended"))
                #expect(service.log.notes.contains("stopped by CancellationError"))
                #expect(service.log.followed < 100_000)
            })
    }

    @Test func `replies that nobody reads hold further calls up, then the connection is closed`()
        async throws
    {
        try await withService(
            { $0.unread = .milliseconds(50) },
            { service in
                let connection = try RawConnection(path: service.path)
                let fill = #"{"method":"org.example.trial.Fill","parameters":{"bytes":200000}}"#
                for _ in 0..<50 { connection.send(frame: fill) }
                connection.send(frame: Self.note)
                #expect(await service.log.has("doesNotRead"))
                #expect(!service.log.notes.contains("n"))
            })
    }
}
