import GRDB
import LifeSignal
import LifeSignalAPI
import Testing

@testable import lifesignald

/// What is written for what has happened: all of it, and no more than that.
struct WritingTests {
    @Test func `an event's detail is read as it was written`() throws {
        let directory = try TemporaryDirectory()
        let store = try Store(path: directory.file("lifesignal.db"))
        let detail = ["plain": "words", "a%&=b": "=&%", "empty": "", "%": "50 % of ü=1&"]
        try store.withConnection { db in
            _ = try EventTable.add(
                db,
                Event(.reloaded, user: nil, at: FakeClock.start, by: .daemon, detail: detail))
            let page = try EventTable.page(db, after: 0, about: .everybody, limit: 10).events
            #expect(page.map(\.detail) == [detail])
        }
    }

    @Test func `a delivery of no notification is not committed`() throws {
        let directory = try TemporaryDirectory()
        let store = try Store(path: directory.file("lifesignal.db"))
        try store.withConnection { db in
            try db.run("BEGIN")
            try db.run(
                """
                INSERT OR FAIL INTO deliveries (id, notification, channel, state, rank, attempts, failures,
                    isBegun, causeEnded, connectedBefore, failureEpoch)
                VALUES ('a', 1, 'c', 'pending', 0, 0, 0, 0, 0, 0, 0)
                """)
            let refusal = #expect(throws: DatabaseError.self) { try db.run("COMMIT") }
            #expect(refusal?.resultCode == .SQLITE_CONSTRAINT)
            try db.run("ROLLBACK")
        }
    }

    /// SQLite keeps them to undo a statement by itself: one that may write several rows, as any that has triggers, if it
    /// calls a function or may be refused in the middle, unless what it has written stays.
    @Test func `nothing that an alarm writes has SQLite keep copies of pages`() throws {
        try TestCore().read { db in
            let writing = AlarmStatements.all.filter { !$0.hasPrefix("SELECT") }
            #expect(writing.count > 5)
            for sql in writing {
                let program = try Self.program(of: sql, db)
                guard program.contains(where: { $0.opcode == "Program" }) else { continue }
                let reasons = program.filter { step in
                    step.opcode.hasSuffix("Func") || step.opcode == "Function"
                        || step.opcode.hasPrefix("Halt") && step.p1 != 0 && step.p2 == Self.abort
                }
                #expect(reasons.isEmpty, "\(reasons)\n\(sql)")
            }
        }
    }

    /// OE_Abort, the second operand of what ends a program.
    private static let abort = 2

    private static func program(
        of sql: String, _ db: Connection
    ) throws -> [(opcode: String, p1: Int, p2: Int)] {
        let statement = try db.database.makeStatement(sql: "EXPLAIN \(sql)")
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { ($0["opcode"], $0["p1"], $0["p2"]) }
    }

    /// Who and when: the user and the deadlines, and the events. Beside them the daemon's mark.
    private static let pagesOfCheckIn = 4

    @Test func `a check-in writes the pages that it changes, and no index over what stays`()
        async throws
    {
        let net = try await Net()
        for number in 1...9 { try await net.add("user\(number)") }
        _ = try await net.call(People.CheckIn.self, .init(user: "user5"), by: .admin)
        await net.pass(.seconds(5))
        try net.store.flushLog()
        _ = try await net.call(People.CheckIn.self, .init(user: "user5"), by: .admin)
        let pages = try net.store.flushLog()
        #expect(pages == Self.pagesOfCheckIn)
        try await net.end()
    }
}

extension Store {
    /// Writes the log into the database, so that the next commit begins it anew.
    ///
    /// - Returns: how many pages it held.
    @discardableResult
    fileprivate func flushLog() throws -> Int {
        try withConnection { db in
            try db.database.checkpoint(.passive).walFrameCount
        }
    }
}
