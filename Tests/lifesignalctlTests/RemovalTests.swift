import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

/// Whom a removal leaves without anybody who looks out for them.
struct RemovalTests {
    @Test func `user remove says for whom nobody looks out any more`() async throws {
        var home = Household()
        home.responders = []
        try await withDaemon(home) { daemon in
            let run = await daemon.run("user remove dora --yes")
            #expect(
                run.output == """
                    Removed Dora (dora). Their contacts are told, where they have a channel.
                    NOBODY LOOKS OUT FOR carla NOW, who may need help. Add another, who is told at once: \
                    lifesignalctl responder add carla RESPONDER
                    Nobody looks out for emile now. Add another: lifesignalctl responder add emile RESPONDER

                    """)
            #expect(
                daemon.parameters(of: People.ListDependents.self) == [.init(user: "dora")])
            #expect(
                daemon.parameters(of: People.ListResponders.self) == [
                    .init(user: "carla"), .init(user: "emile"),
                ])
        }
    }

    @Test(arguments: [
        (
            People.User.Status.active,
            "Nobody looks out for ana now. Add another: lifesignalctl responder add ana RESPONDER"
        ),
        (
            .nonResponsive,
            "NOBODY LOOKS OUT FOR ana NOW, who may need help. Add another, who is told at once: "
                + "lifesignalctl responder add ana RESPONDER"
        ),
    ])
    func `removing the last responder says that nobody looks out any more`(
        status: People.User.Status, words: String
    ) async throws {
        var home = Household()
        home.users[0].status = status
        try await withDaemon(home) { daemon in
            let first = await daemon.run("responder remove ana ben")
            let removed =
                "ben no longer looks out for ana. Both are told, where they have a channel.\n"
            #expect(first.output == removed)
            daemon.change(on: People.RemoveResponder.self) { $0.responders = [] }
            let last = await daemon.run("responder remove ana ben")
            #expect(last.output == removed + words + "\n")
        }
    }

    @Test func `a responder is gone although nobody can say who is left`() async throws {
        var home = Household()
        (home.caller, home.responders) = (nil, [])
        try await withDaemon(home) { daemon in
            daemon.arrange(People.ListResponders.self, .cut)
            let run = await daemon.run("responder remove ana ben")
            #expect(run.status == .done)
            #expect(run.waited == .zero)
            #expect(
                run.output == "ben no longer looks out for ana. Both are told, where they have a "
                    + "channel.\n")
        }
    }

    @Test func `a responder who goes does not ask who is left, which is not theirs to see`()
        async throws
    {
        var home = Household()
        (home.users, home.responders) = ([.ana, .silentDependent], [])
        try await withDaemon(home) { daemon in
            let run = await daemon.run("responder remove carla ana")
            #expect(
                run.output == "ana no longer looks out for carla. Both are told, where they have "
                    + "a channel.\n")
            #expect(!daemon.called.contains("ListResponders"))
        }
    }

    @Test func `who wants a tie to end is not told how to make one`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.RemoveResponder.self,
                .refusal(People.Failure.notAResponder(dependent: "ana", responder: "dora")))
            let run = await daemon.run("responder remove ana dora")
            #expect(run.status == .failed)
            #expect(
                run.error == "NOT removed: dora does not look out for ana. See: lifesignalctl "
                    + "status ana\n")
        }
    }
}
