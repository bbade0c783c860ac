import Dispatch
import Glibc
import LifeSignal
import Synchronization
import Testing

@testable import lifesignald

/// Which thread runs a round: the one that reads calls, or the engine's own.
struct CallingThreadTests {
    /// An engine with ana, who will fall silent in ten seconds, beside a thread that reads calls.
    private final class Service: Sendable {
        let timer = ManualTimer()
        let clock: FakeClock
        let store: Store
        let engine: Engine
        let directory: TemporaryDirectory
        private let seen: Seen

        private final class Seen: Sendable {
            let ownThread = Mutex<pthread_t?>(nil)
            let rounds = Mutex(0)
            let answers = Mutex(0)
            let keeps = Mutex(false)
            /// What is to be done when calls have been let in.
            let afterCalls = Mutex<[@Sendable () -> Void]>([])
            /// And when the reader of calls has no other things to do.
            let atPause = Mutex<[@Sendable (Bool) -> Void]>([])
            let (end, ended) = AsyncStream.makeStream(of: Void.self)
        }

        /// - Parameters:
        ///   - callsWait: what the reader of calls says of more of them; nil if it has other things to do.
        ///   - keeps: once it has started, what is to be done after calls waits for the test.
        ///   - keepsPauses: the reader of calls has other things to do until the test calls for a pause.
        init(callsWait: Bool? = nil, keeps: Bool = false, keepsPauses: Bool = false) async throws {
            let core = try TestCore()
            try core.run { _ = try $0.add("ana", interval: .minutes(30)) }
            try core.pass(.minutes(30) - .seconds(10))
            (directory, clock, store) = (core.directory, core.clock, core.store)
            let seen = Seen()
            self.seen = seen
            var observer = Engine.Observer()
            if let callsWait {
                observer.atPause = { work in
                    work(callsWait)
                    return true
                }
            }
            if keepsPauses {
                observer.atPause = { work in
                    seen.atPause.withLock { $0.append(work) }
                    return true
                }
            }
            observer.settle = { work in
                if seen.keeps.withLock({ $0 }) {
                    seen.afterCalls.withLock { $0.append(work) }
                } else {
                    work()
                }
            }
            observer.answer = { work in
                seen.answers.withLock { $0 += 1 }
                work()
            }
            observer.started = { seen.ownThread.withLock { $0 = pthread_self() } }
            observer.committed = { _ in seen.rounds.withLock { $0 += 1 } }
            observer.stopped = { seen.ended.finish() }
            engine = Engine(core: core.core, timer: timer, observer: observer)
            engine.start()
            _ = await timer.idleSleep()
            seen.keeps.withLock { $0 = keeps }
        }

        var ownThread: pthread_t? { seen.ownThread.withLock { $0 } }
        var rounds: Int { seen.rounds.withLock { $0 } }
        /// How often requests were answered, whatever their number.
        var answers: Int { seen.answers.withLock { $0 } }
        var afterCalls: [@Sendable () -> Void] { seen.afterCalls.withLock { $0 } }

        var wantsPause: Bool { seen.atPause.withLock { !$0.isEmpty } }

        func pause() {
            let works = seen.atPause.withLock { works in
                defer { works = [] }
                return works
            }
            for work in works { work(false) }
        }

        func hasFallenSilent() throws -> Bool {
            try store.all("SELECT count(*) FROM events WHERE kind = 'becameNonResponsive'") == [1]
        }

        func end() async {
            engine.stop()
            for await _ in seen.end {}
        }
    }

    @Test func `a call that comes alone is carried out on the thread that has read it`()
        async throws
    {
        let service = try await Service(callsWait: false)
        let thread = try await service.engine.write { _ in pthread_self() }
        #expect(thread != service.ownThread)
        await service.end()
    }

    @Test func `while more calls wait to be read, the engine's own thread carries them out`()
        async throws
    {
        let service = try await Service(callsWait: true)
        let thread = try await service.engine.write { _ in pthread_self() }
        #expect(thread == service.ownThread)
        await service.end()
    }

