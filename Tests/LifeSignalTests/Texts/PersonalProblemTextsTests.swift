import Testing

@testable import LifeSignal

private let texts = Moment(.due).texts

/// Problems about people, as each of those who read of them does.
struct PersonalProblemTextsTests {
    private static let codes: [Problem.Code] = [
        .neverCheckedIn, .nobodyToTell, .nobodyReached, .deliveryFailed,
    ]

    private func facts(_ code: Problem.Code) -> Texts.ProblemFacts {
        Texts.ProblemFacts(
            code: code, since: .checkedIn, handle: Handle(stored: "ana"), name: "Ana",
            subject: "***@example.org")
    }

    private func expect(
        _ code: Problem.Code, _ reader: Texts.ProblemReader, _ title: String, _ text: String,
        _ remedy: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let problem = texts.problem(facts(code), for: reader)
        #expect(problem.title == title, sourceLocation: sourceLocation)
        #expect(problem.text == text, sourceLocation: sourceLocation)
        #expect(problem.remedy == remedy, sourceLocation: sourceLocation)
    }

    @Test func `that somebody has never checked in`() {
        let text =
            "Ana has never checked in, since Fri 2026-11-20 09:12 CET. No deadline runs for them "
            + "yet, so nobody would be told."
        expect(
            .neverCheckedIn, .administrator, "Ana has never checked in", text,
            "Ask Ana to check in, or do it together, as an administrator: lifesignalctl "
                + "check-in -u ana")
        expect(
            .neverCheckedIn, .themselves, "You have never checked in",
            "You have never checked in, since Fri 2026-11-20 09:12 CET. No deadline runs for you "
                + "yet, so nobody would be told if you fell silent.",
            "Check in: lifesignalctl check-in")
        expect(
            .neverCheckedIn, .responder, "Ana has never checked in", text,
            "Ask Ana to check in. The first time only Ana, or an administrator, can do it.")
    }

    @Test func `that nobody can be told`() {
        expect(
            .nobodyToTell, .administrator, "Nobody can be told about Ana",
            "Ana needs help since Fri 2026-11-20 09:12 CET, and no responder can be told: there "
                + "is none, or none has a channel.",
            "Call Ana yourself. Then, as an administrator: lifesignalctl responder add ana RESPONDER, and "
                + "lifesignalctl channel add ADDRESS -u RESPONDER")
        expect(
            .nobodyToTell, .themselves, "Nobody can be told about you",
            "No responder can be told that you may need help, since Fri 2026-11-20 09:12 CET: you "
                + "have none, or none has a channel.",
            "If you need help, call somebody yourself; if your life is in danger, call your local "
                + "emergency number. Then: lifesignalctl responder add ana RESPONDER, and ask "
                + "your responders to add a channel.")
        expect(
            .nobodyToTell, .responder, "Nobody can be told about Ana",
            "Ana needs help since Fri 2026-11-20 09:12 CET, and no responder can be told: none "
                + "has a channel, you neither.",
            "Call Ana yourself. Then: lifesignalctl channel add ADDRESS")
    }

    @Test func `that nobody has been reached`() {
        let text =
            "Ana needs help since Fri 2026-11-20 09:12 CET, and no responder who can act has "
            + "been reached."
        expect(
            .nobodyReached, .administrator, "Nobody who can act has been reached about Ana", text,
            "Call Ana and the responders yourself; see, as an administrator: lifesignalctl "
                + "notifications -u RESPONDER")
        expect(
            .nobodyReached, .themselves, "Nobody who can act has been reached about you",
            "No responder who can act has been reached, since Fri 2026-11-20 09:12 CET. It may "
                + "be that nobody knows that you need help.",
            "If you need help, call somebody yourself; if your life is in danger, call your local "
                + "emergency number. Who looks out for you: lifesignalctl responder list")
        expect(
            .nobodyReached, .responder, "Nobody who can act has been reached about Ana", text,
            "Call Ana yourself. What became of the notices to you: lifesignalctl notifications")
    }

    @Test func `that somebody can't be reached`() {
        let text =
            "Nothing that was sent to Ana by ***@example.org has arrived since Fri 2026-11-20 09:12 CET. "
            + "What comes next may not arrive there either."
        expect(
            .deliveryFailed, .administrator, "Ana can't be reached by ***@example.org", text,
            "See why, as an administrator: lifesignalctl notifications -u ana; then: "
                + "lifesignalctl channel list -u ana")
        expect(
            .deliveryFailed, .themselves, "You can't be reached by ***@example.org",
            "Nothing that was sent to you by ***@example.org has arrived since Fri 2026-11-20 09:12 CET. "
                + "What comes next may not arrive there either.",
            "See why: lifesignalctl notifications; then: lifesignalctl channel list")
        expect(
            .deliveryFailed, .responder, "Ana can't be reached by ***@example.org", text,
            "Tell Ana in another way. Only Ana, or an administrator, can see why and change it.")
    }

