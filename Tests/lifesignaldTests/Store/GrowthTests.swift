import GRDB
import GRDBSQLite
import LifeSignal
import Testing

@testable import lifesignald

/// What is read costs no more for all that has happened before.
struct GrowthTests {
    private let core: TestCore
    private let ana, ben, carla: UserID

    init() throws {
        core = try TestCore()
        (ana, ben, carla) = try core.run { turn in
            (try turn.add("ana"), try turn.add("ben"), try turn.add("carla"))
        }
    }

    private func turns(_ body: (Connection) throws -> Void) throws -> Int {
        try core.countTurns { try core.read(body) }
    }

    /// So many events of all three, pings between ana and carla that have ended, and problems that were solved.
    private func live(_ count: Int) throws {
        let numbers =
            "WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
        try core.read { db in
            try db.database.execute(
                sql: """
                    \(numbers) INSERT INTO events (at, kind, user, by, detail)
                    SELECT i, CASE WHEN i % 5 < 2 THEN 'checkedIn' ELSE 'reminderDue' END,
                        1 + (i * i / 3) % 3, 'daemon', 'source=web&n=' || i FROM n;
                    \(numbers) INSERT INTO pings (id, sender, recipient, sentAt, status, endedAt)
                    SELECT \(count) || '.' || i, 1 + i % 2 * 2, 3 - i % 2 * 2, i, 'responded', i
                    FROM n;
                    \(numbers) INSERT INTO problems (code, user, subject, since, solvedAt)
                    SELECT 'nobodyReached', 0, \(count) || '.' || i, i, i FROM n;
                    \(numbers) INSERT INTO problems (code, user, subject, since, solvedAt)
                    SELECT 'deliveryFailed', 0, \(count) || '.' || i, i, i FROM n;
                    """)
            try EventRuns.makeAnew(db)
        }
    }

    // MARK: Events

    @Test(arguments: [1, 20])
    func `a page of check-ins costs the same however much else has happened`(limit: Int) throws {
        func cost() throws -> Int {
            try turns { db in
                let page = try EventTable.checkIns(db, of: ana, Page(limit: limit))
                #expect(page.count == limit)
            }
        }
        try live(300)
        let before = try cost()
        try core.read {
            try $0.run(
                """
                WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
                INSERT INTO events (at, kind, user, by, detail)
                SELECT i, 'reminderDue', 1, 'daemon', '' FROM n
                """)
            try EventRuns.makeAnew($0)
        }
        #expect(try cost() == before)
    }

    @Test(arguments: [1, 7, 64])
    func `all pages of check-ins are all of them, newest first and once each`(limit: Int) throws {
        try live(300)
        let expected: [Int64] = try core.store.all(
            """
            SELECT sequence FROM events WHERE user = 1 AND kind = 'checkedIn' ORDER BY sequence DESC
            """)
        #expect(expected.count > 30)
        var found: [Int64] = []
        while true {
            let page = try core.read { db in
                try EventTable.checkIns(db, of: ana, Page(before: found.last, limit: limit))
            }
            found += page.map(\.sequence)
            // The first is of when she was added.
            #expect(page.allSatisfy { $0.sequence == expected.last || $0.source == "web" })
            if page.count < limit { break }
        }
        #expect(found == expected)
    }

    /// Carla looks after ana, and after so many more.
    private func tie(_ count: Int) throws {
        try core.run { try $0.tie(ana, to: carla) }
        try addDependents(count)
    }

    private func addDependents(_ count: Int) throws {
        try core.addUsers(count)
        try core.read { db in
            try db.run(
                """
                INSERT INTO edges (dependent, responder, dateAdded, needsHelp)
                SELECT id, 3, 0, 0 FROM users ORDER BY id DESC LIMIT ?
                """, [count.cell])
        }
    }

    private func expected(_ condition: String = "user IN (1, 3) OR user > 3") throws -> [Int64] {
        try core.store.all("SELECT sequence FROM events WHERE \(condition) ORDER BY sequence")
    }

    @Test(arguments: [1, 7, 64])
    func `a page of a net's events costs the same however much has happened to it`(limit: Int)
        throws
    {
        func cost() throws -> Int {
            try turns { db in
                let page = try EventTable.page(db, after: 10, about: .net(of: carla), limit: limit)
                #expect(page.events.count == limit && !page.isLast)
            }
        }
        try tie(1)
        try live(900)
        let before = try cost()
        try live(30_000)
        #expect(try cost() == before)
    }