    /// The threads on which so many requests are carried out that come before the reader of calls pauses.
    private func threads(_ service: Service, of requests: Int, pauses: Bool) async throws
        -> Set<pthread_t>
    {
        let engine = service.engine
        return try await withThrowingTaskGroup(of: pthread_t.self) { group in
            for _ in 0..<requests {
                group.addTask { try await engine.write { _ in pthread_self() } }
            }
            if pauses {
                let rounds = service.rounds
                while engine.waiting < requests || !service.wantsPause { await Task.yield() }
                #expect(service.rounds == rounds)
                service.pause()
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a few calls wait until the thread that has read them has nothing else to do`()
        async throws
    {
        let service = try await Service(keepsPauses: true)
        let threads = try await threads(service, of: RoundRules.many - 1, pauses: true)
        #expect(threads.count == 1)
        #expect(threads.first != service.ownThread)
        await service.end()
    }

    @Test(.timeLimit(.minutes(1)))
    func `many calls are carried out by the engine's own thread, while the other reads on`()
        async throws
    {
        let service = try await Service(keepsPauses: true)
        #expect(
            try await threads(service, of: RoundRules.many, pauses: false) == [service.ownThread])
        _ = await service.timer.idleSleep()
        let rounds = service.rounds
        service.pause()
        #expect(service.rounds == rounds)
        await service.end()
    }

    @Test func `requests of many threads are all answered, whichever thread runs the rounds`()
        async throws
    {
        let service = try await Service(callsWait: false)
        let engine = service.engine
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<2000 {
                group.addTask { try await engine.write(for: UInt32(number % 7)) { _ in number } }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers.count == 2000)
        await service.end()
    }

    @Test func `all requests of a round are answered at once`() async throws {
        let service = try await Service()
        let engine = service.engine
        let begun = Mutex(false)
        let hold = DispatchSemaphore(value: 0)
        let before = service.answers
        async let first: Void = engine.read { _ in
            begun.withLock { $0 = true }
            hold.wait()
        }
        // The others come while it is carried out, and wait for the round after it.
        while !begun.withLock({ $0 }) { await Task.yield() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await engine.write { _ in } } }
            while engine.waiting < 20 { await Task.yield() }
            hold.signal()
            try await group.waitForAll()
        }
        try await first
        #expect(service.answers == before + 2)
        await service.end()
    }

    @Test func `the thread that answers is not awoken by a round without requests`() async throws {
        let service = try await Service()
        let before = service.answers
        service.clock.pass(.seconds(20))
        service.timer.wake(.timer)
        _ = await service.timer.idleSleep()
        #expect(try service.hasFallenSilent())
        #expect(service.answers == before)
        await service.end()
    }

    @Test func `what is due is looked at when the calls that have come were let in`() async throws {
        let service = try await Service(keeps: true)
        service.clock.pass(.seconds(20))
        let before = service.rounds
        service.timer.wake(.timer)
        _ = await service.timer.idleSleep()
        let engine = service.engine
        async let checkIn: Void = engine.write { try $0.checkIn(UserID(1)) }
        while engine.waiting == 0 { await Task.yield() }
        _ = await service.timer.idleSleep()
        #expect(service.rounds == before)
        for work in service.afterCalls { work() }
        try await checkIn
        #expect(try !service.hasFallenSilent())
        await service.end()
    }

    @Test
    func `a call that is carried out on the thread that has read it leaves alone what is due`()
        async throws
    {
        let service = try await Service(callsWait: false, keeps: true)
        service.clock.pass(.seconds(20))
        let engine = service.engine
        _ = try await engine.read { $0.now }
        #expect(try !service.hasFallenSilent())
        #expect(service.afterCalls.count == 1)
        // From then on calls wait for the round that looks.
        let rounds = service.rounds
        async let another = engine.read { $0.now }
        while engine.waiting == 0 { await Task.yield() }
        #expect(service.rounds == rounds)
        for work in service.afterCalls { work() }
        _ = try await another
        #expect(try service.hasFallenSilent())
        await service.end()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a copy that is asked for while calls are let in is made after that`() async throws {
        let service = try await Service(keeps: true)
        service.clock.pass(.seconds(20))
        service.timer.wake(.timer)
        _ = await service.timer.idleSleep()
        let (engine, path) = (service.engine, service.directory.file("copy.db"))
        async let copy = engine.backUp(to: path)
        while !engine.hasBackups { await Task.yield() }
        _ = await service.timer.idleSleep()
        #expect(engine.hasBackups)
        for work in service.afterCalls { work() }
        try await copy.remove()
        await service.end()
    }

    @Test func `a reader that stands still makes nobody silent, and two minutes of it are a gap`()
        async throws
    {
        let service = try await Service(keeps: true)
        func gaps() throws -> [Int] {
            try service.store.all("SELECT count(*) FROM events WHERE kind = 'gap'")
        }
        service.clock.pass(.seconds(20))
        service.timer.wake(.timer)
        #expect(await service.timer.idleSleep() == RoundRules.usualPatience)
        service.clock.pass(RoundRules.usualPatience - .seconds(1))
        service.timer.wake(.timer)
        #expect(await service.timer.idleSleep() == .seconds(1))
        #expect(try !service.hasFallenSilent())
        #expect(try gaps() == [0])
        service.clock.pass(.seconds(1))
        service.timer.wake(.timer)
        _ = await service.timer.idleSleep()
        #expect(try !service.hasFallenSilent())
        #expect(try gaps() == [1])
        let rounds = service.rounds
        // Too late, and so in vain.
        for work in service.afterCalls { work() }
        #expect(service.rounds == rounds)
        await service.end()
    }
}
