import LifeSignal
import Testing

@testable import lifesignald

/// What is listed while those whom a hold concerns are looked at one by one.
struct DeadlinesAfterOutageTests {
    private static let start = FakeClock.start
    private let core: TestCore

    /// The hold lasts as long as half an interval of two hours.
    init() throws {
        var settings = Settings()
        settings.catchUpGrace = .hours(1)
        core = try TestCore(settings)
    }

    private func add(_ count: Int, interval: Span, grace: Span) throws {
        try core.run { turn in
            for number in 0..<count {
                try turn.add("user\(1000 + number)", interval: interval, grace: grace)
            }
        }
    }

    /// The first round after it looks at some of those who are due.
    private func pass(outage: Span) throws {
        try core.kill()
        core.clock.pass(outage)
        try core.reopen()
        try core.round(isStart: true)
        #expect(core.sleep == .zero)
    }

    private func page(
        _ number: Int, _ limit: Int, of upcoming: UpcomingDeadlines
    ) throws -> [UpcomingDeadlines.Item] {
        let job = Job { try upcoming.page(number, limit, $0) }
        _ = try core.core.round([job], at: core.core.readClocks(), extent: .requestsAlone)
        return try job.result!.get()
    }

    /// The first of everybody's deadlines.
    private func list(_ limit: Int) throws -> [UpcomingDeadlines.Item] {
        try page(0, limit, of: UpcomingDeadlines(of: .everybody, seenBy: nil))
    }

    /// So many who were overdue when an outage of twelve hours began.
    private static func overdue(_ count: Int, grace: Span) throws -> DeadlinesAfterOutageTests {
        let tests = try DeadlinesAfterOutageTests()
        try tests.add(count, interval: .hours(2), grace: grace)
        try tests.core.pass(.hours(2))
        try tests.pass(outage: .hours(12))
        return tests
    }

    /// Their limits are in the outage, or a little after it.
    @Test(arguments: [Span.minutes(30), .hours(12) + .minutes(10)], [1, 20])
    func `a page costs the same however many are still to be looked at`(grace: Span, limit: Int)
        throws
    {
        func cost(_ count: Int) throws -> Int {
            let tests = try Self.overdue(count, grace: grace)
            return try tests.core.countTurns {
                let page = try tests.list(limit)
                let stood = Self.start + .hours(2) + grace
                #expect(page.allSatisfy { $0.kind == "nonResponsive" && $0.at == stood })
                // Of those who are not due one slice is looked at in a round.
                let isDue = grace < .hours(12)
                let first = 1000 + (isDue ? DueWork.roundLimit : DueWork.sliceLimit)
                #expect(page.map(\.user.text) == (first..<first + limit).map { "user\($0)" })
            }
        }
        #expect(try cost(800) == cost(300))
    }

    @Test func `who was looked at is listed with the limit that the hold has moved`() throws {
        let tests = try Self.overdue(100, grace: .minutes(30))
        try tests.core.catchUp()
        let page = try tests.list(101)
        #expect(page.count == 100)
        #expect(page.allSatisfy { $0.kind == "nonResponsive" })
        #expect(page.allSatisfy { $0.at == Self.start + .hours(15) })
    }

    @Test func `pages between which people are looked at list everybody once, in order`() throws {
        let tests = try Self.overdue(100, grace: .minutes(30))
        let upcoming = UpcomingDeadlines(of: .everybody, seenBy: nil)
        var listed: [UpcomingDeadlines.Item] = []
        for number in 0..<6 {
            let page = try tests.page(number, 20, of: upcoming)
            #expect(page.count == (number < 5 ? 20 : 0))
            listed += page
            try tests.core.round()
        }
        #expect(listed == listed.sorted())
        #expect(Set(listed.map(\.user)).count == 100)
    }

    @Test func `nothing but a limit by which somebody is found is listed where it stood`() throws {
        // They come first, and leave no room in the first round for anybody else.
        let count = DueWork.roundLimit + 8
        try add(count, interval: .hours(14) + .minutes(1), grace: .zero)
        try core.run { turn in
            for handle in ["ana", "ben"] {
                try turn.add(handle, interval: .hours(2), grace: .minutes(30))
            }
        }
        try core.pass(.hours(2))
        try pass(outage: .hours(12))
        try core.catchUp()
        // Of an alert people are told again before that limit, which a second hold moves once more.
        try core.run { turn in
            let ana = try UserTable.user(turn.db, handle: "ana")!
            try turn.apply(
                raiseAlert(
                    try Situations.whole(turn.db, of: ana), message: nil, by: .warden, turn.moment
                ).effects)
        }
        let again = Telling.repeatInstant(0, start: Self.start + .hours(14))
        try pass(outage: .hours(12))
        let list = try list(1000)
        func deadlines(of handle: String) -> [String] {
            list.filter { $0.user.text == handle }.map { "\($0.kind) \($0.at.rfc3339)" }
        }
        let (first, held, end) = (
            Self.start + .hours(14) + .minutes(1), Self.start + .hours(15), Self.start + .hours(27)
        )
        #expect(list == list.sorted())
        #expect(
            deadlines(of: "user\(999 + count)") == [
                "checkIn \(first.rfc3339)", "nonResponsive \(end.rfc3339)",
            ])
        #expect(
            deadlines(of: "ana") == [
                "repeat \(again.rfc3339)", "nonResponsive \(end.rfc3339)",
            ])
        #expect(deadlines(of: "ben") == ["nonResponsive \(held.rfc3339)"])
    }

    @Test func `a hold that a reload makes shorter is listed with the look at each`() throws {
        let tests = try Self.overdue(100, grace: .minutes(30))
        let core = tests.core
        try core.catchUp()
        try core.round([
            Job { turn in
                var settings = core.settings
                settings.catchUpGrace = .minutes(15)
                try core.core.reconfigure(settings, isWatched: true, turn, by: .warden)
            }
        ])
        let list = try tests.list(1000)
        let instants = [.hours(14) + .minutes(15), .hours(15)].map { Self.start + $0 }
        #expect(list.prefix(DueWork.sliceLimit).allSatisfy { $0.at == instants[0] })
        #expect(list.dropFirst(DueWork.sliceLimit).allSatisfy { $0.at == instants[1] })
        try core.catchUp()
        #expect(try tests.list(1000).allSatisfy { $0.at == instants[0] })
    }
}
