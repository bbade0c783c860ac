import Foundation
import Glibc
import Synchronization
import Testing

@testable import Varlink

/// Methods whose handlers return before there is an answer.
struct AnswerTests {
    /// Calls of `Note` wait in it until a test answers them.
    private final class Waiting: Sendable {
        let answers = Mutex<[String: Answer<Trial.Note.Reply>]>([:])
        let log = Log()

        var texts: Set<String> { answers.withLock { Set($0.keys) } }

        func isWaiting(_ text: String) async -> Bool {
            await eventually { self.texts.contains(text) }
        }

        func take(_ text: String) throws -> Answer<Trial.Note.Reply> {
            try #require(answers.withLock { $0.removeValue(forKey: text) })
        }
    }

    private let path = TrialService.newPath()
    private let waiting = Waiting()

    private func serve(_ limits: Server.Limits = .patient) async throws -> Server {
        var router = Router(
            vendor: "v", product: "p", version: "1", url: "u", interfaces: [Trial.self])
        router.checksReplies = true
        let waiting = waiting
        router.on(Trial.Note.self) { parameters, _, answer in
            waiting.answers.withLock { $0[parameters.text] = answer }
        }
        router.on(Trial.Echo.self) { parameters, _, answer in
            answer { .init(text: parameters.text) }
        }
        router.on(Trial.Misreply.self) { _, _, answer in answer { .init(colour: .unlisted("blue")) }
        }
        let server = Server(router: router, limits: limits) { waiting.log.note("\($0)") }
        try await server.listen(path: path)
        return server
    }

    private func note(_ text: String, oneway: Bool = false) -> String {
        #"{"method":"org.example.trial.Note","parameters":{"text":"\#(text)"},"oneway":\#(oneway)}"#
    }