    @Test(arguments: [1, 7, 64], [0, 5, 1200])
    func `all pages of a net's events are all its events, in order and once each`(
        limit: Int, others: Int
    ) throws {
        try tie(others)
        try live(300)
        if others > 0 {
            try core.read { db in
                try db.run("UPDATE events SET user = 3 + \(others) WHERE sequence % 9 = 4")
                try EventRuns.makeAnew(db)
            }
        }
        let expected = try expected()
        #expect(expected.count > 150)
        var (found, next): ([Int64], Int64) = ([], 0)
        while true {
            let page = try core.read { db in
                try EventTable.page(db, after: next, about: .net(of: carla), limit: limit)
            }
            found += page.events.map(\.sequence)
            #expect(page.events.allSatisfy { $0.user?.text != "ben" })
            next = page.next
            if page.isLast { break }
        }
        #expect(found == expected)
        #expect(next == expected.last || !found.contains(next))
    }

    @Test func `who follows misses nothing, however little has come since`() throws {
        try tie(0)
        try live(60)
        for sequence in try expected("1").suffix(9) {
            let page = try core.read {
                try EventTable.page($0, after: sequence, about: .net(of: carla), limit: 64)
            }
            #expect(
                page.events.map(\.sequence)
                    == (try expected("user IN (1, 3)").filter { $0 > sequence }))
            #expect(try page.isLast && page.next == expected("1").last)
        }
    }

    @Test(arguments: [3, 25_000])
    func `a page of events costs the same for whoever looks after a thousand or thousands`(
        back: Int64
    ) throws {
        try tie(1200)
        try live(30_000)
        func cost() throws -> Int {
            try turns { db in
                let newest = try EventTable.range(db).newest
                let page = try EventTable.page(
                    db, after: newest - back, about: .net(of: carla), limit: 64)
                #expect(page.isLast == (back == 3))
            }
        }
        let before = try cost()
        try addDependents(3000)
        #expect(try cost() == before)
    }

    @Test func `what was forgotten is not gone through, though its numbers are still there`() throws
    {
        try tie(0)
        try live(30_000)
        let last: Int64 = try core.read { try EventTable.range($0).newest }
        try core.read { try $0.run("DELETE FROM events WHERE sequence < ?", [(last - 300).cell]) }
        func cost() throws -> Int {
            try turns { db in
                let checkIns = try EventTable.checkIns(db, of: ana, Page(limit: 1000))
                let events = try EventTable.page(db, after: 0, about: .net(of: carla), limit: 1000)
                #expect(checkIns.count > 20 && events.events.count > 100)
            }
        }
        let before = try cost()
        try core.read {
            try $0.run("DELETE FROM eventRuns WHERE sequence < ?", [(last - 300).cell])
        }
        // One run may be looked at to see that it is too old.
        #expect(try before - cost() < 200)
    }

    // MARK: Pings and problems

    /// Of ana those with everybody or with ben, which wait or not.
    private func page(_ db: Connection, isPending: Bool, withBen: Bool) throws -> [Ping] {
        let selection = PingTable.Selection(
            user: ana, other: withBen ? ben : nil, isSent: true, isReceived: true,
            isPending: isPending)
        return try PingTable.page(db, selection, Page(before: nil, limit: 20)).map(\.ping)
    }

    @Test(arguments: [true, false], [true, false])
    func `pings that wait, and those between two, are found without going through all others`(
        isPending: Bool, withBen: Bool
    ) throws {
        func cost() throws -> Int {
            try turns { _ = try page($0, isPending: isPending, withBen: withBen) }
        }
        try core.read { db in
            for number in 1...30 {
                let (at, back) = (Instant(milliseconds: 0), number % 2 == 0)
                try PingTable.save(
                    db,
                    Ping(
                        id: "old\(number)", sender: back ? ben : ana, recipient: back ? ana : ben,
                        sentAt: at, status: .responded, endedAt: at))
            }
        }
        try live(300)
        try core.read { db in
            for (id, sender) in [("b", ben), ("c", carla)] {
                try PingTable.save(
                    db, Ping(id: id, sender: sender, recipient: ana, sentAt: core.clock.now))
            }
        }
        let before = try cost()
        try live(30_000)
        #expect(try cost() == before)
        let waiting = try core.read { try page($0, isPending: true, withBen: withBen) }
        #expect(waiting.map(\.id) == (withBen ? ["b"] : ["c", "b"]))
        let all = try core.read { try page($0, isPending: false, withBen: withBen) }
        #expect(all.count == 20)
        #expect(all.allSatisfy { !withBen || Set([$0.sender, $0.recipient]) == [ana, ben] })
    }

    @Test func `a check-in goes through no pings that were answered long ago`() throws {
        func cost() throws -> Int {
            try turns { db in
                let received = try PingTable.received(db, by: ana)
                let sent = try PingTable.sent(db, by: ana)
                #expect(received.isEmpty && sent.isEmpty)
            }
        }
        try live(300)
        let before = try cost()
        try live(30_000)
        #expect(try cost() == before)
    }

    @Test func `open problems are found without going through those that were solved`() throws {
        func cost() throws -> Int {
            try turns { db in
                let open = try ProblemTable.open(db, limit: 10)
                #expect(open.map(\.key.code) == [.noOperators])
                try ProblemTable.expireFailures(db, at: core.clock.now)
            }
        }
        try live(300)
        let before = try cost()
        try live(30_000)
        #expect(try cost() == before)
    }

    @Test func `failures of long ago that are many end some at a time, the oldest first`() throws {
        let most = ProblemTable.failuresExpiredAtOnce
        try core.read { db in
            try db.database.execute(
                sql: """
                    WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(most + 1))
                    INSERT INTO problems (code, user, subject, since, seenAt)
                    SELECT 'deliveryFailed', 0, i, 0, \(most) - i FROM n
                    """)
            func left() throws -> [String] {
                try db.rows(
                    "SELECT subject FROM problems WHERE code = 'deliveryFailed' AND solvedAt IS NULL"
                ) { $0[0] }
            }
            try ProblemTable.expireFailures(db, at: core.clock.now)
            #expect(try left() == ["1"])
            try ProblemTable.expireFailures(db, at: core.clock.now)
            #expect(try left() == [])
        }
    }

    @Test func `of pings that were sent at one instant a page costs the same wherever it begins`()
        throws
    {
        let sent = Instant(milliseconds: 0)
        try core.addUsers(3001)
        try core.read { db in
            try db.database.execute(
                sql: """
                    WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= 3000)
                    INSERT INTO pings (id, sender, recipient, sentAt, status)
                    SELECT 'p' || i, 1, 3 + i, 0, 'pending' FROM n;
                    """)
        }
        func page(after sequence: Int64) throws -> [Int64] {
            try core.read { db in
                try PingTable.oldestPending(
                    db, sentBy: sent, after: (sent, sequence), limit: 20
                ).map(\.sequence)
            }
        }
        func cost(after sequence: Int64) throws -> Int {
            try core.countTurns {
                let page = try page(after: sequence)
                #expect(page == (1...20).map { sequence + $0 })
            }
        }
        #expect(try cost(after: 2900) == cost(after: 100))
        #expect(try page(after: 3001) == [])
        let nothing = try core.countTurns { _ = try page(after: 3001) }
        #expect(nothing < 300)
    }

    // MARK: The outbox

    @Test func `of what is due at one instant a page costs the same wherever it begins`() throws {
        try core.run { turn in
            let channel = Channel(
                id: "c", user: ana, address: "mailto:ana@example.org", isPrivate: true,
                addedAt: turn.now)
            let notices = (0..<600).map { number in
                Effect.notify(
                    Notification(
                        id: "n\(number)", kind: .system, recipient: ana, about: nil, at: turn.now,
                        notice: Notice(title: "t", body: "b")))
            }
            try turn.apply([.addChannel(channel)] + notices)
        }
        let (rank, due) = (OutboxBacklog.Rank.other.rawValue, core.clock.now)
        func page(after sequence: Int64, ofChannel: Bool) throws -> [Int64] {
            let place: Arguments = [due.cell, sequence.cell, due.cell, 20.cell, rank.cell]
            return try core.read { db in
                ofChannel
                    ? try db.rows(OutboxOffer.dueOnesOfChannel, place + ["c".cell]) { $0[0] }
                    : try db.rows(OutboxOffer.dueOnes, place) { $0[0] }
            }
        }
        for ofChannel in [true, false] {
            func cost(after sequence: Int64) throws -> Int {
                try core.countTurns {
                    let page = try page(after: sequence, ofChannel: ofChannel)
                    #expect(page == (1...20).map { sequence + $0 })
                }
            }
            #expect(try cost(after: 500) == cost(after: 20))
            #expect(try page(after: 600, ofChannel: ofChannel) == [])
        }
    }

    /// So many notices to ana, who has one channel, and who is reminded of her check-in as the last of them.
    private func core(waiting count: Int) throws -> TestCore {
        let core = try TestCore()
        try core.run { turn in
            let ana = try turn.add(
                "ana", interval: .hours(1), reminders: [.minutes(59)],
                channel: "ntfy://ntfy.example.org/ana")
            let ben = try turn.add("ben", interval: .days(30))
            try turn.tie(ben, to: ana)
            try turn.apply(
                (0..<count).map { number in
                    .notify(
                        Notification(
                            id: "n\(number)", kind: .system, recipient: ana, about: nil,
                            at: turn.now, notice: Notice(title: "t", body: "b")))
                })
        }
        try core.pass(.minutes(1))
        #expect(try core.notices(to: "ana").last == "reminder")
        return core
    }

    private func withdrawn(_ core: TestCore) throws -> [String] {
        try core.store.all(
            """
            SELECT n.kind FROM deliveries d JOIN notifications n ON n.sequence = d.notification
            WHERE d.state = 'withdrawn'
            """)
    }

    @Test func `a check-in that ends a reminder goes through nothing else that waits`() throws {
        func cost(waiting count: Int) throws -> Int {
            let core = try core(waiting: count)
            let ana = try core.user("ana").id
            let cost = try core.countTurns { try core.run { try $0.checkIn(ana) } }
            #expect(try withdrawn(core) == ["reminder"])
            return cost
        }
        #expect(try cost(waiting: 20) == cost(waiting: 400))
    }

    @Test func `a responder who leaves is told less, without going through all that waits`() throws
    {
        func cost(waiting count: Int) throws -> Int {
            let core = try core(waiting: count)
            let (ana, ben) = (try core.user("ana").id, try core.user("ben").id)
            try core.run { turn in
                try turn.apply([
                    .notify(
                        Notification(
                            id: "s", kind: .scheduleChanged, recipient: ana, about: ben,
                            at: turn.now, notice: Notice(title: "t", body: "b")))
                ])
            }
            let cost = try core.countTurns {
                try core.run { turn in
                    let situation = try Situations.whole(
                        turn.db, of: UserTable.user(turn.db, ben)!)
                    let responder = try EdgeTable.contact(turn.db, ana)!
                    try turn.apply(
                        removeResponder(responder, from: situation, by: .warden, turn.moment))
                }
            }
            #expect(try withdrawn(core) == ["contactAdded", "scheduleChanged"])
            return cost
        }
        #expect(try cost(waiting: 20) == cost(waiting: 400))
    }

    @Test(arguments: [false, true])
    func `a pause begins and ends without going through what waits for it`(isTaken: Bool) throws {
        func cost(waiting count: Int) throws -> Int {
            let core = try core(waiting: count)
            func report(_ report: DeliveryReport) throws {
                let id: [String] = try core.store.all(
                    "SELECT id FROM deliveries WHERE state = 'pending' LIMIT 1")
                try core.run { turn in
                    try DeliveryTable.save(
                        turn.db, DeliveryTable.delivery(turn.db, id[0])!.begun())
                    try OutboxQueue.report(turn, id[0], report, detail: "", jitter: 0)
                }
            }
            let pause = DeliveryReport(delivered: false, retryAfter: .seconds(600))
            if isTaken { try report(pause) }
            let cost = try core.countTurns {
                try report(isTaken ? DeliveryReport(delivered: true) : pause)
            }
            let ends: [Int64?] = try core.store.all("SELECT pausedUntil FROM channels")
            #expect(
                ends == [(core.clock.now + (isTaken ? .zero : .seconds(600))).milliseconds])
            return cost
        }
        #expect(try cost(waiting: 20) == cost(waiting: 400))
    }

    @Test func `a channel that works again costs the same however much has failed there`() throws {
        func cost(failed count: Int) throws -> Int {
            let core = try core(waiting: count)
            let ids: [String] = try core.store.all("SELECT id FROM deliveries ORDER BY sequence")
            func report(_ id: String, _ report: DeliveryReport) throws {
                try core.run { turn in
                    try DeliveryTable.save(
                        turn.db, DeliveryTable.delivery(turn.db, id)!.begun())
                    try OutboxQueue.report(turn, id, report, detail: "", jitter: 0)
                }
            }
            for id in ids.dropLast() {
                try report(id, DeliveryReport(delivered: false, permanent: true))
            }
            func unresolved() throws -> [Int] {
                try core.store.all(
                    "SELECT value FROM counters WHERE name = 'delivery:unresolved'")
            }
            #expect(try unresolved() == [ids.count - 1])
            let cost = try core.countTurns {
                try report(try #require(ids.last), DeliveryReport(delivered: true))
            }
            #expect(try unresolved() == [0])
            #expect(try core.read(Inspection.contradictions) == [])
            return cost
        }
        #expect(try cost(failed: 20) == cost(failed: 400))
    }

    @Test func `a start goes through what is under way, and not through all that waits`() throws {
        func cost(waiting count: Int) throws -> Int {
            let core = try core(waiting: count)
            return try core.countTurns {
                let begun = try core.read { try DeliveryTable.begun($0) }
                #expect(begun.isEmpty)
            }
        }
        #expect(try cost(waiting: 20) == cost(waiting: 400))
    }

    @Test func `what waits for a sender is not looked for without end`() throws {
        func cost(waiting count: Int) throws -> Int {
            let core = try core(waiting: count)
            try core.read { db in
                try db.run(
                    "UPDATE channels SET pausedUntil = ?", [(core.clock.now + .hours(1)).cell])
            }
            return try core.countTurns {
                let waiting = try core.run { try OutboxOffer.waiting($0) }
                #expect(waiting.since == nil && !waiting.isAll)
            }
        }
        #expect(try cost(waiting: 200) == cost(waiting: 600))
    }

    // MARK: Users

    @Test func `a round after a step back costs the same however many users there are`() throws {
        func cost() throws -> Int {
            // Pruning passes those in the future, and each step back is one more.
            try core.read { try $0.run("DELETE FROM events") }
            core.clock.step(by: .minutes(-1))
            let cost = try core.countTurns { try core.round(wasSet: true) }
            #expect(core.sleep == .zero)
            try core.catchUp()
            return cost
        }
        try core.addUsers(5_000, haveCheckedIn: true)
        _ = try cost()
        let before = try cost()
        try core.addUsers(20_000, haveCheckedIn: true)
        #expect(try cost() == before)
    }
}

