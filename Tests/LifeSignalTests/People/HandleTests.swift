import LifeSignal
import Testing

struct HandleTests {
    @Test(arguments: [
        "a", "z", "ana", "a1", "a_b-c", "a-", "a_", "a--__00", "abcdefghijklmnopqrstuvwxyz012345",
    ])
    func `a handle is 1 to 32 of these characters`(text: String) throws {
        #expect(try Handle(text).text == text)
    }

    @Test(arguments: [
        "", "1a", "-a", "_a", "Ana", "aNa", "ana ", " ana", "a.b", "a@b", "ána", "a\u{301}", "ａ",
        "a\0", "a\n", "abcdefghijklmnopqrstuvwxyz0123456", "{a", "a{", "`a", "a`", "a/", "a:",
    ])
    func `any other text is refused`(text: String) {
        let refusal = Refusal.invalid(
            parameter: "handle",
            reason: "a handle is 1 to 32 of a-z, 0-9, _ and -, and begins with a letter")
        #expect(throws: refusal) { try Handle(text) }
    }

    @Test func `the parameter that held it is named`() {
        #expect {
            try Handle("", parameter: "responder")
        } throws: { error in
            if case Refusal.invalid("responder", _) = error { true } else { false }
        }
    }

    @Test func `handles are ordered by their letters`() throws {
        #expect(try Handle("ana") < Handle("ben"))
        #expect(try !(Handle("ben") < Handle("ana")))
        #expect(try Handle("ana").description == "ana")
    }
}

struct ActorTests {
    @Test(
        arguments: [
            (.ana, "user:ana", "Ana"), (.root, "account:root", "account root"),
            (.uid(1000), "uid:1000", "account number 1000"),
            (.daemon, "daemon", "LifeSignal"),
        ] as [(Actor, String, String)])
    func `everyone is named in the audit trail and in notices`(
        actor: Actor, text: String, shownName: String
    ) {
        #expect(actor.text == text)
        #expect(actor.shownName == shownName)
    }

    @Test func `only a caller bound to a user is that user`() {
        #expect(Actor.ana.isUser(.ana))
        #expect(!Actor.ana.isUser(.ben))
        #expect(!Actor.root.isUser(.ana))
        #expect(!Actor.daemon.isUser(.ana))
    }
}
