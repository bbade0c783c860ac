import GRDB
import Glibc
import LifeSignal
import Synchronization
import Testing

@testable import lifesignald

/// What an engine does on its thread before calls come, and what it leaves for afterwards.
struct EngineStartTests {
    /// What was seen of it.
    private final class Seen: Sendable {
        let settles = Mutex(0)
        /// What is let in by the first of them.
        let first = Mutex<(@Sendable () -> Void)?>(nil)
        /// Users who have fallen silent, and old check-ins that are left, when it had started.
        let atStart = Mutex<[Int]>([])
        let (end, stopped) = AsyncStream.makeStream(of: Void.self)
    }

    private static let counts = """
        SELECT value FROM counters WHERE name = 'user:nonResponsive'
        UNION ALL SELECT count(*) FROM events WHERE at = 0
        """

    /// An engine that starts with 100 users who have just fallen silent and 2000 old check-ins.
    private func engine(_ seen: Seen) throws -> (TestCore, Engine, ManualTimer) {
        let core = try TestCore()
        try core.run { turn in
            for number in 1...100 { try turn.add("user\(number)", interval: .minutes(30)) }
        }
        try core.pass(.minutes(30) - .seconds(10))
        try core.store.withConnection {
            try $0.run("DELETE FROM events")
            try $0.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO events (at, kind, user, by, detail)
                SELECT 0, 'checkedIn', 1, 'admin', 'source=manual' FROM n
                """)
        }
        try core.kill()
        // Too short for a gap.
        core.clock.pass(.seconds(20))
        try core.reopen()
        let store = core.store
        var observer = Engine.Observer()
        observer.settle = { work in
            seen.settles.withLock { $0 += 1 }
            seen.first.withLock { first in
                first?()
                first = nil
            }
            work()
        }
        observer.started = {
            let counts: [Int]? = try? store.all(Self.counts)
            seen.atStart.withLock { $0 = counts ?? [] }
        }
        observer.stopped = { seen.stopped.finish() }
        let timer = ManualTimer()
        let engine = Engine(core: core.core, timer: timer, observer: observer)
        return (core, engine, timer)
    }

    @Test func `it starts before it looks at what fell due, and before it prunes`() async throws {
        let seen = Seen()
        let (core, engine, timer) = try engine(seen)
        engine.start()
        _ = await timer.idleSleep()
        #expect(seen.atStart.withLock { $0 } == [0, 2000])
        #expect(try core.store.all(Self.counts) == [100, 0])
        engine.stop()
        for await _ in seen.end {}
    }

    @Test
    func `a check-in that has waited at the socket is let in before its deadline is looked at`()
        async throws
    {
        let seen = Seen()
        let (core, engine, timer) = try engine(seen)
        let user = try core.user("user1").id
        seen.first.withLock { first in
            first = {
                Task { try await engine.write { try $0.checkIn(user) } }
                while engine.waiting == 0 { usleep(1000) }
            }
        }
        engine.start()
        _ = await timer.idleSleep()
        #expect(try core.status("user1") == .active)
        let silent = "SELECT count(*) FROM events WHERE kind = 'becameNonResponsive'"
        #expect(try core.store.all(silent) == [99])
        engine.stop()
        for await _ in seen.end {}
    }

    @Test func `calls that were read are let in before each slice`() async throws {
        let seen = Seen()
        let (core, engine, timer) = try engine(seen)
        engine.start()
        _ = await timer.idleSleep()
        #expect(seen.settles.withLock { $0 } >= (2000 - 1) / DueWork.pruneLimit)
        engine.stop()
        for await _ in seen.end {}
        // Its directory goes with it.
        withExtendedLifetime(core) {}
    }
}
