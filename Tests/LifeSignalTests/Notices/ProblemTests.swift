import Testing

@testable import LifeSignal

struct ProblemTests {
    @Test func `only a hole in the net itself degrades`() {
        #expect(
            Problem.Code.allCases.filter(\.degrades) == [
                .notTaken, .clockBehind, .diskFull, .storeNotWritable, .engineLate,
            ])
    }

    @Test func `operators are told after five minutes, of people at once, of some never`() {
        for code in Problem.Code.allCases {
            switch code {
            case .neverCheckedIn, .nobodyToTell, .nobodyReached:
                #expect(code.toldAfter == .zero)
            case .noOperators, .operatorsUnreachable, .nobodyWatches, .hold:
                #expect(code.toldAfter == nil)
            default: #expect(code.toldAfter == .minutes(5))
            }
        }
        #expect(Problem.Code.toldAgainAfter == .days(7))
        #expect(Problem.Code.sameWithin == .hours(1))
        #expect(Problem.Code.failureKept == .days(7))
    }
}

struct TellOperatorsTests {
    private func told(
        about user: UserID?, operators: [UserID], responders: [UserID] = [.ben, .carla]
    ) -> [Effect] {
        tellOperators(
            of: Problem.Key(.senderMissing, user: user),
            Texts.ProblemFacts(code: .senderMissing, since: .due), responders: responders,
            Moment(.due, operators: operators))
    }

    @Test func `every operator is told`() {
        let effects = told(about: nil, operators: [.carla, .dora])
        #expect(effects.kinds == [.system, .system])
        #expect(effects.recipients == [.carla, .dora])
        #expect(effects.notifications.first?.notice.title == "No sender is connected")
        #expect(told(about: .ana, operators: [.carla, .dora]).recipients == [.carla, .dora])
        #expect(
            told(about: .ana, operators: [.carla]).notifications.map(\.about) == [.ana])
    }

    @Test func `a notice about an operator goes to the others`() {
        #expect(told(about: .dora, operators: [.carla, .dora]).recipients == [.carla])
    }

    @Test func `or if there are none to that operator's responders`() {
        #expect(told(about: .dora, operators: [.dora]).recipients == [.ben, .carla])
        #expect(told(about: .dora, operators: [.dora], responders: []) == [])
    }

    @Test func `an operator's responders do not hear who else needs help`() {
        func title(_ operators: [UserID]) -> String? {
            var facts = Texts.ProblemFacts(code: .deliveryFailed, since: .due, name: "Dora")
            facts.unheard = Texts.UnheardAlarm(
                names: ["Zoë"], hasMore: false, asOf: .due, nextAttempt: .due)
            return tellOperators(
                of: Problem.Key(.deliveryFailed, user: .dora), facts, responders: [.ben],
                Moment(.due, operators: operators)
            ).notifications.first?.notice.title
        }
        #expect(title([.carla, .dora])?.contains("Zoë") == true)
        #expect(title([.dora])?.contains("Zoë") == false)
    }

    @Test func `without operators nobody is told, responders neither`() {
        #expect(told(about: .ana, operators: []) == [])
        #expect(told(about: nil, operators: []) == [])
    }
}
