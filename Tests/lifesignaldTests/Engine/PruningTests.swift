import GRDB
import LifeSignal
import Testing

@testable import lifesignald

/// What is forgotten, and what never is.
struct PruningTests {
    private func count(_ core: TestCore, _ table: String) throws -> Int {
        let counts: [Int] = try core.store.all("SELECT count(*) FROM \(table)")
        return counts[0]
    }

    @Test func `what is older than the retention is forgotten, in slices, to the last row`() throws
    {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana", interval: .days(366)) }
        for _ in 0..<30 {
            try core.run { turn in for _ in 0..<50 { try turn.checkIn(ana) } }
        }
        core.clock.pass(.days(399))
        try core.run { try $0.checkIn(ana) }
        #expect(try count(core, "checkIns") == 1502)
        try core.restart { $0.pass(.days(2)) }
        #expect(try count(core, "checkIns") == 1)
        let oldest: [Int64] = try core.store.all("SELECT min(at) FROM events")
        #expect(oldest[0] >= (core.clock.now - .days(400)).milliseconds)
        #expect(try core.status("ana") == .active)
    }

    @Test func `a pending delivery is kept with its notification, whatever its age`() throws {
        let core = try TestCore()
        try core.run { turn in
            let ana = try turn.add("ana", channel: "mailto:a@x.org")
            try turn.tie(ana, to: try turn.add("ben"))
        }
        try core.restart { $0.pass(.days(500)) }
        let kinds: [String] = try core.store.all(
            """
            SELECT n.kind FROM notifications n JOIN deliveries d ON d.notification = n.sequence
            WHERE d.nextAttempt IS NOT NULL ORDER BY n.sequence
            """)
        #expect(kinds.first == "contactAdded")
        // Ben's notice had no channel to wait for.
        let old: [Int] = try core.store.all(
            "SELECT count(*) FROM notifications WHERE kind = 'contactAdded'")
        #expect(old == [1])
    }

    @Test func `it happens once a day`() throws {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana", interval: .days(366)) }
        try core.store.withConnection {
            try $0.execute(sql: "UPDATE checkIns SET at = 0 WHERE user = \(ana.number)")
        }
        try core.pass(.hours(24) - .minutes(2))
        #expect(try count(core, "checkIns") == 1)
        try core.pass(.minutes(2))
        #expect(try count(core, "checkIns") == 0)
    }

    @Test func `after a forward step of over a day nothing is pruned for 24 h`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .days(366)) }
        core.clock.step(by: .days(500))
        try core.catchUp(wasSet: true)
        try core.pass(.hours(24) - .minutes(2))
        #expect(try count(core, "checkIns") == 1)
        try core.pass(.minutes(3))
        #expect(try count(core, "checkIns") == 0)
    }

    @Test func `a removed user's histories go in slices while others are served`() throws {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana") }
        for _ in 0..<30 {
            try core.run { turn in for _ in 0..<50 { try turn.checkIn(ana) } }
        }
        let job = Job { turn in
            let user = try UserTable.user(turn.db, ana)!
            try turn.apply(
                removeUser(
                    try Situations.forRemoval(turn.db, of: user), force: false, by: .warden,
                    turn.moment))
        }
        try core.round([job])
        #expect(try count(core, "checkIns") == 1501 - DueWork.pruneLimit)
        var rounds = 0
        while core.sleep == .zero {
            let other = Job { $0.now }
            try core.round([other])
            #expect(other.result != nil)
            rounds += 1
        }
        #expect(rounds > 2)
        #expect(try count(core, "checkIns") == 0)
        let details: [Int] = try core.store.all(
            "SELECT count(*) FROM events WHERE user = 1 AND detail <> ''")
        #expect(details == [0])
    }
}
