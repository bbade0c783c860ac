import ArgumentParser
import Testing

@testable import lifesignalctl

struct CommandTreeTests {
    /// Every form that spec/interface.md writes down.
    @Test(arguments: [
        ("status", "StatusCommand"), ("status ana", "StatusCommand"),
        ("check-in", "CheckInCommand"), ("checkin", "CheckInCommand"),
        ("check-in -u ana --seen", "CheckInCommand"), ("check-in --source hook", "CheckInCommand"),
        ("user add ana --name Ana", "UserAdd"),
        (
            "user add ana --name Ana --interval 24h --reminder 2h --reminder 30min --grace 0 "
                + "--phone +49 --note key --picture https://example.org/a.png --account ana "
                + "--check-in", "UserAdd"
        ),
        ("user add ana --name Ana --reminder none", "UserAdd"), ("user list", "UserList"),
        ("user show", "UserShow"), ("user show ana", "UserShow"),
        ("user set --name Ana", "UserSet"), ("user set ana --grace 1h", "UserSet"),
        ("user set ana --sort name", "UserSet"), ("user edit ana", "UserEdit"),
        ("user remove ana", "UserRemove"), ("user remove ana --yes --force", "UserRemove"),
        ("user explain", "UserExplain"), ("user explain ana --at +2h", "UserExplain"),
        ("responder add ana ben", "ResponderAdd"), ("responder remove ana ben", "ResponderRemove"),
        ("responder list", "ResponderList"), ("responder list -u ana", "ResponderList"),
        ("dependents", "DependentsCommand"), ("dependents --sort time-left", "DependentsCommand"),
        ("dependents --sort name", "DependentsCommand"),
        ("dependents --sort date-added", "DependentsCommand"),
        ("ping send ben", "PingSend"), ("ping show q1", "PingShow"),
        ("ping list", "PingList"), ("ping list --sent --pending", "PingList"),
        ("ping list --received", "PingList"), ("ping respond", "PingRespond"),
        ("ping respond q1", "PingRespond"), ("ping respond --all", "PingRespond"),
        ("ping clear q1", "PingClear"), ("alert raise", "AlertRaise"),
        ("alert raise --message help --yes", "AlertRaise"), ("alert tap", "AlertTap"),
        ("alert clear", "AlertClear"), ("alert clear --yes", "AlertClear"),
        ("alert list", "AlertList"), ("channel add mailto:ana@example.org", "ChannelAdd"),
        ("channel add -", "ChannelAdd"), ("channel add - --private", "ChannelAdd"),
        ("channel list", "ChannelList"), ("channel test ch1", "ChannelTest"),
        ("channel remove ch1", "ChannelRemove"), ("notifications", "NotificationsCommand"),
        ("deadlines", "DeadlinesCommand"), ("events", "EventsCommand"),
        ("events --since 7 --follow", "EventsCommand"), ("history", "HistoryCommand"),
        ("history --kind check-in", "HistoryCommand"), ("history --kind ping", "HistoryCommand"),
        ("history --kind alert", "HistoryCommand"), ("reload", "ReloadCommand"),
        ("backup /tmp/x", "BackupCommand"), ("backup /tmp/x --force", "BackupCommand"),
        ("clock accept", "ClockAccept"),
    ])
    func `every command of the specification is understood`(line: String, command: String) throws {
        let parsed = try Lifesignalctl.parseAsRoot(line.split(separator: " ").map(String.init))
        #expect("\(type(of: parsed))" == command)
    }

    @Test(arguments: [
        "status", "user list", "user show", "user explain", "responder list", "dependents",
        "ping show q1", "ping list", "alert list", "channel list", "notifications", "deadlines",
        "events", "history",
    ])
    func `whatever shows something has JSON and a way without header`(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        for options in [["--json"], ["--no-header"], ["--json", "--no-header"]] {
            #expect(try Lifesignalctl.parseAsRoot(words + options) is any ShowingCommand)
        }
    }

    @Test(arguments: [
        "check-in", "responder list", "dependents", "ping send ben", "ping list", "ping respond",
        "alert raise", "alert tap", "alert clear", "alert list", "channel add -", "channel list",
        "notifications", "deadlines", "events", "history", "user show", "user set --name A",
        "user edit", "user explain", "status",
    ])
    func `whoever is acted for can be named`(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        for option in ["-u", "--user"] {
            _ = try Lifesignalctl.parseAsRoot(words + [option, "ana"])
        }
    }

    @Test func `every command takes the socket, before and after its name`() throws {
        for path in [["--socket", "/x", "alert", "raise"], ["alert", "raise", "--socket", "/x"]] {
            let command = try #require(try Lifesignalctl.parseAsRoot(path) as? any ToolCommand)
            #expect(command.connection.socket == "/x")
        }
        for command in Self.all {
            guard let command = command as? any ToolCommand.Type else { continue }
            #expect(command.helpMessage().contains("--socket <path>"), "\(command)")
        }
    }

