import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

/// Commands that somebody is told to type.
struct ProposedCommandsTests {
    private let elsewhere = ProposedCommands(
        socket: "/tmp/my net/socket", path: "/tmp/my net/socket")

    /// Proposals by pages, confirmations, and remedies of failures, the daemon's own among them.
    @Test(arguments: [
        "status", "status dora", "check-in -u dora --seen", "check-in -u carla --seen",
        "user add zoe --name Zoe --interval 1h", "user set", "user set --name Zoe",
        "channel add mailto:a@example.org", "channel add ntfys://ntfy.sh/x", "channel test ch2",
        "channel remove ch1", "responder add ana ben",
        "ping send ben", "ping show q2", "ping respond", "ping show q9", "alert raise --yes",
        "alert clear --yes", "alert clear --yes -u carla", "user show zoe", "user remove zoe --yes",
        "events --since 99", "reload",
    ])
    func `the socket that was named by hand is in every command that is proposed`(line: String)
        async throws
    {
        var home = Household.benWithoutChannel
        home.channels.removeLast()
        home.alertTells = []
        try await withDaemon(home) { daemon in
            daemon.arrange(
                Daemon.Reload.self,
                .refusal(Daemon.Failure.invalidConfiguration(reason: "line 3: no time span")))
            daemon.arrange(
                People.RaiseAlert.self,
                .refusal(
                    People.Failure.alertActive(
                        since: "2026-11-20T19:00:00.000Z", tells: nil, senderConnected: true)))
            daemon.arrange(
                Daemon.ListEvents.self,
                .refusal(Daemon.Failure.fellBehind(oldest: 1, newest: 9)))
            daemon.arrange(
                People.SetUser.self, .refusal(People.Failure.accountTaken(account: "zoe")))
            let run = await daemon.run(
                "\(line) --socket \(daemon.path)", variables: ["LIFESIGNAL_SOCKET": "/elsewhere"])
            let said = (run.output + run.error).replacing("lifesignalctl user set --help", with: "")
            let proposals = said.ranges(of: "lifesignalctl ").count
            #expect(proposals > 0, "\(said)")
            #expect(said.ranges(of: "--socket \(daemon.path)").count == proposals, "\(said)")
        }
    }

    @Test func `the first steps of an empty net are for the socket that was named`() async throws {
        var home = Household()
        home.users = []
        try await withDaemon(home) { daemon in
            let run = await daemon.run("status --socket \(daemon.path)")
            #expect(
                run.output.contains(
                    "  lifesignalctl user add ben --name \"Ben\" --socket \(daemon.path)\n"))
        }
    }

    @Test func `a socket that stands in the environment is there for the next command as well`()
        async throws
    {
        try await withDaemon { daemon in
            let run = await daemon.run("status")
            #expect(run.output.contains("lifesignalctl check-in -u carla\n"))
            #expect(!run.output.contains("--socket"))
        }
    }

    @Test func `a path is quoted as a shell reads it, and another account has to name it`() {
        #expect(
            elsewhere.command("check-in")
                == "lifesignalctl check-in --socket '/tmp/my net/socket'")
        #expect(
            ProposedCommands(path: "/tmp/net").sudo("status")
                == "sudo lifesignalctl status --socket /tmp/net")
        #expect(ProposedCommands(path: "/tmp/net").command("status") == "lifesignalctl status")
        #expect(ProposedCommands().sudo("status") == "sudo lifesignalctl status")
    }

    /// The daemon's remedies (`OperatorTexts`), which don't know the socket.
    @Test(arguments: [
        (
            "Do it together: lifesignalctl check-in -u dora",
            "Do it together: lifesignalctl check-in -u dora SOCKET"
        ),
        (
            "Then: lifesignalctl responder add ana RESPONDER, and lifesignalctl channel add ADDRESS",
            "Then: lifesignalctl responder add ana RESPONDER SOCKET, and lifesignalctl channel add ADDRESS SOCKET"
        ),
        (
            "See why: lifesignalctl notifications -u ana; then: journalctl -u lifesignald",
            "See why: lifesignalctl notifications -u ana SOCKET; then: journalctl -u lifesignald"
        ),
        ("sudo lifesignalctl reload.", "sudo lifesignalctl reload SOCKET."),
        ("Make room: df -h /var", "Make room: df -h /var"),
    ])
    func `the socket is put into what the daemon proposes`(sentence: String, reworded: String) {
        #expect(
            elsewhere.reworded(sentence)
                == reworded.replacing("SOCKET", with: "--socket '/tmp/my net/socket'"))
        #expect(ProposedCommands().reworded(sentence) == sentence)
    }
}
