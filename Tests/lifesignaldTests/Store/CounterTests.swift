import GRDB
import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// What triggers keep, against what is really there; and how every statement finds its rows.
struct CounterTests {
    private static let handles = ["ana", "ben", "carla", "dora", "emil", "fritz"]

    /// One thing that somebody may do, whether or not it is refused.
    private static func act(_ net: Net, _ dice: inout SeededRandom) async throws {
        let one = handles.randomElement(using: &dice)!
        let other = handles.randomElement(using: &dice)!
        switch Int.random(in: 0..<18, using: &dice) {
        case 0, 1:
            _ = try await net.refusal(
                People.AddUser.self,
                .init(
                    handle: one, name: one, account: one,
                    checkInInterval: Int64.random(in: 60...5000, using: &dice),
                    grace: Int64.random(in: 0...600, using: &dice),
                    checkIn: Bool.random(using: &dice)))
        case 2:
            _ = try await net.refusal(People.RemoveUser.self, .init(user: one, force: true))
        case 3, 4: _ = try await net.refusal(People.CheckIn.self, .init(user: one))
        case 5, 6:
            _ = try await net.refusal(
                People.AddResponder.self, .init(dependent: one, responder: other))
        case 7:
            _ = try await net.refusal(
                People.RemoveResponder.self, .init(dependent: one, responder: other))
        case 8: _ = try await net.refusal(People.RaiseAlert.self, .init(user: one))
        case 9: _ = try await net.refusal(People.ClearAlert.self, .init(user: one))
        case 10, 11:
            _ = try await net.refusal(
                People.SendPing.self, .init(recipient: one, sender: other))
        case 12: _ = try await net.refusal(People.RespondAllPings.self, .init(user: one))
        case 13:
            _ = try await net.refusal(
                People.AddChannel.self,
                .init(address: "mailto:\(Int.random(in: 0...3, using: &dice))@x.org", user: one))
        case 14:
            let channels = try? await net.list(People.ListChannels.self, .init(user: one))
            guard let channel = channels?.compactMap(\.channel).randomElement(using: &dice) else {
                return
            }
            _ = try await net.refusal(People.RemoveChannel.self, .init(id: channel.id))
        case 15, 16: await net.pass(.seconds(Int64.random(in: 1...1200, using: &dice)))
        default: try await send(net, &dice)
        }
    }

