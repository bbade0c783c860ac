import GRDB
import LifeSignal
import Testing

@testable import lifesignald

/// When the engine looks, and what it works off then.
struct LookTests {
    // MARK: Sleep

    @Test func `with nothing due it sleeps until the next tick`() throws {
        let core = try TestCore()
        #expect(core.sleep == .minutes(1))
        core.clock.pass(.seconds(20))
        try core.run { _ = try $0.add("ana") }
        #expect(core.sleep == .seconds(40))
        core.clock.pass(.seconds(40))
        try core.round()
        #expect(core.report.hasTicked)
        #expect(core.sleep == .minutes(1))
    }

    @Test func `a tick is idle if nobody has asked for anything and nothing comes about with it`()
        throws
    {
        let core = try TestCore()
        try core.kill()
        try core.reopen()
        let start = try core.round(isStart: true)
        #expect(start.hasTicked)
        #expect(!start.isIdle)
        try core.catchUp()
        try core.run { _ = try $0.add("ana", interval: .minutes(2)) }
        #expect(!core.report.isIdle)
        core.clock.pass(.minutes(1))
        try core.round()
        #expect(core.report.isIdle)
        core.clock.pass(.minutes(1))
        try core.round()
        #expect(core.report.hasTicked)
        #expect(core.report.outcome.events.map(\.value.kind) == [.becameNonResponsive])
        #expect(!core.report.isIdle)
        core.clock.pass(.minutes(1))
        try core.round()
        #expect(core.report.isIdle)
    }

