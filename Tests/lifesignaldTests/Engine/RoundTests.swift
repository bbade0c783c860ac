import GRDB
import LifeSignal
import Testing

@testable import lifesignald

/// What a round is: one transaction, one instant, replies after the commit.
struct RoundTests {
    @Test func `requests of one round are committed together, and one that fails leaves nothing`()
        throws
    {
        let core = try TestCore()
        let first = Job { try $0.add("ana") }
        let second = Job { turn in
            try turn.add("ben")
            throw Refusal.noSuchUser("nobody")
        }
        let third = Job { try $0.add("carla") }
        try core.round([first, second, third])
        #expect(try core.store.all("SELECT handle FROM users ORDER BY id") == ["ana", "carla"])
        #expect(throws: Refusal.noSuchUser("nobody")) { try second.result!.get() }
        // Nor is anything of it logged.
        #expect(core.report.outcome.events.map(\.handle).contains("ben") == false)
        #expect(core.report.outcome.events.map(\.handle).contains("carla"))
        for ending in [first.ending, third.ending] {
            guard case .committed = ending else {
                _ = Issue.record("not committed")
                return
            }
        }
        #expect(try core.store.all("SELECT value FROM counters WHERE name = 'user:active'") == [2])
    }

    @Test func `a round has savepoints only after a request has written and then failed`() throws {
        let core = try TestCore()
        var begun: [String] = []
        core.store.withConnection {
            $0.database.trace { event in
                let words = "\(event)".split(separator: " ")
                if words[0] == "BEGIN" || words[0] == "SAVEPOINT" { begun.append("\(words[0])") }
            }
        }
        let refused = Job<Void> { _ in throw Refusal.noSuchUser("nobody") }
        try core.round([Job { try $0.add("ana") }, refused])
        #expect(begun == ["BEGIN"])
        begun = []
        let halfDone = Job { turn in
            try turn.add("ben")
            throw Refusal.noSuchUser("nobody")
        }
        try core.round([Job { try $0.add("carla") }, halfDone])
        #expect(begun == ["BEGIN", "BEGIN", "SAVEPOINT", "SAVEPOINT"])
        begun = []
        try core.round([Job { try $0.add("dora") }])
        #expect(begun == ["BEGIN"])
    }

    @Test func `what a round that is run twice counts against a rate is counted once`() throws {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana") }
        let pings = (0..<12).map { _ in
            Job { try $0.memory.limits.count(.pings, by: ana, at: $0.now) }
        }
        let halfDone = Job { turn in
            try turn.add("ben")
            throw Refusal.noSuchUser("nobody")
        }
        // Twelve are allowed in an hour.
        try core.round(Array(pings.prefix(6)) + [halfDone])
        try core.round(Array(pings.suffix(6)))
        // What is undone is of its own round only.
        try core.round([halfDone])
        for ping in pings { try ping.result!.get() }
        let oneMore = Job { try $0.memory.limits.count(.pings, by: ana, at: $0.now) }
        try core.round([oneMore])
        #expect(throws: Refusal.self) { try oneMore.result!.get() }
    }

    @Test func `what a round that is run twice handed out and passed over is looked for anew`()
        throws
    {
        let core = try TestCore()
        let stream = try core.run { turn in
            let ana = try turn.add("ana")
            for number in 0..<40 {
                try turn.tie(
                    turn.add("user\(number)", channel: "ntfy://slow.example.org/\(number)"), to: ana
                )
            }
            return turn.memory.outbox.open(lease: .minutes(10), window: 64, at: turn.now)
        }
        var runs: [[Identifier]] = []
        let take = Job { turn in
            runs.append(
                try OutboxOffer.take(turn, stream: stream, at: core.core.bootTime).map(\.delivery))
        }
        let halfDone = Job { turn in
            try turn.add("ben")
            throw Refusal.noSuchUser("nobody")
        }
        try core.round([take, halfDone])
        // The rest waits behind the one server.
        #expect(runs.count == 2 && runs[0].count == 28 && runs[0] == runs[1])
        #expect(core.report.concernsSenders)
        #expect(try core.run { $0.memory.outbox.heldCount } == 28)
    }

    @Test func `a round that is undone leaves the search for what may be handed out where it was`()
        throws
    {
        let core = try TestCore()
        let stream = try core.run { turn in
            let ana = try turn.add("ana")
            for number in 0..<(3 * OutboxOffer.mostInOneRound) {
                try turn.tie(
                    turn.add("user\(number)", channel: "ntfy://slow.example.org/\(number)"), to: ana
                )
            }
            return turn.memory.outbox.open(lease: .minutes(10), window: 64, at: turn.now)
        }
        func take() throws -> [String] {
            try core.run { turn in
                try OutboxOffer.take(turn, stream: stream, at: core.core.bootTime).map(\.address)
            }
        }
        for _ in 0..<4 { _ = try take() }
        #expect(try take().isEmpty)
        let ana = try core.user("ana").id
        try core.run { turn in
            try turn.tie(turn.add("late", channel: "ntfy://quick.example.org/late"), to: ana)
        }
        try core.round([
            Job { turn in
                try turn.add("ben")
                throw Refusal.noSuchUser("nobody")
            }
        ])
        #expect(try take() == ["ntfy://quick.example.org/late"])
    }