    private func frame(_ text: String) -> String { #"{"parameters":\#(text)}"# }

    private let echo = #"{"method":"org.example.trial.Echo","parameters":{"text":"e"}}"#
    private var echoed: String { frame(#"{"text":"e","number":null,"choice":null,"tree":null}"#) }

    @Test func `an answer is sent when it is given, from whatever thread`() async throws {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a"))
        #expect(await waiting.isWaiting("a"))
        let answer = try waiting.take("a")
        let thread = Thread { answer { .init() } }
        thread.start()
        #expect(await connection.receive() == .frame(frame("{}")))
        await server.shutdown()
    }

    @Test func `one that is given before the handler returns is sent as well`() async throws {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        for _ in 0..<3 { connection.send(frame: echo) }
        for _ in 0..<3 { #expect(await connection.receive() == .frame(echoed)) }
        await server.shutdown()
    }

    @Test func `one that is given twice ends the process, for nobody could be sent both`()
        async throws
    {
        let ended = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let tests = AnswerTests()
            let server = try await tests.serve()
            let connection = try RawConnection(path: tests.path)
            connection.send(frame: tests.note("a"))
            _ = await tests.waiting.isWaiting("a")
            let answer = try tests.waiting.take("a")
            // Who ends so leaves no socket behind.
            await server.stopAccepting()
            answer { .init() }
            answer { .init() }
            await server.shutdown()
        }
        let said = String(decoding: ended.standardErrorContent, as: UTF8.self)
        #expect(said.contains("a call is answered once"))
    }

    @Test
    func `until then no further call of that connection is taken up, and those of others are`()
        async throws
    {
        let server = try await serve()
        let (first, second) = (try RawConnection(path: path), try RawConnection(path: path))
        first.send(frame: note("a"))
        first.send(frame: note("b"))
        first.send(frame: echo)
        #expect(await waiting.isWaiting("a"))
        second.send(frame: echo)
        #expect(await second.receive() == .frame(echoed))
        #expect(waiting.texts == ["a"])
        try waiting.take("a")({ .init() })
        #expect(await first.receive() == .frame(frame("{}")))
        #expect(await waiting.isWaiting("b"))
        try waiting.take("b")({ .init() })
        #expect(await first.receive() == .frame(frame("{}")))
        #expect(await first.receive() == .frame(echoed))
        await server.shutdown()
    }

    @Test func `an answer may refuse the call, and the connection goes on`() async throws {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a"))
        #expect(await waiting.isWaiting("a"))
        try waiting.take("a")({ throw Trial.Failure.plain })
        #expect(
            await connection.receive()
                == .frame(#"{"error":"org.example.trial.Plain","parameters":{}}"#))
        connection.send(frame: echo)
        #expect(await connection.receive() == .frame(echoed))
        await server.shutdown()
    }

    @Test func `what an error says is sent whole, whatever its fields are called`() async throws {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a"))
        #expect(await waiting.isWaiting("a"))
        try waiting.take("a")({
            throw Trial.Failure.sealed(wrapped: .init(json: "in it"), note: "said “so”")
        })
        let parameters = #"{"wrapped":{"json":"in it"},"note":"said “so”"}"#
        #expect(
            await connection.receive()
                == .frame(#"{"error":"org.example.trial.Sealed","parameters":\#(parameters)}"#))
        await server.shutdown()
    }

    @Test func `an answer that fails otherwise closes the connection, and is reported`()
        async throws
    {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a"))
        #expect(await waiting.isWaiting("a"))
        try waiting.take("a")({ throw Mishap() })
        #expect(await connection.receive() == .closed)
        #expect(await waiting.log.has("Mishap"))
        await server.shutdown()
    }

    @Test func `a handler that lets go of its answer has failed`() async throws {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a"))
        #expect(await waiting.isWaiting("a"))
        _ = try waiting.take("a")
        #expect(await connection.receive() == .closed)
        #expect(await waiting.log.has("without an answer"))
        await server.shutdown()
    }

    @Test func `what is answered is compared with the description, where that is wanted`()
        async throws
    {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        connection.send(frame: #"{"method":"org.example.trial.Misreply"}"#)
        #expect(await connection.receive() == .closed)
        #expect(await waiting.log.has("colour"))
        await server.shutdown()
    }

    @Test func `a call without a reply is carried out, and the next one answered`() async throws {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a", oneway: true))
        connection.send(frame: echo)
        #expect(await waiting.isWaiting("a"))
        try waiting.take("a")({ .init() })
        #expect(await connection.receive() == .frame(echoed))
        await server.shutdown()
    }

    @Test func `a caller that has left keeps its place until the answer is given`() async throws {
        var limits = Server.Limits.patient
        limits.connections = 1
        let server = try await serve(limits)
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a"))
        #expect(await waiting.isWaiting("a"))
        connection.close()
        // Closed by the server: there is no place.
        for _ in 0..<3 { #expect(try await RawConnection(path: path).receive() == .closed) }
        try waiting.take("a")({ .init() })
        #expect(
            await eventually {
                guard let next = try? RawConnection(path: path) else { return false }
                next.send(frame: echo)
                return await next.receive() == .frame(echoed)
            })
        await server.shutdown()
    }

    @Test func `an answer is made also where the server has closed the connection since`()
        async throws
    {
        var limits = Server.Limits.patient
        limits.frameBytes = 1000
        let server = try await serve(limits)
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a"))
        #expect(await waiting.isWaiting("a"))
        connection.send([UInt8](repeating: 0x20, count: 1001))
        #expect(await connection.receive() == .closed)
        let asked = Mutex(false)
        try waiting.take("a")({
            asked.withLock { $0 = true }
            return .init()
        })
        #expect(await eventually { asked.withLock { $0 } })
        await server.shutdown()
    }

    @Test func `a server that ends lets the answer be given`() async throws {
        let server = try await serve()
        let connection = try RawConnection(path: path)
        connection.send(frame: note("a"))
        #expect(await waiting.isWaiting("a"))
        async let end: Void = server.shutdown()
        try await Task.sleep(for: .milliseconds(20))
        try waiting.take("a")({ .init() })
        #expect(await connection.receive() == .frame(frame("{}")))
        #expect(await connection.receive() == .closed)
        await end
    }
}
