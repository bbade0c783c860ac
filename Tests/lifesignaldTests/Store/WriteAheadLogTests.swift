import Foundation
import GRDB
import LifeSignal
import LifeSignalAPI
import Testing

@testable import lifesignald

/// When the log is written back to the database, by an engine.
struct WriteAheadLogTests {
    /// Somebody adds so much that the log takes about so many pages.
    private static func fill(_ net: Net, pages: Int) async throws {
        let text = String(repeating: "x", count: 4096)
        try await net.engine.write { turn in
            for number in 0..<pages {
                try turn.db.run(
                    "INSERT INTO events (at, kind, by, detail) VALUES (0, 'started', ?, ?)",
                    [("filler \(number)").cell, text.cell])
            }
        }
    }

    /// Of these in the database's own file, without the log.
    private static func writtenBack(_ net: Net) throws -> Int {
        let copy = net.directory.file("copy.db")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(
            atPath: net.directory.file("lifesignal.db"), toPath: copy)
        return try DatabaseQueue(path: copy).read { db in
            guard try db.tableExists("events") else { return 0 }
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM events WHERE by LIKE 'filler%'")!
        }
    }

    /// So much time passes, and then the timer fires.
    private static func fire(_ net: Net, after span: Span) async -> Span {
        net.clock.pass(span)
        net.timer.wake(.timer)
        return await net.timer.idleSleep()
    }

    @Test func `a long log is written back once nobody has asked for anything for a moment`()
        async throws
    {
        let net = try await Net()
        try await Self.fill(net, pages: 400)
        #expect(await net.timer.idleSleep() == WriteBackRules.quiet)
        #expect(try Self.writtenBack(net) == 0)

        let rounds = net.reports.count
        let sleep = await Self.fire(net, after: WriteBackRules.quiet)
        #expect(try Self.writtenBack(net) == 400)
        #expect(sleep > .seconds(50))
        #expect(net.reports.count == rounds)
        try await net.end()
    }

    @Test func `a call puts it off`() async throws {
        let net = try await Net()
        try await Self.fill(net, pages: 400)
        for _ in 0..<5 {
            net.clock.pass(WriteBackRules.quiet - Span(milliseconds: 1))
            try await net.engine.read { _ in }
            #expect(await net.timer.idleSleep() == WriteBackRules.quiet)
            // Set for an earlier time.
            #expect(await Self.fire(net, after: .zero) == WriteBackRules.quiet)
            #expect(try Self.writtenBack(net) == 0)
        }
        _ = await Self.fire(net, after: WriteBackRules.quiet)
        #expect(try Self.writtenBack(net) == 400)
        try await net.end()
    }

    @Test func `what is due soon comes first`() async throws {
        let net = try await Net()
        try await net.add("dora", interval: .minutes(1), reminders: [])
        await net.pass(.minutes(1) - WriteBackRules.quiet - WriteBackRules.margin)
        net.clock.pass(Span(milliseconds: 1))
        try await Self.fill(net, pages: 400)
        let untilDue = WriteBackRules.quiet + WriteBackRules.margin - Span(milliseconds: 1)
        #expect(await net.timer.idleSleep() == untilDue)

        #expect(await Self.fire(net, after: untilDue) == WriteBackRules.quiet)
        #expect(try await net.events("dora").last?.kind == "becameNonResponsive")
        #expect(try Self.writtenBack(net) == 0)
        try await net.end()
    }

    @Test func `a commit that finds five hundred pages writes them back itself`() async throws {
        let net = try await Net()
        try await Self.fill(net, pages: WriteAheadLog.usualLimit)
        #expect(await net.timer.idleSleep() > .seconds(50))
        #expect(try Self.writtenBack(net) == WriteAheadLog.usualLimit)
        try await net.end()
    }

    @Test func `a short log stays as it is`() async throws {
        let net = try await Net()
        try await Self.fill(net, pages: 300)
        #expect(await net.timer.idleSleep() > .seconds(50))
        _ = await Self.fire(net, after: WriteBackRules.quiet)
        #expect(try Self.writtenBack(net) == 0)
        try await net.end()
    }

    // MARK: Its room

    /// Its size, and how much of the disk it really has.
    private static func size(_ path: String) -> (bytes: Int, allocated: Int) {
        var file = stat()
        guard stat(path, &file) == 0 else { return (0, 0) }
        return (Int(file.st_size), Int(file.st_blocks) * 512)
    }

    @Test
    func `from the start on it is as long as it gets, so that no commit makes its file longer`()
        async throws
    {
        let net = try await Net()
        let path = net.directory.file("lifesignal.db-wal")
        let atStart = Self.size(path)
        #expect(atStart.bytes >= WriteAheadLog.usualLimit * 4096)
        #expect(atStart.allocated >= atStart.bytes)
        for _ in 1...3 {
            try await Self.fill(net, pages: 400)
            _ = await Self.fire(net, after: WriteBackRules.quiet)
            #expect(Self.size(path) == atStart)
        }
        try await net.end()
    }

    @Test func `what a killed process has left in a shorter one is still read`() throws {
        let (first, killed) = (try TemporaryDirectory(), try TemporaryDirectory())
        let path = killed.file("lifesignal.db")
        try Store(path: first.file("lifesignal.db")).close()
        let queue = try DatabaseQueue(path: first.file("lifesignal.db"))
        try queue.write { db in
            try db.execute(
                sql: "INSERT INTO events (at, kind, by, detail) VALUES (0, 'started', 'filler', '')"
            )
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: first.file("lifesignal.db" + suffix), toPath: path + suffix)
        }
        try queue.close()
        #expect((1..<20).contains(Self.size(path + "-wal").bytes / 4096))

        for _ in 1...2 {
            let store = try Store(path: path)
            #expect(Self.size(path + "-wal").bytes >= WriteAheadLog.usualLimit * 4096)
            #expect(try store.all("SELECT count(*) FROM events WHERE by = 'filler'") == [1])
            try store.check()
            try store.close()
        }
    }
}
