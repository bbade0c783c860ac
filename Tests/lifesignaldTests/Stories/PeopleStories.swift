import GRDB
import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// Responders, pings, alerts and removals, told through the socket.
struct PeopleStories {
    /// Ana and ben look out for each other, carla for ana.
    private func household(anas interval: Span = .hours(24), _ settings: Settings = Settings())
        async throws -> Net
    {
        let net = try await Net(settings)
        for handle in ["ana", "ben", "carla"] {
            try await net.add(
                handle, interval: handle == "ana" ? interval : .hours(48),
                channel: "mailto:\(handle)@example.org")
        }
        try await net.tie("ana", to: "ben", "carla")
        try await net.tie("ben", to: "ana")
        return net
    }

    // MARK: Edges

    @Test func `an edge is told to both sides, twice is an error, so is one to oneself`()
        async throws
    {
        let net = try await household()
        #expect(try await net.notices(to: "ana").first?.title == "Ben now looks out for you")
        #expect(try await net.notices(to: "ben").first?.title == "You now look out for Ana")
        func add(_ dependent: String, _ responder: String) async throws -> String? {
            try await net.refusal(
                People.AddResponder.self, .init(dependent: dependent, responder: responder))
        }
        #expect(try await add("ana", "ben") == "AlreadyResponder")
        #expect(try await add("ana", "ana") == "InvalidParameter")
        #expect(try await add("ana", "ghost") == "NoSuchUser")
    }

    @Test func `contacts are listed by name, in their roles`() async throws {
        let net = try await household()
        let responders = try await net.list(People.ListResponders.self, .init(user: "ana"))
            .compactMap(\.contact)
        #expect(responders.map(\.user.handle) == ["ben", "carla"])
        #expect(responders.map(\.isDependent) == [true, false])
        #expect(responders.map(\.isResponder) == [true, true])
        let nobody = try await net.list(People.ListResponders.self, .init(user: "carla"))
        #expect(nobody.map(\.contact) == [nil])
    }

