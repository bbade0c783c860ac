import Foundation
import GRDB
import LifeSignal
import Testing

@testable import lifesignald

/// Downtime, clock steps and clocks that are wrong (spec/time.md).
struct GapTests {
    private func told(_ core: TestCore, _ kind: String) throws -> Int {
        let counts: [Int] = try core.store.all(
            "SELECT count(*) FROM notifications WHERE kind = ?", [kind])
        return counts[0]
    }

    // MARK: Gaps

    @Test func `who fell due while the daemon was off is held for a quarter of an hour`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(2), channel: "mailto:a@x.org") }
        try core.restart { $0.pass(.hours(3)) }
        #expect(try core.status("ana") == .overdue)
        #expect(try core.notices(to: "ana") == ["reminder"])
        let body: [String] = try core.store.all("SELECT body FROM notifications")
        #expect(body[0].contains("was off from Fri 2026-11-20 08:00 UTC to Fri 2026-11-20 11:00"))
        #expect(try core.events().contains("gap"))
        try core.pass(.minutes(15) - Span(milliseconds: 1))
        #expect(try core.status("ana") == .overdue)
        try core.pass(Span(milliseconds: 1))
        #expect(try core.status("ana") == .nonResponsive)
        #expect(try core.notices(to: "ana") == ["reminder", "nonResponsive"])
    }

    @Test func `who would fall due just after the gap is reminded and held as well`() throws {
        let core = try TestCore()
        try core.run { turn in
            try turn.add("near", interval: .hours(3) + .minutes(10))
            try turn.add("far", interval: .hours(3) + .minutes(20))
        }
        try core.restart { $0.pass(.hours(3)) }
        #expect(try core.notices(to: "near") == ["reminder"])
        #expect(try core.notices(to: "far") == [])
        try core.pass(.minutes(11))
        #expect(try core.status("near") == .overdue)
        try core.pass(.minutes(4))
        #expect(try core.status("near") == .nonResponsive)
    }

    @Test func `who is brought into a hold by a change of schedule is told of it at once`() throws {
        let core = try TestCore()
        let ana = try core.run { try $0.add("ana", interval: .hours(6)) }
        try core.restart { $0.pass(.hours(3)) }
        #expect(try core.notices(to: "ana") == [])
        try core.run { turn in
            var edit = UserEdit()
            edit.checkInInterval = Span.minutes(190).wholeSeconds
            let situation = try Situations.whole(
                turn.db, of: try #require(try UserTable.user(turn.db, ana)))
            try turn.apply(
                try LifeSignal.edit(
                    situation, edit, checksIn: false, by: .daemon, turn.moment
                ).effects)
        }
        #expect(try core.notices(to: "ana") == ["reminder"])
        try core.pass(.minutes(15) - Span(milliseconds: 1))
        #expect(try core.notices(to: "ana") == ["reminder"])
        #expect(try core.status("ana") == .overdue)
    }

    @Test(arguments: [5, 30] as [Int64])
    func `a hold that is configured otherwise while it is on is so long from then on`(
        minutes: Int64
    ) throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(2)) }
        try core.restart { $0.pass(.hours(3)) }
        var settings = Settings()
        settings.catchUpGrace = .minutes(minutes)
        try core.run { [engine = core.core] turn in
            try engine.reconfigure(settings, isWatched: true, turn, by: .daemon)
        }
        try core.pass(.minutes(minutes) - Span(milliseconds: 1))
        #expect(try core.status("ana") == .overdue)
        try core.pass(Span(milliseconds: 1))
        #expect(try core.status("ana") == .nonResponsive)
    }

    @Test func `a hold that was configured otherwise before a start is so long from then on`()
        throws
    {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(2)) }
        try core.restart { $0.pass(.hours(3)) }
        core.settings.catchUpGrace = .minutes(5)
        try core.restart { $0.pass(.minutes(1)) }
        try core.pass(.minutes(4))
        #expect(try core.status("ana") == .nonResponsive)
    }

    @Test func `a database that was removed under the daemon ends it within a minute`() throws {
        let core = try TestCore()
        try FileManager.default.removeItem(atPath: core.directory.file("lifesignal.db"))
        #expect(throws: StorageFailure.self) { try core.pass(.minutes(1)) }
    }

    @Test func `who waits for a first check-in waits one interval, though the clock is set back`()
        throws
    {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(5), checksIn: false) }
        core.clock.step(by: .days(-30))
        try core.catchUp(wasSet: true)
        let deadline: [Int64] = try core.store.all("SELECT max(unlistedDeadline) FROM users")
        #expect(deadline == [(core.clock.now + .hours(5)).milliseconds])
    }

    @Test func `operators are told of a problem that comes back, though the clock was set back`()
        throws
    {
        var settings = Settings()
        settings.operators = ["carla"]
        let core = try TestCore(settings)
        let (ana, _) = try core.run { turn in
            (
                try turn.add("ana", interval: .hours(2)),
                try turn.add("carla", interval: .days(300))
            )
        }
        core.clock.step(by: .days(30))
        try core.catchUp(wasSet: true)
        try core.pass(.hours(2))
        let before = try core.notices(to: "carla").count
        try core.run { try $0.checkIn(ana) }
        try core.pass(.hours(1))
        core.clock.step(by: .days(-30))
        try core.catchUp(wasSet: true)
        try core.pass(.hours(2))
        #expect(try core.status("ana") == .nonResponsive)
        #expect(try core.notices(to: "carla").count == before + 1)
    }

    @Test func `a short stop is no gap`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .minutes(1)) }
        try core.restart { $0.pass(.minutes(2) - .seconds(1)) }
        #expect(try core.status("ana") == .nonResponsive)
        #expect(try told(core, "reminder") == 0)
        #expect(try !core.events().contains("gap"))
    }

    @Test func `a gap is told once, whatever follows`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(2)) }
        try core.restart { $0.pass(.hours(3)) }
        try core.restart { $0.pass(.seconds(10)) }
        try core.pass(.minutes(5))
        #expect(try core.notices(to: "ana") == ["reminder"])
    }

    @Test func `operators get one notice of the gap`() throws {
        var settings = Settings()
        settings.operators = ["ana"]
        let core = try TestCore(settings)
        try core.run { _ = try $0.add("ana") }
        try core.restart { $0.pass(.minutes(10)) }
        let titles: [String] = try core.store.all(
            "SELECT title FROM notifications WHERE kind = 'system'")
        #expect(titles == ["LifeSignal was off until Fri 2026-11-20 08:10 UTC"])
    }

    @Test
    func `two hundred users near their limit are all reminded, each once, though killed twice`()
        throws
    {
        let core = try TestCore()
        try core.run { turn in
            for number in 0..<200 { try turn.add("user\(number)", interval: .hours(2)) }
        }
        try core.kill()
        core.clock.pass(.hours(3))
        for _ in 1...2 {
            try core.reopen()
            try core.round(isStart: true)
            #expect(core.sleep == .zero)
            try core.kill()
        }
        try core.reopen()
        try core.catchUp(isStart: true)
        #expect(try told(core, "reminder") == 200)
        let each: [Int] = try core.store.all(
            "SELECT count(*) FROM notifications GROUP BY recipient HAVING count(*) <> 1")
        #expect(each == [])
        #expect(try told(core, "nonResponsive") == 0)
    }

    @Test func `two hundred users who fall due soon after the gap are all reminded, though killed`()
        throws
    {
        let core = try TestCore()
        try core.run { turn in
            for number in 0..<200 {
                try turn.add("user\(number)", interval: .hours(3) + .minutes(5))
            }
        }
        try core.kill()
        core.clock.pass(.hours(3))
        try core.reopen()
        try core.round(isStart: true)
        try core.kill()
        try core.reopen()
        try core.catchUp(isStart: true)
        #expect(try told(core, "reminder") == 200)
    }

    @Test func `after a gap the daemon is not called late for what it could not see`() throws {
        let core = try TestCore()
        try core.run { turn in
            for number in 0..<200 { try turn.add("user\(number)", interval: .hours(2)) }
        }
        try core.restart { $0.pass(.hours(3)) }
        #expect(!core.report.isDegraded)
        let codes: [String] = try core.store.all("SELECT code FROM problems")
        #expect(!codes.contains("engineLate"))
    }

    @Test func `a suspended machine is a gap too`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(2)) }
        core.clock.pass(.hours(3))
        try core.catchUp(wasSet: true)
        #expect(try core.status("ana") == .overdue)
        #expect(try core.notices(to: "ana") == ["reminder"])
    }

    @Test func `of a gap nothing counts as time in which a sender was connected`() throws {
        let core = try TestCore()
        try core.run { $0.memory.outbox.open(lease: .hours(48), window: 1, at: $0.now) }
        try core.pass(.minutes(10))
        let before = try core.run { $0.connectedFor }
        #expect(before >= .minutes(9))
        core.clock.suspend(.hours(30))
        try core.catchUp(wasSet: true)
        #expect(try core.run { $0.connectedFor } == before)
    }

    // MARK: Steps

    @Test func `a forward step is a gap, and is written down`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(2)) }
        try core.pass(.seconds(30))
        core.clock.step(by: .hours(5))
        try core.catchUp(wasSet: true)
        #expect(try core.status("ana") == .overdue)
        #expect(try core.events().suffix(3) == ["clockStepped", "gap", "reminderDue"])
    }

    @Test func `after a backward step nobody's deadline is further away than their interval`()
        throws
    {
        let core = try TestCore()
        try core.run { turn in
            for number in 0..<150 { try turn.add("user\(number)", interval: .hours(24)) }
        }
        try core.pass(.minutes(10))
        core.clock.step(by: Span.zero - .hours(6))
        try core.catchUp(wasSet: true)
        let now = core.clock.now
        let latest: [Int64] = try core.store.all("SELECT max(lastCheckIn) FROM users")
        #expect(latest == [now.milliseconds])
        let deadline: [Int64] = try core.store.all("SELECT max(earliestDeadline) FROM users")
        #expect(deadline == [(now + .hours(24)).milliseconds])
        // History keeps its instants.
        let history: [Int64] = try core.store.all(
            "SELECT min(at) FROM events WHERE kind = 'checkedIn'")
        #expect(history == [FakeClock.start.milliseconds])
    }

    /// Ana, and users at both ends of the windows in which those are looked for whom a step back concerns; in
    /// three windows between them nobody is left.
    private func windows() throws -> TestCore {
        let (core, window) = (try TestCore(), DueWork.clampWindow)
        try core.run { _ = try $0.add("ana", interval: .hours(1)) }
        try core.pass(.minutes(59))
        for number in [window - 1, window, window + 1, 2 * window, 5 * window + 1] {
            try core.run { turn in
                try turn.db.run(
                    "UPDATE sqlite_sequence SET seq = ? WHERE name = 'users'", [(number - 1).cell])
                #expect(try turn.add("user\(number)") == UserID(number))
            }
        }
        return core
    }

    private func expectAllClamped(_ core: TestCore) throws {
        let others: [Int64] = try core.store.all(
            "SELECT DISTINCT lastCheckIn FROM users WHERE handle <> 'ana'")
        #expect(others == [core.clock.now.milliseconds])
        #expect(try core.store.all("SELECT clamps FROM daemon") == [false])
    }

    @Test func `a backward step reaches everybody, each round looks at some of them`() throws {
        let core = try windows()
        core.clock.step(by: .minutes(-10))
        let before = core.rounds
        try core.catchUp(wasSet: true)
        #expect(core.rounds - before == 6)
        try expectAllClamped(core)
    }

    @Test func `a backward step reaches everybody, though killed after each of the first rounds`()
        throws
    {
        let core = try windows()
        core.clock.step(by: .minutes(-10))
        try core.round(wasSet: true)
        for rounds in 1...3 {
            try core.kill()
            try core.reopen()
            for number in 1...rounds { try core.round(isStart: number == 1) }
            #expect(core.sleep == .zero)
        }
        try core.kill()
        try core.reopen()
        try core.catchUp(isStart: true)
        try expectAllClamped(core)
    }

    @Test func `who is due while a backward step is worked off does not wait for the rest of it`()
        throws
    {
        let core = try windows()
        core.clock.pass(.minutes(2))
        core.clock.step(by: .seconds(-30))
        try core.round(wasSet: true)
        #expect(core.sleep == .zero)
        #expect(try core.status("ana") == .nonResponsive)
        #expect(try core.store.all("SELECT clamps FROM daemon") == [true])
    }

    @Test func `who is due while many have to be clamped does not wait for them`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(1)) }
        try core.pass(.minutes(59))
        try core.run { turn in
            for number in 1...(2 * DueWork.sliceLimit) { _ = try turn.add("user\(number)") }
            try turn.db.run(
                "UPDATE users SET lastCheckIn = ? WHERE handle <> 'ana'",
                [(turn.now + .minutes(9)).cell])
        }
        core.clock.pass(.minutes(2))
        core.clock.step(by: .seconds(-30))
        try core.round(wasSet: true)
        #expect(try core.status("ana") == .nonResponsive)
        #expect(try core.store.all("SELECT clamps FROM daemon") == [true])
    }

    @Test func `a check-in after a backward step stays as it is`() throws {
        let core = try TestCore()
        try core.run { turn in
            try turn.add("ana", interval: .hours(2))
            try turn.add("ben", interval: .hours(2))
        }
        core.clock.step(by: Span.zero - .hours(1))
        try core.round(wasSet: true)
        let ben = try core.user("ben").id
        core.clock.pass(.seconds(30))
        try core.run { try $0.checkIn(ben) }
        #expect(try core.user("ben").lastCheckIn == core.clock.now)
        core.clock.pass(.seconds(30))
        try core.catchUp()
        #expect(try core.user("ben").lastCheckIn == core.clock.now - .seconds(30))
    }

    @Test(arguments: [-60, -1, 1] as [Int64])
    func `a step during a hold neither skips nor stretches it`(minutes: Int64) throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(2)) }
        try core.restart { $0.pass(.hours(3)) }
        try core.pass(.minutes(5))
        core.clock.step(by: .minutes(minutes))
        try core.catchUp(wasSet: true)
        // Set back to before her deadline she would be due, and not held.
        try core.pass(.minutes(10) - Span(milliseconds: 1))
        #expect(try core.status("ana") == .overdue)
        try core.pass(Span(milliseconds: 1))
        #expect(try core.status("ana") == .nonResponsive)
    }

    @Test func `a pending ping from the future is clamped too`() throws {
        let core = try TestCore()
        let (ana, ben) = try core.run { (try $0.add("ana"), try $0.add("ben")) }
        try core.run { turn in
            try turn.tie(ana, to: ben)
            let sender = try UserTable.user(turn.db, ben)!
            let situation = try Situations.whole(
                turn.db, of: try UserTable.user(turn.db, ana)!)
            try turn.apply(
                sendPing(to: situation, from: sender, pending: nil, by: .warden, turn.moment)
                    .effects)
        }
        core.clock.step(by: Span.zero - .hours(3))
        try core.catchUp(wasSet: true)
        #expect(try core.store.all("SELECT sentAt FROM pings") == [core.clock.now.milliseconds])
    }

    @Test func `what waits for another attempt waits no longer for a step back`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(1), channel: "mailto:a@x.org") }
        try core.pass(.hours(1))
        let waiting = "SELECT nextAttempt FROM deliveries WHERE nextAttempt IS NOT NULL"
        let before: [Int64] = try core.store.all(waiting)
        #expect(!before.isEmpty)
        try core.store.withConnection {
            try $0.run("UPDATE deliveries SET nextAttempt = nextAttempt + 60000")
        }
        core.clock.step(by: Span.zero - .hours(3))
        try core.catchUp(wasSet: true)
        let wait = core.clock.now.milliseconds + 60_000
        #expect(try core.store.all(waiting) == before.map { _ in wait })
    }

    @Test func `what goes on began no later than now, so it is told again in time`() throws {
        let core = try TestCore()
        let (ana, ben) = try core.run { turn in
            (try turn.add("ana", interval: .hours(1)), try turn.add("ben", interval: .days(30)))
        }
        try core.run { try $0.tie(ana, to: ben) }
        try core.pass(.hours(1))
        #expect(try told(core, "nonResponsive") == 2)
        core.clock.step(by: Span.zero - .days(3))
        try core.catchUp(wasSet: true)
        try core.pass(.hours(1))
        #expect(try told(core, "nonResponsive") == 3)
    }

    @Test func `an incident stays what it is across a step back`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(1)) }
        try core.pass(.hours(2))
        #expect(try core.status("ana") == .nonResponsive)
        core.clock.step(by: Span.zero - .hours(2))
        try core.catchUp(wasSet: true)
        #expect(try core.status("ana") == .nonResponsive)
        #expect(try told(core, "nonResponsive") == 1)
    }

    @Test func `a deadline that lies ahead once more after a step back is looked at once more`()
        throws
    {
        let core = try TestCore()
        try core.run { turn in
            _ = try turn.add(
                "ana", interval: .hours(24), reminders: [.hours(6), .hours(2)], grace: .hours(1))
        }
        let due = core.clock.now + .hours(24)
        func counted(_ status: String) throws -> Bool {
            let counts: [Int] = try core.store.all(
                "SELECT value FROM counters WHERE name = 'user:\(status)'")
            return counts == [1]
        }
        // One reminder came, and one was missed.
        try core.pass(.hours(19))
        try core.restart { $0.restart(after: .hours(5) + .minutes(5)) }
        #expect(try counted("overdue"))
        #expect(try (told(core, "reminder"), told(core, "overdue")) == (1, 1))
        core.clock.step(by: Span.zero - .hours(10))
        try core.catchUp(wasSet: true)
        #expect(try counted("active"))
        try core.pass(due - .hours(2) - core.clock.now)
        #expect(try told(core, "reminder") == 2)
        let listed: [Int64] = try core.store.all("SELECT min(at) FROM deadlines")
        #expect(listed == [due.milliseconds])
        try core.pass(.hours(2))
        #expect(try counted("overdue"))
        #expect(try (told(core, "reminder"), told(core, "overdue")) == (2, 1))
        core.clock.step(by: Span.zero - .minutes(10))
        try core.catchUp(wasSet: true)
        try core.pass(.minutes(10))
        #expect(try counted("overdue"))
        #expect(try (told(core, "reminder"), told(core, "overdue")) == (2, 1))
    }

    // MARK: A clock behind the mark

    @Test func `a clock that is behind at the start is not believed, and missed nothing`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(24), channel: "mailto:a@x.org") }
        try core.pass(.hours(1))
        let mark = core.clock.now
        try core.restart { $0.restart(after: Span.zero - .days(300), isSynchronised: false) }
        #expect(core.core.isBehind)
        #expect(core.report.isDegraded)
        // Since this boot's start 20 s have passed.
        #expect(core.report.now == mark + .seconds(20))
        try core.pass(.hours(23))
        #expect(try core.user("ana").incident != nil)
    }

    @Test func `the clock is taken over when an operator says so, at once`() throws {
        let core = try TestCore()
        try core.run { _ = try $0.add("ana", interval: .hours(24)) }
        try core.restart { $0.restart(after: Span.zero - .hours(5), isSynchronised: false) }
        #expect(core.core.isBehind)
        try core.run { _ in core.core.acceptClock() }
        #expect(!core.core.isBehind)
        #expect(core.report.now == core.clock.now)
        #expect(try core.user("ana").lastCheckIn == core.clock.now)
        let open: [String] = try core.store.all(
            "SELECT code FROM problems WHERE solvedAt IS NULL")
        #expect(!open.contains("clockBehind"))
    }

    @Test func `accepting a clock that is not behind changes nothing`() throws {
        let core = try TestCore()
        core.clock.step(by: Span.zero - Span(milliseconds: 500))
        let before = try core.events()
        try core.run { _ in core.core.acceptClock() }
        #expect(try core.events() == before)
    }

    @Test func `the clock is taken over once it is synchronised`() throws {
        let core = try TestCore()
        try core.restart { $0.restart(after: Span.zero - .hours(5), isSynchronised: false) }
        core.clock.step(by: .hours(6))
        core.clock.synchronise(true)
        try core.catchUp(wasSet: true)
        #expect(!core.core.isBehind)
        #expect(core.report.now == core.clock.now)
        #expect(try core.events().contains("gap"))
    }
}
