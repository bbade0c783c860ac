import Testing

@testable import lifesignald

struct RandomIDTests {
    @Test func `what is made in one round begins alike, and is never the same`() {
        let make = RandomID.ofOneRound()
        let made = (0..<10_000).map { _ in make() }
        #expect(Set(made.map { $0.prefix(5) }).count == 1)
        #expect(Set(made).count == made.count)
    }

    @Test func `each round begins otherwise`() {
        let beginnings = (0..<100).map { _ in RandomID.ofOneRound()().prefix(5) }
        #expect(Set(beginnings).count > 95)
    }

    @Test func `it is 16 characters of a-z and 2-7`() {
        let made = RandomID.ofOneRound()()
        #expect(made.count == 16)
        #expect(made.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".contains($0) })
    }
}
