import Foundation
import GRDB
import LifeSignal
import Testing

@testable import lifesignald

/// What `lifesignald check` sees.
struct InspectionTests {
    private let core: TestCore
    private var path: String { core.directory.file("lifesignal.db") }

    init() throws {
        core = try TestCore()
        try core.run { turn in
            let ana = try turn.add("ana", interval: .hours(1), channel: "mailto:ana@x.org")
            let ben = try turn.add("ben", channel: "mailto:ben@x.org")
            try turn.tie(ana, to: ben)
        }
        try core.pass(.hours(2))
        // Ben was told in vain, before his channel worked and after.
        try core.run { turn in
            let told: [Identifier] = try turn.db.rows(
                """
                SELECT d.id FROM deliveries d JOIN channels c ON c.id = d.channel
                WHERE c.user = 2 AND d.state = 'pending' ORDER BY d.rank LIMIT 2
                """
            ) { $0[0] }
            for (id, works) in [(told[0], false), (told[1], true), (told[0], false)] {
                let delivery = try #require(try DeliveryTable.delivery(turn.db, id))
                try DeliveryTable.save(turn.db, delivery.begun())
                try OutboxQueue.report(
                    turn, id, DeliveryReport(delivered: works, permanent: true), detail: "",
                    jitter: 0)
            }
        }
    }

    private func inspection() throws -> Inspection {
        try core.kill()
        return try Inspection(path: path, settings: Settings())
    }

    private func findings() throws -> [String] { try inspection().findings }

    private func repair() throws -> String? {
        try Restoration(repairing: StateDirectory(path: core.directory.path))
            .perform(settings: Settings())
    }

    /// Something that no daemon does.
    private func spoil(_ sql: String) throws {
        try core.store.withConnection { try $0.database.execute(sql: sql) }
    }

    @Test func `a database that a daemon has left is in order, and counted`() throws {
        #expect(try findings() == [])
        #expect(try Inspection(path: path, settings: Settings()).users == 2)
    }

    @Test(arguments: [true, false])
    func `a hold that is on, told or not, is no fault`(isTold: Bool) throws {
        try core.restart { $0.pass(.hours(22)) }
        if !isTold {
            try spoil(
                """
                UPDATE users SET gapTold = 0, earliestDeadline = (SELECT gapEnd FROM daemon)
                WHERE handle = 'ben';
                \(DeadlineTable.rewriting)
                """)
        }
        #expect(try findings() == [])
    }

    @Test(arguments: [(0, false), (1, true)])
    func `who was still to be looked at when the daemon died is no fault`(
        sooner: Int, isFault: Bool
    ) throws {
        try spoil(
            """
            UPDATE users SET earliestDeadline = earliestDeadline + 1 WHERE handle = 'ben';
            UPDATE daemon SET sweepUntil = (
                SELECT earliestDeadline - \(sooner) FROM users WHERE handle = 'ben');
            \(DeadlineTable.rewriting)
            """)
        #expect(try findings().isEmpty != isFault)
    }

    @Test func `what an older version has left is no fault`() throws {
        try spoil(
            """
            UPDATE users SET incidentChecked = 0, unlistedDeadline = NULL,
                earliestDeadline = incidentSince + 300000 WHERE handle = 'ana';
            \(DeadlineTable.rewriting)
            """)
        #expect(try findings() == [])
    }

    @Test func `looking changes nothing`() throws {
        try core.kill()
        let before = try core.directory.contents()["lifesignal.db"]
        #expect(try findings() == [])
        #expect(try core.directory.contents()["lifesignal.db"] == before)
    }

