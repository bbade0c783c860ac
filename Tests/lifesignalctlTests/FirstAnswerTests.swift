import Glibc
import LifeSignal
import LifeSignalAPI
import Synchronization
import Testing
import Varlink

@testable import lifesignalctl

/// systemd holds the socket open for a daemon that can't start; nobody waits for it for ever.
@Suite(.timeLimit(.minutes(1)))
struct FirstAnswerTests {
    private let socket: SilentSocket
    private let timeouts = Timeouts()

    init() throws {
        socket = try SilentSocket()
    }

    private func run(_ line: String, console: TestConsole = TestConsole()) async -> Invocation {
        await Invocation.run(
            line, socket: socket.path, console: console, timeout: { [timeouts] in timeouts.add($0) }
        )
    }

    @Test func `a daemon that never answers is given up after fifteen seconds, and at once`()
        async
    {
        let run = await run("check-in")
        #expect(run.status == .unavailable)
        #expect(timeouts.total == .seconds(15))
        #expect(run.waited == .zero)
        #expect(
            run.error == "NOT checked in: lifesignald does not answer. Something listens at "
                + "\(socket.path); see what it is: ss -xlp\n")
    }

    @Test func `at systemd's socket the remedy is systemd's`() {
        let words = FailureWords(
            screen: Screen(width: nil, isColoured: false, zone: .utc, now: Household.now),
            address: try! Address(path: FailureWords.defaultPath), arguments: ["check-in"])
        #expect(
            words.notDone(for: .silence)
                == NotDone(
                    .unavailable, "lifesignald does not answer",
                    remedy: "See: systemctl status lifesignald"))
    }

    @Test func `what was called is never sent, so that no late daemon carries it out`() async {
        _ = await run("check-in")
        let sent = socket.received()
        #expect(sent.contains("org.varlink.service.GetInfo"))
        #expect(!sent.contains("CheckIn"))
    }

    @Test func `whoever calls for help is told whom to call instead`() async {
        let run = await run("alert raise --yes")
        #expect(run.status == .unavailable)
        #expect(run.error.hasPrefix("Nobody has been told: lifesignald does not answer. "))
        #expect(run.error.hasSuffix(" Call your local emergency number.\n"))
    }

    @Test func `at a terminal it is said that it is waited for`() async {
        let run = await run("reload", console: TestConsole(columns: 80))
        #expect(
            run.error.hasPrefix(
                "lifesignald does not answer, waiting for it …\r\u{1B}[K"))
    }

    @Test func `a connection that is cut before the first answer has called nothing`() async throws
    {
        try await withDaemon { daemon in
            let silent = try SilentSocket()
            let isFirst = Mutex(true)
            // The first connection goes to a daemon that is killed before it has taken it.
            let run = await Invocation.run(
                "alert tap", socket: daemon.path,
                connect: { (address) async throws(CallError) in
                    guard
                        isFirst.withLock({ first in
                            defer { first = false }
                            return first
                        })
                    else { return try await Client.connect(to: address) }
                    let client = try await Client.connect(to: silent.address)
                    silent.cut()
                    return client
                })
            #expect(run.status == .done)
            #expect(daemon.called == ["TapAlert"])
        }
    }

    @Test func `once the daemon has answered, nothing is limited any more`() async throws {
        try await withDaemon { daemon in
            let cancelled = Mutex<[String]>([])
            let run = await daemon.run(
                "check-in",
                timeout: { span in
                    await Invocation.untilCancelled(span)
                    cancelled.withLock { $0 += daemon.called + ["over"] }
                })
            #expect(run.status == .done)
            // Before the call itself was made.
            #expect(cancelled.withLock { $0 } == ["over"])
            #expect(daemon.called == ["CheckIn"])
        }
    }
}

/// A socket that listens and takes no connection in.
private final class SilentSocket: Sendable {
    let directory: TemporaryDirectory
    let path: String
    private let descriptor: CInt

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/socket"
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0 && listen(descriptor, 8) == 0)
    }

    deinit { close(descriptor) }

    var address: Address { try! Address(path: path) }

    /// Everything that came with the oldest connection.
    func received() -> String {
        let connection = accept(descriptor, nil, nil)
        defer { close(connection) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(connection, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Ends the oldest connection without a word.
    func cut() { close(accept(descriptor, nil, nil)) }
}

private final class Timeouts: Sendable {
    private let sum = Mutex(Span.zero)
    var total: Span { sum.withLock { $0 } }
    func add(_ span: Span) { sum.withLock { $0 = $0 + span } }
}
