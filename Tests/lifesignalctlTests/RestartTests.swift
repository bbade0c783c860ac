import LifeSignal
import LifeSignalAPI
import Synchronization
import Testing
import Varlink

@testable import lifesignalctl

/// No invocation fails because the daemon is being restarted.
struct RestartTests {
    @Test func `a call that is cut is made again`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(People.CheckIn.self, .cut, .cut)
            let run = await daemon.run("check-in")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(daemon.called == ["CheckIn", "CheckIn", "CheckIn"])
        }
    }

    @Test func `a daemon that is away is waited for`() async throws {
        let directory = try TemporaryDirectory()
        let back = Mutex<Server?>(nil)
        let path = directory.path + "/socket"
        let run = await Invocation.run("reload", socket: path) { waited in
            guard waited == .seconds(9) else { return }
            var router = Router(
                vendor: "", product: "", version: "", url: "", interfaces: [Daemon.self])
            router.on(Daemon.Reload.self) { _, _ in .init() }
            let server = Server(router: router)
            try? await server.listen(path: path)
            back.withLock { $0 = server }
        }
        #expect(run.status == .done)
        #expect(run.error == "")
        await back.withLock { $0 }?.shutdown()
    }

    @Test func `after ten seconds the daemon is given up`() async throws {
        let directory = try TemporaryDirectory()
        let run = await Invocation.run("check-in", socket: directory.path + "/socket")
        #expect(run.status == .unavailable)
        #expect(run.waited == .seconds(10))
    }

    @Test func `where not even the directory is there nothing restarts`() async {
        let run = await Invocation.run("check-in", socket: "/nonexistent/socket")
        #expect(run.status == .unavailable)
        #expect(run.waited == .zero)
    }

    @Test func `a daemon that cuts every call is given up`() async throws {
        try await withDaemon { daemon in
            for _ in 0..<200 { daemon.arrange(Daemon.Reload.self, .cut) }
            let run = await daemon.run("reload")
            #expect(run.status == .unavailable)
            #expect(run.waited == .seconds(10))
            #expect(
                run.error == "NOT reloaded: the daemon cut the connection before it answered. "
                    + "See: journalctl -u lifesignald\n")
        }
    }

    @Test func `whoever waits at a terminal is told so, and it is wiped away`() async throws {
        let directory = try TemporaryDirectory()
        let console = TestConsole(columns: 80)
        let run = await Invocation.run(
            "reload", socket: directory.path + "/socket", console: console,
            variables: ["NO_COLOR": ""])
        #expect(
            run.error.hasPrefix(
                "lifesignald does not answer, waiting for it …\r\u{1B}[KNOT reloaded")
        )
    }

    @Test func `a busy daemon is asked again when it says`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.CheckIn.self,
                .refusal(Daemon.Failure.unavailable(reason: "its queue is full", retryAfter: 2)))
            let run = await daemon.run("check-in")
            #expect(run.status == .done)
            #expect(run.waited == .seconds(2))
        }
    }

    /// A call that was carried out, and whose reply was lost with the connection.
    @Test(arguments: [
        ("alert raise --yes", "Help called. Telling 陳小明, Carla 🙂.\n"),
        ("ping send carla", "Asked carla.\n"),
        (
            "responder add ana ben",
            "ben now looks out for ana. Both are told, where they have a channel.\n"
        ),
        (
            "responder remove ana ben",
            "ben no longer looks out for ana. Both are told, where they have a channel.\n"
        ),
        ("channel remove ch1", "Removed channel ch1. What waited there is withdrawn.\n"),
        ("ping clear q1", "Took back the question.\n"),
        (
            "user remove dora --yes",
            "Removed Dora (dora). Their contacts are told, where they have a channel.\n"
        ),
        (
            "alert clear -u carla --yes",
            """
            Carla 🙂 no longer calls for help, after 05:12. See who is told: lifesignalctl responder list -u carla
            The check-in is still missing: lifesignalctl check-in -u carla

            """
        ),
    ])
    func `what a repeated call finds done counts as done`(
        line: String, output: String
    ) async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.RaiseAlert.self, .cut,
                .refusal(
                    People.Failure.alertActive(
                        since: "2026-11-20T20:00:00.000Z", tells: ["陳小明", "Carla 🙂"],
                        senderConnected: nil)))
            daemon.arrange(
                People.SendPing.self, .cut, .refusal(People.Failure.pingPending(id: "q9")))
            daemon.arrange(
                People.AddResponder.self, .cut,
                .refusal(People.Failure.alreadyResponder(dependent: "ana", responder: "ben")))
            daemon.arrange(
                People.RemoveResponder.self, .cut,
                .refusal(People.Failure.notAResponder(dependent: "ana", responder: "ben")))
            daemon.arrange(
                People.RemoveChannel.self, .cut, .refusal(People.Failure.noSuchChannel(id: "ch1")))
            daemon.arrange(
                People.ClearPing.self, .cut,
                .refusal(People.Failure.pingEnded(id: "q1", status: .cleared)))
            daemon.arrange(
                People.RemoveUser.self, .cut, .refusal(People.Failure.noSuchUser(user: "dora")))
            daemon.arrange(
                People.ClearAlert.self, .cut, .refusal(People.Failure.noActiveAlert(user: "carla")))
            let run = await daemon.run(line)
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(run.output == output)
        }
    }

    @Test(arguments: [true, false])
    func `who has vouched, and may not once more, is told what was done`(wasDone: Bool) async throws
    {
        try await withDaemon { daemon in
            let last = "2026-11-20T19:59:59.000Z"
            if wasDone { daemon.change(on: People.CheckIn.self) { $0.users[1].lastCheckIn = last } }
            daemon.arrange(
                People.CheckIn.self, .cut, .refusal(Service.Failure.permissionDenied))
            let console = TestConsole(columns: 80, answers: ["y"])
            let run = await daemon.run("check-in -u ben", console: console)
            #expect(run.status == (wasDone ? .done : .notPermitted))
            #expect(run.output.contains("Checked in 陳小明 (ben).") == wasDone)
        }
    }

    @Test(arguments: [("carla", true), ("carla", false), ("carl", false)])
    func `whose removal has made the other a stranger is told what was done`(
        responder: String, wasDone: Bool
    ) async throws {
        try await withDaemon { daemon in
            if wasDone { daemon.change(on: People.RemoveResponder.self) { $0.responders = [] } }
            daemon.arrange(
                People.RemoveResponder.self, .cut, .refusal(Service.Failure.permissionDenied))
            let run = await daemon.run("responder remove ana \(responder)")
            #expect(run.status == (wasDone ? .done : .notPermitted))
        }
    }

    @Test func `a user that a lost reply had added is shown`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.AddUser.self, .cut, .refusal(People.Failure.userExists(user: "dora")))
            let run = await daemon.run("user add dora --name Dora")
            #expect(run.status == .done)
            #expect(run.output.hasPrefix("Added Dora (dora): every 1 day;"))
        }
    }

    @Test func `a channel that a lost reply had added is shown`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.AddChannel.self, .cut, .refusal(People.Failure.channelExists(id: "ch2")))
            let run = await daemon.run("channel add mailto:ana@example.org")
            #expect(run.status == .done)
            #expect(run.output.hasPrefix("Added channel ch2: mailto:***@example.org\n"))
        }
    }

    @Test(arguments: ["alert raise --yes", "ping send carla"])
    func `what the first call finds done is refused`(line: String) async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.RaiseAlert.self,
                .refusal(People.Failure.callIsOn))
            daemon.arrange(People.SendPing.self, .refusal(People.Failure.pingPending(id: "q9")))
            let run = await daemon.run(line)
            #expect(run.status == .failed)
        }
    }

    @Test func `a connection that was refused made no call, so what is found done is refused`()
        async throws
    {
        try await withDaemon { daemon in
            daemon.arrange(
                People.RaiseAlert.self,
                .refusal(People.Failure.callIsOn))
            let refusals = Mutex(3)
            let run = await daemon.run(
                "alert raise --yes",
                onConnect: { () throws(CallError) in
                    if refusals.withLock({ left in
                        left -= 1
                        return left >= 0
                    }) {
                        throw .unreachable("Connection refused")
                    }
                })
            #expect(run.status == .failed)
            #expect(run.waited > .zero)
            #expect(run.error.hasPrefix("NOT called again: the call of Fri 2026-11-20 20:00 CET"))
        }
    }

    @Test func `a tap is never repeated`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(People.TapAlert.self, .cut)
            let run = await daemon.run("alert tap")
            #expect(run.status == .unavailable)
            #expect(daemon.called == ["TapAlert"])
            #expect(
                run.error == "Nobody has been told: the daemon was restarted under this tap, which "
                    + "may be lost. Tap again. Call your local emergency number.\n")
        }
    }

    @Test func `a listing that is cut is whole all the same`() async throws {
        try await withDaemon { daemon in
            let whole = await daemon.run("ping list").output
            daemon.arrange(People.ListPings.self, .cutAfter(1))
            #expect(await daemon.run("ping list").output == whole)
        }
    }

    @Test(arguments: ["user list", "user list --json", "status", "events", "events --json"])
    func `a long listing that is cut repeats nothing and leaves out nothing`(
        line: String
    ) async throws {
        try await withDaemon { daemon in
            let whole = await daemon.run(line).output
            daemon.arrange(People.ListUsers.self, .cutAfter(2), .cutAfter(3), .cut)
            daemon.arrange(Daemon.ListEvents.self, .cutAfter(1), .cut, .cutAfter(1))
            let run = await daemon.run(line)
            #expect(run.status == .done)
            #expect(run.output == whole)
        }
    }

    @Test func `events that are cut go on after the last one seen`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(Daemon.ListEvents.self, .cutAfter(2))
            _ = await daemon.run("events --since 6")
            #expect(daemon.parameters(of: Daemon.ListEvents.self).map(\.since) == [6, 8])
        }
    }

    @Test func `a follower that fell behind is told what it missed, and goes on`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                Daemon.ListEvents.self, .cutAfter(1),
                .refusal(Daemon.Failure.fellBehind(oldest: 9, newest: 9)))
            let run = await daemon.run("events --follow --json")
            #expect(run.status == .done)
            #expect(run.error == "MISSED: events 8 to 8 are not kept any more\n")
            #expect(
                run.output
                    == [Household().events[0], Household().events[2]]
                    .map { "\($0.json)\n" }.joined())
            #expect(
                daemon.parameters(of: Daemon.ListEvents.self).map(\.follow) == [true, true, true])
        }
    }

    @Test func `without following, events that are gone are a failure`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                Daemon.ListEvents.self,
                .refusal(Daemon.Failure.fellBehind(oldest: 9, newest: 12)))
            let run = await daemon.run("events --since 3")
            #expect(run.status == .failed)
            #expect(
                run.error == "Nothing to show: events before number 9 are not kept any more. Begin "
                    + "there: lifesignalctl events --since 8\n")
        }
    }
}