    @Test func `every command has help that says what it is for`() async {
        for command in Self.all {
            #expect(!command.configuration.abstract.isEmpty, "\(command)")
            #expect(command.configuration.commandName != nil, "\(command)")
        }
    }

    @Test(arguments: [
        "--help", "status --help", "user --help", "user add -h", "help ping send", "--version",
        "alert raise --version",
    ])
    func `help and version are answers, not failures`(line: String) async {
        let run = await Invocation.run(line, socket: "/nonexistent/socket")
        #expect(run.status == .done)
        #expect(run.error == "")
        #expect(!run.output.isEmpty)
    }

    @Test(arguments: [
        (
            "nonsense",
            "Nothing done: there is no command “nonsense”. See: lifesignalctl --help\n"
        ),
        (
            "stauts --json",
            "Nothing done: there is no command “stauts”; did you mean “status”? See: lifesignalctl --help\n"
        ),
        (
            "--socket /x user lst",
            "Nothing done: there is no command “user lst”; did you mean “user list”? See: "
                + "lifesignalctl user --help\n"
        ),
        (
            "--socket=/x notif",
            "Nothing done: there is no command “notif”; did you mean “notifications”? See: "
                + "lifesignalctl --help\n"
        ),
        (
            "chekc-in",
            "NOT checked in: there is no command “chekc-in”; did you mean “check-in”? See: "
                + "lifesignalctl --help\n"
        ),
        (
            "alert rasie --yes",
            "Nobody has been told: there is no command “alert rasie”; did you mean “alert raise”? See: "
                + "lifesignalctl alert --help. Call your local emergency number.\n"
        ),
        (
            "alret raise",
            "Nobody has been told: there is no command “alret”; did you mean “alert”? See: "
                + "lifesignalctl --help. Call your local emergency number.\n"
        ),
        (
            "raise --yes",
            "Nobody has been told: there is no command “raise”; did you mean “alert raise”? See: "
                + "lifesignalctl --help. Call your local emergency number.\n"
        ),
        (
            "respond q1",
            "Nothing done: there is no command “respond”; did you mean “ping respond”? See: "
                + "lifesignalctl --help\n"
        ),
        // More than one is called so.
        ("list", "Nothing done: there is no command “list”. See: lifesignalctl --help\n"),
        (
            "alert lst",
            "Nothing done: there is no command “alert lst”; did you mean “alert list”? See: "
                + "lifesignalctl alert --help\n"
        ),
        (
            "help usr",
            "there is no command “usr”; did you mean “user”? See: lifesignalctl --help\n"
        ),
        (
            "help alert rais",
            "there is no command “alert rais”; did you mean “alert raise”? See: lifesignalctl "
                + "alert --help\n"
        ),
        ("--josn", "Unknown option '--josn'. See: lifesignalctl --help\n"),
        (
            "user add ana",
            "Missing expected argument '--name <name>'. See: lifesignalctl user add --help\n"
        ),
        (
            "user add ana --name A --interval soon",
            "The value 'soon' is invalid for '--interval <span>': “soon” is no time span; write "
                + "it like 24h or 1day 30min. See: lifesignalctl user add --help\n"
        ),
        (
            "alert",
            "Nobody has been told: say what to do; to call for help: lifesignalctl alert raise. "
                + "See: lifesignalctl --help. Call your local emergency number.\n"
        ),
        (
            "user add ana --name A --reminder none --reminder 2h",
            "--reminder none can't stand beside another --reminder. See: lifesignalctl user add "
                + "--help\n"
        ),
        (
            "user add ana --name A --grace 0.5s",
            "The value '0.5s' is invalid for '--grace <span>': time spans are whole seconds. See: "
                + "lifesignalctl user add --help\n"
        ),
        (
            "user set ana",
            "Nothing to change is given; name it, such as --phone or --interval, or use "
                + "“lifesignalctl user edit ana”. See: lifesignalctl user set --help\n"
        ),
        (
            "--socket /x user set",
            "Nothing to change is given; name it, such as --phone or --interval, or use "
                + "“lifesignalctl user edit --socket /x”. See: lifesignalctl user set --help\n"
        ),
        (
            "--socket /x alert raise --bogus",
            "Nobody has been told: Unknown option '--bogus'. See: lifesignalctl alert raise --help. "
                + "Call your local emergency number.\n"
        ),
        (
            "--socket=/x check-in ana",
            "NOT checked in: Unexpected argument 'ana'. See: lifesignalctl check-in --help; to check in "
                + "somebody else: -u HANDLE\n"
        ),
        (
            "user show ana -u ben",
            "HANDLE is “ana” and --user is “ben”: which one? See: lifesignalctl user show --help\n"
        ),
        (
            "user explain --at never",
            "The value 'never' is invalid for '--at <time>': “never” is no time; write it like "
                + "“2026-11-20 09:12”, “09:12”, “+2h” or “2026-11-20T08:12:00Z”. See: "
                + "lifesignalctl user explain --help\n"
        ),
        (
            "events --sinec 3",
            "Unknown option '--sinec'. Did you mean '--since'? See: lifesignalctl events --help\n"
        ),
        (
            "ping list --sent --received",
            "--sent and --received exclude each other. See: lifesignalctl ping list --help\n"
        ),
        (
            "ping respond q1 --all",
            "Either ID or --all, not both. See: lifesignalctl ping respond --help\n"
        ),
        (
            "check-in --source responder",
            "NOT checked in: The value 'responder' is invalid for '--source <source>'. Please provide one of "
                + "'manual', 'web' or 'hook'. See: lifesignalctl check-in --help\n"
        ),
        (
            "check-in ana",
            "NOT checked in: Unexpected argument 'ana'. See: lifesignalctl check-in --help; to check in "
                + "somebody else: -u HANDLE\n"
        ),
        (
            "alert raise fell down",
            "Nobody has been told: 2 unexpected arguments: 'fell', 'down'. See: lifesignalctl alert raise "
                + "--help. Call your local emergency number.\n"
        ),
        (
            "alert list everything",
            "Unexpected argument 'everything'. See: lifesignalctl alert list --help\n"
        ),
    ])
    func `wrong usage ends with 64 and one line that says what to do`(
        line: String, error: String
    ) async {
        let run = await Invocation.run(line, socket: "/nonexistent/socket")
        #expect(run.status == .usage)
        #expect(run.output == "")
        #expect(run.error == error)
    }

