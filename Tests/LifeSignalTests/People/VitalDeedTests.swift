import LifeSignal
import Testing

struct VitalDeedTests {
    @Test(arguments: [Relation.itself, .dependent, .responder, .none])
    func `signs of life, calls for help, deliveries and what an operator needs are vital`(
        relation: Relation
    ) {
        let vital: [Deed] = [
            .checkIn(relation, needsHelp: true), .checkIn(relation, needsHelp: false),
            .answerPing(to: relation), .useAlert(of: relation), .send, .administer,
        ]
        let other: [Deed] = [
            .editUser(relation, changesBinding: false), .editUser(relation, changesBinding: true),
            .manageChannels(of: relation), .addResponder(to: relation),
            .removeEdge(dependent: relation, responder: relation), .sendPing(from: relation),
            .clearPing(sentBy: relation), .addOrRemoveUser, .seeHealth, .seeOwnNet,
            .seeUser(relation), .seeLife(relation), .seeArrangements(relation),
        ]
        #expect(vital.filter { !$0.isVital } == [])
        #expect(other.filter(\.isVital) == [])
    }
}
