import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

/// Calls for help, and their ends.
struct AlertCommandTests {
    @Test func `an alert says who is told`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("alert raise --yes --message", ["on the stairs"])
            #expect(run.status == .done)
            #expect(run.output == "Help called. Telling 陳小明, Carla 🙂.\n")
            #expect(
                daemon.parameters(of: People.RaiseAlert.self) == [.init(message: "on the stairs")])
        }
    }

    @Test(arguments: [
        ("x", 1000), ("🙂", 1000), ("👩‍👩‍👧‍👦", 1000),
        (
            "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30A}\u{30B}\u{30C}\u{30D}\u{30E}\u{30F}\u{310}\u{311}",
            936
        ),
    ])
    func `a call for help with too much to say is made, with its beginning`(
        character: String, kept: Int
    ) async throws {
        try await withDaemon { daemon in
            let said = String(repeating: character, count: 1500)
            let run = await daemon.run("alert raise --yes --message", [said])
            #expect(run.status == .done)
            let message = daemon.parameters(of: People.RaiseAlert.self).first?.message
            #expect(message == String(repeating: character, count: kept))
        }
    }

    @Test func `an alert that reaches nobody is a failure that says what to do`() async throws {
        var home = Household()
        home.responders = []
        try await withDaemon(home) { daemon in
            let run = await daemon.run("alert raise --yes")
            #expect(run.status == .failed)
            #expect(run.output == "")
            #expect(
                run.error == """
                    Nobody can be told: there is no responder with a channel. The call is on until it is cleared. To \
                    end it: lifesignalctl alert clear. Call your local emergency number.

                    """)
        }
        home.emergencyNumber = "112"
        try await withDaemon(home) { daemon in
            let run = await daemon.run("alert raise --yes")
            #expect(run.error.hasSuffix("alert clear. Call 112.\n"))
        }
    }

    @Test(arguments: [("y", true), ("n", false)])
    func `an alert is asked about once`(answer: String, isTaken: Bool) async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "alert raise", console: TestConsole(columns: 80, answers: [answer]),
                variables: ["NO_COLOR": ""])
            #expect(run.status == (isTaken ? .done : .failed))
            #expect(daemon.called.contains("RaiseAlert") == isTaken)
            #expect(
                run.error == "Call for help now? Every responder is told at once. [y/N] "
                    + (isTaken
                        ? ""
                        : "Nobody has been told of a new call: you did not say yes; one that is "
                            + "on already stays on. Call your local emergency number.\n"))
            #expect(isTaken || daemon.called.isEmpty)
        }
    }

    @Test func `an alert without a terminal names its flag`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("alert raise")
            #expect(run.status == .failed)
            #expect(daemon.called == ["GetHealth"])
            #expect(
                run.error == "Nobody has been told: there is no terminal to ask you on. If you "
                    + "mean it: add --yes. Call your local emergency number.\n")
        }
    }

    @Test func `an alert that is on already says so`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.RaiseAlert.self,
                .refusal(People.Failure.callIsOn))
            let run = await daemon.run("alert raise --yes")
            #expect(run.status == .failed)
            #expect(
                run.error == "NOT called again: the call of Fri 2026-11-20 20:00 CET is still on, "
                    + "and responders are told of it until it is cleared. To end it: lifesignalctl "
                    + "alert clear. Call your local emergency number.\n")
        }
    }

    @Test func `what ends somebody else's call, and shows who is told, names them`() async throws {
        var home = Household()
        home.alertTells = []
        try await withDaemon(home) { daemon in
            let active = FakeDaemon.Mishap.refusal(
                People.Failure.alertActive(
                    since: "2026-11-20T19:00:00.000Z", tells: nil, senderConnected: true))
            daemon.arrange(People.RaiseAlert.self, active)
            let raised = await daemon.run("alert raise --yes -u carla")
            #expect(raised.error.contains("To end it: lifesignalctl alert clear -u carla. Call"))
            for _ in 1...3 { _ = await daemon.run("alert tap -u carla") }
            let last = await daemon.run("alert tap -u carla")
            #expect(last.error.contains("To end it: lifesignalctl alert clear -u carla. Call"))
            daemon.arrange(People.TapAlert.self, active)
            let again = await daemon.run("alert tap -u carla")
            #expect(again.error.contains("To end it: lifesignalctl alert clear -u carla. Call"))
        }
        home.alertTells = nil
        try await withDaemon(home) { daemon in
            for _ in 1...3 { _ = await daemon.run("alert tap -u carla") }
            let tapped = await daemon.run("alert tap -u carla")
            #expect(tapped.output.hasSuffix(": lifesignalctl responder list -u carla\n"))
        }
    }

    @Test func `four taps call for help, and each says how many are missing`() async throws {
        try await withDaemon { daemon in
            let outputs = [
                await daemon.run("alert tap").output,
                await daemon.run(
                    "alert tap", console: TestConsole(columns: 80), variables: ["NO_COLOR": "1"]
                ).output,
                await daemon.run("alert tap", console: TestConsole(columns: 80)).output,
                await daemon.run("alert tap").output,
            ]
            let red = "\u{1B}[1;31m███████████████\u{1B}[0m"
            let dim = "\u{1B}[2m░░░░░\u{1B}[0m"
            #expect(
                outputs == [
                    "25 %: 3 more taps within 10 s to call for help\n",
                    "50 %: 2 more taps within 10 s to call for help\n",
                    "\(red)\(dim) 75 %: 1 more tap within 10 s to call for help\n",
                    "Help called. Telling 陳小明.\n",
                ])
        }
    }

    @Test func `where a daemon does not say who is told, nothing is claimed`() async throws {
        var home = Household()
        home.alertTells = nil
        try await withDaemon(home) { daemon in
            for _ in 1...3 { _ = await daemon.run("alert tap") }
            let tapped = await daemon.run("alert tap")
            #expect(
                tapped.output == "Help called. See who is told: lifesignalctl responder list\n")
            let cleared = await daemon.run("alert clear -u carla --yes")
            #expect(
                cleared.output.hasPrefix(
                    "Carla 🙂 no longer calls for help, after 05:12. See who is told: "
                        + "lifesignalctl responder list -u carla\n"))
        }
    }

    @Test func `where no sender is connected, nobody is promised`() async throws {
        var home = Household()
        home.senderConnected = false
        try await withDaemon(home) { daemon in
            let run = await daemon.run("alert raise --yes")
            #expect(run.status == .failed)
            #expect(run.output == "")
            #expect(
                run.error == """
                    NOBODY HAS BEEN TOLD YET: the call is on, but no sender is connected, so nothing goes \
                    out until one is. Ask whoever runs this server, or start it: sudo systemctl start \
                    lifesignal-notify. Call your local emergency number.

                    """)
        }
    }

    @Test func `where nobody can be told, nobody is promised`() async throws {
        var home = Household()
        home.alertTells = []
        try await withDaemon(home) { daemon in
            daemon.arrange(
                People.RaiseAlert.self,
                .refusal(
                    People.Failure.alertActive(
                        since: "2026-11-20T19:00:00.000Z", tells: [], senderConnected: nil)))
            let raised = await daemon.run("alert raise --yes")
            #expect(raised.status == .failed)
            #expect(
                raised.error == "NOT called again: the call of Fri 2026-11-20 20:00 CET is still "
                    + "on, but nobody can be told of it: there is no responder with a channel. To end it: "
                    + "lifesignalctl alert clear. Call your local emergency number.\n")
            let cleared = await daemon.run("alert clear -u carla --yes")
            #expect(
                cleared.output.hasPrefix(
                    "Carla 🙂 no longer calls for help, after 05:12. Nobody can be told: "
                        + "there is no responder with a channel.\n"))
        }
    }

    @Test func `that nobody can be told is not hidden by a sender that is missing`() {
        let screen = Screen(isColoured: false, zone: Invocation.zone, now: Household.now)
        #expect(
            AlertAnswer.cleared(telling: [], isSending: false, ofUser: "", screen)
                == "Nobody can be told: there is no responder with a channel.")
        let active = AlertAnswer.active(
            since: "2026-11-20T19:00:00.000Z", telling: [], isSending: false, screen)
        #expect(active.hasSuffix("nobody can be told of it: there is no responder with a channel"))
    }

    @Test func `an alert is cleared after three seconds, and only this one`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("alert clear -u carla", console: TestConsole(columns: 80))
            #expect(run.status == .done)
            #expect(run.waited == .seconds(3))
            #expect(
                daemon.parameters(of: People.ClearAlert.self) == [.init(user: "carla", alert: "a3")]
            )
            #expect(
                run.output == """
                    Carla 🙂 no longer calls for help, after 05:12. Telling 陳小明.
                    The check-in is still missing: lifesignalctl check-in -u carla

                    """)
            // Drawn over and over in one line, and wiped away at the end.
            #expect(run.error.contains("████████████████████████"))
            #expect(run.error.hasSuffix("\r\u{1B}[K"))
            #expect(!run.error.contains("\n"))
        }
    }

    @Test func `Ctrl-C keeps an alert on`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "alert clear -u carla",
                console: TestConsole(columns: 80, looksBeforeInterrupt: 20),
                variables: ["NO_COLOR": ""])
            #expect(run.status == .failed)
            #expect(run.waited == .seconds(1))
            #expect(run.error.hasSuffix("\r\u{1B}[KNOT cleared: you kept it on\n"))
            #expect(run.error.contains("Ending the call for help in 3 s  (Ctrl-C keeps it on)"))
            #expect(!daemon.called.contains("ClearAlert"))
        }
    }

    @Test(arguments: [20, 40, 60, 80])
    func `the bar never wraps`(columns: Int) async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "alert clear -u carla", console: TestConsole(columns: columns))
            for line in run.error.split(separator: "\r\u{1B}[K") {
                var text = String(line)
                for code in ["\u{1B}[33m", "\u{1B}[2m", "\u{1B}[0m"] {
                    text = text.split(separator: code).joined()
                }
                #expect(DisplayWidth.columns(of: text) < columns, "\(text)")
            }
        }
    }

    @Test func `clearing waits for nobody with the flag, and refuses without a terminal`()
        async throws
    {
        try await withDaemon { daemon in
            let refused = await daemon.run("alert clear -u carla")
            #expect(refused.status == .failed)
            #expect(
                refused.error == "NOT cleared: there is no terminal to show you the wait on. If "
                    + "you mean it: add --yes\n")
            #expect(daemon.called == [])
            let done = await daemon.run("alert clear -u carla --yes")
            #expect(done.status == .done)
            #expect(done.waited == .zero)
        }
    }

    @Test func `clearing nothing is refused before anybody waits`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "alert clear", console: TestConsole(columns: 80), variables: ["NO_COLOR": ""])
            #expect(run.status == .failed)
            #expect(run.waited == .zero)
            #expect(
                run.error == "NOT cleared: ana is not calling for help. See: lifesignalctl alert "
                    + "list -u ana\n")
        }
    }
}
