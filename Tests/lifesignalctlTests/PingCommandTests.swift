import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

/// Questions, and their answers.
struct PingCommandTests {
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

    @Test func `what is answered is answered, though nobody can say what follows`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.GetUser.self, .refusal(People.Failure.pingEnded(id: "q2", status: .expired)))
            let run = await daemon.run("ping respond q2")
            #expect(run.status == .done)
            #expect(run.output == "Answered 陳小明.\n")
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

    @Test func `a question that was asked of somebody else than who is named is not answered`()
        async throws
    {
        try await withDaemon { daemon in
            let run = await daemon.run("ping respond q2 -u ben")
            #expect(run.status == .failed)
            #expect(
                run.error == "NOT answered: question q2 was not asked of ben, but of ana. To "
                    + "answer it for ana, leave -u out; what waits for ben: lifesignalctl ping "
                    + "list -u ben --received --pending\n")
            #expect(daemon.parameters(of: People.RespondPing.self) == [])
            #expect(await daemon.run("ping respond q2 -u ana").status == .done)
            #expect(daemon.parameters(of: People.RespondPing.self) == [.init(id: "q2")])
        }
    }

    /// Root is bound to nobody, and Ben is an administrator.
    @Test(arguments: [nil, "ben"] as [String?], ["q2", "q2 -u ana", "--all -u ana"])
    func `whoever answers for somebody is told which check-in is missing, and how to give it`(
        caller: String?, words: String
    ) async throws {
        var home = Household()
        home.caller = caller
        try await withDaemon(home) { daemon in
            let run = await daemon.run("ping respond \(words)")
            #expect(
                run.output.hasSuffix(
                    " The check-in is still due by Sat 2026-11-21 09:12 CET: lifesignalctl "
                        + "check-in -u ana\n"))
        }
        home.users[0].nextCheckIn = "2026-11-20T19:30:00.000Z"
        for status in [People.User.Status.overdue, .nonResponsive] {
            home.users[0].status = status
            try await withDaemon(home) { daemon in
                let run = await daemon.run("ping respond \(words)")
                #expect(
                    run.output.hasSuffix(
                        " That was no check-in, which was due by Fri 2026-11-20 20:30 CET: "
                            + "lifesignalctl check-in -u ana\n"))
            }
        }
        home.users[0].nextCheckIn = nil
        try await withDaemon(home) { daemon in
            let run = await daemon.run("ping respond \(words)")
            #expect(run.output.hasSuffix("; the first: lifesignalctl check-in -u ana\n"))
        }
    }

    @Test func `nobody can ask themselves, and nothing is proposed for it`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.SendPing.self,
                .refusal(People.Failure.notAResponder(dependent: "ana", responder: "ana")))
            let run = await daemon.run("ping send ana -u ana")
            #expect(
                run.error == "Nobody has been asked: nobody looks out for themselves. See: "
                    + "lifesignalctl responder list -u ana\n")
        }
    }

    @Test func `ping clear says whom it is taken back from`() async throws {
        try await withDaemon { daemon in
            #expect(
                await daemon.run("ping clear q1").output
                    == "Took back the question to Carla 🙂.\n")
        }
    }
}
