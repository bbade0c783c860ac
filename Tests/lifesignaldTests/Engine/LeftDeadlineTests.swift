import GRDB
import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// Entries of deadlines that check-ins have left behind.
struct LeftDeadlineTests {
    // MARK: Kept in memory

    private static func entry(_ user: Int64, at seconds: Int64) -> DeadlineTable.Entry {
        DeadlineTable.Entry(
            at: FakeClock.start + .seconds(seconds), handle: "u\(user)", user: UserID(user))
    }

    private static func leaving(_ user: Int64, at seconds: Int64, mayHold: Bool = false)
        -> LeftDeadlines.Leaving
    {
        LeftDeadlines.Leaving(entry: entry(user, at: seconds), mayHold: mayHold)
    }

    @Test func `they are taken in the order of the table, those that came meanwhile after them`() {
        var left = LeftDeadlines()
        left.add(
            [3, 1, 2].map { .left(Self.entry($0, at: 5)) } + [.left(Self.entry(9, at: 4))],
            soonest: nil)
        #expect(left.take(.round) == [Self.leaving(9, at: 4)])
        left.add([.left(Self.entry(8, at: 1))], soonest: nil)
        #expect(left.take(.round) == [Self.leaving(1, at: 5)])
        #expect(
            left.take(.idleTick) == [
                Self.leaving(2, at: 5), Self.leaving(3, at: 5), Self.leaving(8, at: 1),
            ])
        #expect(left.take(.round) == [])
    }

    @Test(arguments: [
        (0, 0, 0), (1, 1, 1), (512, 1, 512), (513, 2, 513), (1025, 3, 1024), (16384, 32, 1024),
        (16800, 416, 1024),
    ])
    func
        `so many go with a round, and with a tick, that none waits for long and there are never too many`(
            count: Int, withRound: Int, withTick: Int
        )
    {
        var left = LeftDeadlines()
        left.add((0..<Int64(count)).map { .left(Self.entry($0, at: $0)) }, soonest: nil)
        #expect(left.count == count)
        var same = left
        #expect(left.take(.round).count == withRound)
        #expect(same.take(.idleTick).count == withTick)
        #expect(left.count == count - withRound)
    }

    @Test func `all that are within an hour of the soonest go with the next round, and first`() {
        var left = LeftDeadlines()
        let seconds: [Int64] = [3601, 3600, 9000, 30]
        left.add(seconds.map { .left(Self.entry($0, at: $0)) }, soonest: FakeClock.start)
        #expect(left.count == 4)
        #expect(left.take(.round) == [3600, 30, 3601].map { Self.leaving($0, at: $0) })
        #expect(left.take(.round) == [Self.leaving(9000, at: 9000)])
    }

    @Test func `with a tick those near the soonest go beside as many as it takes of the others`() {
        var left = LeftDeadlines()
        let seconds = Array(1...3) + Array(10_001...11_100) as [Int64]
        left.add(seconds.map { .left(Self.entry($0, at: $0)) }, soonest: FakeClock.start)
        #expect(left.take(.idleTick).count == 3 + 1024)
        #expect(left.count == 1100 - 1024)
    }

    @Test func `those of whom gets a sooner deadline may hold, and go with the next round`() {
        var left = LeftDeadlines()
        let ofBoth = [1, 2].map { DeadlineTable.Change.left(Self.entry($0, at: $0)) }
        left.add([.left(Self.entry(2, at: 7)), .left(Self.entry(1, at: 8))], soonest: nil)
        #expect(left.take(.round) == [Self.leaving(2, at: 7)])
        left.add(ofBoth, soonest: FakeClock.start)
        left.add([.left(Self.entry(1, at: 3)), .left(Self.entry(2, at: 4))], soonest: nil)
        left.add([.sooner(UserID(1)), .left(Self.entry(1, at: 5))], soonest: nil)
        #expect(left.count == 6)
        #expect(
            left.take(.round) == [
                Self.leaving(1, at: 1, mayHold: true), Self.leaving(2, at: 2),
                Self.leaving(1, at: 8, mayHold: true), Self.leaving(1, at: 3, mayHold: true),
                Self.leaving(2, at: 4),
            ])
        #expect(left.take(.round) == [Self.leaving(1, at: 5)])
    }

    @Test func `no more are kept than there is memory for`() {
        var left = LeftDeadlines()
        left.add((0..<40_000).map { .left(Self.entry($0, at: $0)) }, soonest: FakeClock.start)
        #expect(left.count == 32_768)
        #expect(left.take(.round).count >= 32_768 - 16_384)
    }

    // MARK: In the table

    private let core: TestCore
    private let ana, ben: UserID

    /// Ana, whose deadline ben's is always before.
    init() throws {
        core = try TestCore()
        (ana, ben) = try core.run { turn in
            (try turn.add("ana"), try turn.add("ben", interval: .hours(23)))
        }
    }

    private func entries(_ core: TestCore? = nil) throws -> [String] {
        try (core ?? self.core).read { db in
            try db.rows("SELECT at, handle FROM deadlines ORDER BY at, handle", []) {
                "\($0[1] as String) \(($0[0] as Instant) - FakeClock.start)"
            }
        }
    }

    private static func entry(_ handle: String, _ span: Span) -> String { "\(handle) \(span)" }

    private func checkIn(_ id: UserID) throws { try core.run { try $0.checkIn(id) } }

    /// Ana checks in after so many minutes, and no tick has come since.
    private func checkInLater(_ minutes: Int64 = 1) throws {
        try core.pass(.minutes(minutes))
        try checkIn(ana)
    }

    @Test func `a check-in leaves the entry of its old deadline, and counts by the new one`() throws
    {
        try checkInLater()
        #expect(
            try entries() == [
                Self.entry("ben", .hours(23)), Self.entry("ana", .hours(24)),
                Self.entry("ana", .hours(24) + .minutes(1)),
            ])
        let listed = try core.read { try UserTable.listed($0, after: nil, limit: 9).map(\.entry) }
        #expect(listed.map(\.handle) == ["ben", "ana"])
        #expect(listed.last?.at == FakeClock.start + .hours(24) + .minutes(1))
    }

    @Test func `with the next change it is gone, and with the next tick where there is none`()
        throws
    {
        try checkInLater()
        let later = FakeClock.start + .hours(23) + .minutes(1)
        try checkIn(ben)
        #expect(
            try entries() == [
                Self.entry("ben", .hours(23)), Self.entry("ben", later - FakeClock.start),
                Self.entry("ana", .hours(24) + .minutes(1)),
            ])
        try core.pass(.minutes(1))
        #expect(try entries().count == 2)

        let quiet = try LeftDeadlineTests()
        try quiet.checkInLater()
        try quiet.core.pass(.seconds(59))
        #expect(try quiet.entries().count == 3)
        try quiet.core.pass(.seconds(1))
        #expect(
            try quiet.entries() == [
                Self.entry("ben", .hours(23)), Self.entry("ana", .hours(24) + .minutes(1)),
            ])
    }

    @Test func `whoever only reads writes nothing, whatever was left`() throws {
        try checkInLater()
        let job = Job { try UserTable.user($0.db, handle: "ana") }
        try core.round([job])
        #expect(!core.report.hasWritten)
        #expect(try entries().count == 3)
    }

    @Test func `what is due is taken out at once`() throws {
        let carla = try core.run {
            try $0.add("carla", interval: .hours(2), reminders: [.minutes(30)])
        }
        try core.pass(.minutes(90))
        #expect(try entries().first == Self.entry("carla", .hours(2)))
        #expect(core.core.memory.leftDeadlines.count == 0)
        try checkIn(carla)
        #expect(try entries().filter { $0.hasPrefix("carla") }.count == 2)
    }

    @Test func `who shortens their schedule after each check-in leaves nothing`() throws {
        for minutes in 1...20 as ClosedRange<Int64> {
            try core.pass(.seconds(1))
            try core.run { turn in
                try turn.checkIn(ana)
                var edited = UserEdit()
                edited.checkInInterval = 24 * 3600 - minutes * 60
                try turn.edit(ana, edited)
            }
        }
        try core.pass(.minutes(1))
        #expect(try entries().count == 2)
    }

    @Test(arguments: [true, false])
    func `who gets back the very deadline that was left is found by it, and told`(
        inOneRound: Bool
    ) throws {
        try core.pass(.minutes(1))
        var edited = UserEdit()
        edited.checkInInterval = 23 * 3600 + 59 * 60
        if inOneRound {
            try core.run { [edited] turn in
                try turn.checkIn(ana)
                try turn.edit(ana, edited)
            }
        } else {
            try checkIn(ana)
            try core.run { [edited] in try $0.edit(ana, edited) }
        }
        for _ in 0..<3 { try checkIn(ben) }
        try core.pass(.minutes(2))
        #expect(try entries().filter { $0.hasPrefix("ana") } == [Self.entry("ana", .hours(24))])
        try core.pass(.hours(24) - .minutes(3) - .seconds(1))
        #expect(try core.user("ana").incident == nil)
        try core.pass(.seconds(1))
        #expect(try core.user("ana").incident != nil)
    }

    @Test func `a round that fails leaves nothing to be taken out`() throws {
        try core.pass(.minutes(1))
        let job = Job { turn in
            try turn.checkIn(ana)
            // A tie of nobody, which the commit refuses.
            try turn.db.database.execute(
                sql: """
                    PRAGMA defer_foreign_keys = ON;
                    INSERT INTO edges (dependent, responder, dateAdded, needsHelp)
                    VALUES (98, 99, 0, 0)
                    """)
        }
        _ = try? core.round([job])
        #expect(core.core.memory.leftDeadlines.count == 0)
        try core.pass(.minutes(2))
        #expect(try entries() == [Self.entry("ben", .hours(23)), Self.entry("ana", .hours(24))])
    }

    @Test
    func `what a crash has left is passed by all who read, and gone when its instant has come`()
        throws
    {
        try checkInLater()
        try core.kill()
        try core.reopen()
        try core.catchUp(isStart: true)
        for _ in 0..<3 { try checkIn(ben) }
        try core.pass(.minutes(2))
        #expect(try entries().count == 3)
        let listed = try core.read { try UserTable.listed($0, after: nil, limit: 9).map(\.entry) }
        #expect(listed.map(\.handle) == ["ben", "ana"])

        // Ben's comes later than both of ana's now: what was left is the first of all.
        try checkIn(ben)
        try core.pass(.hours(22))
        try checkIn(ben)
        #expect(core.sleep > .zero)
        try core.pass(.hours(1) + .minutes(57) + .seconds(59))
        #expect(try entries().first == Self.entry("ana", .hours(24) + .minutes(1)))
        #expect(try core.user("ana").incident == nil)
        try core.pass(.seconds(1))
        #expect(try core.user("ana").incident != nil)
    }

    @Test func `hundreds that come first are taken out in steps, and hold nobody up`() throws {
        let core = try TestCore()
        let users = try core.run { turn in
            try (0..<600).map { try turn.add("u\($0)", interval: .hours(1)) }
        }
        try core.pass(.minutes(30))
        // Of a daemon that ended before it took any of them out.
        try core.run { turn in for user in users { try turn.checkIn(user) } }
        try core.kill()
        try core.reopen()
        let before = core.rounds
        try core.catchUp(isStart: true)
        #expect(core.rounds - before <= 3)
        try core.pass(.minutes(30))
        #expect(try entries(core).count == 600)
        #expect(try core.events().contains("becameNonResponsive") == false)
        try core.pass(.minutes(30))
        #expect(try core.status("u599") == .nonResponsive)
    }

    @Test func `a repair makes the entries anew`() throws {
        try checkInLater()
        try core.read { try $0.run("DELETE FROM deadlines WHERE handle = 'ben'") }
        try core.kill()
        let path = core.directory.file("lifesignal.db")
        #expect(try Inspection(path: path, settings: Settings()).derived.count == 1)
        _ = try Restoration(repairing: StateDirectory(path: core.directory.path))
            .perform(settings: Settings())
        try core.reopen()
        #expect(
            try entries() == [
                Self.entry("ben", .hours(23)), Self.entry("ana", .hours(24) + .minutes(1)),
            ])
    }

    @Test func `who was removed has none`() throws {
        try core.run { turn in
            let user = try UserTable.user(turn.db, ben)!
            try turn.apply(
                removeUser(
                    try Situations.whole(turn.db, of: user), force: true, by: .warden, turn.moment))
        }
        #expect(try entries() == [Self.entry("ana", .hours(24))])
    }
}

extension Turn {
    fileprivate func edit(_ id: UserID, _ edited: UserEdit) throws {
        let user = try UserTable.user(db, id)!
        try apply(
            LifeSignal.edit(
                try Situations.whole(db, of: user), edited, checksIn: false, by: .warden, moment
            ).effects)
    }
}
