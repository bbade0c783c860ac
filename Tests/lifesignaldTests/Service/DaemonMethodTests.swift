import Foundation
import GRDB
import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// Events, deadlines, backup, reload.
struct DaemonMethodTests {
    private typealias Api = LifeSignalAPI.Daemon

    // MARK: Events

    @Test func `events come in pages, oldest first, each once, with rising numbers`() async throws {
        let net = try await Net()
        try await net.add("ana")
        for _ in 0..<200 { try await net.checkIn("ana") }
        let all = try await net.events()
        #expect(all.filter { $0.kind == "checkedIn" }.count == 201)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
        #expect(try await net.events("ana").count == 202)
        let since = all[100].sequence
        let rest = try await net.list(Api.ListEvents.self, .init(since: since))
            .compactMap(\.event)
        #expect(rest == Array(all[101...]))
    }

    @Test func `a follower gets what was and what comes`() async throws {
        let net = try await Net()
        try await net.add("ana")
        let follower = try await net.connect()
        net.accounts.become(.admin)
        var events = follower.stream(Api.ListEvents.self, .init(follow: true))
            .makeAsyncIterator()
        var kinds: [String] = []
        for _ in 0..<3 { kinds.append(try #require(try await events.next()?.event).kind) }
        #expect(kinds == ["started", "userAdded", "checkedIn"])
        for _ in 0..<100 { try await net.checkIn("ana") }
        for _ in 0..<100 {
            #expect(try await events.next()?.event?.kind == "checkedIn")
        }
    }

    @Test func `a follower sees nothing of whom it may not see`() async throws {
        let net = try await Net()
        try await net.add("ana")
        try await net.add("ben")
        let follower = try await net.connect()
        net.accounts.become(.account("ana"))
        var events = follower.stream(Api.ListEvents.self, .init(follow: true))
            .makeAsyncIterator()
        for kind in ["userAdded", "checkedIn"] {
            #expect(try await events.next()?.event?.kind == kind)
        }
        _ = try await net.call(People.CheckIn.self, .init(), by: .account("ana"))
        #expect(try await events.next()?.event?.user == "ana")
    }

    @Test func `what is not kept any more, and what is not yet there, is FellBehind`() async throws
    {
        let net = try await Net()
        try await net.add("ana")
        try net.store.withConnection {
            try $0.run("DELETE FROM events WHERE sequence < 3")
        }
        for since in [0, 1, 99] as [Int64] {
            await #expect(
                throws: CallError.failure(
                    name: "io.lifesignal.Daemon.FellBehind",
                    parameters: ["oldest": 3, "newest": 3])
            ) {
                _ = try await net.list(Api.ListEvents.self, .init(since: since))
            }
        }
        #expect(
            try await net.list(Api.ListEvents.self, .init(since: 2)).compactMap(\.event).count == 1)
        #expect(
            try await net.list(Api.ListEvents.self, .init(since: 3)).compactMap(\.event).isEmpty)
    }

    // MARK: Deadlines

    @Test func `deadlines are listed soonest first, as many as are wanted`() async throws {
        let net = try await Net()
        for (handle, hours) in [("ana", 3), ("ben", 1), ("carla", 2)] {
            try await net.add(
                handle, interval: .hours(Int64(hours)), reminders: [.minutes(10)],
                grace: .minutes(5))
        }
        let all = try await net.list(Api.ListDeadlines.self, .init()).compactMap(\.deadline)
        #expect(all.map(\.at) == all.map(\.at).sorted())
        #expect(
            all.prefix(3).map { "\($0.user) \($0.kind.rawValue)" } == [
                "ben reminder", "ben checkIn", "ben nonResponsive",
            ])
        #expect(all.count == 9)
        for limit in [0, 1, 4, 100] as [Int64] {
            let some = try await net.list(Api.ListDeadlines.self, .init(limit: limit))
                .compactMap(\.deadline)
            #expect(some == Array(all.prefix(Int(limit))))
        }
        #expect(try await net.status().nextDeadline == all.first)
    }

    /// The first of everybody's deadlines, and what was read for them.
    private func deadlines(_ net: Net, limit: Int) async throws -> ([Api.Deadline], Reads) {
        let reads = Reads()
        let listed = try await watched(net, reads) {
            try await net.list(Api.ListDeadlines.self, .init(limit: Int64(limit)))
        }
        return (listed.compactMap(\.deadline), reads)
    }

    private func watched<Value>(
        _ net: Net, _ reads: Reads, _ body: () async throws -> Value
    ) async throws -> Value {
        net.store.withConnection { db in
            db.database.trace { event in
                if case .statement(let statement) = event { reads.see(statement.expandedSQL) }
            }
        }
        defer { net.store.withConnection { $0.database.trace(nil) } }
        return try await body()
    }

    @Test func `deadlines at one instant are listed by user, without reading all who have one`()
        async throws
    {
        let net = try await Net()
        let handles = (0..<40).map { "user\($0 + 10)" }
        for handle in handles.reversed() {
            try await net.add(handle, interval: .hours(1), reminders: [], grace: .minutes(5))
        }
        for limit in [1, 5, 30] {
            let (listed, reads) = try await deadlines(net, limit: limit)
            #expect(listed.map(\.user) == Array(handles.prefix(limit)))
            #expect(Set(listed.map(\.kind)) == [.checkIn])
            #expect(reads.users <= limit + 1)
        }
    }

    @Test func `after many have fallen silent their repeats are listed, read in few pages`()
        async throws
    {
        let net = try await Net()
        let handles = (0..<150).map { "user\($0 + 100)" }
        for handle in handles {
            try await net.add(handle, interval: .hours(1), reminders: [], grace: .minutes(1))
        }
        await net.pass(.minutes(62))
        for limit in [1, 7] {
            let (listed, reads) = try await deadlines(net, limit: limit)
            #expect(listed.map(\.user) == Array(handles.prefix(limit)))
            #expect(Set(listed.map(\.kind)) == [.repeat])
            #expect(reads.pages < 12)
        }
    }

    /// A thousand who have just fallen silent, and of whom nobody knows yet whether anybody was reached; a
    /// thousand who have never checked in; and some whose deadlines lie between the repeats of the first.
    private func crowd() async throws -> Net {
        let net = try await Net()
        for first in stride(from: 1000, to: 2000, by: 250) {
            try await net.engine.write { turn in
                for number in first..<first + 250 {
                    try turn.add("silent\(number)", interval: .hours(1))
                    try turn.add("waiting\(number)", interval: .hours(2), checksIn: false)
                }
            }
        }
        await net.pass(.hours(1) + .seconds(2))
        // At the very instant of the repeats, by handle before, among and after them; sooner; and later.
        for (handle, seconds) in [
            ("amir", 3598), ("silent1000b", 3598), ("zoe", 3598), ("soon", 1800), ("late", 7200),
        ] as [(String, Int64)] {
            try await net.add(
                handle, interval: .seconds(seconds), reminders: [], grace: .seconds(1))
        }
        return net
    }

    /// What the core says of everybody, as it is listed.
    private func expected(_ net: Net) async throws -> [String] {
        try await net.engine.write { turn in
            try UserTable.users(turn.db, after: "", limit: .max).flatMap { user in
                user.deadlines(gap: turn.moment.gap, settings: turn.moment.settings)
                    .compactMap { deadline in
                        deadline.kind.listedName.map {
                            "\(deadline.at.rfc3339) \(user.handle.text) \($0)"
                        }
                    }
            }.sorted()
        }
    }

    @Test func `who is looked at for what is not listed is not read for a list`() async throws {
        let net = try await crowd()
        let expected = try await expected(net)
        #expect(expected.count == 1010)
        #expect(try await net.status().nonResponsive == 1000)
        for limit in [1, 2, 5, 20, 600, 1100] {
            let (listed, reads) = try await deadlines(net, limit: limit)
            #expect(
                listed.map { "\($0.at) \($0.user) \($0.kind.rawValue)" }
                    == Array(expected.prefix(limit)))
            #expect(reads.users <= 3 * limit + 1)
        }
        let reads = Reads()
        let next = try await watched(net, reads) { try await net.status().nextDeadline }
        #expect(next?.user == "soon")
        #expect(reads.users <= 2)
    }

    @Test func `as an older version has left them people are listed, and looked at in time`()
        async throws
    {
        let net = try await crowd()
        // Her limit is far, her next repeat soon, and the look at whether anybody was reached sooner.
        try await net.add("ana", interval: .days(2))
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"), by: .admin)
        try net.store.withConnection { db in
            try db.run(
                """
                UPDATE users SET unlistedDeadline = NULL,
                    earliestDeadline = coalesce(unlistedDeadline, earliestDeadline)
                """)
            try db.database.execute(sql: DeadlineTable.rewriting)
        }
        let expected = try await expected(net)
        for limit in [1, 20, 1100] {
            let (listed, _) = try await deadlines(net, limit: limit)
            #expect(
                listed.map { "\($0.at) \($0.user) \($0.kind.rawValue)" }
                    == Array(expected.prefix(limit)))
        }
        await net.pass(.minutes(5))
        let checked: [Int] = try net.store.all("SELECT count(*) FROM users WHERE incidentChecked")
        #expect(checked == [1000])
        await net.pass(.hours(1))
        let waiting: [Int] = try net.store.all("SELECT count(*) FROM users WHERE waitingTold")
        #expect(waiting == [1000])
        #expect(try await deadlines(net, limit: 20).1.users <= 61)
    }

    /// Asks a hundred and fifty people in a way that the questions expire one after the other, soon asks late.
    ///
    /// - Returns: how that is listed.
    private func pings(_ net: Net) async throws -> [String] {
        try await net.engine.write { turn in
            let soon = try UserTable.user(turn.db, handle: "soon")!
            return try (0..<150).map { number in
                let handle = number == 0 ? "late" : "waiting\(1000 + number)"
                let expiry = turn.now + .seconds(40) + .seconds(40 * Int64(number))
                try PingTable.save(
                    turn.db,
                    Ping(
                        id: "ping\(number)", sender: soon.id,
                        recipient: try UserTable.user(turn.db, handle: handle)!.id,
                        sentAt: expiry - turn.moment.settings.pingExpiry))
                return "\(expiry.rfc3339) \(handle) pingExpiry"
            }
        }
    }

    @Test func `a list of all deadlines is read in pages, between which others come in`()
        async throws
    {
        let net = try await crowd()
        try await net.tie("late", to: "soon")
        let expected = try await expected(net) + pings(net)
        let reads = Reads()
        let listed = try await watched(net, reads) {
            try await net.list(Api.ListDeadlines.self, .init()).compactMap(\.deadline)
        }
        #expect(listed.map { "\($0.at) \($0.user) \($0.kind.rawValue)" } == expected.sorted())
        #expect(reads.users >= 1005)
        #expect(reads.mostUsersInARound <= 300)
        let shown = try await net.list(Api.ListDeadlines.self, .init(), by: .account("soon"))
            .compactMap(\.deadline)
        #expect(shown == listed.filter { ["soon", "late"].contains($0.user) })
    }

    @Test func `of two thousand dependents those are read whose deadlines come first`() async throws
    {
        let net = try await crowd()
        try await net.engine.write { turn in
            try turn.db.run(
                """
                INSERT INTO edges (dependent, responder, dateAdded, needsHelp)
                SELECT u.id, s.id, ?, u.incident IS NOT NULL
                FROM users u JOIN users s ON s.handle = 'soon' WHERE u.handle <> 'soon'
                """, [turn.now.cell])
        }
        let expected = try await expected(net)
        for limit in [1, 20, 1100] {
            let reads = Reads()
            let listed = try await watched(net, reads) {
                try await net.list(
                    Api.ListDeadlines.self, .init(limit: Int64(limit)), by: .account("soon")
                ).compactMap(\.deadline)
            }
            #expect(
                listed.map { "\($0.at) \($0.user) \($0.kind.rawValue)" }
                    == Array(expected.prefix(limit)))
            #expect(reads.users <= limit + 64)
        }
        let reads = Reads()
        let status = try await watched(net, reads) {
            try await net.call(Api.GetStatus.self, .init(), by: .account("soon")).status
        }
        #expect(status.nextDeadline?.user == "soon")
        #expect(
            [status.users, status.waiting, status.active, status.overdue, status.nonResponsive]
                == [2005, 1000, 5, 0, 1000])
        #expect(reads.users < 10)
    }

    @Test func `who is looked after no more is not listed on the next page`() async throws {
        let net = try await Net()
        try await net.add("dora", interval: .hours(1))
        for (handle, hours) in [("ana", 2), ("ben", 3), ("carla", 4)] as [(String, Int64)] {
            try await net.add(handle, interval: .hours(hours), reminders: [], grace: .zero)
            try await net.tie(handle, to: "dora")
        }
        let dora = try await net.engine.read { try UserTable.user($0.db, handle: "dora")!.id }
        let upcoming = UpcomingDeadlines(of: .net(of: dora), seenBy: dora)
        _ = try await net.engine.read { try upcoming.page(0, 1, $0) }
        _ = try await net.call(
            People.RemoveResponder.self, .init(dependent: "carla", responder: "dora"), by: .admin)
        let rest = try await net.engine.read { try upcoming.page(1, 64, $0) }
        #expect(Set(rest.map(\.user.text)) == ["dora", "ana", "ben"])
    }

    @Test func `whose reminder is sent between two pages is listed once`() async throws {
        let net = try await Net()
        for handle in ["ana", "ben"] {
            try await net.add(handle)
            _ = try await net.call(People.CheckIn.self, .init(user: handle), by: .admin)
        }
        let upcoming = UpcomingDeadlines(of: .everybody, seenBy: nil)
        let first = try await net.engine.read { try upcoming.page(0, 1, $0) }
        #expect(first.map(\.kind) == ["reminder"])
        await net.pass(first[0].at - net.clock.now + .seconds(1))
        let again = try await net.engine.read { try upcoming.page(0, 1, $0) }
        #expect(again == first)
        let rest = try await net.engine.read { try upcoming.page(1, 64, $0) }
        #expect(
            rest.map { "\($0.user.text) \($0.kind)" }
                == ["ana checkIn", "ana nonResponsive", "ben checkIn", "ben nonResponsive"])
    }

    @Test func `who is no admin any more is shown no more of everybody`() async throws {
        let net = try await crowd()
        // As soon as the first page has been read.
        net.store.withConnection { db in
            db.database.trace { event in
                if event.description == "COMMIT" { net.accounts.become(.account("soon")) }
            }
        }
        await #expect(throws: CallError.self) {
            _ = try await net.list(Api.ListDeadlines.self, .init())
        }
        net.store.withConnection { $0.database.trace(nil) }
    }

    /// Counts how many users are read at the most, in all and in one round, and pages of those who are due.
    private final class Reads: @unchecked Sendable {
        private(set) var users = 0
        private(set) var mostUsersInARound = 0
        private(set) var pages = 0
        private var usersOfRound = 0

        func see(_ sql: String) {
            if sql.hasPrefix("BEGIN") { usersOfRound = 0 }
            if sql.contains("FROM users WHERE id = ") { see(users: 1) }
            if sql.contains("ORDER BY d.at, d.handle LIMIT ") {
                pages += 1
                see(users: Int(sql.split(separator: " ").last!)!)
            }
        }

        private func see(users count: Int) {
            users += count
            usersOfRound += count
            mostUsersInARound = max(mostUsersInARound, usersOfRound)
        }
    }

    @Test func `an instant that can't be is refused by Explain`() async throws {
        let net = try await Net()
        try await net.add("ana")
        for at in ["tomorrow", "2099-01-01T00:00:00.000Z"] {
            #expect(
                try await net.refusal(Api.Explain.self, .init(user: "ana", at: at))
                    == "InvalidParameter")
        }
        let explained = try await net.call(Api.Explain.self, .init(user: "ana"))
        #expect(!explained.why.isEmpty)
        #expect(!explained.steps.isEmpty)
    }

    /// Who is told at each instant, by handle.
    private typealias Told = [String: Set<String>]

    private func foreseen(_ steps: ArraySlice<Api.Step>) -> Told {
        steps.reduce(into: [:]) { told, step in
            for name in step.tells {
                let handle = name.prefix { $0 != " " }.lowercased()
                told[step.at, default: []].insert(handle)
            }
        }
    }

    /// What was sent about ana, or asked by her, after `start`.
    private func done(_ net: Net, after start: Instant) async throws -> Told {
        var told: Told = [:]
        for handle in ["ana", "ben", "oskar"] {
            for notice in try await net.notices(to: handle)
            where notice.about == "ana" && notice.at > start.rfc3339 {
                told[notice.at, default: []].insert(handle)
            }
        }
        return told
    }

    @Test(arguments: [nil, "mailto:ben@example.org"], [["oskar"], ["ana"], []])
    func `what Explain foresees is what is then done`(bens: String?, operators: [String])
        async throws
    {
        var settings = Settings()
        settings.operators = operators
        settings.pingExpiry = .hours(2)
        let net = try await Net(settings)
        for handle in ["ana", "ben", "oskar"] {
            let isAna = handle == "ana"
            try await net.add(
                handle, interval: isAna ? .hours(1) : .days(60), reminders: [],
                channel: isAna ? "mailto:ana@example.org" : handle == "ben" ? bens : nil)
        }
        try await net.addChannel("mailto:oskar@example.org", to: "oskar")
        try await net.tie("ana", to: "ben")
        _ = try await net.call(People.SendPing.self, .init(recipient: "ana", sender: "ben"))
        let start = net.clock.now
        let steps = try await net.call(Api.Explain.self, .init(user: "ana")).steps
        #expect(steps.count == 8)
        let last = try #require(Instant(rfc3339: steps[6].at))
        await net.pass(last - start)
        // No sender is there, so that nobody is reached.
        #expect(try await done(net, after: start) == foreseen(steps.prefix(7)))
    }

    @Test func `a problem that operators know of is foreseen to be told again`() async throws {
        var settings = Settings()
        settings.operators = ["oskar"]
        let net = try await Net(settings)
        try await net.add("oskar", interval: .days(60), channel: "mailto:oskar@example.org")
        try await net.add("ana", checksIn: false)
        await net.pass(.hours(25))
        func told() async throws -> People.Notification {
            try #require(try await net.notices(to: "oskar").last { $0.about == "ana" })
        }
        let step = try #require(
            try await net.call(Api.Explain.self, .init(user: "ana")).steps.first)
        #expect(step.what == "no check-in ever came; the operators are told again")
        #expect(step.tells == ["Oskar by mailto:***@example.org"])
        let again = try #require(Instant(rfc3339: try await told().at)) + .days(7)
        #expect(step.at == again.rfc3339)
        await net.pass(again - net.clock.now)
        #expect(try await told().at == step.at)
    }

    // MARK: Backup

    @Test func `a backup opens, is whole, and has the same rows`() async throws {
        let net = try await Net()
        for number in 0..<120 {
            try await net.add("user\(number)", channel: "mailto:x@example.org")
        }
        var bytes = Data()
        for reply in try await net.list(Api.Backup.self, .init()) {
            bytes += try #require(reply.data.flatMap { Data(base64Encoded: $0) })
        }
        let other = try TemporaryDirectory()
        try bytes.write(to: URL(fileURLWithPath: other.file("lifesignal.db")))
        let copy = try Store(path: other.file("lifesignal.db"))
        try copy.check()
        let tables: [String] = try net.store.all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        #expect(tables.count > 12)
        for table in tables {
            func rows(_ store: Store) throws -> [String] {
                try store.withConnection {
                    try Row.fetchAll($0.database, sql: "SELECT * FROM \(table)").map(\.description)
                }
            }
            #expect(try rows(copy) == rows(net.store), "\(table)")
        }
        // Nothing of it is left behind.
        let files = try net.directory.names()
        #expect(!files.contains { $0.hasPrefix("backup") }, "\(files)")
    }

    // MARK: Reload

    @Test func `a good configuration is in force when Reload answers, a bad one is named`()
        async throws
    {
        let net = try await Net()
        try await net.add("ana", channel: "mailto:ana@example.org")
        #expect(try await net.problems().contains("noOperators"))
        var settings = Settings()
        settings.operators = ["ana"]
        settings.pingExpiry = .hours(1)
        net.configure(settings)
        _ = try await net.call(Api.Reload.self, .init())
        #expect(try await !net.problems().contains("noOperators"))
        #expect(try await net.events().last?.kind == "reloaded")
        net.configure(nil)
        #expect(try await net.refusal(Api.Reload.self, .init()) == "InvalidConfiguration")
        #expect(try await !net.problems().contains("noOperators"))
    }

    @Test func `an operator that is no user is a problem, and no error`() async throws {
        var settings = Settings()
        settings.operators = ["ghost"]
        let net = try await Net(settings)
        #expect(try await net.problems().contains("unknownOperator"))
        try await net.add("ghost")
        #expect(try await !net.problems().contains("unknownOperator"))
    }
}

extension TemporaryDirectory {
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
    }
}
