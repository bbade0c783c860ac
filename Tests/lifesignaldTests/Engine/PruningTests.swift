import GRDB
import LifeSignal
import Synchronization
import Testing

@testable import lifesignald

/// What is forgotten, and what never is.
struct PruningTests {
    private static let checkIns = "events WHERE kind = 'checkedIn'"

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
        #expect(try count(core, Self.checkIns) == 1502)
        try core.restart { $0.pass(.days(2)) }
        // Nobody knows whether it was off for so long or its clock is wrong now.
        #expect(try count(core, Self.checkIns) == 1502)
        try core.pass(.days(1))
        #expect(try count(core, Self.checkIns) == 1)
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
        try core.pass(.days(1))
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
        try core.run { _ = try $0.add("ana", interval: .days(366)) }
        try core.store.withConnection { try $0.run("UPDATE events SET at = 0") }
        try core.run { _ = try $0.add("ben", interval: .days(366)) }
        try core.pass(.hours(24) - .minutes(2))
        #expect(try count(core, Self.checkIns) == 2)
        try core.pass(.minutes(2))
        #expect(try count(core, Self.checkIns) == 1)
    }

    @Test func `the newest event stays whatever its age, so that no number comes again`() throws {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana", interval: .days(366)) }
        try core.store.withConnection { try $0.run("UPDATE events SET at = 0") }
        let newest: [Int64] = try core.store.all("SELECT max(sequence) FROM events")
        try core.pass(.days(1))
        #expect(try core.store.all("SELECT sequence FROM events") == newest)
        try core.run { try $0.checkIn(ana) }
        #expect(
            try core.store.all("SELECT sequence FROM events") == [newest[0], newest[0] + 1])
    }

    @Test func `after a forward step of over a day nothing is pruned for 24 h`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .days(366)) }
        core.clock.step(by: .days(500))
        try core.catchUp(wasSet: true)
        try core.pass(.hours(24) - .minutes(2))
        #expect(try count(core, Self.checkIns) == 1)
        try core.pass(.minutes(3))
        #expect(try count(core, Self.checkIns) == 0)
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
        let left = "\(Self.checkIns) AND detail <> ''"
        #expect(try count(core, left) == 1501 - DueWork.pruneLimit)
        var rounds = 0
        while core.sleep == .zero {
            let other = Job { $0.now }
            try core.round([other])
            #expect(other.result != nil)
            rounds += 1
        }
        #expect(rounds > 2)
        #expect(try count(core, "events WHERE user = 1 AND detail <> ''") == 0)
        // The trail itself stays.
        #expect(try count(core, Self.checkIns) == 1501)
    }

    // MARK: What is kept among it

    /// Rows of a history that stay although they are its first, and rows that come after them and go.
    struct History: CustomTestStringConvertible, Sendable {
        /// The table, and the column that tells the ones from the others.
        var table: String
        var mark: String
        /// Into which columns what is put; `%` stands for the mark.
        var columns: String
        var kept: String
        var old: String

        var testDescription: String { table }

        func insert(_ values: String, as mark: String, _ count: Int) -> String {
            """
            WITH RECURSIVE numbers (i) AS (
                SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < \(count))
            INSERT INTO \(table) (\(columns))
            SELECT \(values.replacing("%", with: "'\(mark)' || i")) FROM numbers
            """
        }
    }

    private static let soon = FakeClock.start.milliseconds + 1000
    private static let future = (FakeClock.start + .days(1000)).milliseconds

    static let histories = [
        History(
            table: "pings", mark: "id", columns: "id, sender, recipient, sentAt, status, endedAt",
            kept: "%, 1, 2, 0, 'expired', \(soon)", old: "%, 1, 2, 0, 'expired', 1"),
        History(
            table: "alerts", mark: "id", columns: "id, user, startedAt, endedAt",
            kept: "%, 1, 0, NULL", old: "%, 1, 0, 1"),
        History(
            table: "notifications", mark: "id",
            columns: "id, kind, cause, recipient, about, at, title, ofGap, body",
            kept: "%, 'alertRaised', 'cry', 2, 1, 0, '', 0, ''",
            old: "%, 'alertRaised', 'past', 2, 1, 0, '', 0, ''"),
        History(
            table: "events", mark: "by", columns: "at, kind, user, by, detail",
            kept: "\(future), 'checkedIn', 1, %, ''", old: "0, 'checkedIn', 1, %, ''"),
        History(
            table: "problems", mark: "subject", columns: "code, user, subject, since, solvedAt",
            kept: "'deliveryFailed', 1, %, 0, \(soon)", old: "'deliveryFailed', 1, %, 0, 1"),
    ]

    /// Ana, who has cried for help, and ben; the histories are still empty.
    private func two() throws -> TestCore {
        let core = try TestCore()
        try core.run { turn in
            try turn.add("ana", interval: .days(366))
            try turn.add("ben", interval: .days(366))
        }
        try core.store.withConnection {
            try $0.database.execute(
                sql: """
                    UPDATE users SET alert = 'cry', alertStart = 0 WHERE id = 1;
                    DELETE FROM events
                    """)
        }
        return core
    }

    private func count(_ core: TestCore, _ history: History, _ mark: String) throws -> Int {
        try count(core, "\(history.table) WHERE \(history.mark) LIKE '\(mark)%'")
    }

    @Test(arguments: histories)
    func `kept rows at the front do not stop pruning`(history: History) throws {
        let core = try two()
        try core.store.withConnection {
            try $0.run(history.insert(history.kept, as: "kept", 600))
            try $0.run(history.insert(history.old, as: "old", 50))
        }
        try core.restart()
        #expect(try count(core, history, "old") == 0)
        #expect(try count(core, history, "kept") == 600)
    }

    @Test func `what was kept is looked at again the next day`() throws {
        let core = try two()
        let alerts = Self.histories[1]
        try core.store.withConnection {
            try $0.run(alerts.insert(alerts.kept, as: "kept", 3))
        }
        try core.restart()
        #expect(try count(core, "alerts") == 3)
        try core.store.withConnection { try $0.run("UPDATE alerts SET endedAt = 1") }
        try core.pass(.hours(24) - .minutes(2))
        #expect(try count(core, "alerts") == 3)
        try core.pass(.minutes(2))
        #expect(try count(core, "alerts") == 0)
    }

    // MARK: Slices

    /// Rounds until nothing is due.
    ///
    /// - Returns: by how much each round has lessened each of the counts.
    private func rounds(_ core: TestCore, isStart: Bool = false, lessening counted: [String])
        throws -> [[Int]]
    {
        var steps: [[Int]] = []
        var before = try counted.map { try count(core, $0) }
        repeat {
            try core.round(isStart: isStart && steps.isEmpty)
            let after = try counted.map { try count(core, $0) }
            steps.append(zip(before, after).map { $0 - $1 })
            before = after
        } while core.sleep == .zero
        return steps
    }

    private func expectSlices(_ steps: [[Int]], of limit: Int) {
        for step in steps {
            #expect(step.count { $0 != 0 } <= 1, "\(step)")
            #expect(step.allSatisfy { $0 <= limit }, "\(step)")
        }
    }

    @Test func `while there is more to prune the log is written back in small parts`() throws {
        let core = try two()
        func limit() -> Int { core.store.withConnection { $0.log.limit } }
        #expect(limit() == WriteAheadLog.usualLimit)
        try core.store.withConnection { db in
            for history in Self.histories {
                try db.run(history.insert(history.old, as: "old", 300))
            }
        }
        try core.kill()
        try core.reopen()
        try core.round(isStart: true)
        #expect(limit() == DueWork.logWhilePruning)
        while core.sleep == .zero { try core.round() }
        #expect(limit() == WriteAheadLog.usualLimit)
    }

    @Test func `a round prunes a slice of one history`() throws {
        let core = try two()
        try core.store.withConnection { db in
            for history in Self.histories {
                try db.run(history.insert(history.old, as: "old", 300))
            }
        }
        let counted = Self.histories.map { "\($0.table) WHERE \($0.mark) LIKE 'old%'" }
        try core.kill()
        try core.reopen()
        let steps = try rounds(core, isStart: true, lessening: counted)
        expectSlices(steps, of: DueWork.pruneLimit)
        for history in Self.histories { #expect(try count(core, history, "old") == 0) }
    }

    @Test func `a round forgets a slice of one history of a removed user`() throws {
        let core = try two()
        try core.store.withConnection { db in
            for history in Self.histories.dropLast() {
                try db.run(history.insert(history.kept, as: "kept", 300))
            }
            try db.database.execute(
                sql: """
                    UPDATE events SET detail = 'source=manual', user = 1 + sequence % 2,
                        kind = CASE sequence % 3 WHEN 0 THEN 'pingSent' ELSE kind END
                    """)
            try EventRuns.makeAnew(db)
            try db.database.execute(
                sql: """
                    UPDATE users SET status = 'removed', alert = NULL, alertStart = NULL,
                        earliestDeadline = NULL, unlistedDeadline = NULL, forgets = 1
                    """)
        }
        let counted =
            Self.histories.dropLast(2).map(\.table) + ["events WHERE user <= 2 AND detail <> ''"]
        let steps = try rounds(core, lessening: counted)
        expectSlices(steps, of: DueWork.pruneLimit)
        for left in counted { #expect(try count(core, left) == 0, "\(left)") }
        #expect(try count(core, "users WHERE forgets = 1") == 0)
    }

    @Test func `on a full disk a slice is small`() throws {
        let core = try two()
        let events = Self.histories[3]
        try core.store.withConnection {
            try $0.run(events.insert(events.old, as: "old", 50))
        }
        core.clock.pass(.days(1))
        core.core.memory.systemProblems.isSparing = true
        let steps = try rounds(core, lessening: ["events WHERE at = 0"])
        #expect(steps.map { $0[0] }.max() == DueWork.sparingLimit)
        #expect(try count(core, events, "old") == 0)
    }
}
