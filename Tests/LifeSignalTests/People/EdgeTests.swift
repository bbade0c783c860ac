import Testing

@testable import LifeSignal

struct AddResponderTests {
    private let now = Instant.due + .hours(2)

    private func add(
        _ responder: Situation.Contact = .dora, to situation: Situation = Situation(.ana()),
        by actor: Actor = .ana
    ) throws -> [Effect] {
        try addResponder(responder, to: situation, by: actor, Moment(now))
    }

    @Test func `the edge is stored once and both sides are told`() throws {
        let effects = try add(by: .root)
        #expect(effects.first == .addEdge(dependent: .ana, responder: .dora))
        #expect(
            effects.events == [
                Event(
                    .responderAdded, user: .ana, at: now, by: .root,
                    detail: ["responder": "dora"])
            ])
        #expect(effects.kinds == [.contactAdded, .contactAdded])
        let toAna = try #require(effects.notification(to: .ana))
        #expect(toAna.about == .dora)
        #expect(toAna.notice.title == "Dora now looks out for you")
        let toDora = try #require(effects.notification(to: .dora))
        #expect(toDora.about == .ana)
        #expect(toDora.notice.title == "You now look out for Ana")
        #expect(toDora.cause == "edge:\(UserID.ana.number):\(UserID.dora.number)")
        #expect(
            effects.withdrawals == [Withdrawal(kinds: [.contactRemoved], cause: toDora.cause)])
        #expect(effects.count == 5)
    }

    @Test func `nobody is a responder of themselves`() {
        let ana = Situation.Contact(
            id: .ana, handle: Handle(stored: "ana"), name: "Ana", isReachable: true)
        #expect(
            throws: Refusal.invalid(
                parameter: "responder", reason: "nobody is a responder of themselves")
        ) { try add(ana) }
    }

    @Test func `adding an edge twice is an error`() {
        #expect(throws: Refusal.alreadyResponder(dependent: "ana", responder: "ben")) {
            try add(.ben)
        }
    }

    @Test func `a user has at most a hundred responders`() throws {
        func situation(_ count: Int) -> Situation {
            Situation(
                .ana(),
                by: (0..<count).map {
                    Situation.Contact(
                        id: UserID(100 + Int64($0)), handle: Handle(stored: "r\($0)"),
                        name: "R\($0)", isReachable: true)
                })
        }
        #expect(try add(to: situation(99)).kinds == [.contactAdded, .contactAdded])
        #expect(throws: Refusal.limitReached(what: "responders", limit: 100)) {
            try add(to: situation(100))
        }
        // Who is one of the hundred already hears that instead.
        let last = try #require(situation(100).responders.last)
        #expect(throws: Refusal.alreadyResponder(dependent: "ana", responder: "r99")) {
            try add(last, to: situation(100))
        }
    }

    @Test func `who joins during an incident is told of it at once`() throws {
        let effects = try add(to: Situation(.silentAna()))
        #expect(effects.kinds == [.contactAdded, .contactAdded, .nonResponsive])
        let notice = try #require(effects.notifications(.nonResponsive).first)
        #expect(notice.recipient == .dora)
        #expect(notice.about == .ana)
        #expect(notice.cause == "incident")
        #expect(notice.notice.title == "Ana has not checked in")
        #expect(notice.notice.body.contains("Also told: Ben, Carla."))
        #expect(effects.solved == [Problem.Key(.nobodyToTell, user: .ana, subject: "incident")])
    }

    @Test func `who joins during an alert is told of it at once`() throws {
        let effects = try add(to: Situation(.silentAna(alert: .call), by: []))
        #expect(
            effects.kinds == [.contactAdded, .contactAdded, .alertRaised, .nonResponsive])
        let notice = try #require(effects.notifications(.alertRaised).first)
        #expect(notice.recipient == .dora)
        #expect(notice.about == .ana)
        #expect(notice.cause == "alert")
        #expect(notice.notice.title == "Ana is calling for help")
        #expect(notice.notice.body.contains("Also told: nobody else, it is up to you."))
        #expect(
            try add(to: Situation(.ana(alert: .call))).kinds
                == [.contactAdded, .contactAdded, .alertRaised])
    }

    @Test func `who joins without a channel solves nothing`() throws {
        let effects = try add(Situation.Contact.dora.unreachable, to: Situation(.silentAna()))
        #expect(effects.notifications(.nonResponsive).map(\.recipient) == [.dora])
        #expect(effects.solved == [])
    }
}

struct RemoveResponderTests {
    private let now = Instant.due + .hours(2)

    private func remove(
        _ responder: Situation.Contact = .ben, from situation: Situation = Situation(.ana()),
        by actor: Actor = .ben
    ) throws -> [Effect] {
        try removeResponder(responder, from: situation, by: actor, Moment(now))
    }

