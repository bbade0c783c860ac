import GRDB
import LifeSignal
import LifeSignalAPI
import Synchronization
import Testing
import Varlink

@testable import lifesignald

/// A disk that is full, for a daemon that has a reserve: SQLite's limit of pages stands in for it.
struct FullDiskTests {
    private final class PageReserve: Reserve {
        static let pages = 60
        let hasRoom = Mutex(true)

        func fill() -> Bool { hasRoom.withLock { $0 } }
        func release(to store: Store) { try! store.limitPages(more: Self.pages) }
        func restored(to store: Store) { try! store.limitPages(more: 1_000_000) }
    }

    private let reserve = PageReserve()

    private var settings: Settings {
        var settings = Settings()
        settings.operators = ["ben"]
        return settings
    }

    /// Ana with a responder, on a disk that has just become full.
    private func fullNet(interval: Span = .hours(2)) async throws -> Net {
        let net = try await Net(settings, reserve: reserve)
        try await net.add("ana", interval: interval, channel: "mailto:ana@x.org")
        try await net.add("ben", interval: .hours(48), channel: "mailto:ben@x.org")
        try await net.tie("ana", to: "ben")
        try await fill(net)
        return net
    }

    private func fill(_ net: Net) async throws {
        reserve.hasRoom.withLock { $0 = false }
        try net.store.limitPages(more: 0)
        let note = String(repeating: "x", count: 4000)
        var refused: String?
        for number in 0..<20 where refused == nil {
            refused = try await net.refusal(
                People.SetUser.self, .init(user: "ana", emergencyNote: "\(number)" + note))
            if refused != nil { break }
            refused = try await net.refusal(
                People.SetUser.self, .init(user: "ben", emergencyNote: "\(number)" + note))
        }
        #expect(refused == "Unavailable")
    }

