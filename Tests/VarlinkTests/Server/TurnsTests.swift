import Testing

@testable import Varlink

@Suite struct TurnsTests {
    private final class Done { var names: [String] = [] }

    @Test func `users take turns, and what one asks for is done in its order`() {
        var turns = Turns()
        let done = Done()
        func add(_ name: String, of uid: UInt32) { turns.add({ done.names.append(name) }, of: uid) }
        for number in 1...3 { add("a\(number)", of: 1) }
        add("b1", of: 2)
        turns.next()?()
        add("b2", of: 2)
        add("c1", of: 3)
        while let work = turns.next() { work() }
        #expect(done.names == ["a1", "b1", "a2", "c1", "b2", "a3"])
        #expect(turns.isEmpty)
    }

    @Test func `it is known when all is done that came up to a moment`() {
        var turns = Turns()
        for _ in 1...3 { turns.add({}, of: 1) }
        turns.add({}, of: 2)
        let moment = turns.newest
        turns.add({}, of: 2)
        #expect(turns.isDone(upTo: 0))
        for _ in 1...4 {
            #expect(!turns.isDone(upTo: moment))
            _ = turns.next()
        }
        #expect(!turns.isDone(upTo: moment))
        _ = turns.next()
        #expect(turns.isDone(upTo: moment))
    }
}
