import Glibc
import LifeSignal
import Varlink

/// Everything outside the process that a command touches, handed in so that a test can stand in
/// for it.
struct World: Sendable {
    var console: any Console
    /// A variable of the environment (environ(7)).
    var variable: @Sendable (String) -> String?
    var zone: Zone
    /// The wall clock.
    var now: @Sendable () -> Instant
    /// A clock that never steps, for waits.
    var uptime: @Sendable () -> Span
    var sleep: @Sendable (Span) async -> Void
    /// The same beside something else that is waited for; it ends early where it is cancelled.
    var timeout: @Sendable (Span) async -> Void
    var connect: @Sendable (Address) async throws(CallError) -> Client
    /// Runs an editor, given as a shell command, on a file; its exit status.
    var edit: @Sendable (_ command: String, _ path: String) -> Int32

    /// The process's own.
    static let real = World(
        console: StandardConsole(),
        variable: { name in getenv(name).map { String(cString: $0) } },
        zone: .local,
        now: { Instant(milliseconds: milliseconds(of: CLOCK_REALTIME)) },
        uptime: { Span(milliseconds: milliseconds(of: CLOCK_MONOTONIC)) },
        sleep: { try? await Task.sleep(for: .milliseconds($0.milliseconds)) },
        timeout: { try? await Task.sleep(for: .milliseconds($0.milliseconds)) },
        connect: { (address) async throws(CallError) in try await Client.connect(to: address) },
        edit: Editor.run)

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// The screen that pages are drawn for.
    func screen(proposing commands: ProposedCommands) -> Screen {
        screen(isTerminal: console.outputIsTerminal, commands)
    }

    /// The same for standard error, where questions, waiting and failures are shown.
    func errorScreen(proposing commands: ProposedCommands = ProposedCommands()) -> Screen {
        screen(isTerminal: console.errorIsTerminal, commands)
    }

    private func screen(isTerminal: Bool, _ commands: ProposedCommands) -> Screen {
        Screen(
            width: isTerminal ? console.columns : nil,
            isColoured: isTerminal && mayColour, zone: zone, now: now(), commands: commands)
    }

    /// Whether a question can be asked: somebody reads it, and the same somebody answers.
    var canAsk: Bool { console.inputIsTerminal && console.errorIsTerminal }

    private var mayColour: Bool {
        variable("NO_COLOR") == nil && variable("TERM") != "dumb"
    }
}