    /// A sender takes what there is, and reports on it one way or another.
    private static func send(_ net: Net, _ dice: inout SeededRandom) async throws {
        let boot = net.clock.read().boot
        let jobs = try await net.engine.write { turn in
            let stream = turn.memory.outbox.open(lease: .seconds(10), window: 8, at: turn.now)
            return try OutboxOffer.take(turn, stream: stream, at: boot).map(\.delivery)
        }
        for id in jobs {
            let (delivered, permanent) = (Bool.random(using: &dice), Bool.random(using: &dice))
            try await net.engine.write { turn in
                do {
                    try OutboxQueue.begin(turn, id)
                    try OutboxQueue.report(
                        turn, id, DeliveryReport(delivered: delivered, permanent: permanent),
                        detail: "", jitter: 0.5)
                } catch is Refusal {}
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `counters equal what is there, after whatever was done`(seed: UInt64) async throws {
        let net = try await Net()
        var dice = SeededRandom(seed: seed)
        for step in 0..<250 {
            try await Self.act(net, &dice)
            guard step % 25 == 24 else { continue }
            try net.store.withConnection { db in
                let (kept, real) = (try DaemonRow.counters(db), try DaemonRow.counted(db))
                #expect(kept == real, "step \(step)")
                #expect(try Inspection.contradictions(db) == [], "step \(step)")
            }
        }
        try net.store.check()
        try await net.end()
        let inspection = try Inspection(
            path: net.directory.file("lifesignal.db"), settings: Settings())
        #expect(inspection.findings == [])
    }

    @Test func `every statement finds its rows by an index`() async throws {
        final class Seen: @unchecked Sendable { var statements: Set<String> = [] }
        let seen = Seen()
        var settings = Settings()
        settings.retention = .days(1)
        let net = try await Net(settings) { db in
            db.database.trace { event in
                if case .statement(let statement) = event {
                    seen.statements.insert(statement.sql)
                }
            }
        }
        var dice = SeededRandom(seed: 4)
        for _ in 0..<300 { try await Self.act(net, &dice) }
        try await net.add("zoe", channel: "mailto:z@x.org")
        try await net.add("yves", channel: "mailto:y@x.org")
        try await net.tie("zoe", to: "yves")
        for caller in [FakeAccounts.Caller.admin, .account("zoe"), .account("yves")] {
            try await Self.read(net, by: caller)
        }
        try await Self.ask(net)
        await net.step(by: Span.zero - .hours(1))
        await net.suspend(.hours(2))
        try await Self.prune(net)
        #expect(seen.statements.count > 180)
        #expect(seen.statements.contains { $0.hasPrefix("UPDATE events") })
        try net.store.withConnection { try Self.judge(seen.statements, $0) }
        try await Self.expectPruned(net)
    }

    /// Everything of which a page shows something, of everybody and of somebody whom the caller may see.
    private static func read(_ net: Net, by caller: FakeAccounts.Caller) async throws {
        if caller == .admin { _ = try await net.list(People.ListUsers.self, .init(), by: caller) }
        _ = try await net.call(LifeSignalAPI.Daemon.GetStatus.self, .init(), by: caller)
        for user in [nil, "zoe"] {
            _ = try await net.list(
                LifeSignalAPI.Daemon.ListEvents.self, .init(user: user), by: caller)
            _ = try await net.list(
                LifeSignalAPI.Daemon.ListDeadlines.self, .init(user: user), by: caller)
        }
        _ = try await net.list(People.ListCheckIns.self, .init(user: "zoe"), by: caller)
        _ = try await net.list(People.ListAlerts.self, .init(user: "zoe"), by: caller)
        _ = try await net.call(LifeSignalAPI.Daemon.Explain.self, .init(user: "zoe"), by: caller)
        // A responder doesn't see these.
        guard caller != .account("yves") else { return }
        _ = try await net.list(People.ListDependents.self, .init(user: "zoe"), by: caller)
        _ = try await net.list(People.ListResponders.self, .init(user: "zoe"), by: caller)
        _ = try await net.list(People.ListPings.self, .init(user: "zoe"), by: caller)
        _ = try await net.list(People.ListChannels.self, .init(user: "zoe"), by: caller)
        _ = try await net.list(People.ListNotifications.self, .init(user: "zoe"), by: caller)
    }

    /// What `act` and the first pages leave out.
    private static func ask(_ net: Net) async throws {
        _ = try await net.call(
            People.SetUser.self,
            .init(user: "zoe", name: "Zoë", account: "zoe", checkInInterval: 172_800, checkIn: true)
        )
        _ = try await net.user("zoe")
        _ = try await net.call(LifeSignalAPI.Daemon.GetHealth.self, .init())
        for sort in [People.ListDependents.Parameters.Sort.timeLeft, .name, .dateAdded] {
            _ = try await net.list(People.ListDependents.self, .init(user: "yves", sort: sort))
        }
        try await askOfPings(net)
        try await askOfHistory(net)
        try await askOfChannels(net)
    }

    private static func askOfPings(_ net: Net) async throws {
        for isAnswered in [true, false] {
            let ping = try await net.call(
                People.SendPing.self, .init(recipient: "zoe", sender: "yves")
            ).ping.id
            _ = try await net.call(People.GetPing.self, .init(id: ping))
            for direction in [nil, People.ListPings.Parameters.Direction.sent, .received] {
                for isPending in [false, true] {
                    for before in [nil, ping] {
                        _ = try await net.list(
                            People.ListPings.self,
                            .init(
                                user: "zoe", pendingOnly: isPending, direction: direction, limit: 1,
                                before: before))
                    }
                }
            }
            if isAnswered {
                _ = try await net.call(
                    People.RespondPing.self, .init(id: ping), by: .account("zoe"))
            } else {
                _ = try await net.call(People.ClearPing.self, .init(id: ping))
            }
        }
    }

    private static func askOfHistory(_ net: Net) async throws {
        try await net.checkIn("zoe")
        _ = try await net.call(People.RaiseAlert.self, .init(user: "zoe"))
        let alert = try await net.call(People.ClearAlert.self, .init(user: "zoe")).alert.id
        _ = try await net.list(
            People.ListAlerts.self, .init(user: "zoe", limit: 1, before: alert))
        let checkIn = try await net.list(People.ListCheckIns.self, .init(user: "zoe")).first
        _ = try await net.list(
            People.ListCheckIns.self,
            .init(user: "zoe", limit: 1, before: #require(checkIn?.checkIn?.id)))
        let notice = try #require(try await net.notices(to: "yves").first?.id)
        _ = try await net.list(
            People.ListNotifications.self, .init(user: "yves", limit: 1, before: notice))
    }

    /// A server that asks for a pause, a test, and a channel that is removed with what waits for it.
    private static func askOfChannels(_ net: Net) async throws {
        let channel = try #require(
            try await net.list(People.ListChannels.self, .init(user: "yves")).first?.channel?.id)
        var sender = try await Sender(net, lease: 600, window: 1024)
        var job = try await sender.next()
        while job.to != "yves" { job = try await sender.next() }
        // A channel that pauses is not tested.
        let pausing = job
        net.accounts.become(.admin)
        let other = try await net.connect()
        let test = Task { try await other.call(People.TestChannel.self, .init(id: channel)) }
        while job.kind != "test" { job = try await sender.next() }
        try await sender.deliver(job)
        _ = try await test.value
        #expect(try await sender.begin(pausing) == nil)
        try await sender.report(pausing, delivered: false, detail: "429", retryAfter: 600)
        _ = try await net.call(People.RemoveChannel.self, .init(id: channel))
    }

    /// Something to prune in every history; two days later it is.
    private static func prune(_ net: Net) async throws {
        try net.store.withConnection { db in
            for history in PruningTests.histories {
                try db.run(history.insert(history.old, as: "old", 3))
            }
            try db.run(
                "INSERT INTO eventRuns (sequence, user, isCheckIns, events) VALUES (1, 1, 1, ',0')"
            )
        }
        for _ in 0..<3 { await net.suspend(.hours(23)) }
    }

    private static func hasOld(_ net: Net) throws -> Bool {
        try PruningTests.histories.contains { history in
            let left: [Int] = try net.store.all(
                "SELECT count(*) FROM \(history.table) WHERE \(history.mark) LIKE 'old%'")
            return left != [0]
        }
    }

    private static func expectPruned(_ net: Net) async throws {
        // It is done in slices, between which the engine sleeps as if it were idle.
        for _ in 0..<60 where try hasOld(net) { await net.pass(.minutes(1)) }
        #expect(try !hasOld(net))
        let runs: [Int] = try net.store.all("SELECT count(*) FROM eventRuns WHERE sequence = 1")
        #expect(runs == [0])
    }

    private static func judge(_ statements: Set<String>, _ db: Connection) throws {
        // What has no rows, and what `prune` writes for a beginning.
        let others = ["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "--", "WITH RECURSIVE numbers"]
        for sql in statements where !others.contains(where: sql.hasPrefix) {
            #expect(["SELECT", "UPDATE", "DELETE", "INSERT"].contains(where: sql.hasPrefix))
            let plan = try plan(sql, db)
            let scans = plan.filter { $0.hasPrefix("SCAN") && !mayBeScanned($0, in: sql) }
            #expect(scans.isEmpty, "\(scans)\n\(sql)")
            let walks = walks(plan, of: sql)
            #expect(walks.isEmpty, "\(walks)\n\(sql)")
            let automatic = plan.filter { $0.contains("AUTOMATIC") }
            #expect(automatic.isEmpty, "\(automatic)\n\(sql)")
            let sorts = plan.filter { $0.contains("TEMP B-TREE") }
            #expect(sorts.isEmpty || maySort(sql), "\(sorts)\n\(sql)")
            for columns in rowsCompared(in: sql) {
                #expect(plan.contains { $0.contains("((\(columns))") }, "\(plan)\n\(sql)")
            }
        }
    }

    /// Where all rows of a table are gone through from a number on, which SQLite calls a search, and not each of them is
    /// wanted: without the index that is missing there.
    private static func walks(_ plan: [String], of sql: String) -> [String] {
        let wantsEach =
            /WHERE (\w+\.)?sequence [<>] [?:]\w* ORDER BY (\w+\.)?sequence( DESC)? LIMIT/
        guard !sql.contains(wantsEach) else { return [] }
        return plan.filter { $0.contains(/PRIMARY KEY \(rowid[<>]\?\)/) }
    }

    @Test(arguments: [
        ("notificationsByRecipient", "SELECT id FROM notifications WHERE recipient = 1 AND"),
        ("eventRunsByUser", "SELECT events FROM eventRuns WHERE user = 1 AND isCheckIns = 1 AND"),
    ])
    func `a table that is gone through by its numbers is seen`(index: String, query: String) throws
    {
        let sql = "\(query) sequence < 9 ORDER BY sequence DESC LIMIT 3"
        try TestCore().read { db in
            #expect(Self.walks(try Self.plan(sql, db), of: sql).isEmpty)
            try db.run("DROP INDEX \(index)")
            #expect(!Self.walks(try Self.plan(sql, db), of: sql).isEmpty)
        }
    }

    /// Columns that are compared together: SQLite may find only the first of them by its index, and go through all
    /// rows that are equal in it.
    private static func rowsCompared(in sql: String) -> [String] {
        sql.matches(of: /\(([\w.]+(?:, [\w.]+)+)\) [<>]=? \(/).map { match in
            match.output.1.split(separator: ", ")
                .map { $0.split(separator: ".").last ?? $0 }.joined(separator: ",")
        }
    }

    @Test func `columns of which SQLite finds only the first by its index are seen`() throws {
        let sql = """
            SELECT id FROM deliveries d INDEXED BY deliveriesOpen
            WHERE rank = 1 AND nextAttempt IS NOT NULL AND (d.nextAttempt, d.sequence) > (1, 2)
            """
        #expect(Self.rowsCompared(in: sql) == ["nextAttempt,sequence"])
        #expect(Self.rowsCompared(in: "SELECT (a) > (1), (a + b) > (2), max(a, b) > 3") == [])
        let plan = try TestCore().read { try Self.plan(sql, $0) }
        #expect(plan == ["SEARCH d USING INDEX deliveriesOpen (rank=? AND nextAttempt>?)"])
    }

    /// What belongs to one user, or to one test of a channel: never what grows with all users.
    private static func maySort(_ sql: String) -> Bool {
        [
            "WHERE n.id = ? AND t.delivered IS NOT NULL ORDER BY t.number LIMIT 1",
            "FROM edges e JOIN users u", "FROM channels WHERE user = ?",
            "id IN (\n    SELECT ? UNION",
        ].contains { sql.contains($0) }
    }

    /// One row, a dozen rows, a slice, or an index that holds nothing but what is wanted, in the order
    /// in which it is wanted.
    private static func mayBeScanned(_ detail: String, in sql: String) -> Bool {
        let table = detail.split(separator: " ")[1]
        let small = [
            "daemon", "heartbeats", "counters", "sqlite_sequence", "CONSTANT",
        ]
        // Of its one row SQLite would keep a copy, as of each of many (docs/decisions/0017).
        if sql.hasPrefix("UPDATE daemon") { return false }
        if small.contains(String(table)) { return true }
        // The numbers of one run.
        if detail == "SCAN run VIRTUAL TABLE INDEX 1:" { return true }
        // The first entry.
        if detail == "SCAN deadlines", sql.hasSuffix(" ORDER BY at, handle LIMIT 1") { return true }
        // Once, when the clock is set back.
        if sql.hasPrefix("UPDATE problems SET since") { return true }
        if sql.hasPrefix("UPDATE deliveries SET nextAttempt = max(") { return true }
        return ["deliveriesBegun", "problemsOpen", "usersToForget"].contains {
            detail.hasSuffix("INDEX \($0)")
        }
    }

    /// How SQLite finds the rows of each statement that `body` runs.
    private static func plans(_ body: (Connection, Instant) throws -> Void) throws -> [[String]] {
        final class Seen: @unchecked Sendable { var statements: [String] = [] }
        let (core, seen) = (try TestCore(), Seen())
        return try core.read { db in
            db.database.trace { event in
                if case .statement(let statement) = event { seen.statements.append(statement.sql) }
            }
            try body(db, core.clock.now)
            db.database.trace(nil)
            return try seen.statements.map { try plan($0, db) }
        }
    }

    /// What SQLite says of a statement leaves out the triggers that it runs.
    @Test func `no trigger looks through a table`() throws {
        try TestCore().read { db in
            let triggers = try String.fetchAll(
                db.database, sql: "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
            let bodies = try triggers.map { trigger in
                let begin = try #require(trigger.firstRange(of: "BEGIN")?.upperBound)
                let end = try #require(trigger.ranges(of: "END").last?.lowerBound)
                return trigger[begin..<end].replacing(/(OLD|NEW)\.\w+/, with: "?")
            }
            let statements = bodies.joined().split(separator: ";")
                .map { String($0.drop(while: \.isWhitespace)) }.filter { !$0.isEmpty }
            #expect(statements.allSatisfy { $0.hasPrefix("UPDATE ") })
            #expect(statements.contains { $0.hasPrefix("UPDATE edges ") })
            try Self.judge(Set(statements), db)
        }
    }

    @Test func `who is due is found by two orders of deadlines, and who is listed by one`()
        throws
    {
        let plans = try Self.plans { db, now in
            _ = try UserTable.due(db, at: now, after: nil, limit: 1)
            _ = try UserTable.earliestDue(db, at: now)
            _ = try UserTable.nextLook(db, takingOut: 1, upTo: now)
            _ = try UserTable.listed(db, after: nil, limit: 1)
        }
        let unlisted = "SEARCH users USING COVERING INDEX usersByUnlistedDeadline "
        let ofEntry = "SEARCH users USING INTEGER PRIMARY KEY (rowid=?)"
        let first = ["SCAN deadlines", "CORRELATED SCALAR SUBQUERY 1", ofEntry]
        let firstUnlisted = [unlisted + "(unlistedDeadline>?)"]
        #expect(
            plans == [
                [
                    "MERGE (UNION ALL)", "LEFT",
                    "SEARCH deadlines USING PRIMARY KEY ((at,handle)>(?,?) AND at<?)",
                    "CORRELATED SCALAR SUBQUERY 1", ofEntry,
                    "RIGHT", unlisted + "((unlistedDeadline,handle)>(?,?) AND unlistedDeadline<?)",
                ],
                [
                    "MERGE (UNION ALL)", "LEFT", "SEARCH deadlines USING PRIMARY KEY (at<?)",
                    "CORRELATED SCALAR SUBQUERY 1", ofEntry,
                    "RIGHT", unlisted + "(unlistedDeadline<?)",
                ],
                first, firstUnlisted,
                [
                    "SEARCH d USING PRIMARY KEY ((at,handle)>(?,?))",
                    "SEARCH u USING INTEGER PRIMARY KEY (rowid=?)",
                ],
            ])
    }

    /// By another index SQLite would go through what has ended, or what others were sent, and call it a search.
    @Test func `what waits is found by an index of its own`() throws {
        let (one, other) = (UserID(1), UserID(2))
        let plans = try Self.plans { db, _ in
            _ = try PingTable.received(db, by: one)
            _ = try PingTable.countPending(db, to: one)
            _ = try PingTable.sent(db, by: one)
            _ = try PingTable.pending(db, from: one, to: other)
            let between = PingTable.Selection(
                user: one, other: other, isSent: true, isReceived: false, isPending: false)
            _ = try PingTable.page(db, between, Page(before: nil, limit: 1))
            _ = try Standing.of(one, db)
        }
        let indexes = [
            ["pingsPendingByRecipient"], ["pingsPendingByRecipient"], ["pingsPendingBySender"],
            ["pingsPendingBetween"], ["pingsBetween"],
            ["pingsPendingByRecipient", "edgesNeedingHelp"],
        ]
        #expect(plans.count == indexes.count)
        for (plan, names) in zip(plans, indexes) {
            for name in names {
                #expect(plan.contains { $0.contains("INDEX \(name) ") }, "\(plan)")
            }
        }
    }

    @Test func `what a clock that was set back moves is found among what waits, but for problems`()
        throws
    {
        let plans = try Self.plans { db, now in
            try PingTable.clamp(db, to: now)
            try DeliveryTable.setBack(db, by: .hours(1), to: now)
            try ChannelTable.setBack(db, by: .hours(1), to: now)
            try ProblemTable.setBack(db, by: .hours(1), to: now)
        }
        #expect(
            plans == [
                ["SEARCH pings USING INDEX pingsPending (sentAt>?)"],
                ["SCAN deliveries USING INDEX deliveriesOpen"],
                ["SEARCH channels USING INDEX channelsPaused (pausedUntil>?)"],
                ["SEARCH problems USING INDEX problemsToTell (nextTelling>?)"],
                ["SCAN problems"],
            ])
    }

    private static func plan(_ sql: String, _ db: Connection) throws -> [String] {
        let statement = try db.database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { $0["detail"] }
    }
}