    @Test func `who joins during an incident is told at once, who leaves is told nothing more`()
        async throws
    {
        let net = try await household(anas: .hours(1))
        await net.pass(.hours(1))
        #expect(try await net.user("ana").status == .nonResponsive)
        try await net.add("dora", channel: "mailto:dora@example.org")
        try await net.tie("ana", to: "dora")
        #expect(try await net.kinds(to: "dora") == ["contactAdded", "nonResponsive"])
        _ = try await net.call(
            People.RemoveResponder.self, .init(dependent: "ana", responder: "dora"),
            by: .account("dora"))
        try await net.checkIn("ana")
        #expect(
            try await net.kinds(to: "dora") == ["contactAdded", "nonResponsive", "contactRemoved"])
        let pending = try await net.notices(to: "dora").filter { $0.kind == .nonResponsive }
        #expect(pending.flatMap(\.deliveries).map(\.state) == [.withdrawn])
    }

    @Test func `a channel added during an incident gets its notice, and no older one`() async throws
    {
        let net = try await household(anas: .hours(1))
        try await net.add("dora")
        try await net.tie("ana", to: "dora")
        await net.pass(.hours(1))
        try await net.addChannel("mailto:dora@example.org", to: "dora")
        let notices = try await net.notices(to: "dora")
        #expect(notices.map(\.kind) == [.contactAdded, .nonResponsive])
        #expect(notices.map(\.deliveries.count) == [0, 1])
    }

    @Test func `removing an edge takes back the questions along it`() async throws {
        let net = try await household()
        let ping = try await net.call(
            People.SendPing.self, .init(recipient: "ana"), by: .account("ben")
        ).ping
        _ = try await net.call(
            People.RemoveResponder.self, .init(dependent: "ana", responder: "ben"),
            by: .account("ana"))
        let listed = try await net.list(People.ListPings.self, .init(user: "ana")).first?.ping
        #expect(listed?.id == ping.id)
        #expect(listed?.status == .cleared)
        #expect(try await net.status().pendingPings == 0)
        // The other direction is an edge of its own.
        #expect(
            try await net.refusal(
                People.SendPing.self, .init(recipient: "ben"), by: .account("ana")) == nil)
    }

    // MARK: Pings

    private static var shortPings: Settings {
        var settings = Settings()
        settings.pingExpiry = .hours(2)
        return settings
    }

    @Test func `one question at a time between two, and only by a responder`() async throws {
        let net = try await household()
        let sent = try await net.call(
            People.SendPing.self, .init(recipient: "ana"), by: .account("ben"))
        #expect(sent.tells == ["Ana"])
        #expect(sent.ping.status == .pending)
        func send(_ recipient: String, by caller: String) async throws -> String? {
            try await net.refusal(
                People.SendPing.self, .init(recipient: recipient), by: .account(caller))
        }
        #expect(try await send("ana", by: "ben") == "PingPending")
        #expect(try await send("ana", by: "carla") == nil)
        #expect(try await send("carla", by: "ana") == "PermissionDenied")
        #expect(try await net.user("ana").pendingPings == 2)
        #expect(
            try await net.refusal(
                People.SendPing.self, .init(recipient: "carla", sender: "ana")) == "NotAResponder")
    }

    @Test func `an answer ends a question for good`() async throws {
        let net = try await household()
        let ping = try await net.call(
            People.SendPing.self, .init(recipient: "ana"), by: .account("ben")
        ).ping
        await net.pass(.hours(1))
        let answered = try await net.call(
            People.RespondPing.self, .init(id: ping.id), by: .account("ana")
        ).ping
        #expect(answered.status == .responded)
        #expect(answered.endedAt == net.clock.now.rfc3339)
        #expect(try await net.kinds(to: "ben").last == "pingResponded")
        #expect(
            try await net.refusal(People.RespondPing.self, .init(id: ping.id), by: .account("ana"))
                == "PingEnded")
        #expect(
            try await net.refusal(People.ClearPing.self, .init(id: ping.id), by: .account("ben"))
                == "PingEnded")
        // An answer while all is well leaves the deadline where it was.
        #expect(try await net.user("ana").lastCheckIn == FakeClock.start.rfc3339)
    }

    @Test func `who answers while silent is not silent`() async throws {
        let net = try await household(anas: .hours(1))
        await net.pass(.hours(1))
        let ping = try await net.call(
            People.SendPing.self, .init(recipient: "ana", sender: "ben")
        ).ping
        _ = try await net.call(
            People.RespondPing.self, .init(id: ping.id), by: .account("ana"))
        #expect(try await net.user("ana").status == .active)
        #expect(try await net.kinds(to: "ben").suffix(2) == ["recovered", "pingResponded"])
    }

    @Test func `an answer entered by an admin checks nobody in`() async throws {
        let net = try await household(anas: .hours(1))
        await net.pass(.hours(1))
        let ping = try await net.call(
            People.SendPing.self, .init(recipient: "ana", sender: "ben")
        ).ping
        _ = try await net.call(People.RespondPing.self, .init(id: ping.id))
        #expect(try await net.user("ana").status == .nonResponsive)
    }

    @Test func `a check-in answers all questions`() async throws {
        let net = try await household()
        for sender in ["ben", "carla"] {
            _ = try await net.call(
                People.SendPing.self, .init(recipient: "ana"), by: .account(sender))
        }
        try await net.checkIn("ana")
        let pings = try await net.list(People.ListPings.self, .init(user: "ana"))
        #expect(pings.map(\.ping?.status) == [.responded, .responded])
        #expect(try await net.status().pendingPings == 0)
    }

    @Test func `a question expires after its time, to the millisecond`() async throws {
        let net = try await household(Self.shortPings)
        await net.pass(.hours(2))
        _ = try await net.call(People.SendPing.self, .init(recipient: "ana"), by: .account("ben"))
        let at = net.clock.now + .hours(2)
        let deadlines = try await net.list(
            LifeSignalAPI.Daemon.ListDeadlines.self, .init(user: "ana"))
        #expect(
            deadlines.contains { $0.deadline?.kind == .pingExpiry && $0.deadline?.at == at.rfc3339 }
        )
        await net.pass(.hours(2) - Span(milliseconds: 1))
        #expect(try await net.status().pendingPings == 1)
        await net.pass(Span(milliseconds: 1))
        let listed = try await net.list(People.ListPings.self, .init(user: "ana")).first?.ping
        #expect(listed?.status == .expired)
        #expect(listed?.endedAt == at.rfc3339)
        let told = try #require(try await net.notices(to: "ben").last)
        #expect(told.kind == .pingExpired)
        #expect(told.body.contains("could not be delivered"))
        #expect(
            try await net.refusal(
                People.RespondPing.self, .init(id: listed!.id), by: .account("ana")) == "PingEnded")
    }

    @Test func `that a question was delivered is known until it ends, however short histories are`()
        async throws
    {
        var settings = Settings()
        (settings.retention, settings.pingExpiry) = (.days(1), .days(3))
        let net = try await household(settings)
        var sender = try await Sender(net)
        _ = try await net.call(People.SendPing.self, .init(recipient: "ana"), by: .account("ben"))
        try await sender.report(
            try await sender.next(to: ["ana"], kind: "ping"), delivered: true)
        try await sender.end()
        for _ in 1...4 { await net.pass(.days(1)) }
        let told = try #require(try await net.notices(to: "ben").first { $0.kind == .pingExpired })
        #expect(told.body.contains("reached a device"))
        #expect(try await net.notices(to: "ana").allSatisfy { $0.kind != .ping })
    }

    @Test func `a gap lets a question wait a quarter of an hour longer`() async throws {
        let net = try await household(Self.shortPings)
        _ = try await net.call(People.SendPing.self, .init(recipient: "ana"), by: .account("ben"))
        await net.suspend(.hours(4))
        #expect(try await net.status().pendingPings == 1)
        await net.pass(.minutes(15) - Span(milliseconds: 1))
        #expect(try await net.status().pendingPings == 1)
        await net.pass(Span(milliseconds: 1))
        #expect(try await net.status().pendingPings == 0)
    }

    @Test func `a dozen questions an hour, and no more`() async throws {
        let net = try await household()
        for _ in 1...12 {
            let ping = try await net.call(
                People.SendPing.self, .init(recipient: "ana"), by: .account("ben")
            ).ping
            _ = try await net.call(People.ClearPing.self, .init(id: ping.id), by: .account("ben"))
        }
        let next = People.SendPing.Parameters(recipient: "ana")
        #expect(
            try await net.refusal(People.SendPing.self, next, by: .account("ben"))
                == "LimitReached")
        await net.pass(.hours(1))
        #expect(try await net.refusal(People.SendPing.self, next, by: .account("ben")) == nil)
    }

    // MARK: Alerts

    @Test func `a call for help is told at once, again, and taken back`() async throws {
        let net = try await household()
        let raised = try await net.call(
            People.RaiseAlert.self, .init(message: "in the cellar"), by: .account("ana"))
        #expect(raised.tells == ["Ben", "Carla"])
        #expect(try await net.notices(to: "ben").last?.body.contains("in the cellar") == true)
        #expect(
            try await net.refusal(People.RaiseAlert.self, .init(), by: .account("ana"))
                == "AlertActive")
        #expect(try await net.user("ben").nonResponsiveDependents == 1)
        await net.pass(.hours(1))
        #expect(try await net.notices(to: "ben").last?.title == "Still: Ana is calling for help")
        try await net.checkIn("ana")
        #expect(try await net.user("ana").alert?.id == raised.alert.id)
        #expect(
            try await net.refusal(
                People.ClearAlert.self, .init(alert: "another"), by: .account("ana"))
                == "NoActiveAlert")
        let cleared = try await net.call(
            People.ClearAlert.self, .init(alert: raised.alert.id), by: .account("ana")
        ).alert
        #expect(cleared.endedAt == net.clock.now.rfc3339)
        #expect(try await net.kinds(to: "ben").last == "alertCleared")
        #expect(try await net.user("ben").nonResponsiveDependents == 0)
        #expect(
            try await net.refusal(People.ClearAlert.self, .init(), by: .account("ana"))
                == "NoActiveAlert")
        let undelivered = try await net.notices(to: "ben").filter { $0.kind == .alertRaised }
        #expect(undelivered.flatMap(\.deliveries).allSatisfy { $0.state == .withdrawn })
    }

    @Test func `four taps raise an alert, ten seconds of silence forget them`() async throws {
        let net = try await household()
        func tap() async throws -> People.TapAlert.Reply {
            try await net.call(People.TapAlert.self, .init(), by: .account("ana"))
        }
        #expect(try await tap().progress == 0.25)
        #expect(try await tap().progress == 0.5)
        await net.pass(.seconds(10))
        #expect(try await tap().progress == 0.25)
        await net.pass(.seconds(10) - Span(milliseconds: 1))
        #expect(try await tap().progress == 0.5)
        #expect(try await tap().alert == nil)
        let last = try await tap()
        #expect(last.progress == 1)
        #expect(last.alert != nil)
        #expect(
            try await net.refusal(People.TapAlert.self, .init(), by: .account("ana"))
                == "AlertActive")
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        #expect(try await tap().progress == 0.25)
    }

    @Test func `a call for help that nobody hears is a problem`() async throws {
        let net = try await Net()
        try await net.add("ana")
        let raised = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        #expect(raised.tells == [])
        #expect(try await net.problems().contains("nobodyToTell"))
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        #expect(try await !net.problems().contains("nobodyToTell"))
    }

    // MARK: Removal

    @Test func `a removed user leaves nothing that the next one of that handle could see`()
        async throws
    {
        let net = try await household()
        _ = try await net.call(People.SendPing.self, .init(recipient: "ana"), by: .account("ben"))
        _ = try await net.call(People.SendPing.self, .init(recipient: "ben"), by: .account("ana"))
        _ = try await net.call(People.RaiseAlert.self, .init(message: "help"), by: .account("ana"))
        #expect(
            try await net.refusal(People.RemoveUser.self, .init(user: "ana")) == "InIncident")
        _ = try await net.call(People.RemoveUser.self, .init(user: "ana", force: true))
        #expect(try await net.refusal(People.GetUser.self, .init(user: "ana")) == "NoSuchUser")
        #expect(try await net.kinds(to: "ben").filter { $0 == "contactRemoved" }.count == 1)
        #expect(try await net.kinds(to: "carla").filter { $0 == "contactRemoved" }.count == 1)
        let alarms = try await net.notices(to: "ben").filter { $0.kind == .alertRaised }
        #expect(alarms.flatMap(\.deliveries).map(\.state) == [.withdrawn])
        var status = try await net.status()
        #expect(status.users == 2)
        #expect(status.activeAlerts == 0)
        #expect(status.pendingPings == 0)

        await net.pass(.minutes(2))
        try await net.add("ana", checksIn: false)
        let fresh = try await net.user("ana")
        #expect(fresh.status == .waiting)
        #expect(fresh.lastCheckIn == nil)
        #expect(try await net.events("ana").map(\.kind) == ["userAdded"])
        for count in [
            try await net.list(People.ListCheckIns.self, .init(user: "ana")).compactMap(\.checkIn)
                .count,
            try await net.list(People.ListAlerts.self, .init(user: "ana")).compactMap(\.alert)
                .count,
            try await net.list(People.ListPings.self, .init(user: "ana")).compactMap(\.ping).count,
            try await net.notices(to: "ana").count,
            try await net.list(People.ListResponders.self, .init(user: "ana")).compactMap(\.contact)
                .count,
            try await net.list(People.ListChannels.self, .init(user: "ana")).compactMap(\.channel)
                .count,
        ] { #expect(count == 0) }
        status = try await net.status()
        #expect(status.users == 3)
        // The trail keeps what was done to the first, without its detail.
        let old = try await net.events().filter { $0.user == "ana" && $0.kind == "alertRaised" }
        #expect(old.map(\.detail) == [[:]])
        #expect(try net.store.all("SELECT count(*) FROM users WHERE forgets = 1") == [0])
        #expect(try net.store.all("SELECT count(*) FROM pings") == [0])
    }

    @Test func `of somebody who was removed their handle alone is kept`() async throws {
        let net = try await Net()
        _ = try await net.call(
            People.AddUser.self,
            .init(
                handle: "ana", name: "Ana Kovač", phoneNumber: "+49301234567",
                emergencyNote: "The key is with ben.", pictureUrl: "https://example.org/a.png",
                account: "ana", checkInInterval: 86_400, reminders: [3600], grace: 60,
                checkIn: true))
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana", message: "help"))
        _ = try await net.call(People.RemoveUser.self, .init(user: "ana", force: true))
        await net.pass(.minutes(2))
        let row = try net.store.withConnection { db in
            try Row.fetchOne(db.database, sql: "SELECT * FROM users WHERE handle = 'ana'")!
        }
        let kept = row.filter {
            !$1.isNull && $1.storage.value as? String != "" && $1 != 0.databaseValue
        }
        // And the numbers of events, which the trail keeps.
        #expect(kept.map(\.0).sorted() == ["checkInRun", "eventRun", "handle", "id", "status"])
    }

    @Test func `an account is bound to one user, and has to exist`() async throws {
        let net = try await household()
        func bind(_ user: String, to account: String) async throws -> String? {
            try await net.refusal(People.SetUser.self, .init(user: user, account: account))
        }
        #expect(try await bind("carla", to: "ana") == "AccountTaken")
        #expect(try await bind("carla", to: "no-such-account") == "InvalidParameter")
        #expect(try await bind("carla", to: "") == nil)
        #expect(
            try await net.refusal(People.GetUser.self, .init(), by: .account("carla"))
                == "NoAccount")
        #expect(
            try await net.refusal(
                People.AddUser.self, .init(handle: "ana", name: "Another")) == "UserExists")
    }

    @Test func `dependents are sorted by need, and a sort given is remembered`() async throws {
        let net = try await Net()
        try await net.add("ben", interval: .days(30))
        for (handle, hours) in [("zoe", 30), ("amy", 5), ("kim", 1), ("liv", 20)] {
            try await net.add(handle, interval: .hours(Int64(hours)))
            await net.pass(.seconds(1))
            try await net.tie(handle, to: "ben")
        }
        try await net.add("new", checksIn: false)
        await net.pass(.seconds(1))
        try await net.tie("new", to: "ben")
        await net.pass(.hours(2))
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("liv"))
        func order(_ sort: People.ListDependents.Parameters.Sort? = nil) async throws -> [String] {
            try await net.list(
                People.ListDependents.self, .init(user: "ben", sort: sort), by: .account("ben")
            ).compactMap { $0.contact?.user.handle }
        }
        #expect(try await order() == ["liv", "kim", "amy", "zoe", "new"])
        #expect(try await order(.name) == ["amy", "kim", "liv", "new", "zoe"])
        #expect(try await order() == ["amy", "kim", "liv", "new", "zoe"])
        #expect(try await net.user("ben").dependentSort == .name)
        #expect(try await order(.dateAdded) == ["new", "liv", "kim", "amy", "zoe"])
    }

    @Test func `oneself and all contacts are listed by handle, once each, and put in order once`()
        async throws
    {
        final class Seen: @unchecked Sendable { var orders = 0 }
        let (net, seen) = (try await Net(), Seen())
        try await net.add("m")
        try await net.engine.write { turn in
            let own = try UserTable.user(turn.db, handle: "m")!.id
            for number in 0..<150 {
                let id = try turn.add("\(number % 2 == 0 ? "a" : "z")\(1150 - number)")
                if number < 140 { try turn.tie(id, to: own) }
                if number >= 130 { try turn.tie(own, to: id) }
            }
            try turn.add("stranger")
        }
        net.store.withConnection { db in
            db.database.trace { event in
                if case .statement(let statement) = event,
                    statement.sql.contains("UNION SELECT dependent FROM edges")
                {
                    seen.orders += 1
                }
            }
        }
        let listed = try await net.list(People.ListUsers.self, .init(), by: .account("m"))
            .compactMap(\.user?.handle)
        net.store.withConnection { $0.database.trace(nil) }
        let all = try await net.list(People.ListUsers.self, .init()).compactMap(\.user?.handle)
        #expect(listed == all.filter { $0 != "stranger" })
        #expect(listed.count == 151)
        #expect(listed == listed.sorted())
        #expect(seen.orders == 1)
    }
}