    @Test func `what a full disk refuses is not counted among what may be done in an hour`()
        async throws
    {
        let net = try await fullNet()
        let ping = People.SendPing.Parameters(recipient: "ana")
        for _ in 1...15 {
            #expect(
                try await net.refusal(People.SendPing.self, ping, by: .account("ben"))
                    == "Unavailable")
        }
        try await makeRoom(net)
        #expect(try await net.refusal(People.SendPing.self, ping, by: .account("ben")) == nil)
    }

    @Test func `signs of life, alerts and deliveries go on, and no other change does`() async throws
    {
        let net = try await fullNet()
        try await net.checkIn("ana")
        let alert = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        #expect(alert.tells == ["Ben"])
        var sender = try await Sender(net)
        let job = try await sender.next()
        #expect(job.kind == "alertRaised")
        try await sender.deliver(job)
        _ = try await net.call(People.ClearAlert.self, .init(user: "ana"))
        net.configure(settings)
        _ = try await net.call(LifeSignalAPI.Daemon.Reload.self, .init())
        for refusal in [
            try await net.refusal(People.AddUser.self, .init(handle: "carla", name: "C")),
            try await net.refusal(People.SetUser.self, .init(user: "ana", name: "Anna")),
            try await net.refusal(
                People.AddChannel.self, .init(address: "mailto:z@x.org", user: "ana")),
            try await net.refusal(
                People.RemoveResponder.self, .init(dependent: "ana", responder: "ben")),
            try await net.refusal(
                People.SendPing.self, .init(recipient: "ana", sender: "ben")),
            try await net.refusal(People.RemoveUser.self, .init(user: "ben")),
        ] { #expect(refusal == "Unavailable") }
        #expect(try await net.user("ana").name == "Ana")
    }

    @Test func `an all-clear that has become untrue stops no other notice`() async throws {
        let net = try await fullNet()
        var sender = try await Sender(net)
        func next(_ kind: String) async throws -> Sender.Job {
            var job = try await sender.next()
            while job.kind != kind { job = try await sender.next() }
            return job
        }
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        try await sender.deliver(try await next("alertRaised"))
        _ = try await net.call(People.ClearAlert.self, .init(user: "ana"))
        let cleared = try await next("alertCleared")
        #expect(try await sender.begin(cleared) == nil)
        try await sender.report(cleared, delivered: false)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        let second = try await next("alertRaised")
        #expect(try await sender.begin(second) == nil)
        try await sender.report(second, delivered: false)
        await net.pass(.seconds(30))
        let again = try await next("alertRaised")
        #expect(again.delivery == second.delivery)
        try await sender.deliver(again)
        #expect(try await net.problems().contains("diskFull"))
    }

    @Test func `a caller is told when to come again`() async throws {
        let net = try await fullNet()
        do {
            _ = try await net.call(People.SetUser.self, .init(user: "ana", name: "Anna"))
            Issue.record("not refused")
        } catch CallError.failure(_, let parameters) {
            #expect(parameters.object?["retryAfter"]?.int == 60)
        }
    }

    @Test func `what would be refused anyway is refused for its own reason`() async throws {
        let net = try await fullNet()
        #expect(
            try await net.refusal(People.AddUser.self, .init(handle: "ana", name: "A"))
                == "UserExists")
        #expect(
            try await net.refusal(
                People.AddUser.self, .init(handle: "eve", name: "E"), by: .account("ben"))
                == "PermissionDenied")
    }

    @Test func `the check-in in whose round the disk turns out to be full is taken`() async throws {
        let kept = "SELECT count(*) FROM events WHERE kind = 'checkedIn'"
        let net = try await fullNet()
        try await makeRoom(net)
        reserve.hasRoom.withLock { $0 = false }
        try net.store.limitPages(more: 0)
        try net.store.useUpPages()
        let before: [Int] = try net.store.all(kept)
        func openings() -> Int { net.reports.count { $0.openedReserve != nil } }
        let openedBefore = openings()
        var checkIns = 0
        while openings() == openedBefore, checkIns < 200 {
            try await net.checkIn("ana")
            checkIns += 1
        }
        #expect(openings() == openedBefore + 1)
        #expect(net.failures.isEmpty)
        #expect(try net.store.all(kept) == [before[0] + checkIns])
    }

    @Test func `a deadline is dealt with from the reserve`() async throws {
        let net = try await fullNet()
        await net.pass(.hours(2))
        #expect(try await net.user("ana").status == .nonResponsive)
        #expect(try await net.kinds(to: "ben").contains("nonResponsive"))
    }

    @Test func `no deadline that is over is left behind, and what was left before awakes nobody`()
        async throws
    {
        func entries(_ net: Net) throws -> Int {
            let count: [Int] = try net.store.all(
                "SELECT count(*) FROM deadlines WHERE handle = 'ana'")
            return count[0]
        }
        let net = try await fullNet()
        await net.pass(.minutes(30))
        try await net.checkIn("ana")
        #expect(try entries(net) == 1)
        // As a daemon has left it that has ended.
        let left = FakeClock.start + .minutes(45)
        try net.store.withConnection {
            try $0.run("UPDATE deadlines SET at = ? WHERE handle = 'ben'", [left.cell])
        }
        await net.pass(.minutes(15))
        #expect(try await net.user("ben").status == .active)
        await net.pass(.minutes(105))
        #expect(try await net.user("ana").status == .nonResponsive)
    }

    @Test func `status says so and what to do, and operators are told once it has lasted`()
        async throws
    {
        let net = try await fullNet()
        let status = try await net.status()
        #expect(status.health == .degraded)
        let problem = try #require(status.problems.first { $0.code == "diskFull" })
        #expect(problem.remedy.contains("df -h \(net.directory.path); "))
        func tellings() async throws -> Int {
            try await net.notices(to: "ben").filter { $0.title.contains("disk is full") }.count
        }
        #expect(try await tellings() == 0)
        await net.pass(.minutes(7))
        #expect(try await tellings() == 1)
        let told = net.reports.flatMap(\.outcome.raised).filter { $0.value.code == .diskFull }
        #expect(told.count == 1)
    }

    @Test func `with room again everything is taken again, within a minute and by itself`()
        async throws
    {
        let net = try await fullNet()
        try await makeRoom(net)
        #expect(try await net.refusal(People.SetUser.self, .init(user: "ana", name: "Anna")) == nil)
        #expect(net.reports.flatMap(\.outcome.solved).contains { $0.value.code == .diskFull })
    }

    private func makeRoom(_ net: Net) async throws {
        await net.pass(.minutes(1))
        reserve.hasRoom.withLock { $0 = true }
        await net.pass(.minutes(1))
        #expect(try await !net.problems().contains("diskFull"))
    }

    @Test func `a daemon that starts on a full disk takes what is vital at once`() async throws {
        let net = try await fullNet()
        let directory = net.directory
        try await net.end()
        let second = try await Net(
            directory: directory, clock: net.clock, reserve: reserve)
        try await second.checkIn("ana")
        #expect(
            try await second.refusal(People.SetUser.self, .init(user: "ana", name: "Anna"))
                == "Unavailable")
        #expect(try await second.problems().contains("diskFull"))
    }

    @Test(arguments: [false, true])
    func `a backup is not begun on a full disk`(isUsedUp: Bool) async throws {
        let net = try await fullNet()
        if isUsedUp {
            try await useUp(net)
            await net.pass(.seconds(70))
        }
        do {
            _ = try await net.list(LifeSignalAPI.Daemon.Backup.self, .init())
            Issue.record("not refused")
        } catch CallError.failure(let name, _) {
            #expect(name.hasSuffix(".Unavailable"))
        }
    }

    @Test func `a reload that can't be kept is refused, and the connection goes on`() async throws {
        let net = try await fullNet()
        try await useUp(net)
        net.configure(settings)
        #expect(try await net.refusal(LifeSignalAPI.Daemon.Reload.self, .init()) == "Unavailable")
    }

    @Test func `when the reserve is used up nothing is answered as done, and reading goes on`()
        async throws
    {
        let net = try await fullNet()
        let taken = try await useUp(net)
        let kept: [Int] = try net.store.all(
            "SELECT count(*) FROM events WHERE kind = 'checkedIn' AND by LIKE 'account:%'")
        #expect(kept[0] >= taken)
        #expect(try await net.user("ana").handle == "ana")
        #expect(try await net.problems().isSuperset(of: ["diskFull", "storeNotWritable"]))
        try net.store.limitPages(more: 1_000_000)
        #expect(try await net.refusal(People.CheckIn.self, .init(user: "ana")) == nil)
        #expect(try await !net.problems().contains("storeNotWritable"))
    }

    /// Leaves no room for one more event.
    ///
    /// - Returns: how many check-ins were taken until there was no page left.
    @discardableResult
    private func useUp(_ net: Net) async throws -> Int {
        try net.store.limitPages(more: 0)
        var taken = 0
        while try await net.refusal(People.CheckIn.self, .init(user: "ana")) == nil { taken += 1 }
        try net.store.useUpPages()
        return taken
    }

    @Test func `what is due is tried again once a second, however much waits to be written back`()
        async throws
    {
        let net = try await Net(settings, reserve: reserve)
        try await net.add("ana", interval: .minutes(5), channel: "mailto:ana@x.org")
        try await net.add("ben", interval: .hours(48), channel: "mailto:ben@x.org")
        let rows = WriteBackRules.long
        try await net.engine.write { turn in
            for _ in 0..<rows {
                try turn.db.run(
                    "INSERT INTO events (at, kind, by, detail) VALUES (0, 'started', 'filler', ?)",
                    [String(repeating: "x", count: 4096).cell])
            }
        }
        try await fill(net)
        try await useUp(net)
        net.store.withConnection { $0.log.writeBack() }
        try await net.engine.write {
            try $0.db.run(
                "UPDATE events SET detail = ? WHERE by = 'filler'",
                [String(repeating: "y", count: 4096).cell])
        }
        #expect(net.store.log.pages >= WriteBackRules.long)

        // Sooner than that the timer may fire for the log's sake, and for nothing else.
        net.clock.pass(.minutes(5))
        net.timer.wake(.timer)
        _ = await net.timer.idleSleep()
        let before = net.failures.count
        for _ in 0..<9 {
            net.clock.pass(Span(milliseconds: 100))
            net.timer.wake(.timer)
            #expect(await net.timer.idleSleep() <= RoundRules.untilNextTry)
        }
        #expect(net.failures.count == before)
        #expect(net.store.log.pages == 0)
        net.clock.pass(Span(milliseconds: 100))
        net.timer.wake(.timer)
        _ = await net.timer.idleSleep()
        #expect(net.failures.count == before + 1)
    }

    @Test func `who reads is answered, and hides nothing of a time in which nothing was kept`()
        async throws
    {
        let net = try await fullNet(interval: .minutes(5))
        try await useUp(net)
        for _ in 0..<20 {
            await net.pass(.seconds(30))
            _ = try await net.status()
        }
        try net.store.limitPages(more: 1_000_000)
        await net.pass(.seconds(2))
        #expect(try await net.user("ana").status == .overdue)
        #expect(try await net.kinds(to: "ana").contains("reminder"))
        // Half the interval, which is less than a quarter of an hour.
        await net.pass(.seconds(147))
        #expect(try await net.user("ana").status == .overdue)
        await net.pass(.seconds(3))
        #expect(try await net.user("ana").status == .nonResponsive)
    }

    @Test func `a sign of life that finds room again ends nothing of that time for others`()
        async throws
    {
        let net = try await fullNet(interval: .minutes(5))
        try await useUp(net)
        await net.pass(.minutes(10))
        try net.store.limitPages(more: 1_000_000)
        try await net.checkIn("ben")
        await net.pass(.seconds(2))
        #expect(try await net.user("ana").status == .overdue)
        #expect(try await net.kinds(to: "ana").contains("reminder"))
    }
}

extension Store {
    /// No page is free inside the database either, and no event fits where others are.
    fileprivate func useUpPages() throws {
        for size in [4000, 400, 40, 0] {
            do {
                while true {
                    try withConnection {
                        try $0.run(
                            """
                            INSERT INTO events (at, kind, by, detail)
                            VALUES (0, 'started', 'daemon', ?)
                            """, [String(repeating: "x", count: size).cell])
                    }
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {}
        }
    }
}
