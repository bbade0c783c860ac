import LifeSignal
import Testing

@testable import lifesignald

struct UniqueIDTests {
    private let now = Instant(milliseconds: 1_795_327_081_645)

    @Test func `what is made later comes later, so that rows of one hour lie together`() {
        let later: [Span] = [.zero, Span(milliseconds: 1), .seconds(1), .minutes(1), .days(365)]
        let made = later.map { UniqueID.make(at: now + $0) }
        #expect(made == made.sorted())
    }

    @Test func `what is made in one millisecond is never the same`() {
        let made = (0..<10_000).map { _ in UniqueID.make(at: now) }
        #expect(Set(made).count == made.count)
    }

    @Test(arguments: [0, -1, Int64.min, Int64.max])
    func `whatever a clock shows, it is 20 characters of a-z and 2-7`(milliseconds: Int64) {
        let made = UniqueID.make(at: Instant(milliseconds: milliseconds))
        #expect(made.count == 20)
        #expect(made.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".contains($0) })
    }
}
