import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

/// A command that speaks to the daemon.
protocol ToolCommand: ParsableCommand {
    var connection: ConnectionOptions { get }
    /// What a failure's line begins with: what did not happen.
    var undone: String { get }
    /// Whether somebody's help depends on it: then a failure says whom else to call.
    var isCallForHelp: Bool { get }
    /// The handle of the user that it was told to be about; nil where none was named.
    var named: String? { get }
    /// What is to be added where another account types the same, so that it is about the same user; nil where the user
    /// is named, or none is meant.
    var unnamed: String? { get }

    func perform(in session: Session) async throws
    /// What a failure means for this command, where that is not what it means for all.
    func notDone(for error: CallError, on screen: Screen) -> NotDone?
}

extension ToolCommand {
    var isCallForHelp: Bool { false }
    var named: String? { nil }
    var unnamed: String? { nil }
    func notDone(for error: CallError, on screen: Screen) -> NotDone? { nil }

    /// The option by which a further command is about the same user; empty where none was named.
    var ofUser: String { named.map { " " + ShellQuoting.joined(["-u", $0]) } ?? "" }

    func run() throws {
        preconditionFailure("commands are performed in a session")
    }
}

/// A command that shows something and changes nothing.
protocol ShowingCommand: ToolCommand {}

extension ShowingCommand {
    var undone: String { "Nothing to show" }
}

/// A command that is about the caller's own user where nobody is named.
protocol OwnCommand: ToolCommand {
    associatedtype Named: NamedUser
    var user: Named { get }
}

extension OwnCommand {
    var named: String? { user.named }
    var unnamed: String? { user.unnamed }
}

/// How a command is told whom it is about.
protocol NamedUser {
    /// The handle that was typed; nil if nobody is named.
    var named: String? { get }
    /// What is to be typed for it, if nobody is named.
    var unnamed: String? { get }
}

/// `--socket`, which every command takes.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's socket (default: $LIFESIGNAL_SOCKET, else \(FailureWords.defaultPath)).",
            valueName: "path"))
    var socket: String?

    /// - Throws: ``NotDone`` for a path that no socket can have.
    func address(in world: World) throws -> Address {
        let path = socket ?? world.variable("LIFESIGNAL_SOCKET") ?? FailureWords.defaultPath
        do {
            return try path.hasPrefix("unix:") ? Address(parsing: path) : Address(path: path)
        } catch {
            throw NotDone(
                .usage, "\(error)",
                remedy: "Name another with --socket PATH or in $LIFESIGNAL_SOCKET")
        }
    }
}

extension CompletionKind {
    /// The handles of everybody whom the caller may see. A shell that waits is worse than one that
    /// offers nothing, so a daemon that does not answer at once is not waited for.
    static var handles: CompletionKind {
        .shellCommand("timeout 2 lifesignalctl user list --no-header 2>/dev/null | cut -d ' ' -f 1")
    }
}

/// `-u`, on commands that act for somebody.
struct UserOption: ParsableArguments, NamedUser {
    @Option(
        name: [.customShort("u"), .customLong("user")],
        help: ArgumentHelp(
            "Who is acted for (default: the user bound to your account).", valueName: "handle"),
        completion: .handles)
    var handle: String?

    var named: String? { handle }
    var unnamed: String? { handle == nil ? "-u HANDLE" : nil }
}

/// A user as the first argument or by `-u`, on commands that are about somebody.
struct UserArgument: ParsableArguments, NamedUser {
    @Argument(help: "The user's handle.", completion: .handles)
    var handle: String?

    @Option(
        name: [.customShort("u"), .customLong("user")],
        help: ArgumentHelp("The same as HANDLE.", visibility: .hidden))
    var user: String?

    func validate() throws {
        if let handle, let user, handle != user {
            throw ValidationError("HANDLE is “\(handle)” and --user is “\(user)”: which one?")
        }
    }

    var named: String? { handle ?? user }
    var unnamed: String? { named == nil ? "HANDLE" : nil }
}

/// How something is shown.
struct ShowingOptions: ParsableArguments {
    @Flag(help: "Show JSON for programs: the same types as on the socket.")
    var json = false
}

/// How a listing is shown.
struct ListingOptions: ParsableArguments {
    @Flag(help: "Show JSON for programs: the same types as on the socket.")
    var json = false

    @Flag(name: .customLong("no-header"), help: "Leave out the line with the columns' names.")
    var noHeader = false
}

/// `--limit`, on histories.
struct LimitOption: ParsableArguments {
    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Only so many, the newest.", valueName: "number"))
    var limit: Int64?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 up") }
    }
}

/// A time span as systemd.time(7) has it.
struct SpanArgument: Equatable {
    var seconds: Int64

    /// Reads `24h` or `1day 30min`; for an option's `transform`.
    static let reading: @Sendable (String) throws -> SpanArgument = { text in
        do {
            return SpanArgument(seconds: try Span(systemdText: text).wholeSeconds)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