    @Test func `a shell's completions are written as they are`() async {
        let run = await Invocation.run(
            "--generate-completion-script bash", socket: "/nonexistent/socket",
            console: TestConsole(columns: 40))
        #expect(run.output == Lifesignalctl.completionScript(for: .bash) + "\n")
    }

    @Test(arguments: ["--help", "user add --help", "help channel add"], [40, 60])
    func `no line of help but an example that goes on is broken by the terminal`(
        line: String, columns: Int
    ) async {
        let run = await Invocation.run(
            line, socket: "/nonexistent/socket", console: TestConsole(columns: columns))
        for line in run.output.split(separator: "\n") where !line.contains("--reminder 4h") {
            // A word can't be broken.
            guard line.split(separator: " ").count > 1 else { continue }
            #expect(DisplayWidth.columns(of: line) <= columns || line.hasSuffix("\\"), "\(line)")
        }
    }

    @Test(arguments: [
        ("status", "status", 0), ("stauts", "status", 1), ("statu", "status", 1),
        ("statuss", "status", 1), ("ststus", "status", 1), ("", "abc", 3), ("abc", "", 3),
        ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
    func `it is counted by how many keys a command was missed`(
        typed: String, name: String, keys: Int
    ) {
        #expect(MistypedCommand.keys(from: typed, to: name) == keys)
    }

    @Test func `what has little in common with a command is not taken for it`() {
        let names = ["add", "list", "remove"]
        #expect(MistypedCommand.nearest(to: "lsit", among: names) == "list")
        #expect(MistypedCommand.nearest(to: "rem", among: names) == "remove")
        #expect(MistypedCommand.nearest(to: "", among: names) == nil)
        #expect(MistypedCommand.nearest(to: "x", among: names) == nil)
        #expect(MistypedCommand.nearest(to: "delete", among: names) == nil)
    }

    @Test func `a socket path that is too long is wrong usage`() async {
        let path = "/" + String(repeating: "x", count: 107)
        let run = await Invocation.run("status", ["--socket", path], socket: "/nonexistent/socket")
        #expect(run.status == .usage)
        #expect(
            run.error == "Nothing to show: the socket's path is 108 bytes long, 107 at most are "
                + "possible: \(path). Name another with --socket PATH or in "
                + "$LIFESIGNAL_SOCKET\n")
    }

    /// The root and everything under it.
    private static let all: [any ParsableCommand.Type] = descendants(of: Lifesignalctl.self)

    private static func descendants(
        of command: any ParsableCommand.Type
    ) -> [any ParsableCommand.Type] {
        let configuration = command.configuration
        let grouped = configuration.groupedSubcommands.flatMap(\.subcommands)
        return [command] + (configuration.ungroupedSubcommands + grouped).flatMap(descendants)
    }
}