    /// What follows from the rest, each spoilt in one way, and what is said of it.
    static let derived = [
        ("UPDATE counters SET value = value + 1 WHERE name = 'alerts'", "the counter alerts"),
        ("DELETE FROM counters WHERE name = 'pings'", "the counter pings says nothing"),
        ("UPDATE users SET earliestDeadline = NULL WHERE handle = 'ben'", "ben would not be"),
        (
            """
            UPDATE users SET earliestDeadline = earliestDeadline + 1 WHERE handle = 'ben';
            \(DeadlineTable.rewriting)
            """, "ben would not be looked at in time"
        ),
        ("DELETE FROM deadlines WHERE handle = 'ben'", "ben would not be looked at in time"),
        (
            "UPDATE deadlines SET user = 1 WHERE handle = 'ben'",
            "ben would not be looked at in time"
        ),
        (
            """
            UPDATE users SET unlistedDeadline = earliestDeadline, earliestDeadline = NULL
            WHERE handle = 'ben';
            \(DeadlineTable.rewriting)
            """, "ben would not be listed in its place"
        ),
        (
            """
            UPDATE users SET unlistedDeadline = earliestDeadline, earliestDeadline = earliestDeadline + 1
            WHERE handle = 'ben';
            \(DeadlineTable.rewriting)
            """, "ben would not be listed in its place"
        ),
        (
            "UPDATE users SET unlistedDeadline = earliestDeadline - 1 WHERE handle = 'ben'",
            "ben would not be looked at in time"
        ),
        (
            """
            UPDATE users SET incidentChecked = 0, unlistedDeadline = NULL WHERE handle = 'ana'
            """, "ana would not be looked at in time"
        ),
        ("UPDATE edges SET needsHelp = 0", "who needs help"),
        ("UPDATE users SET isReachable = 0 WHERE handle = 'ben'", "what they lack: 1"),
        ("UPDATE users SET bestResponder = 1", "what they lack: 2"),
        ("UPDATE channels SET unresolved = 5 WHERE user = 1", "to have failed: 1"),
        ("UPDATE channels SET unresolved = 0", "to have failed: 1"),
    ]

    /// Spoils something that follows from the rest: it is named, and gone after a repair.
    private func expectRepair(of sql: String, saying words: String) throws {
        try spoil(sql)
        let inspection = try inspection()
        #expect(inspection.losses == [])
        #expect(inspection.derived.contains { $0.contains(words) }, "\(inspection.derived)")
        #expect(try repair() != nil)
        #expect(try findings() == [])
    }

    @Test(arguments: derived)
    func `what follows from the rest and no longer does is named, and repaired`(
        sql: String, words: String
    ) throws {
        try expectRepair(of: sql, saying: words)
    }

    @Test(arguments: [
        ("UPDATE deliveries SET nextAttempt = NULL WHERE state = 'pending'", "wait for nothing"),
        ("UPDATE users SET incident = NULL WHERE handle = 'ana'", "without an incident"),
        ("DROP TRIGGER countAlerts", "trigger countAlerts is not as"),
        ("CREATE TABLE diary (text TEXT)", "table diary does not belong"),
        (
            "PRAGMA foreign_keys = OFF; DELETE FROM users WHERE handle = 'ben'",
            "refers to a row of users that is gone"
        ),
    ])
    func `what no longer agrees is named`(sql: String, words: String) throws {
        try spoil(sql)
        let losses = try inspection().losses
        #expect(losses.contains { $0.contains(words) }, "\(losses)")
    }

    /// Eighty check-ins of ana's, the first of which are two runs, and one of ben's.
    private func checkIn() throws {
        try core.run { turn in
            for _ in 0..<80 { try turn.checkIn(UserID(1)) }
            try turn.checkIn(UserID(2))
        }
    }

    private static let firstRun = "WHERE sequence = (SELECT min(sequence) FROM eventRuns)"

