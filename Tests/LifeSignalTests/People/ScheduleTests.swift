import LifeSignal
import Testing

private func expectInvalid(_ parameter: String, _ body: () throws -> Void) {
    #expect {
        try body()
    } throws: { error in
        if case Refusal.invalid(parameter, _) = error { true } else { false }
    }
}

struct ScheduleTests {
    @Test func `left out, it is a day, a reminder of two hours and no grace`() throws {
        let schedule = try Schedule()
        #expect(schedule.interval == .seconds(86_400))
        #expect(schedule.reminders == [.seconds(7200)])
        #expect(schedule.grace == .zero)
    }

    @Test(
        arguments: [
            (1, []), (3600, []), (7199, []), (7200, []), (7201, [7200]), (28_800, [7200]),
            (31_622_400, [7200]),
        ] as [(Int64, [Int64])])
    func `the usual reminder is left out unless it is below the interval`(
        interval: Int64, reminders: [Int64]
    ) throws {
        #expect(
            try Schedule(interval: interval).reminders == reminders.map { Span.seconds($0) })
    }

    @Test(arguments: [1, 2, 28_800, 57_600, 86_400, 172_800, 31_622_400] as [Int64])
    func `an interval is a second to 366 days`(seconds: Int64) throws {
        #expect(try Schedule(interval: seconds).interval == .seconds(seconds))
    }

    @Test(arguments: [0, -1, 31_622_401, .max, .min] as [Int64])
    func `any other interval is refused`(seconds: Int64) {
        expectInvalid("checkInInterval") { _ = try Schedule(interval: seconds) }
    }

    @Test func `reminders are kept longest first whatever order they come in`() throws {
        let schedule = try Schedule(reminders: [3600, 21_600, 7200, 1, 14_400])
        #expect(
            schedule.reminders == [
                .hours(6), .hours(4), .hours(2), .hours(1), .seconds(1),
            ])
        #expect(try Schedule(reminders: []).reminders == [])
    }

    @Test(arguments: [[0], [-1], [86_400], [86_401], [3600, 0], [.max], [.min]] as [[Int64]])
    func `a reminder lies between zero and the interval`(reminders: [Int64]) {
        expectInvalid("reminders") { _ = try Schedule(interval: 86_400, reminders: reminders) }
    }

    @Test func `a reminder a second before the interval's length and one of a second are kept`()
        throws
    {
        let schedule = try Schedule(interval: 86_400, reminders: [1, 86_399])
        #expect(schedule.reminders == [.seconds(86_399), .seconds(1)])
        #expect(try Schedule(interval: 2, reminders: [1]).reminders == [.seconds(1)])
    }

    @Test func `a reminder given twice is refused`() {
        expectInvalid("reminders") { _ = try Schedule(reminders: [3600, 7200, 3600]) }
    }

    @Test func `at most eight reminders are kept`() throws {
        #expect(try Schedule(reminders: Array(1...8)).reminders.count == 8)
        expectInvalid("reminders") { _ = try Schedule(reminders: Array(1...9)) }
    }

    @Test(arguments: [0, 1, 3600, 604_800] as [Int64])
    func `a grace is up to seven days`(seconds: Int64) throws {
        #expect(try Schedule(grace: seconds).grace == .seconds(seconds))
    }

    @Test(arguments: [-1, 604_801, .max, .min] as [Int64])
    func `any other grace is refused`(seconds: Int64) {
        expectInvalid("grace") { _ = try Schedule(grace: seconds) }
    }

    @Test func `a change replaces what is given and keeps the rest`() throws {
        let schedule = try Schedule(interval: 86_400, reminders: [3600], grace: 60)
        #expect(try schedule.changed(interval: nil, reminders: nil, grace: nil) == schedule)
        #expect(
            try schedule.changed(interval: 7200, reminders: nil, grace: nil)
                == .init(interval: 7200, reminders: [3600], grace: 60))
        #expect(
            try schedule.changed(interval: nil, reminders: [], grace: nil)
                == .init(interval: 86_400, reminders: [], grace: 60))
        #expect(
            try schedule.changed(interval: nil, reminders: nil, grace: 0)
                == .init(interval: 86_400, reminders: [3600], grace: 0))
    }

    @Test func `a change that leaves a stored reminder at or over the interval is refused`() throws
    {
        let schedule = try Schedule(interval: 86_400, reminders: [7200])
        expectInvalid("reminders") {
            _ = try schedule.changed(interval: 7200, reminders: nil, grace: nil)
        }
        let shorter = try schedule.changed(interval: 7201, reminders: nil, grace: nil)
        #expect(shorter.reminders == [.seconds(7200)])
        // With the reminders changed in the same step there is nothing against it.
        #expect(
            try schedule.changed(interval: 7200, reminders: [60], grace: nil).reminders
                == [.seconds(60)])
    }
}
