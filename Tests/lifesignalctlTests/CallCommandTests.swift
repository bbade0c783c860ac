import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

/// Questions, calls for help and channels.
struct CallCommandTests {
    // MARK: ping

    @Test func `ping send says whom it reaches`() async throws {
        try await withDaemon { daemon in
            #expect(await daemon.run("ping send carla").output == "Asked Carla 🙂 (question q3).\n")
            #expect(
                await daemon.run("ping send ben -u ana").output
                    == "Asked 陳小明 (question q3). But no channel reaches 陳小明: call, and see: "
                    + "lifesignalctl user show ben\n")
            #expect(
                daemon.parameters(of: People.SendPing.self) == [
                    .init(recipient: "carla"), .init(recipient: "ben", sender: "ana"),
                ])
        }
    }

    @Test func `ping list passes on what is asked for`() async throws {
        try await withDaemon { daemon in
            _ = await daemon.run("ping list --sent -n 3")
            _ = await daemon.run("ping list --received --pending -u ben")
            #expect(
                daemon.parameters(of: People.ListPings.self) == [
                    .init(direction: .sent, limit: 3),
                    .init(user: "ben", pendingOnly: true, direction: .received),
                ])
        }
    }

    @Test func `ping show of an unknown question is refused`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("ping show q99")
            #expect(run.status == .failed)
            #expect(
                run.error == "Nothing to show: there is no such question, or it is not yours to "
                    + "see. See: lifesignalctl ping list\n")
        }
    }

    @Test func `an answer says by when the check-in still is due`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("ping respond q2")
            #expect(
                run.output == "Answered 陳小明. The check-in is still due by Sat 2026-11-21 09:12 "
                    + "CET: lifesignalctl check-in\n")
        }
    }

    @Test func `an answer that was a check-in says so`() async throws {
        var home = Household()
        home.users[0].lastCheckIn = Household.now.rfc3339
        home.users[0].nextCheckIn = "2026-11-21T20:00:00.000Z"
        try await withDaemon(home) { daemon in
            let run = await daemon.run("ping respond q2")
            #expect(
                run.output == "Answered 陳小明. That was a check-in too; the next is due by Sat "
                    + "2026-11-21 21:00 CET.\n")
        }
    }

    @Test func `ping respond alone answers the one question that waits`() async throws {
        try await withDaemon { daemon in
            _ = await daemon.run("ping respond")
            #expect(daemon.parameters(of: People.RespondPing.self) == [.init(id: "q2")])
        }
    }

    @Test func `ping respond alone chooses among none and among none of several`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("ping respond")
            #expect(run.status == .failed)
            #expect(run.error == "NOT answered: no question waits\n")
        }
        var home = Household()
        home.pings.append(home.pings[0])
        try await withDaemon(home) { daemon in
            let run = await daemon.run("ping respond")
            #expect(run.status == .failed)
            #expect(
                run.error == "NOT answered: 2 questions wait. Name one, or answer all: "
                    + "lifesignalctl ping respond --all\n")
            #expect(daemon.parameters(of: People.RespondPing.self) == [])
        }
    }

    @Test func `ping respond to all counts them`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("ping respond --all")
            #expect(
                run.output == "Answered 1 question. The check-in is still due by Sat 2026-11-21 "
                    + "09:12 CET: lifesignalctl check-in\n")
        }
    }

    @Test func `ping clear says whom it is taken back from`() async throws {
        try await withDaemon { daemon in
            #expect(
                await daemon.run("ping clear q1").output
                    == "Took back the question to Carla 🙂.\n")
        }
    }

    // MARK: alert

    @Test func `an alert says who is told`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("alert raise --yes --message", ["on the stairs"])
            #expect(run.status == .done)
            #expect(run.output == "Help called. Telling 陳小明, Carla 🙂.\n")
            #expect(
                daemon.parameters(of: People.RaiseAlert.self) == [.init(message: "on the stairs")])
        }
    }

    @Test(arguments: [("x", 1000), ("🙂", 1000), ("👩‍👩‍👧‍👦", 160)])
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
                    + (isTaken ? "" : "Nobody has been told: you did not say yes\n"))
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
                .refusal(
                    People.Failure.alertActive(
                        since: "2026-11-20T19:00:00.000Z", tells: ["Carla 🙂"], senderConnected: nil)
                ))
            let run = await daemon.run("alert raise --yes")
            #expect(run.status == .failed)
            #expect(
                run.error == "NOT called again: the call of Fri 2026-11-20 20:00 CET is still on, "
                    + "and responders are told of it until it is cleared. To end it: lifesignalctl "
                    + "alert clear. Call your local emergency number.\n")
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
                        + "lifesignalctl notifications\n"))
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
            AlertAnswer.cleared(telling: [], isSending: false, screen)
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

    // MARK: channel

    @Test func `channel add says what it chose and why`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("channel add ntfys://ntfy.example.org/secret")
            #expect(
                run.output == """
                    Added channel ch9: ntfy://ntfy.example.org/***
                    It is not private: whoever knows or guesses the topic can read it; credentials \
                    keep them out. Notices there hold a handle and nothing else.
                    If only its user reads it: lifesignalctl channel remove ch9, and add it again \
                    with --private.
                    Try it: lifesignalctl channel test ch9

                    """)
            let own = await daemon.run("channel add -u ana --private ntfys://ntfy.example.org/s")
            #expect(
                own.output == """
                    Added channel ch9: ntfy://ntfy.example.org/***
                    It is private: as you said. Notices there say everything.
                    Try it: lifesignalctl channel test ch9

                    """)
            _ = await daemon.run("channel add --no-private mailto:a@example.org")
            #expect(
                daemon.parameters(of: People.AddChannel.self) == [
                    .init(address: "ntfys://ntfy.example.org/secret"),
                    .init(
                        address: "ntfys://ntfy.example.org/s", user: "ana", private: true),
                    .init(address: "mailto:a@example.org", private: false),
                ])
        }
    }

    @Test func `a channel's address can come from standard input`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "channel add -", console: TestConsole(answers: [" mailto:a@example.org "]))
            #expect(run.status == .done)
            #expect(
                daemon.parameters(of: People.AddChannel.self) == [
                    .init(address: "mailto:a@example.org")
                ])
            let empty = await daemon.run("channel add -")
            #expect(empty.status == .usage)
            #expect(empty.error == "NOT added: standard input holds no address\n")
        }
    }

    @Test func `channel test tells how it went`() async throws {
        try await withDaemon { daemon in
            let worked = await daemon.run("channel test ch1")
            #expect(
                worked.output
                    == "Handed to ntfy.example.org. Look whether it arrived.\n")
            let failed = await daemon.run("channel test ch2")
            #expect(failed.status == .failed)
            #expect(
                failed.error
                    == "NOT handed over: connection refused; it is tried again, Fri 21:00 CET (in 0m 5s). "
                    + "See: lifesignalctl notifications -u ana\n")
            let given = await daemon.run("channel test ch3")
            #expect(
                given.error == "NOT handed over: connection refused. See: lifesignalctl "
                    + "notifications -u ana\n")
        }
    }

    @Test func `channel test says that there is no sender, and how one is started`() async throws {
        var home = Household()
        home.senderConnected = false
        try await withDaemon(home) { daemon in
            let run = await daemon.run("channel test ch2")
            #expect(run.status == .failed)
            #expect(
                run.error
                    == "NOT handed over: no sender is connected; the test goes out when one is. Ask "
                    + "whoever runs this server, or start it: sudo systemctl start lifesignal-notify\n"
            )
        }
    }

    @Test func `channel test tells until when a pause was asked for`() async throws {
        try await withDaemon(.paused) { daemon in
            let run = await daemon.run("channel test ch2")
            #expect(
                run.error
                    == "NOT handed over: the server wants a pause, Fri 21:05 CET (in 5m 0s). See: "
                    + "lifesignalctl notifications -u ana\n")
        }
    }

    @Test func `removing the last channel says that nothing can be told any more`() async throws {
        try await withDaemon { daemon in
            let first = await daemon.run("channel remove ch1")
            #expect(first.output == "Removed channel ch1. What waited there is withdrawn.\n")
            let last = await daemon.run("channel remove ch2")
            #expect(
                last.output == """
                    Removed channel ch2. What waited there is withdrawn.
                    It was the last one: nothing can be told to ana now. Add another: \
                    lifesignalctl channel add -u ana ADDRESS

                    """)
        }
    }

    @Test func `a responder who cannot be told is not promised to be`() async throws {
        try await withDaemon(.benWithoutChannel) { daemon in
            let run = await daemon.run("responder add ana ben")
            #expect(run.status == .done)
            #expect(
                run.output == """
                    ben now looks out for ana, but has no channel: nothing can be told to ben.
                    They, or an administrator, add one: lifesignalctl channel add -u ben ADDRESS

                    """)
            let list = await daemon.run("responder list")
            #expect(list.output.contains("NO, no channel"))
            let page = await daemon.run("status ana")
            #expect(page.output.contains("can't be told: no channel"))
        }
    }

    @Test(arguments: [
        ("ntfy://ntfy.example.org/***", "ntfy.example.org"),
        ("ntfys://***@ntfy.example.org:8443/***", "ntfy.example.org:8443"),
        ("https://hooks.example.org/a/***?***", "hooks.example.org"),
        ("http://[::1]:80/x", "[::1]:80"), ("mailto:***@example.org", "the mail server"),
        ("exec:siren", "hook siren"), ("apprise+tgram://***", "Apprise (tgram)"),
        ("odd\u{1B}", "odd\\u{1b}"),
    ])
    func `what took a notice is read off the address`(address: String, host: String) {
        #expect(ChannelWords.host(ofMasked: address) == host)
    }
}
