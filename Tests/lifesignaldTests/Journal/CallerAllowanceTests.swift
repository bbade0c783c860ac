import Testing

@testable import lifesignald

struct CallerAllowanceTests {
    @Test func `an account that is refused all the time fills no journal, and no other's share`() {
        let allowance = CallerAllowance()
        let written = (1...1000).count { _ in allowance.allows(uid: 7) }
        #expect(written == CallerAllowance.perMinute)
        #expect(allowance.allows(uid: 8))
        #expect(allowance.renew().map { [Int($0.uid), $0.leftOut] } == [[7, 980]])
        #expect(allowance.allows(uid: 7))
        #expect(allowance.renew().isEmpty)
    }
}