    @Test func `it sleeps until the very millisecond of the next deadline`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .seconds(90), reminders: [.seconds(60)]) }
        #expect(core.sleep == .seconds(30))
        core.clock.pass(Span(milliseconds: 12_345))
        try core.round()
        #expect(core.sleep == Span(milliseconds: 17_655))
    }

    @Test func `in an hour with nothing due it looks once a minute, and writes once a minute`()
        throws
    {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana") }
        let before = core.rounds
        try core.pass(.hours(1))
        #expect(core.rounds - before == 60)
        core.clock.pass(.seconds(5))
        try core.round()
        #expect(!core.report.hasTicked)
        #expect(!core.report.hasWritten)
    }

    @Test func `a retry, a ping's end and a lease's end are waited for as well`() throws {
        let core = try TestCore()
        let (ana, ben) = try core.run { turn in
            (try turn.add("ana", channel: "mailto:a@x.org"), try turn.add("ben"))
        }
        try core.run { try $0.tie(ana, to: ben) }
        try core.pass(.seconds(30))
        try core.run { turn in
            let stream = turn.memory.outbox.open(lease: .seconds(10), window: 5, at: turn.now)
            let jobs = try OutboxOffer.take(turn, stream: stream, at: core.core.bootTime)
            #expect(jobs.map(\.kind) == ["contactAdded"])
        }
        #expect(core.sleep == .seconds(10))
        let id: [String] = try core.store.all("SELECT id FROM deliveries")
        try core.run { turn in
            try OutboxQueue.begin(turn, id[0])
            try OutboxQueue.report(
                turn, id[0], DeliveryReport(delivered: false), detail: "no", jitter: 0)
        }
        #expect(core.sleep == Delivery.pause(after: 1, jitter: 0))
    }

    /// A delivery that failed once, and is tried again five seconds later.
    private func retrying(_ core: TestCore) throws {
        let (ana, ben) = try core.run { turn in
            (try turn.add("ana", channel: "mailto:a@x.org"), try turn.add("ben"))
        }
        try core.run { try $0.tie(ana, to: ben) }
        try core.run { turn in
            let stream = turn.memory.outbox.open(lease: .seconds(600), window: 5, at: turn.now)
            let jobs = try OutboxOffer.take(turn, stream: stream, at: core.core.bootTime)
            try OutboxQueue.begin(turn, jobs[0].delivery)
            try OutboxQueue.report(
                turn, jobs[0].delivery, DeliveryReport(delivered: false), detail: "no", jitter: 0)
        }
        // What the report made room for.
        try core.round()
    }

    @Test func `what comes next is read anew only when something has been written`() throws {
        let core = try TestCore()
        try core.run { try $0.add("ana", channel: "mailto:a@x.org") }
        var statements: [String] = []
        core.store.withConnection { $0.database.trace { statements.append("\($0)") } }
        try core.run { _ in }
        #expect(statements == ["BEGIN", "COMMIT"])
        try core.run { try $0.checkIn(UserID(1)) }
        let looks = statements.count { $0 == DeadlineTable.front }
        #expect(looks == 1)
    }

    @Test func `a retry that was due in a round that failed concerns the senders of the next`()
        throws
    {
        let core = try TestCore()
        try retrying(core)
        core.clock.pass(core.sleep)
        #expect(throws: StorageFailure.self) {
            try core.run { turn in
                // A tie of nobody, which the commit refuses.
                try turn.db.database.execute(
                    sql: """
                        PRAGMA defer_foreign_keys = ON;
                        INSERT INTO edges (dependent, responder, dateAdded, needsHelp)
                        VALUES (98, 99, 0, 0)
                        """)
            }
        }
        #expect(try core.round().concernsSenders)
    }

    @Test func `a retry that was overtaken by a clock set back concerns senders at once`() throws {
        let core = try TestCore()
        try retrying(core)
        core.clock.pass(core.sleep + .seconds(1))
        core.clock.step(by: .zero - .seconds(4))
        let report = try core.round(wasSet: true)
        #expect(!report.clockChanges.isEmpty)
        #expect(report.concernsSenders)
    }

    // MARK: Slices

    @Test func `a thousand users due at once are worked off in slices, requests in between`()
        throws
    {
        let core = try TestCore()
        for start in stride(from: 0, to: 1000, by: 250) {
            try core.run { turn in
                for number in start..<start + 250 {
                    try turn.add("user\(number)", interval: .minutes(30))
                }
            }
        }
        // Late by a second only, so that this is no gap.
        try core.pass(.minutes(30) - .seconds(1))
        core.clock.pass(.seconds(1))
        var silent: [Int] = []
        var answered = 0
        while core.sleep == .zero || silent.isEmpty {
            let job = Job { $0.now }
            try core.round([job])
            if case .committed = job.ending { answered += 1 }
            let now: [Int] = try core.store.all(
                "SELECT value FROM counters WHERE name = 'user:nonResponsive'")
            silent.append(now[0])
        }
        #expect(silent.last == 1000)
        #expect(zip([0] + silent, silent).allSatisfy { $1 - $0 <= DueWork.roundLimit })
        #expect(silent.firstIndex(of: 1000) == 1000 / DueWork.roundLimit)
        #expect(answered == silent.count)
    }

    @Test func `where a slice takes long a round has no second one`() throws {
        let core = try TestCore()
        try core.run { turn in
            for number in 0..<100 { try turn.add("user\(number)", interval: .minutes(30)) }
        }
        // Late by a second only, so that this is no gap.
        try core.pass(.minutes(30) - .seconds(1))
        core.clock.pass(.seconds(1))
        let silent = try core.run { turn in
            var (work, state, agenda) = (DueWork(), DaemonState(), Agenda())
            try agenda.read(turn)
            var now = BootTime(milliseconds: 0)
            func clock() -> BootTime {
                now = now + DueWork.span
                return now
            }
            let hasMore = try work.slice(turn, &state, agenda, clock: clock) {}
            #expect(hasMore)
            return try DaemonRow.counters(turn.db)["user:nonResponsive"]
        }
        #expect(silent == DueWork.sliceLimit)
        #expect(
            try core.store.all("SELECT value FROM counters WHERE name = 'user:nonResponsive'") == [
                100
            ])
    }

    @Test func `who is due by a deadline that is listed and by one that isn't is looked at once`()
        throws
    {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana", interval: .minutes(30)) }
        try core.pass(.minutes(30))
        #expect(try core.status("ana") == .nonResponsive)
        var looks = 0
        try core.store.withConnection { db in
            try db.run(
                "UPDATE users SET earliestDeadline = ?, unlistedDeadline = ? WHERE id = ?",
                [core.clock.now.cell, (core.clock.now - .seconds(1)).cell, ana.cell])
            try db.database.execute(sql: DeadlineTable.rewriting)
            db.database.trace {
                if $0.description.contains("emergencyNote, earliestDeadline") { looks += 1 }
            }
        }
        try core.round()
        #expect(looks == 1)
        #expect(core.sleep > .zero)
    }

    @Test func `a check-in that came before the look counts, though the deadline has passed`()
        throws
    {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana", interval: .minutes(30)) }
        try core.pass(.minutes(30) - .seconds(1))
        core.clock.pass(.seconds(1))
        try core.round([Job { try $0.checkIn(ana) }])
        #expect(try core.status("ana") == .active)
        #expect(try !core.events().contains("becameNonResponsive"))
    }

    @Test func `the deadline's own instant counts`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .minutes(30)) }
        try core.pass(.minutes(30) - Span(milliseconds: 1))
        #expect(try core.status("ana") == .active)
        try core.pass(Span(milliseconds: 1))
        #expect(try core.status("ana") == .nonResponsive)
    }

    @Test func `a look that finds nothing to change still moves the kept deadline`() throws {
        // A hold moves it while the row says otherwise: it may not be looked at over and over.
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .minutes(30)) }
        try core.restart { $0.pass(.minutes(40)) }
        #expect(core.sleep > .zero)
        #expect(try core.status("ana") == .overdue)
    }
}
