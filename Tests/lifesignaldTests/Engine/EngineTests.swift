import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// The engine's thread: its queue, its timer, its end.
struct EngineTests {
    @Test func `a full queue answers Unavailable, and what is in it is carried out`() async throws {
        let net = try await Net()
        net.timer.hold()
        let engine = net.engine
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0...Engine.queueCapacity {
                group.addTask {
                    do {
                        _ = try await engine.read { $0.now }
                        return true
                    } catch {
                        #expect(error as? Engine.Unavailable == .busy)
                        // The queue is full now, so all the others are in it.
                        net.timer.release()
                        return false
                    }
                }
            }
            return await group.reduce(into: [Bool: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes == [true: Engine.queueCapacity, false: 1])
        _ = try await engine.read { $0.now }
    }

    @Test func `all check-ins that came before a look count, however many they are`() async throws {
        let net = try await Net()
        let count = Engine.batchLimit * 2 + 50
        try await net.engine.write { turn in
            for number in 0..<count { try turn.add("user\(number)", interval: .minutes(30)) }
        }
        await net.pass(.minutes(30) - .seconds(1))
        net.timer.hold()
        let engine = net.engine
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...count {
                group.addTask {
                    try await engine.write { try $0.checkIn(UserID(Int64(number))) }
                }
            }
            // All of them wait: the last to come finds so many before it.
            while engine.waiting < count { await Task.yield() }
            net.clock.pass(.seconds(1))
            net.timer.wake(.timer)
            net.timer.release()
            try await group.waitForAll()
        }
        _ = await net.timer.idleSleep()
        #expect(try await net.status().active == Int64(count))
        #expect(
            try net.store.all("SELECT count(*) FROM events WHERE kind = 'becameNonResponsive'")
                == [0])
    }

    @Test func `after a minute in which hardly anybody has called, memory is given back`()
        async throws
    {
        let net = try await Net()
        let engine = net.engine
        try await engine.write { turn in
            for _ in 0..<2000 {
                let event = Event(
                    .reloaded, user: nil, at: turn.now, by: .daemon,
                    detail: ["x": String(repeating: "x", count: 900)])
                try turn.apply([.record(event)])
            }
        }
        // With that request it is eleven of them in each.
        for calls in [10, 11] {
            for _ in 0..<calls { _ = try await engine.read { $0.now } }
            await net.pass(.minutes(1))
            #expect(net.store.cachedBytes > Store.keptBytes)
        }
        for _ in 0..<10 { _ = try await engine.read { $0.now } }
        await net.pass(.minutes(1))
        #expect(net.store.cachedBytes < Store.keptBytes)
        let count: [Int] = try net.store.all("SELECT count(*) FROM events WHERE kind = 'reloaded'")
        #expect(count == [2000])
    }

    @Test func `requests that were taken in are answered when the engine stops`() async throws {
        let net = try await Net()
        net.timer.hold()
        let engine = net.engine
        let answers = try await withThrowingTaskGroup(of: Instant.self) { group in
            for _ in 0..<600 { group.addTask { try await engine.read { $0.now } } }
            while engine.waiting < 600 { await Task.yield() }
            engine.stop()
            net.timer.release()
            return try await group.reduce(0) { count, _ in count + 1 }
        }
        #expect(answers == 600)
        await #expect(throws: Engine.Unavailable.stopping) { try await engine.read { $0.now } }
        await #expect(throws: Engine.Unavailable.stopping) {
            _ = try await engine.backUp(to: net.directory.file("late.db"))
        }
        while try net.store.all("SELECT count(*) FROM events WHERE kind = 'stopped'") == [0] {
            await Task.yield()
        }
    }

    @Test(arguments: [
        ("ListEvents", 2), ("ListCheckIns", 2), ("ListDeadlines", 2), ("GetUser", 1),
    ])
    func `twelve pages of a listing are two rounds, and as many short calls one`(
        _ method: String, _ rounds: Int
    ) async throws {
        let net = try await Net()
        try await net.add("ana")
        net.accounts.become(.admin)
        _ = await net.timer.idleSleep()
        let before = net.reports.count
        net.timer.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...12 {
                let client = try await net.connect()
                group.addTask {
                    try await Self.call(method, client)
                    await client.close()
                }
            }
            while net.engine.waiting < 12 { await Task.yield() }
            net.timer.release()
            try await group.waitForAll()
        }
        #expect(net.reports.count - before == rounds)
    }

    private static func call(_ method: String, _ client: Client) async throws {
        func readAll<Method: VarlinkMethod>(
            _ method: Method.Type, _ parameters: Method.Parameters
        ) async throws {
            for try await _ in client.stream(method, parameters) {}
        }
        switch method {
        case "ListEvents": try await readAll(LifeSignalAPI.Daemon.ListEvents.self, .init())
        case "ListCheckIns": try await readAll(People.ListCheckIns.self, .init(user: "ana"))
        case "ListDeadlines": try await readAll(LifeSignalAPI.Daemon.ListDeadlines.self, .init())
        default: _ = try await client.call(People.GetUser.self, .init(user: "ana"))
        }
    }

    @Test func `with nothing due the engine wakes once a minute`() async throws {
        let net = try await Net()
        try await net.add("ana")
        _ = await net.timer.idleSleep()
        let before = net.timer.sleeps
        await net.pass(.minutes(30))
        #expect(net.timer.sleeps - before == 30)
    }

    @Test func `a deadline is waited for, and the next tick is not`() async throws {
        let net = try await Net()
        try await net.add("ana", interval: .minutes(30))
        await net.pass(.minutes(28))
        #expect(net.reports.allSatisfy { !$0.isAwaited })
        await net.pass(.minutes(1))
        #expect(net.reports.last?.isAwaited == true)
        await net.pass(.minutes(2))
        #expect(net.reports.last?.isAwaited == false)
    }

    @Test func `a clock that is set is looked at, at once`() async throws {
        let net = try await Net()
        try await net.add("ana", interval: .hours(2))
        await net.step(by: .hours(3))
        #expect(try await net.user("ana").status == .overdue)
        #expect(try await net.events().map(\.kind).contains("clockStepped"))
        #expect(try await net.problems().contains("hold"))
        await net.pass(.minutes(15))
        #expect(try await net.user("ana").status == .nonResponsive)
    }

    @Test func `on a full disk reading goes on, writing is Unavailable, and health says so`()
        async throws
    {
        let net = try await Net()
        try await net.add("ana")
        try net.store.limitPages(more: 0)
        var refused: String?
        for number in 0..<300 where refused == nil {
            refused = try await net.refusal(
                People.AddUser.self,
                .init(
                    handle: "user\(number)", name: "N",
                    emergencyNote: String(repeating: "x", count: 4000)))
        }
        #expect(refused == "Unavailable")
        #expect(try await net.status().health == .degraded)
        #expect(try await net.status().health == .degraded)
        #expect(try await net.user("ana").handle == "ana")
        try net.store.limitPages(more: 1_000_000)
        try await net.add("late")
        #expect(try await net.status().health == .healthy)
    }
}
