import GRDB
import Synchronization
import Testing

@testable import lifesignald

/// How long the log may become, by how long it took to write it back.
struct LogLimitTests {
    private static func limit(after times: Duration..., pages: Int? = nil) -> Int {
        var limit = LogLimit()
        for time in times { limit.wroteBack(pages ?? limit.pages, within: time) }
        return limit.pages
    }

    private let tooLong = LogLimit.slow + .milliseconds(1)

    @Test func `it doubles with each full log that is written back quickly, up to the most`() {
        #expect(Self.limit() == LogLimit.least)
        #expect(Self.limit(after: LogLimit.quick) == 2 * LogLimit.least)
        #expect(Self.limit(after: .zero, .zero) == 4 * LogLimit.least)
        #expect(Self.limit(after: .zero, .zero, .zero) == LogLimit.most)
    }

    @Test func `it halves with each that takes too long, down to the least`() {
        #expect(Self.limit(after: .zero, .zero, tooLong) == LogLimit.most / 2)
        #expect(Self.limit(after: .zero, .zero, tooLong, tooLong, tooLong) == LogLimit.least)
        #expect(Self.limit(after: tooLong, .zero) == 2 * LogLimit.least)
    }

    @Test func `what is neither quick nor slow leaves it`() {
        let between = LogLimit.quick + .milliseconds(1)
        #expect(Self.limit(after: between) == LogLimit.least)
        #expect(Self.limit(after: .zero, between, LogLimit.slow) == 2 * LogLimit.least)
    }

    @Test func `a log that was not full says nothing of a longer one, unless it took too long`() {
        #expect(Self.limit(after: .zero, pages: LogLimit.least - 1) == LogLimit.least)
        var limit = LogLimit()
        limit.wroteBack(LogLimit.least, within: .zero)
        limit.wroteBack(1, within: tooLong)
        #expect(limit.pages == LogLimit.least)
    }

    @Test func `while there is more to prune it is short, and on the reserve the least`() {
        var limit = LogLimit()
        limit.wroteBack(LogLimit.least, within: .zero)
        limit.isSparing = true
        #expect(limit.pages == LogLimit.least)
        limit.prunes = true
        #expect(limit.pages == LogLimit.whilePruning)
        (limit.isSparing, limit.prunes) = (false, false)
        #expect(limit.pages == 2 * LogLimit.least)
    }

    /// Commits a page after the other until the log is written back so often.
    ///
    /// - Parameter time: that each takes, by a clock of the test's own.
    /// - Returns: how many pages the log had each time.
    private static func lengths(_ count: Int, eachTaking time: Duration) throws -> [Int] {
        let directory = try TemporaryDirectory()
        let database = try DatabaseQueue(path: directory.file("some.db"))
        let clock = Mutex(ContinuousClock.now)
        let log = WriteAheadLog {
            clock.withLock { now in
                now += time
                return now
            }
        }
        var lengths: [Int] = []
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            try db.execute(sql: "CREATE TABLE some (value)")
            log.watch(db.sqliteConnection)
            var before = log.pages
            for _ in 0..<LogLimit.most where lengths.count < count {
                try db.execute(sql: "INSERT INTO some VALUES (zeroblob(4096 * 4))")
                if log.pages < before { lengths.append(before) }
                before = log.pages
            }
        }
        return lengths
    }

    @Test
    func
        `commits write a log back that takes little time at twice the length, and then at the most`()
        throws
    {
        let lengths = try Self.lengths(4, eachTaking: .milliseconds(1))
        try #require(lengths.count == 4)
        for (length, limit) in zip(lengths, [1000, 2000, 4000, 4000]) {
            #expect((limit - 20..<limit).contains(length), "\(lengths)")
        }
    }

    @Test func `what can't be written back is quick, and makes the log no longer`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("some.db")
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let database = try DatabaseQueue(path: path)
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        let instant = ContinuousClock.now
        let log = WriteAheadLog { instant }
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            try db.execute(sql: "CREATE TABLE some (value)")
            log.watch(db.sqliteConnection)
            try reader.inDatabase { try $0.execute(sql: "BEGIN; SELECT * FROM some") }
            for _ in 0..<800 {
                try db.execute(sql: "INSERT INTO some VALUES (zeroblob(4096 * 4))")
            }
        }
        #expect(log.limit.pages == LogLimit.least)
        try reader.inDatabase { try $0.execute(sql: "ROLLBACK") }
    }

    @Test func `and one that takes long always at the least`() throws {
        let lengths = try Self.lengths(3, eachTaking: .milliseconds(20))
        try #require(lengths.count == 3)
        #expect(lengths.allSatisfy { (980..<1000).contains($0) }, "\(lengths)")
    }
}