    @Test func `the edge goes and both sides are told`() throws {
        let effects = try remove()
        #expect(effects.first == .removeEdge(dependent: .ana, responder: .ben))
        #expect(
            effects.events == [
                Event(
                    .responderRemoved, user: .ana, at: now, by: .ben,
                    detail: ["responder": "ben"])
            ])
        #expect(effects.kinds == [.contactRemoved, .contactRemoved])
        let toAna = try #require(effects.notification(to: .ana))
        #expect(toAna.about == .ben)
        #expect(toAna.notice.title == "Ben no longer looks out for you")
        let toBen = try #require(effects.notification(to: .ben))
        #expect(toBen.about == .ana)
        #expect(toBen.notice.title == "You no longer look out for Ana")
        #expect(toBen.cause == toAna.cause)
        #expect(
            effects.withdrawals.contains(Withdrawal(kinds: [.contactAdded], cause: toBen.cause)))
        #expect(effects.raised == [])
    }

    @Test
    func `a former responder is told no more of problems either, unless they are an operator`()
        throws
    {
        for operators in [[], [UserID.ben]] {
            let effects = try removeResponder(
                .ben, from: Situation(.ana()), by: .ben, Moment(now, operators: operators))
            let kinds = effects.withdrawals.first { $0.recipient == .ben }?.kinds
            #expect(kinds?.contains(.nonResponsive) == true)
            #expect(kinds?.contains(.system) == operators.isEmpty)
        }
    }

    @Test func `there must be an edge`() {
        #expect(throws: Refusal.notAResponder(dependent: "ana", responder: "dora")) {
            try remove(.dora)
        }
    }

    @Test func `the former responder's pending pings are cleared, those of others stay`() throws {
        var situation = Situation(.ana())
        let bens = Ping(id: "ping-b", sender: .ben, recipient: .ana, sentAt: now - .hours(1))
        let carlas = Ping(id: "ping-c", sender: .carla, recipient: .ana, sentAt: now)
        situation.received = [
            .init(ping: bens, otherName: "Ben"), .init(ping: carlas, otherName: "Carla"),
        ]
        let effects = try remove(from: situation)
        var ended = bens
        ended.status = .cleared
        ended.endedAt = now
        #expect(effects.pings == [ended])
        #expect(
            effects.withdrawals.contains(
                Withdrawal(kinds: [.ping], recipient: .ana, cause: "ping-b")))
        #expect(effects.kinds == [.pingCleared, .contactRemoved, .contactRemoved])
        #expect(effects.notifications(.pingCleared).map(\.recipient) == [.ana])
        #expect(effects.events.map(\.kind) == [.responderRemoved, .pingCleared])
    }

    @Test func `a former responder is told nothing more of the incident`() throws {
        let effects = try remove(from: Situation(.silentAna(alert: .call)))
        let withdrawal = try #require(effects.withdrawals.first)
        #expect(withdrawal.recipient == .ben)
        #expect(withdrawal.about == .ana)
        #expect(withdrawal.cause == nil)
        #expect(
            withdrawal.kinds == [
                .nonResponsive, .recovered, .alertRaised, .alertCleared, .scheduleChanged, .system,
            ])
    }

    @Test func `what stems from the edge the other way round still reaches them`() throws {
        let kinds = try #require(try remove().withdrawals.first).kinds
        #expect(!kinds.isEmpty)
        #expect(kinds.isDisjoint(with: [.ping, .pingCleared, .contactAdded, .test]))
    }

    @Test func `an incident that nobody can be told of any more is a problem`() throws {
        func problem(_ emergency: Identifier = "incident") -> Problem {
            Problem(Problem.Key(.nobodyToTell, user: .ana, subject: emergency), since: now)
        }
        #expect(try remove(from: Situation(.silentAna(), by: [.ben])).raised == [problem()])
        #expect(
            try remove(from: Situation(.ana(alert: .call), by: [.ben])).raised == [problem("alert")]
        )
        let onlyOneHasAChannel = Situation(.silentAna(), by: [.ben, .carla.unreachable])
        #expect(try remove(from: onlyOneHasAChannel).raised == [problem()])
        #expect(try remove(from: Situation(.silentAna())).raised == [])
        #expect(try remove(from: Situation(.ana(), by: [.ben])).raised == [])
    }

    @Test func `a channel that has gone can leave nobody to tell`() {
        func problem(_ emergency: Identifier = "incident") -> Problem {
            Problem(Problem.Key(.nobodyToTell, user: .ana, subject: emergency), since: now)
        }
        func effects(_ user: User, by responders: [Situation.Contact]) -> [Effect] {
            nobodyLeftToTell(Situation(user, by: responders), Moment(now))
        }
        #expect(effects(.silentAna(), by: [.ben.unreachable]) == [.raise(problem())])
        #expect(effects(.ana(alert: .call), by: []) == [.raise(problem("alert"))])
        #expect(
            effects(.silentAna(alert: .call), by: [])
                == [.raise(problem()), .raise(problem("alert"))])
        #expect(effects(.silentAna(), by: [.ben.unreachable, .carla]) == [])
        #expect(effects(.ana(), by: []) == [])
    }
}

struct MissingStepTests {
    private func missing(
        _ user: User = .ana(), isReachable: Bool = true, bestResponder: BestResponder = .proven
    ) -> String? {
        MissingStep.first(user, isReachable: isReachable, bestResponder: bestResponder)?.rawValue
    }

    @Test func `a user is protected when nothing is missing`() {
        #expect(missing() == nil)
        #expect(missing(.silentAna()) == nil)
    }

    @Test func `the first missing step is named`() {
        #expect(missing(bestResponder: .withChannel) == "has no responder whose channel has worked")
        #expect(missing(bestResponder: .withoutChannel) == "has no responder with a channel")
        #expect(missing(bestResponder: .nobody) == "has no responder")
        #expect(missing(isReachable: false, bestResponder: .nobody) == "has no channel")
        #expect(
            missing(.ana(lastCheckIn: nil), isReachable: false, bestResponder: .nobody)
                == "has never checked in")
        #expect(missing(.ana(lastCheckIn: nil)) == "has never checked in")
        #expect(missing(isReachable: false) == "has no channel")
    }
}
