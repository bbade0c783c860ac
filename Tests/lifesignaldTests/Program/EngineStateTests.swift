import Glibc
import LifeSignal
import Synchronization
import Testing
import Varlink

@testable import lifesignald

/// Where requests are answered: nothing that was carried out is left without an answer, whatever the server does.
/// And what systemd is told of the engine.
struct EngineStateTests {
    private final class Seen: Sendable {
        let thread = Mutex<pthread_t?>(nil)
    }

    private static func makeServer() -> Server {
        Server(
            router: Router(
                vendor: "Example", product: "Trial", version: "1", url: "https://example.org",
                interfaces: []))
    }

    /// The thread that asks, and the one that has answered by the time that is back.
    private func answeringThread(_ state: EngineState) -> (here: pthread_t, there: pthread_t?) {
        let seen = Seen()
        state.answer { seen.thread.withLock { $0 = pthread_self() } }
        return (pthread_self(), seen.thread.withLock { $0 })
    }

    @Test func `while nobody serves yet, requests are answered at once`() {
        let (here, there) = answeringThread(EngineState())
        #expect(there == here)
    }

    @Test func `while calls are served, requests are answered on the server's thread`() async {
        let (state, server) = (EngineState(), Self.makeServer())
        state.serve(by: server)
        let isThere = await withCheckedContinuation { continuation in
            state.answer { continuation.resume(returning: server.atPause { _ in }) }
        }
        #expect(isThere)
        await server.shutdown()
    }

    @Test func `once the server was shut down, requests are answered at once`() async {
        let (state, server) = (EngineState(), Self.makeServer())
        state.serve(by: server)
        await server.shutdown()
        let (here, there) = answeringThread(state)
        #expect(there == here)
    }

    // MARK: The status

    @Test func `what is said last is how it is, though another thread began to say what was`() async
    {
        let state = EngineState()
        let said = Mutex<[String]>([])
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let earlier = Task.detached {
            state.sayStatus { status in
                begin.finish()
                // As long as it may take the other to come between.
                usleep(50_000)
                said.withLock { $0.append(status) }
            }
        }
        for await _ in begun {}
        let report = EngineCore.Report(
            now: Instant(milliseconds: 0), sleep: .zero, isDegraded: false, users: 1)
        #expect(state.take(report))
        state.sayStatus { status in said.withLock { $0.append(status) } }
        await earlier.value
        #expect(said.withLock { $0 } == ["0 users, healthy", "1 user, healthy"])
    }
}
