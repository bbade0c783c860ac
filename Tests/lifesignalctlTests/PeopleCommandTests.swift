import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

struct PeopleCommandTests {
    // MARK: check-in

    @Test func `what is not UTF-8 is refused before anything is asked, but for a call for help`()
        async throws
    {
        try await withDaemon { daemon in
            let refused = await daemon.run("user set ana --name Jos\u{FFFD}")
            #expect(refused.status == .usage)
            #expect(refused.error == "NOT changed: “Jos\u{FFFD}” is not UTF-8\n")
            #expect(daemon.called.isEmpty)
            let called = await daemon.run("alert raise --yes -m caf\u{FFFD}")
            #expect(called.status == .done)
            #expect(daemon.called.contains("RaiseAlert"))
        }
    }

    @Test func `a check-in says by when the next is due`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("check-in")
            #expect(run.status == .done)
            #expect(
                run.output == "Checked in Ana Kovač (ana). Next check-in due by Sat 2026-11-21 "
                    + "21:00 CET, in 24h 0m.\n")
            #expect(daemon.called == ["CheckIn"])
        }
    }

    @Test(arguments: ["", " -u carla"])
    func `who calls for help is spoken to as themselves`(named: String) async throws {
        var home = Household()
        home.caller = "carla"
        try await withDaemon(home) { daemon in
            let checkedIn = await daemon.run("check-in\(named)")
            #expect(
                checkedIn.output.hasSuffix(
                    "\nYou still call for help. To end it: lifesignalctl alert clear\n"))
            let cleared = await daemon.run("alert clear --yes\(named)")
            #expect(
                cleared.output == """
                    You no longer call for help, after 05:12. Telling 陳小明.
                    The check-in is still missing: lifesignalctl check-in

                    """)
        }
    }

    /// Who calls is asked for words alone: about what has been done.
    @Test(arguments: [FakeDaemon.Mishap.cut, .refusal(Service.Failure.permissionDenied)])
    func `a check-in stands although nobody can say who calls`(
        mishap: FakeDaemon.Mishap
    ) async throws {
        try await withDaemon { daemon in
            daemon.arrange(People.GetUser.self, mishap)
            let checkedIn = await daemon.run("check-in -u carla --seen")
            #expect(checkedIn.status == .done)
            #expect(checkedIn.output.hasPrefix("Checked in Carla 🙂 (carla)."))
            #expect(checkedIn.output.contains("\nCarla 🙂 still calls for help."))
            #expect(daemon.called == ["CheckIn", "GetUser"])
        }
    }

    @Test func `a check-in that nobody has to vouch for is one call`() async throws {
        try await withDaemon { daemon in
            #expect(await daemon.run("check-in -u ben --seen").status == .done)
            #expect(daemon.called == ["CheckIn"])
        }
    }

    @Test func `an alert is ended before anybody asks who calls`() async throws {
        try await withDaemon { daemon in
            #expect(await daemon.run("alert clear --yes -u carla").status == .done)
            #expect(daemon.called == ["GetUser", "ClearAlert", "GetUser"])
        }
    }

    @Test func `a check-in says that an alert stays on, and what is missing`() async throws {
        try await withDaemon { daemon in
            let carla = await daemon.run("check-in -u carla --seen --source hook")
            #expect(
                carla.output.hasSuffix(
                    "Carla 🙂 still calls for help. To end it, they or an administrator: "
                        + "lifesignalctl alert clear -u carla\n"
                ))
            #expect(
                daemon.parameters(of: People.CheckIn.self) == [.init(user: "carla", source: .hook)]
            )
            let ben = await daemon.run("check-in -u ben --seen")
            #expect(
                ben.output.hasSuffix(
                    "Not protected yet: 陳小明 has no channel. Next: lifesignalctl channel add -u "
                        + "ben ADDRESS\n"))
        }
    }

    @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false), ("yep", false)])
    func `who checks in somebody else is asked whether they have spoken to them`(
        answer: String, isTaken: Bool
    ) async throws {
        try await withDaemon { daemon in
            let console = TestConsole(columns: 80, answers: [answer])
            let run = await daemon.run(
                "check-in -u ben", console: console, variables: ["NO_COLOR": ""])
            #expect(run.status == (isTaken ? .done : .failed))
            #expect(daemon.called.contains("CheckIn") == isTaken)
            #expect(
                run.error == "Have you seen 陳小明 (ben) or spoken to them, and are they well? "
                    + "[y/N] " + (isTaken ? "" : "NOT checked in: you did not say yes\n"))
        }
    }

    @Test(arguments: [("dora", false), ("carla", true)])
    func `who is added while somebody may need help is told so, and the tool says it`(
        dependent: String, needsHelp: Bool
    ) async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("responder add \(dependent) ben")
            #expect(run.status == .done)
            let said =
                "ben now looks out for \(dependent). Both are told, where they have a channel.\n"
            let more = "\(dependent) may need help now, and ben is told so at once.\n"
            #expect(run.output == said + (needsHelp ? more : ""))
        }
    }

    /// Fred looks out for Ana, and she for Dora.
    @Test(arguments: [
        ("fred", People.User.veiled, true), ("dora", .seenInPart(.active), true),
        ("dora", .seenInPart(.waiting), true), ("dora", .seenInPart(.overdue), false),
        ("dora", .seenInPart(.nonResponsive), false), ("dora", .seenInPart(.other("lost")), false),
    ])
    func `nobody is asked to vouch where they may not check in`(
        handle: String, user: People.User, isRefused: Bool
    ) async throws {
        var home = Household()
        home.users = [.ana, user]
        home.users[1].handle = handle
        try await withDaemon(home) { daemon in
            let run = await daemon.run(
                "check-in -u \(handle)", console: TestConsole(columns: 80, answers: ["y"]),
                variables: ["NO_COLOR": ""])
            #expect(daemon.called.contains("CheckIn") != isRefused)
            guard isRefused else { return }
            #expect(run.status == .notPermitted)
            #expect(
                run.error == "NOT checked in: only a responder of \(handle) may do that, and only "
                    + "while \(handle) is overdue or non-responsive. As an administrator: sudo "
                    + "lifesignalctl check-in -u \(handle) --socket \(daemon.path)\n")
        }
    }

    @Test func `without a terminal the question's flag is named`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("check-in -u ben")
            #expect(run.status == .failed)
            #expect(!daemon.called.contains("CheckIn"))
            #expect(
                run.error == "NOT checked in: there is no terminal to ask you on. If you mean it: "
                    + "add --seen\n")
        }
    }

    @Test func `nobody is asked about themselves, nor who is bound to nobody`() async throws {
        try await withDaemon { daemon in
            #expect(await daemon.run("check-in -u ana").status == .done)
        }
        var home = Household()
        home.caller = nil
        try await withDaemon(home) { daemon in
            #expect(await daemon.run("check-in -u ben").status == .done)
        }
    }

    @Test func `who may not check in somebody is told who may`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(People.CheckIn.self, .refusal(Service.Failure.permissionDenied))
            let run = await daemon.run("check-in -u ben --seen")
            #expect(run.status == .notPermitted)
            #expect(
                run.error == "NOT checked in: only a responder of ben may do that, and only while "
                    + "ben is overdue or non-responsive. As an administrator: sudo lifesignalctl "
                    + "check-in -u ben --socket \(daemon.path)\n")
        }
    }

    // MARK: user add, set, remove

    @Test func `user add takes everything that can be said of a user`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "user add zoe --name Zoe --interval",
                [
                    "1day 12h", "--reminder", "30min", "--reminder", "4h", "--grace", "15min",
                    "--phone", "+49 30 1", "--note", "key\nwith ben", "--picture",
                    "https://example.org/z.png", "--account", "zoe", "--check-in",
                ])
            #expect(run.status == .done)
            #expect(
                daemon.parameters(of: People.AddUser.self) == [
                    .init(
                        handle: "zoe", name: "Zoe", phoneNumber: "+49 30 1",
                        emergencyNote: "key\nwith ben", pictureUrl: "https://example.org/z.png",
                        account: "zoe", checkInInterval: 129_600, reminders: [1800, 14_400],
                        grace: 900, checkIn: true)
                ])
            #expect(
                run.output == """
                    Added Zoe (zoe): every 36 hours; reminder 30m and 4 hours before; grace 15m.
                    Not protected yet: Zoe has never checked in. Next: lifesignalctl check-in -u zoe

                    """)
        }
    }

    @Test func `what is left out at user add is left to the daemon`() async throws {
        try await withDaemon { daemon in
            _ = await daemon.run("user add zoe --name Zoe")
            _ = await daemon.run("user add yan --name Yan --reminder none")
            #expect(
                daemon.parameters(of: People.AddUser.self) == [
                    .init(handle: "zoe", name: "Zoe"),
                    .init(handle: "yan", name: "Yan", reminders: []),
                ])
        }
    }

    @Test func `user set sends what is given and nothing else`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("user set ana --interval 48h --phone", [""])
            #expect(
                run.output == "Changed Ana Kovač (ana): every 2 days; reminder 2 hours before; no "
                    + "grace. Next check-in due by Sat 2026-11-21 09:12 CET.\n")
            _ = await daemon.run("user set --sort date-added --check-in")
            #expect(
                daemon.parameters(of: People.SetUser.self) == [
                    .init(user: "ana", phoneNumber: "", checkInInterval: 172_800),
                    .init(dependentSort: .dateAdded, checkIn: true),
                ])
        }
    }

    @Test func `user set that changes nothing says so`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("user set ana --interval 24h")
            #expect(run.status == .done)
            #expect(run.output == "Nothing changed: Ana Kovač (ana) is like that already.\n")
        }
    }

    @Test(arguments: [("dora", true), ("dor", false), ("", false)])
    func `user remove asks for the handle to be typed`(
        answer: String, isTaken: Bool
    ) async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "user remove dora", console: TestConsole(columns: 80, answers: [answer]),
                variables: ["NO_COLOR": ""])
            #expect(run.status == (isTaken ? .done : .failed))
            #expect(daemon.called.contains("RemoveUser") == isTaken)
            #expect(
                run.error == "This removes Dora (dora) and their history for good. Type the handle "
                    + "to go on: " + (isTaken ? "" : "NOT removed: that was not “dora”\n"))
        }
    }

    @Test func `user remove without a terminal needs to be told so, and force is passed on`()
        async throws
    {
        try await withDaemon { daemon in
            let refused = await daemon.run("user remove dora --force")
            #expect(refused.status == .failed)
            #expect(refused.error.hasSuffix("If you mean it: add --yes\n"))
            let done = await daemon.run("user remove dora --yes --force")
            #expect(
                done.output
                    == "Removed Dora (dora). Their contacts are told, where they have a channel.\n")
            #expect(
                daemon.parameters(of: People.RemoveUser.self) == [
                    .init(user: "dora", force: true)
                ])
        }
    }

    // MARK: user explain, dependents

    @Test(arguments: [
        ("2020-01-01 00:00", "Wed 2020-01-01 00:00:00 CET lies in the past"),
        ("2030-01-01 00:00", "Tue 2030-01-01 00:00:00 CET lies more than two years ahead"),
    ])
    func `a time that nothing can be explained at is refused as it is typed`(
        time: String, words: String
    ) async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                Daemon.Explain.self,
                .refusal(InvalidParameter("at", reason: "as YYYY-MM-DDTHH:MM:SS.mmmZ")))
            let run = await daemon.run("user explain ana --at", [time])
            #expect(run.status == .failed)
            #expect(
                run.error == "Nothing to show: --at: \(words). Name a time within the next two "
                    + "years: “2026-11-20 09:12”, “09:12”, “+2h” or “2026-11-20T08:12:00Z”\n")
        }
    }

    @Test func `user explain asks for the reader's own time`() async throws {
        try await withDaemon { daemon in
            _ = await daemon.run("user explain ana --at", ["2026-11-21 09:12"])
            _ = await daemon.run("user explain --at +2h")
            #expect(
                daemon.parameters(of: Daemon.Explain.self) == [
                    .init(user: "ana", at: "2026-11-21T08:12:00.000Z"),
                    .init(at: "2026-11-20T22:00:00.000Z"),
                ])
        }
    }

    @Test func `dependents pass on the sort that is asked for`() async throws {
        try await withDaemon { daemon in
            for sort in ["time-left", "name", "date-added"] {
                _ = await daemon.run("dependents -u ana --sort \(sort)")
            }
            _ = await daemon.run("dependents")
            #expect(
                daemon.parameters(of: People.ListDependents.self) == [
                    .init(user: "ana", sort: .timeLeft), .init(user: "ana", sort: .name),
                    .init(user: "ana", sort: .dateAdded), .init(),
                ])
        }
    }

    /// Each refused call is a warning in the journal.
    @Test func `of a dependent nothing is asked for that only they may see`() async throws {
        var home = Household()
        home.users = [.silentDependent]
        try await withDaemon(home) { daemon in
            let page = await daemon.run("status carla")
            #expect(page.status == .done)
            #expect(page.output.contains("OPEN QUESTIONS"))
            #expect(daemon.called == ["GetUser", "ListPings"])
        }
    }

    @Test func `somebody of whom the name alone is shown is not called waiting or unprotected`()
        async throws
    {
        var home = Household()
        home.users = [.veiled]
        try await withDaemon(home) { daemon in
            let list = await daemon.run("user list --no-header")
            #expect(list.output == "fred    Fred  not shown to you     –  –    –     –\n")
            let status = await daemon.run("status")
            #expect(!status.output.contains("NOT PROTECTED"))
            let page = await daemon.run("status fred")
            #expect(
                page.output == """
                    ● Fred (fred) not shown to you
                      Fred looks out for you, so you see the name alone.

                    """)
        }
    }
}

extension People.User {
    /// Somebody as their responders see them.
    fileprivate static func seenInPart(_ status: Status) -> People.User {
        var user = silentDependent
        user.status = status
        return user
    }
}
