import GRDB
import LifeSignal
import Testing

@testable import lifesignald

/// A user's events are found by the numbers in their row and in runs, as if all events had been gone through.
struct EventRunTests {
    private let core: TestCore
    private let users: [UserID]

    init() throws {
        core = try TestCore()
        users = try core.run { turn in
            try ["ana", "ben", "carla"].map { try turn.add($0) }
        }
    }

    /// Events of all three, as the daemon writes them: with a user who is saved or edited, alone, and several at once.
    /// Now and then somebody more is added, and the one before them removed.
    private func live(_ count: Int, _ dice: inout SeededRandom) throws {
        for _ in 0..<count {
            let events = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
                Event(
                    Bool.random(using: &dice) ? .checkedIn : .pingSent,
                    user: Int.random(in: 0...9, using: &dice) == 0
                        ? nil : users.randomElement(using: &dice),
                    at: core.clock.now, by: .daemon)
            }
            let changed = ["ana", "ben"].randomElement(using: &dice) ?? ""
            let change = Int.random(in: 0...9, using: &dice)
            try core.run { turn in
                let user = try UserTable.user(turn.db, handle: changed)!
                var changes: [Effect] = []
                switch change {
                case 0...3: break
                case 4...5: changes = [.saveUser(user)]
                case 6...8: changes = [.editUser(user)]
                default:
                    let before = try UserTable.user(turn.db, handle: "guest")
                    if let before { changes = [.removeUser(before.id)] }
                }
                try turn.apply(changes + events.map { .record($0) })
                if change == 9 { try turn.add("guest") }
            }
        }
    }

    private func everybody() throws -> [UserID] {
        try core.read { try $0.rows("SELECT id FROM users ORDER BY id") { $0[0] } }
    }

    /// The last numbers of a user's events, as a page of them is read.
    private func lastNumbers(
        _ limit: Int, _ part: EventRuns.Part, _ db: Connection, of user: UserID, before end: Int64
    ) throws -> [Int64] {
        try EventRuns.last(limit, part, db, of: user, before: end) {
            try EventRuns.isLeft($0, part, db, of: user) ? $0 : nil
        }
    }

    private func expected(_ user: UserID, _ part: EventRuns.Part) throws -> [Int64] {
        try core.store.all(
            """
            SELECT sequence FROM events WHERE user = \(user.number)
                AND (kind = 'checkedIn') = \(part == .checkIns ? 1 : 0) ORDER BY sequence
            """)
    }

    private func expectAllFound(_ dice: inout SeededRandom) throws {
        let newest = try core.read { try EventTable.range($0).newest }
        for user in try everybody() {
            for part in EventRuns.Part.allCases {
                let all = try expected(user, part)
                for _ in 0..<(users.contains(user) ? 60 : 6) {
                    let start = Int64.random(in: -1...newest + 1, using: &dice)
                    let end =
                        Bool.random(using: &dice)
                        ? Int64.max : Int64.random(in: -1...newest + 1, using: &dice)
                    let limit = Int.random(in: 1...40, using: &dice)
                    let (first, last) = try core.read {
                        (
                            try EventRuns.first(
                                limit, part, $0, of: user, after: start, before: end),
                            try lastNumbers(limit, part, $0, of: user, before: end)
                        )
                    }
                    #expect(first == Array(all.filter { $0 > start && $0 < end }.prefix(limit)))
                    #expect(last == Array(all.filter { $0 < end }.reversed().prefix(limit)))
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3])
    func `any events are found as they were written, from either end and from anywhere`(
        seed: UInt64
    ) throws {
        var dice = SeededRandom(seed: seed)
        try live(300, &dice)
        #expect(try core.store.all("SELECT count(*) FROM eventRuns") as [Int] != [0])
        try expectAllFound(&dice)
        #expect(try core.read(Inspection.contradictions) == [])
    }

    @Test(arguments: [1, 2, 3])
    func `what was forgotten is passed, at the front and in between`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        try live(300, &dice)
        try core.read {
            try $0.run(
                "DELETE FROM events WHERE sequence < 90 OR sequence % 7 = 3 OR sequence BETWEEN 200 AND 280"
            )
        }
        try expectAllFound(&dice)
    }

    /// The numbers of a user's first runs, one array for each.
    private func runs(of user: UserID, _ part: EventRuns.Part) throws -> [[Int64]] {
        let texts: [String] = try core.store.all(
            """
            SELECT events FROM eventRuns
            WHERE user = \(user.number) AND isCheckIns = \(part == .checkIns ? 1 : 0) ORDER BY sequence
            """)
        return texts.map { $0.split(separator: ",").compactMap { Int64($0) } }
    }

    @Test func `the oldest event is found wherever it stands in its run, at the end too`() throws {
        var dice = SeededRandom(seed: 7)
        try live(200, &dice)
        let run = try #require(try runs(of: users[1], .others).first)
        for number in run {
            try core.read { try $0.run("DELETE FROM events WHERE sequence < ?", [number.cell]) }
            let (first, last) = try core.read { db in
                (
                    try EventRuns.first(1, .others, db, of: users[1], after: number - 1),
                    try lastNumbers(1000, .others, db, of: users[1], before: .max).last
                )
            }
            #expect(first == [number])
            #expect(last == number)
        }
    }

    @Test func `nobody is shown what happened to somebody else, whatever their row says`() throws {
        var dice = SeededRandom(seed: 8)
        try live(200, &dice)
        let own = try expected(users[0], .checkIns)
        try core.store.withConnection {
            try $0.database.execute(
                sql: """
                    UPDATE users SET checkInRun = (SELECT group_concat(',' || sequence, '') FROM events)
                    WHERE id = \(users[0].number);
                    DELETE FROM eventRuns
                    """)
        }
        let (first, last) = try core.read { db in
            (
                try EventRuns.first(1000, .checkIns, db, of: users[0], after: 0),
                try EventTable.checkIns(db, of: users[0], Page(limit: 1000)).map(\.sequence)
            )
        }
        #expect(first == own)
        #expect(last == own.reversed())
    }

    @Test func `no number is too small or too large to ask for`() throws {
        var dice = SeededRandom(seed: 6)
        try live(60, &dice)
        let all = try expected(users[0], .checkIns)
        let found = try core.read { db in
            try [Int64.min, -1, 0, .max].map {
                try lastNumbers(7, .checkIns, db, of: users[0], before: $0)
            }
        }
        #expect(found == [[], [], [], Array(all.reversed().prefix(7))])
    }

    @Test func `a row has no more numbers in it than fit, and every run is of several events`()
        throws
    {
        var dice = SeededRandom(seed: 4)
        try live(400, &dice)
        let inRow: [Int] = try core.store.all(
            "SELECT max(length(checkInRun)) FROM users UNION ALL SELECT max(length(eventRun)) FROM users"
        )
        #expect(inRow.allSatisfy { $0 < 120 })
        let least: [Int] = try core.store.all("SELECT min(length(events)) FROM eventRuns")
        #expect(least[0] > 100)
    }

    @Test func `a run that can't be read stays, and holds up no pruning`() throws {
        var dice = SeededRandom(seed: 9)
        try live(200, &dice)
        let runs: [Int64] = try core.store.all("SELECT min(sequence) FROM eventRuns")
        let damaged = try #require(runs.first)
        try core.read {
            try $0.run("UPDATE eventRuns SET events = ',1,x' WHERE sequence = ?", [damaged.cell])
            try $0.run("UPDATE events SET at = 0")
        }
        try core.restart()
        let left: [Int64] = try core.store.all("SELECT sequence FROM eventRuns")
        #expect(left == [damaged])
    }

    @Test func `a run is forgotten with the last of its events, in whatever order they go`() throws
    {
        var dice = SeededRandom(seed: 5)
        try live(300, &dice)
        let before: [Int64] = try core.store.all("SELECT sequence FROM eventRuns ORDER BY sequence")
        // The clock was far ahead when the first event of the first run came, so that it outlives all others.
        let texts: [String] = try core.store.all(
            "SELECT events FROM eventRuns ORDER BY sequence LIMIT 1")
        let first = try #require(texts[0].split(separator: ",").first.flatMap { Int64($0) })
        let later = core.clock.now + .days(3000)
        try core.read {
            try $0.run(
                "UPDATE events SET at = iif(sequence = ?, ?, 0)", [first.cell, later.cell])
        }
        try core.restart()
        let left: [Int64] = try core.store.all("SELECT sequence FROM eventRuns ORDER BY sequence")
        #expect(before.count > 10)
        #expect(left == [before[0]])
    }
}