    @Test(arguments: [
        ("UPDATE users SET checkInRun = '' WHERE handle = 'ben'", "events that would not be found"),
        ("UPDATE users SET eventRun = '' WHERE handle = 'ben'", "events that would not be found"),
        ("DELETE FROM eventRuns \(firstRun)", "events that would not be found"),
        ("UPDATE eventRuns SET sequence = 1000 \(firstRun)", "would not be found in their place"),
        ("UPDATE eventRuns SET sequence = 1000 \(firstRun)", "out of their order"),
        ("UPDATE eventRuns SET events = '' \(firstRun)", "would not be found in their place"),
        (
            "UPDATE users SET checkInRun = (SELECT events FROM eventRuns \(firstRun)) WHERE id = 1",
            "stand twice"
        ),
        (
            """
            UPDATE eventRuns SET events = substr(events, 1, 2) || events \(firstRun)
            """, "stand twice"
        ),
        (
            """
            UPDATE users SET checkInRun =
                (SELECT checkInRun FROM users WHERE handle = 'ana')
                || (SELECT checkInRun FROM users WHERE handle = 'ben') WHERE handle = 'ana'
            """, "about somebody else"
        ),
        (
            "UPDATE users SET checkInRun = eventRun, eventRun = checkInRun WHERE handle = 'ben'",
            "of another kind"
        ),
        ("UPDATE users SET checkInRun = checkInRun || ',null' WHERE id = 2", "no numbers"),
        ("UPDATE users SET eventRun = '1' || eventRun WHERE id = 2", "no numbers"),
        ("UPDATE eventRuns SET events = replace(events, ',', '.0,') \(firstRun)", "no numbers"),
        ("UPDATE eventRuns SET events = replace(events, ',', ',0') \(firstRun)", "no numbers"),
        ("UPDATE eventRuns SET events = events || ',' \(firstRun)", "no numbers"),
        ("UPDATE eventRuns SET events = 'damaged' \(firstRun)", "no numbers"),
    ])
    func `what makes events of a user hard to find is named, and repaired`(
        sql: String, words: String
    ) throws {
        try checkIn()
        #expect(try core.read(Inspection.contradictions) == [])
        let runs: [Int] = try core.store.all("SELECT user FROM eventRuns WHERE isCheckIns")
        #expect(runs == [1, 1])
        let before = try kept()
        try expectRepair(of: sql, saying: words)
        try core.restart()
        #expect(try kept() == before)
    }

    /// Whatever a repair makes anew, as those see it who ask for it.
    private func kept() throws -> [String] {
        try core.read { db in
            let users = [UserID(1), UserID(2)]
            return [
                "\(try DaemonRow.counters(db).sorted { $0.key < $1.key })",
                "\(try users.map { try UserTable.keptDeadlines(db, $0) })",
                "\(try users.map { try EventTable.checkIns(db, of: $0, Page(limit: 100)) })",
                "\(try users.map { try EventTable.page(db, after: 0, about: .one($0), limit: 100).events.map(\.sequence) })",
                "\(try db.rows("SELECT needsHelp FROM edges", []) { $0[0] as Int })",
                "\(try users.map { try Standing.of($0, db) })",
                "\(try users.map { try ChannelTable.countUnresolved(db, of: $0) })",
            ]
        }
    }

    @Test func `a repair makes all anew as it was, and keeps what was there`() throws {
        try checkIn()
        let before = try kept()
        for (sql, _) in Self.derived { try spoil(sql) }
        try spoil("DELETE FROM eventRuns; UPDATE users SET checkInRun = '', eventRun = ''")
        #expect(try inspection().losses == [])
        let old = try #require(try repair())
        #expect(try !Inspection(path: old, settings: Settings()).findings.isEmpty)
        try core.restart()
        #expect(try kept() == before)
    }

    @Test func `what can't be repaired stays as it was`() throws {
        try spoil("UPDATE events SET user = 77 WHERE user = 1")
        #expect(
            try inspection().derived.contains { $0.hasPrefix("events that would not be found") })
        let before = try core.directory.contents()
        #expect(throws: Restoration.Failure.self) { try repair() }
        #expect(try core.directory.contents()["lifesignal.db"] == before["lifesignal.db"])
        #expect(try Set(core.directory.contents().keys).subtracting(before.keys) == ["lock"])
    }

    @Test func `one that somebody works on is not looked at`() throws {
        #expect(throws: StoreError.inUse(path: path)) {
            try Inspection(path: path, settings: Settings())
        }
    }

    @Test func `a damaged page is found`() throws {
        try core.kill()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let page = bytes.count / 4096 / 2 * 4096
        bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xA5, count: 4096))
        try bytes.write(to: URL(fileURLWithPath: path))
        do {
            #expect(try findings() != [])
        } catch StoreError.damaged(let damaged, _) {
            #expect(damaged == path)
        }
    }

    @Test func `a missing and a foreign database are errors`() throws {
        let none = core.directory.file("none.db")
        #expect(throws: StoreError.self) { try Inspection(path: none, settings: Settings()) }
        #expect(!FileManager.default.fileExists(atPath: none))
        let foreign = core.directory.file("foreign.db")
        try DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE t (x)") }
        #expect(throws: StoreError.foreign(path: foreign)) {
            try Inspection(path: foreign, settings: Settings())
        }
    }
}
