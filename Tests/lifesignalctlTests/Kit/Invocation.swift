import LifeSignal
import Synchronization
import Varlink

@testable import lifesignalctl

/// One run of the tool in a world where time passes only by waiting.
struct Invocation {
    var status: ExitStatus
    var output: String
    var error: String
    /// How long it waited.
    var waited: Span

    /// Central European time as in the winter of 2026.
    static let zone = Zone { _ in Zone.Reckoning(offsetSeconds: 3600, abbreviation: "CET") }

    /// - Parameters:
    ///   - line: the arguments, parted by blanks.
    ///   - arguments: further ones, as they are.
    ///   - socket: what is spoken to.
    ///   - onWait: what happens while the tool waits; it is told how long it has waited in all.
    ///   - timeout: what passes while something else is waited for; by default nothing.
    ///   - onConnect: what happens before each connection.
    ///   - connect: how the connection is made.
    ///   - editor: stands in for $EDITOR: the text it is given, and what it saves.
    static func run(
        _ line: String, _ arguments: [String] = [], socket: String,
        console: TestConsole = TestConsole(), variables: [String: String] = [:],
        onWait: @escaping @Sendable (Span) async -> Void = { _ in },
        timeout: @escaping @Sendable (Span) async -> Void = Self.untilCancelled,
        onConnect: @escaping @Sendable () throws(CallError) -> Void = {},
        connect: @escaping @Sendable (Address) async throws(CallError) -> Client = {
            (address) async throws(CallError) in try await Client.connect(to: address)
        },
        editor: @escaping @Sendable (String) -> String? = { $0 }
    ) async -> Invocation {
        let waited = Waited()
        let world = World(
            console: console,
            variable: { name in
                name == "LIFESIGNAL_SOCKET" ? variables[name] ?? socket : variables[name]
            },
            zone: zone, now: { Household.now }, uptime: { waited.span },
            sleep: { span in
                waited.add(span)
                await onWait(waited.span)
            }, timeout: timeout,
            connect: { (address) async throws(CallError) in
                try onConnect()
                return try await connect(address)
            },
            edit: { _, path in Self.edit(path, with: editor) })
        let status = await Tool.run(
            line.split(separator: " ").map(String.init) + arguments, in: world)
        return Invocation(
            status: status, output: console.output, error: console.error, waited: waited.span)
    }

    @Sendable static func untilCancelled(_: Span) async {
        try? await Task.sleep(for: .seconds(3600))
    }

    private static func edit(_ path: String, with editor: (String) -> String?) -> Int32 {
        let file = EditedFile(existing: path)
        guard let text = try? file.read(), let edited = editor(text),
            (try? file.write(edited)) != nil
        else { return 1 }
        return 0
    }
}

private final class Waited: Sendable {
    private let total = Mutex(Span.zero)
    var span: Span { total.withLock { $0 } }
    func add(_ span: Span) { total.withLock { $0 = $0 + span } }
}

extension FakeDaemon {
    /// Runs the tool against this daemon.
    func run(
        _ line: String, _ arguments: [String] = [], console: TestConsole = TestConsole(),
        variables: [String: String] = [:],
        onWait: @escaping @Sendable (Span) async -> Void = { _ in },
        timeout: @escaping @Sendable (Span) async -> Void = Invocation.untilCancelled,
        onConnect: @escaping @Sendable () throws(CallError) -> Void = {},
        editor: @escaping @Sendable (String) -> String? = { $0 }
    ) async -> Invocation {
        await Invocation.run(
            line, arguments, socket: path, console: console, variables: variables,
            onWait: onWait, timeout: timeout, onConnect: onConnect, editor: editor)
    }
}

/// A daemon for the time of a test.
func withDaemon(
    _ household: Household = Household(), _ body: (FakeDaemon) async throws -> Void
) async throws {
    let daemon = try await FakeDaemon(household)
    do {
        try await body(daemon)
    } catch {
        await daemon.stop()
        throw error
    }
    await daemon.stop()
}