    @Test(arguments: [(Texts.ProblemReader.themselves, "you"), (.responder, "Ana")])
    func `that a notice was lost to them is said`(reader: Texts.ProblemReader, who: String) {
        var facts = facts(.deliveryFailed)
        facts.wasGivenUp = true
        #expect(
            texts.problem(facts, for: reader).text
                == "A notice for \(who) by ***@example.org was given up, and nothing has arrived there "
                + "since Fri 2026-11-20 09:12 CET. What comes next may not arrive there either.")
    }

    @Test(arguments: codes, [Texts.ProblemReader.themselves, .responder])
    func `who may do nothing for others is not asked to`(
        code: Problem.Code, reader: Texts.ProblemReader
    ) {
        var facts = facts(code)
        for unheard in [nil, unheard("Zoë")] {
            facts.unheard = unheard
            let remedy = texts.problem(facts, for: reader).remedy
            #expect(!remedy.contains("sudo"))
            #expect(!remedy.contains(" -u "))
        }
    }

    @Test(arguments: codes)
    func `people are spoken to about themselves, and not named`(code: Problem.Code) {
        var facts = facts(code)
        for unheard in [nil, unheard("Zoë")] {
            facts.unheard = unheard
            let problem = texts.problem(facts, for: .themselves)
            for words in [problem.title, problem.text, problem.remedy] {
                #expect(!words.contains("Ana"))
            }
            #expect(problem.title.lowercased().contains("you"))
        }
    }

    @Test func `who may need help is told the configured number`() {
        var settings = Settings()
        settings.emergencyNumber = "112"
        for code in [Problem.Code.nobodyToTell, .nobodyReached] {
            let remedy = Texts(zone: .berlin, settings: settings)
                .problem(facts(code), for: .themselves).remedy
            #expect(remedy.contains("if your life is in danger, call 112. "))
        }
    }

    // MARK: An alarm that its recipient has not heard of

    private func unheard(_ names: String..., hasMore: Bool = false) -> Texts.UnheardAlarm {
        Texts.UnheardAlarm(
            names: names, hasMore: hasMore, asOf: .due - .hours(1), nextAttempt: .due)
    }

    @Test func `an alarm that was given up is told as what its recipient does not know`() {
        var facts = facts(.deliveryFailed)
        facts.unheard = unheard("Zoë")
        let problem = texts.problem(facts, for: .administrator)
        #expect(problem.title == "Ana could not be told that Zoë needs help")
        #expect(
            problem.text == "As of Sat 2026-11-21 08:12 CET Ana does NOT know that Zoë needs help: "
                + "Ana can't be reached by ***@example.org, since Fri 2026-11-20 09:12 CET. It is "
                + "tried again at Sat 2026-11-21 09:12 CET, and every hour.")
        #expect(
            problem.remedy
                == "Call Ana, or Zoë, yourself. See why, as an administrator: lifesignalctl notifications "
                + "-u ana; then: lifesignalctl channel list -u ana")
    }

    @Test func `it is told to its recipient where they look`() {
        var facts = facts(.deliveryFailed)
        facts.unheard = unheard("Zoë", "Yves")
        let problem = texts.problem(facts, for: .themselves)
        #expect(problem.title == "You could not be told that Zoë, Yves need help")
        #expect(
            problem.text == "As of Sat 2026-11-21 08:12 CET Zoë, Yves need help, and you could "
                + "not be told: you can't be reached by ***@example.org, since Fri 2026-11-20 "
                + "09:12 CET. It is tried again at Sat 2026-11-21 09:12 CET, and every hour.")
        #expect(
            problem.remedy == "Call Zoë, Yves yourself. See why: lifesignalctl notifications; "
                + "then: lifesignalctl channel list")
    }

    @Test func `it is not told to their responders`() {
        var facts = facts(.deliveryFailed)
        let known = texts.problem(facts, for: .responder)
        facts.unheard = unheard("Zoë")
        #expect(texts.problem(facts, for: .responder) == known)
    }

    @Test func `of many who need help five are named`() {
        func title(_ unheard: Texts.UnheardAlarm) -> String {
            var facts = facts(.deliveryFailed)
            facts.unheard = unheard
            return texts.problem(facts, for: .administrator).title
        }
        #expect(title(unheard("Zoë", "Yves")) == "Ana could not be told that Zoë, Yves need help")
        #expect(
            title(unheard("Zoë", "Yves", hasMore: true))
                == "Ana could not be told that Zoë, Yves and others need help")
        #expect(
            title(unheard("A", "B", "C", "D", "E", "F"))
                == "Ana could not be told that A, B, C, D, E and others need help")
    }

    @Test func `someone without a name has a handle, without either they are a user`() {
        func title(handle: String?, name: String?) -> String {
            texts.problem(
                Texts.ProblemFacts(
                    code: .neverCheckedIn, since: .due, handle: handle.map { Handle(stored: $0) },
                    name: name), for: .administrator
            ).title
        }
        #expect(title(handle: "ana", name: "Ana") == "Ana has never checked in")
        #expect(title(handle: "ana", name: nil) == "ana has never checked in")
        #expect(title(handle: nil, name: nil) == "a user has never checked in")
    }
}