    @Test
    func
        `what is counted against a rate is forgotten after an hour, and when the clock is set back`()
        throws
    {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana") }
        func ping() throws {
            try core.run { try $0.memory.limits.count(.pings, by: ana, at: $0.now) }
        }
        for _ in 0..<11 { try ping() }
        try core.pass(.minutes(30))
        try ping()
        #expect(throws: Refusal.self) { try ping() }
        try core.pass(.minutes(30))
        for _ in 0..<11 { try ping() }
        #expect(throws: Refusal.self) { try ping() }
        core.clock.step(by: Span.zero - .hours(2))
        try core.catchUp(wasSet: true)
        try core.pass(.minutes(2))
        for _ in 0..<12 { try ping() }
        #expect(throws: Refusal.self) { try ping() }
    }

    @Test func `everything of one round has the same instant`() throws {
        let core = try TestCore()
        let jobs = ["ana", "ben"].map { handle in Job { try $0.add(handle) } }
        try core.round(jobs)
        let instants: [Int64] = try core.store.all(
            "SELECT DISTINCT at FROM events WHERE kind = 'checkedIn'")
        #expect(instants == [core.clock.now.milliseconds])
    }

    @Test func `a job is told of its ending after the commit only`() throws {
        let core = try TestCore()
        let isOpen = Job { $0.db.isInsideTransaction }
        final class Watching: EngineJob, @unchecked Sendable {
            let store: Store
            var found: [Int] = []
            init(_ store: Store) { self.store = store }
            func run(_ turn: Turn) throws { try turn.add("ana") }
            func finish(_ ending: EngineCore.Ending) {
                found = (try? store.all("SELECT count(*) FROM users")) ?? []
            }
        }
        let watching = Watching(core.store)
        try core.round([isOpen, watching])
        #expect(try isOpen.result!.get())
        #expect(watching.found == [1])
    }

    @Test func `a full disk undoes the round, keeps nobody waiting and gets better by itself`()
        throws
    {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana") }
        try core.fillDisk()
        let job = Job { turn in for number in 0..<200 { try turn.add("user\(number)") } }
        let failure = #expect(throws: StorageFailure.self) { try core.round([job]) }
        guard case .full = failure else {
            _ = Issue.record("not full")
            return
        }
        #expect(core.core.isFull)
        // It may have had room alone.
        #expect(job.ending == nil)
        let alone = #expect(throws: StorageFailure.self) {
            try core.core.round([job], at: core.core.readClocks(), extent: .requestsAlone)
        }
        guard case .full = alone, case .failed(.full) = job.ending else {
            _ = Issue.record("not told")
            return
        }
        #expect(try core.store.all("SELECT count(*) FROM users") == [1])
        // A round that writes nothing says nothing about the disk.
        _ = try core.core.round(
            [Job { $0.now }], at: core.core.readClocks(), extent: .withoutDueWork)
        #expect(core.core.isFull)
        try core.emptyDisk()
        try core.run { _ = try $0.add("ben") }
        #expect(!core.core.isFull)
        #expect(core.memory(\.storeFailed) == false)
    }

    @Test func `what was looked at in a round that failed is looked at again`() throws {
        let core = try TestCore()
        let count = DueWork.roundLimit + 50
        try core.run { turn in
            for number in 0..<count {
                try turn.add(
                    "user\(number)", interval: .hours(1), channel: "mailto:u\(number)@x.org")
            }
        }
        // Off past everybody's deadline: a hold is on, and all are to be reminded of it.
        try core.kill()
        core.clock.pass(.minutes(90))
        try core.reopen()
        try core.round(isStart: true)
        try core.fillDisk()
        #expect(throws: StorageFailure.self) { try core.round() }
        try core.emptyDisk()
        try core.catchUp()
        #expect(
            try core.store.all("SELECT count(*) FROM notifications WHERE kind = 'reminder'")
                == [count])
    }

    @Test func `a damaged database ends the round for good`() throws {
        let core = try TestCore()
        struct Broken: EngineJob {
            func run(_ turn: Turn) throws {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "page 3")
            }
            func finish(_ ending: EngineCore.Ending) {}
        }
        let failure = #expect(throws: StorageFailure.self) { try core.round([Broken()]) }
        guard case .broken = failure else {
            _ = Issue.record("not broken")
            return
        }
    }
}

extension TestCore {
    /// From now on no page can be added.
    func fillDisk() throws { try store.limitPages(more: 0) }

    func emptyDisk() throws { try store.limitPages(more: 1_000_000) }

    func memory<Value>(_ path: KeyPath<SystemProblems, Value>) -> Value {
        core.memory.systemProblems[keyPath: path]
    }
}
