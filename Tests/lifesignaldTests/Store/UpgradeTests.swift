import Foundation
import GRDB
import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// Databases of every version that was ever released, as they lie on people's disks.
struct UpgradeTests {
    /// The versions of which a dump is kept in `Versions`, oldest first.
    static let versions = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]

    private static func dump(_ version: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Versions/\(version).sql")
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// A database made from a version's dump, closed.
    private static func restore(_ version: String, in directory: TemporaryDirectory) throws {
        let queue = try DatabaseQueue(path: directory.file("lifesignal.db"))
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: try dump(version))
        }
        try queue.close()
    }

    @Test func `of every version a dump is kept`() {
        #expect(
            Schema.migrator.migrations == Self.versions,
            """
            A migration was added: keep a dump of the version before it was, as Tests/Storage/dump.py \
            says, and name the new one here.
            """)
    }

    @Test(arguments: versions)
    func `what a released migration makes never changes`(version: String) throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: version)
        let made = try queue.read { try Schema.statements($0) }
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let kept = try DatabaseQueue(path: directory.file("lifesignal.db")).read {
            try Schema.statements($0)
        }
        let edited = Set(made.keys).union(kept.keys).filter { made[$0] != kept[$0] }
        #expect(
            edited == [],
            """
            Migration \(version) was edited, but databases were made by it as it was and will not \
            be made again: leave it, and add a migration that changes what has to change.
            """)
    }

    @Test(arguments: versions)
    func `a database of every version has rows in every table, and all are in order`(
        version: String
    ) throws {
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let path = directory.file("lifesignal.db")
        let tables = try DatabaseQueue(path: path).read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'"
            ).filter { try Int.fetchOne(db, sql: "SELECT count(*) FROM \"\($0)\"") == 0 }
        }
        #expect(tables == [])
        // Before the daemon has brought it up to date and after: a backup may be older than the program.
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try Inspection(path: path, settings: Settings()).findings == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        try Store(path: path).close()
        #expect(try Inspection(path: path, settings: Settings()).findings == [])
    }

    @Test(
        arguments: versions,
        [("users", "status"), ("pings", "status"), ("deliveries", "state")])
    func `in no version anything is in a state that there is not`(
        version: String, column: (table: String, name: String)
    ) throws {
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let path = directory.file("lifesignal.db")
        try Store(path: path).close()
        try DatabaseQueue(path: path).writeWithoutTransaction { db in
            let error = #expect(throws: DatabaseError.self) {
                try db.execute(sql: "UPDATE \(column.table) SET \(column.name) = 'elsewhere'")
            }
            #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_CHECK)
        }
    }

    @Test(arguments: ["1", "2", "3"])
    func `from then on nobody who has never checked in is in the way of a list`(version: String)
        throws
    {
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let path = directory.file("lifesignal.db")
        try DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    UPDATE users SET lastCheckIn = NULL, status = 'waiting',
                        earliestDeadline = addedAt + checkInInterval * 1000 WHERE handle = 'carla'
                    """)
        }
        let store = try Store(path: path)
        let listed = try store.withConnection { db in
            try UserTable.listed(db, after: nil, limit: 10).map(\.entry.handle)
        }
        #expect(Set(listed) == ["ana", "ben", "dora", "emil"])
        try store.close()
        #expect(try Inspection(path: path, settings: Settings()).findings == [])
    }

    @Test(arguments: ["1", "2", "3", "4"])
    func `every check-in that was kept in a table of its own is in the trail`(version: String)
        throws
    {
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let path = directory.file("lifesignal.db")
        let kept = try DatabaseQueue(path: path).read { db in
            try Row.fetchAll(db, sql: "SELECT user, at, source, by FROM checkIns ORDER BY id")
                .map { "\($0[0] as Int64) \($0[1] as Int64) \($0[2] as String) \($0[3] as String)" }
        }
        #expect(kept.count == 5)
        let store = try Store(path: path)
        let found = try store.withConnection { db in
            try (1...6).map { UserID($0) }.flatMap { user in
                try EventTable.checkIns(db, of: user, Page(limit: 100)).map {
                    "\(user.number) \($0.at.milliseconds) \($0.source) \($0.by)"
                }
            }
        }
        #expect(found == kept)
    }

    @Test(
        arguments: ["1", "2", "3", "4"],
        [("nothing", "0"), ("the newest events", "sequence > 10"), ("all events", "1")])
    func `no number of an event comes again, whatever was forgotten before`(
        version: String, forgotten: (what: String, rows: String)
    ) throws {
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let path = directory.file("lifesignal.db")
        let last = try DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(sql: "DELETE FROM events WHERE \(forgotten.rows)")
            return try Int64.fetchOne(
                db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'events'")
        }
        let store = try Store(path: path)
        let next = try store.withConnection { db in
            _ = try EventTable.add(db, Event(.started, user: nil, at: FakeClock.start, by: .daemon))
            return try EventTable.range(db).newest
        }
        #expect(next == (try #require(last)) + 1)
    }

    @Test(arguments: ["2", "5", "9"])
    func `a reminder that waits for a pause is found by what it reminds of, and by the pause's end`(
        version: String
    ) throws {
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let path = directory.file("lifesignal.db")
        try DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    UPDATE users SET noticeSent = 1 WHERE handle = 'dora';
                    UPDATE channels SET pausedUntil = 99
                        WHERE user = (SELECT id FROM users WHERE handle = 'dora');
                    INSERT INTO notifications (id, kind, recipient, about, at, title, ofGap, body)
                        SELECT kind, kind, id, id, 11, '', 0, '' FROM users
                        CROSS JOIN (SELECT 'reminder' kind UNION SELECT 'system')
                        WHERE handle = 'dora';
                    INSERT INTO deliveries (id, notification, channel, state, rank, attempts,
                            failures, isBegun, causeEnded, nextAttempt, connectedBefore,
                            isUnresolved)
                        SELECT n.id, n.sequence, c.id, 'pending', 1, 0, 0, 0, 0, 99, 0, 0
                        FROM notifications n JOIN channels c ON c.user = n.recipient
                        WHERE n.id IN ('reminder', 'system');
                    """)
        }
        let store = try Store(path: path)
        let cause: [String?] = try store.all(
            "SELECT cause FROM notifications WHERE id = 'reminder'")
        let dora = try store.withConnection { try UserTable.user($0, handle: "dora") }
        #expect(cause == [dora?.reminding])
        let waiting: [String] = try store.all(
            "SELECT id FROM deliveries WHERE nextAttempt = 11 AND id IN ('reminder', 'system')")
        #expect(waiting == ["reminder", "system"])
    }

    @Test(arguments: ["1", "5", "10"])
    func `what had failed and was not resolved is counted by its channel`(version: String) throws {
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let path = directory.file("lifesignal.db")
        try DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    UPDATE deliveries SET state = 'failed', nextAttempt = NULL, isUnresolved = 0;
                    UPDATE deliveries SET isUnresolved = 1 WHERE sequence IN (1, 2, 3);
                    -- Failed after its channel was removed.
                    UPDATE deliveries SET channel = 'gone' WHERE sequence = 2;
                    -- Of the third the channel has no problem any more.
                    DELETE FROM problems WHERE code = 'deliveryFailed';
                    UPDATE deliveries SET channel = (SELECT id FROM channels c WHERE c.id <> (
                        SELECT channel FROM deliveries WHERE sequence = 1)) WHERE sequence = 3;
                    INSERT INTO problems (code, user, subject, since)
                        SELECT 'deliveryFailed', 1, channel, 0 FROM deliveries WHERE sequence = 1;
                    """)
        }
        let store = try Store(path: path)
        let kept: [Int] = try store.all(
            """
            SELECT unresolved FROM channels c JOIN deliveries d ON d.channel = c.id
            WHERE d.sequence = 1
            """)
        #expect(kept == [1])
        let all: [Int] = try store.all("SELECT sum(unresolved) FROM channels")
        #expect(all == [1])
        try store.withConnection { db in
            #expect(try DaemonRow.counters(db) == DaemonRow.counted(db))
            let delivery: Identifier = try #require(
                try db.value("SELECT id FROM deliveries WHERE sequence = 1"))
            let channel = try #require(try DeliveryTable.delivery(db, delivery)).channel
            try ChannelTable.recordOutcome(
                db, channel, delivered: true, detail: "", at: FakeClock.start)
            #expect(try DaemonRow.counters(db)["delivery:unresolved"] == 0)
            #expect(try DaemonRow.counters(db) == DaemonRow.counted(db))
        }
        try store.close()
        #expect(try Inspection(path: path, settings: Settings()).findings == [])
    }

    @Test(arguments: versions)
    func `a daemon goes on with a database of every version`(version: String) async throws {
        let directory = try TemporaryDirectory()
        try Self.restore(version, in: directory)
        let mark = try await DatabaseQueue(path: directory.file("lifesignal.db")).read { db in
            try Connection(db).value("SELECT markWall FROM daemon") as Instant?
        }
        let stopped = try #require(mark)
        let net = try await Net(directory: directory, clock: FakeClock(stopped + .minutes(1)))
        #expect(try await net.user("emil").status == .nonResponsive)
        #expect(try await net.user("ana").emergencyNote == "Key at the neighbour's.")
        #expect(try await net.status().users == 5)
        try await net.checkIn("emil", by: .admin)
        _ = try await net.call(People.ClearAlert.self, .init(user: "ana"))
        try await net.add("gerda")
        await net.pass(.hours(2))
        #expect(try await net.user("ana").status == .nonResponsive)
        #expect(try await net.kinds(to: "ben").contains("nonResponsive"))
        try await net.end()
        let inspection = try Inspection(
            path: directory.file("lifesignal.db"), settings: Settings())
        #expect(inspection.findings == [])
        #expect(inspection.users == 6)
    }
}
