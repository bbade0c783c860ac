import Foundation
import GRDB
import LifeSignal
import Testing

@testable import lifesignald

struct WriteAheadLogTests {
    /// Somebody adds so much that the log takes so many pages.
    private static func fill(_ core: TestCore, pages: Int) throws {
        let text = String(repeating: "x", count: 4096)
        try core.round([
            Job { turn in
                for number in 0..<pages {
                    try turn.db.run(
                        "INSERT INTO events (at, kind, by, detail) VALUES (0, 'started', ?, ?)",
                        ["filler \(number)", text])
                }
            }
        ])
    }

    /// What is in the database's own file, without the log.
    private static func writtenBack(_ core: TestCore) throws -> Int {
        let copy = core.directory.file("copy.db")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(
            atPath: core.directory.file("lifesignal.db"), toPath: copy)
        return try DatabaseQueue(path: copy).read { db in
            guard try db.tableExists("events") else { return 0 }
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM events WHERE by LIKE 'filler%'")!
        }
    }

    @Test func `a long log is written back once nobody has asked for anything for a moment`()
        throws
    {
        let core = try TestCore()
        try Self.fill(core, pages: 600)
        #expect(try Self.writtenBack(core) == 0)
        try core.round([Job { _ in }])
        #expect(core.sleep == WriteAheadLog.quiet)
        #expect(try Self.writtenBack(core) == 0)

        core.clock.pass(core.sleep)
        try core.round()
        #expect(try Self.writtenBack(core) == 600)
        #expect(core.sleep > WriteAheadLog.quiet)
        #expect(core.report.writesLogBack)
        core.clock.pass(core.sleep)
        try core.round()
        #expect(!core.report.writesLogBack)
    }

    @Test func `a call puts it off`() throws {
        let core = try TestCore()
        try Self.fill(core, pages: 600)
        for _ in 0..<5 {
            try core.round([Job { _ in }])
            #expect(core.sleep == WriteAheadLog.quiet)
            core.clock.pass(core.sleep)
        }
        #expect(try Self.writtenBack(core) == 0)
    }

    @Test func `it waits for what is due sooner`() throws {
        let core = try TestCore()
        try core.run { try $0.add("dora", interval: .minutes(1)) }
        core.clock.pass(.minutes(1) - WriteAheadLog.quiet)
        try core.catchUp()
        try Self.fill(core, pages: 600)
        core.clock.pass(Span(milliseconds: 1))
        try core.round()
        #expect(core.sleep == WriteAheadLog.quiet - Span(milliseconds: 1))
        #expect(try Self.writtenBack(core) == 0)
    }

    @Test func `a commit that finds a thousand pages writes them back itself`() throws {
        let core = try TestCore()
        try Self.fill(core, pages: WriteAheadLog.usualLimit)
        #expect(try Self.writtenBack(core) == WriteAheadLog.usualLimit)
    }

    @Test func `a short log stays as it is`() throws {
        let core = try TestCore()
        try Self.fill(core, pages: 400)
        #expect(core.sleep > WriteAheadLog.quiet)
        core.clock.pass(core.sleep)
        try core.round()
        #expect(try Self.writtenBack(core) == 0)
    }
}