extension TestCore {
    /// So many rows of users beside those that there are.
    fileprivate func addUsers(_ count: Int, haveCheckedIn: Bool = false) throws {
        try read { db in
            try db.run(
                """
                WITH n (i, first) AS (SELECT 1, (SELECT max(id) FROM users)
                    UNION ALL SELECT i + 1, first FROM n WHERE i < ?1)
                INSERT INTO users (id, handle, name, foldedName, checkInInterval, reminders, grace,
                    dependentSort, addedAt, lastCheckIn, remindedLeads, deadlinePassed, noticeSent,
                    gapTold, waitingTold, status, emergencyNote)
                SELECT first + i, 'u' || (first + i), '', '', 86400, '', 0, 'name', 0,
                    iif(?2, 0, NULL), '', 0, 0, 0, 0, iif(?2, 'active', 'waiting'), ''
                FROM n WHERE ?1 > 0
                """, [count.cell, haveCheckedIn.cell])
        }
    }

    /// How often SQLite's machine turned while `body` ran.
    func countTurns(_ body: () throws -> Void) throws -> Int {
        var count = 0
        try withUnsafeMutablePointer(to: &count) { count in
            let more: @convention(c) (UnsafeMutableRawPointer?) -> CInt = { count in
                count?.assumingMemoryBound(to: Int.self).pointee += 1
                return 0
            }
            let database = try read(\.database.sqliteConnection)
            sqlite3_progress_handler(database, 1, more, count)
            defer { sqlite3_progress_handler(database, 0, nil, nil) }
            try body()
        }
        return count
    }
}
