import GRDB
import LifeSignal
import LifeSignalAPI
import Synchronization
import Testing
import Varlink

@testable import lifesignald

/// Who may do what: every method by every kind of caller (spec/interface.md).
///
/// Ben looks out for ana, ana looks out for carla, dora is in the net but tied to neither. What is
/// permitted is asked with a value that is no good, so that nothing changes from row to row:
/// permission is judged before values are.
struct PermissionTests {
    private typealias Api = LifeSignalAPI.Daemon
    private typealias Sending = LifeSignalAPI.Outbox

    /// The methods that have a row.
    private let asked = Asked()

    private final class Asked: Sendable {
        let methods = Mutex<Set<String>>([])
        func note(_ method: String) { methods.withLock { _ = $0.insert(method) } }
    }

    private static let callers: [FakeAccounts.Caller] = [
        .root, .admin, .sender, .account("ana"), .account("ben"), .account("carla"),
        .account("dora"), .account("nobody"),
    ]

    private func household(anas interval: Span = .hours(24), operators: [String] = [])
        async throws -> Net
    {
        var settings = Settings()
        settings.operators = operators
        let net = try await Net(settings)
        for handle in ["ana", "ben", "carla", "dora"] {
            try await net.add(handle, interval: handle == "ana" ? interval : .hours(24))
        }
        try await net.tie("ana", to: "ben")
        try await net.tie("carla", to: "ana")
        return net
    }

    /// One method, in the order root, admin, sender, ana, ben, carla, dora, nobody.
    private func expect<Method: VarlinkMethod>(
        _ net: Net, _ method: Method.Type, _ parameters: Method.Parameters, _ outcomes: String,
        stream: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expect(
            net, method, { parameters }, outcomes, stream: stream, sourceLocation: sourceLocation)
    }

    /// The same with parameters that are made anew for each caller.
    private func expect<Method: VarlinkMethod>(
        _ net: Net, _ method: Method.Type, _ parameters: () async throws -> Method.Parameters,
        _ outcomes: String, stream: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        asked.note(Method.name)
        var found: [String] = []
        for caller in Self.callers {
            let parameters = try await parameters()
            do {
                if stream {
                    _ = try await net.list(method, parameters, by: caller)
                } else {
                    _ = try await net.call(method, parameters, by: caller)
                }
                found.append("ok")
            } catch CallError.failure(let name, _) {
                let short = String(name.split(separator: ".").last!)
                found.append(short == "PermissionDenied" ? "–" : short)
            }
        }
        let expected = outcomes.split(separator: " ").map(String.init)
        #expect(found == expected, "\(Method.name)", sourceLocation: sourceLocation)
    }

    @Test func `every method by every kind of caller`() async throws {
        try await profilesSchedulesAndCheckIns()
        try await vouching()
        try await edges()
        try await pings()
        try await alerts()
        try await channelsAndNotifications()
        try await daemonAndOutbox()
        let interfaces = [
            People.interface, Api.interface, Sending.interface, Varlink.Service.interface,
        ]
        let declared = interfaces.flatMap { interface in
            interface.methods.map { "\(interface.name).\($0.name)" }
        }
        #expect(asked.methods.withLock { $0 } == Set(declared), "a method without a row")
    }

    private func profilesSchedulesAndCheckIns() async throws {
        let net = try await household()
        try await expect(net, People.GetUser.self, .init(user: "ana"), "ok ok – ok ok ok – –")
        // Outside the view nobody learns whether there is such a user.
        try await expect(
            net, People.GetUser.self, .init(user: "ghost"), "NoSuchUser NoSuchUser – – – – – –")
        try await expect(
            net, People.GetUser.self, .init(),
            "NoAccount NoAccount NoAccount ok ok ok ok NoAccount")
        let bad = "InvalidParameter"
        try await expect(
            net, People.SetUser.self, .init(user: "ana", name: " "),
            "\(bad) \(bad) – \(bad) – – – –")
        try await expect(
            net, People.SetUser.self, .init(user: "ana", account: "no-such-account"),
            "\(bad) \(bad) – – – – – –")
        try await expect(
            net, People.AddUser.self, .init(handle: "Not good", name: "X"),
            "\(bad) \(bad) – – – – – –")
        try await expect(
            net, People.CheckIn.self, .init(user: "ana", source: .responder),
            "\(bad) \(bad) – \(bad) – – – –")
        try await expect(
            net, People.ListCheckIns.self, .init(user: "ana", limit: -1),
            "\(bad) \(bad) – \(bad) \(bad) – – –", stream: true)
        try await expect(
            net, People.ListCheckIns.self, .init(user: "ana", limit: 0),
            "ok ok – ok ok – – –", stream: true)
        try await expect(
            net, People.ListCheckIns.self, .init(user: "ana", before: "x"),
            "\(bad) \(bad) – \(bad) \(bad) – – –", stream: true)
        try await expect(net, People.ListUsers.self, .init(), "ok ok – ok ok ok ok –", stream: true)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        try await expect(
            net, People.RemoveUser.self, .init(user: "ana"), "InIncident InIncident – – – – – –")
    }

    /// A responder may vouch for one who needs it, and nobody else may.
    private func vouching() async throws {
        let net = try await household(anas: .hours(1))
        await net.pass(.hours(1))
        // Whoever vouches makes it unnecessary, so each asks with a value that is no good.
        let bad = "InvalidParameter"
        try await expect(
            net, People.CheckIn.self, .init(user: "ana", source: .responder),
            "\(bad) \(bad) – \(bad) \(bad) – – –")
    }

    private func edges() async throws {
        let net = try await household()
        let (bad, none) = ("InvalidParameter", "NotAResponder")
        try await expect(
            net, People.AddResponder.self, .init(dependent: "ana", responder: "ana"),
            "\(bad) \(bad) – \(bad) – – – –")
        try await expect(
            net, People.AddResponder.self, .init(dependent: "ana", responder: "ghost"),
            "NoSuchUser NoSuchUser – NoSuchUser – – – –")
        try await expect(
            net, People.RemoveResponder.self, .init(dependent: "ana", responder: "carla"),
            "\(none) \(none) – \(none) – \(none) – –")
        for own in ["ok ok – ok – – – –"] {
            try await expect(
                net, People.ListResponders.self, .init(user: "ana"), own, stream: true)
            try await expect(
                net, People.ListDependents.self, .init(user: "ana"), own, stream: true)
        }
    }

    private func pings() async throws {
        let net = try await household()
        let ended = try await net.call(
            People.SendPing.self, .init(recipient: "ana", sender: "ben")
        ).ping.id
        _ = try await net.call(People.ClearPing.self, .init(id: ended))
        _ = try await net.call(People.SendPing.self, .init(recipient: "ana", sender: "ben"))
        try await expect(
            net, People.SendPing.self, .init(recipient: "ana", sender: "ben"),
            "PingPending PingPending – – PingPending – – –")
        let (over, none) = ("PingEnded", "NoSuchPing")
        try await expect(
            net, People.RespondPing.self, .init(id: ended),
            "\(over) \(over) \(none) \(over) – \(none) \(none) \(none)")
        try await expect(
            net, People.ClearPing.self, .init(id: ended),
            "\(over) \(over) \(none) – \(over) \(none) \(none) \(none)")
        try await expect(
            net, People.GetPing.self, .init(id: ended),
            "ok ok \(none) ok ok \(none) \(none) \(none)")
        try await expect(
            net, People.ListPings.self, .init(user: "ana"), "ok ok – ok ok – – –", stream: true)
        try await expect(
            net, People.RespondAllPings.self, .init(user: "ana"), "ok ok – ok – – – –")
    }

    private func alerts() async throws {
        let net = try await household()
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        let (active, none) = ("AlertActive", "NoActiveAlert")
        try await expect(
            net, People.RaiseAlert.self, .init(user: "ana"),
            "\(active) \(active) – \(active) – – – –")
        try await expect(
            net, People.TapAlert.self, .init(user: "ana"),
            "\(active) \(active) – \(active) – – – –")
        try await expect(
            net, People.ClearAlert.self, .init(user: "ana", alert: "another"),
            "\(none) \(none) – \(none) – – – –")
        try await expect(
            net, People.ListAlerts.self, .init(user: "ana"), "ok ok – ok ok – – –", stream: true)
    }

    private func channelsAndNotifications() async throws {
        let net = try await household()
        let channel = try await net.addChannel("mailto:ana@example.org", to: "ana").id
        let (bad, none) = ("InvalidParameter", "NoSuchChannel")
        try await expect(
            net, People.AddChannel.self, .init(address: "?", user: "ana"),
            "\(bad) \(bad) – \(bad) – – – –")
        for address in ["exec:hook", "ntfy://127.0.0.1/topic", "apprise+tgram://1/2"] {
            try await expect(
                net, People.AddChannel.self, .init(address: address, user: "ana"),
                "ok ChannelExists – – – – – –")
        }
        try await expect(
            net, People.RemoveChannel.self,
            { .init(id: try await net.freshChannel(of: "ana")) },
            "ok ok \(none) ok \(none) \(none) \(none) \(none)")
        try await expectTests(of: channel, net)
        try await expect(
            net, People.ListChannels.self, .init(user: "ana"), "ok ok – ok – – – –", stream: true)
        try await expect(
            net, People.ListNotifications.self, .init(user: "ana"), "ok ok – ok – – – –",
            stream: true)
    }

    /// Whoever may test a channel waits for the outcome: that the test was written is enough.
    private func expectTests(of channel: Identifier, _ net: Net) async throws {
        asked.note(People.TestChannel.name)
        var written = 0
        for caller in Self.callers {
            guard [.root, .admin, .account("ana")].contains(caller) else {
                let refusal = try await net.refusal(
                    People.TestChannel.self, .init(id: channel), by: caller)
                #expect(refusal == "NoSuchChannel", "\(caller)")
                continue
            }
            written += 1
            let client = try await net.connect()
            net.accounts.become(caller)
            client.callOneway(People.TestChannel.self, .init(id: channel))
            let count = "SELECT count(*) FROM notifications WHERE kind = 'test'"
            while try net.store.all(count) != [written] { await Task.yield() }
            await client.close()
        }
    }

    private func daemonAndOutbox() async throws {
        let net = try await household()
        net.configure(nil)
        let everybody = "ok ok ok ok ok ok ok ok"
        try await expect(net, Varlink.Service.GetInfo.self, .init(), everybody)
        try await expect(
            net, Varlink.Service.GetInterfaceDescription.self,
            .init(interface: "io.lifesignal.Outbox"), everybody)
        try await expect(net, Api.GetHealth.self, .init(), everybody)
        try await expect(net, Api.GetStatus.self, .init(), "ok ok – ok ok ok ok –")
        for user in ["ana"] {
            let life = "ok ok – ok ok – – –"
            try await expect(net, Api.ListDeadlines.self, .init(user: user), life, stream: true)
            try await expect(net, Api.ListEvents.self, .init(user: user), life, stream: true)
            try await expect(net, Api.Explain.self, .init(user: user), life)
        }
        let own = "ok ok – ok ok ok ok –"
        try await expect(net, Api.ListDeadlines.self, .init(), own, stream: true)
        try await expect(net, Api.ListEvents.self, .init(), own, stream: true)
        let wrong = "InvalidConfiguration"
        try await expect(net, Api.Reload.self, .init(), "\(wrong) \(wrong) – – – – – –")
        try await expect(net, Api.AcceptClock.self, .init(), "ok ok – – – – – –")
        try await expect(net, Api.Backup.self, .init(), "ok ok – – – – – –", stream: true)
        let (bad, none) = ("InvalidParameter", "NoSuchDelivery")
        try await expect(
            net, Sending.Take.self, .init(lease: 1), "\(bad) – \(bad) – – – – –", stream: true)
        try await expect(
            net, Sending.Begin.self, .init(delivery: "x"), "\(none) – \(none) – – – – –")
        try await expect(
            net, Sending.Report.self, .init(delivery: "x", delivered: true),
            "\(none) – \(none) – – – – –")
    }

    // MARK: Views

    @Test func `of a dependent one sees their life, of a responder the name`() async throws {
        let net = try await household()
        _ = try await net.call(
            People.SetUser.self,
            .init(user: "ana", phoneNumber: "+49301234", emergencyNote: "Key at Dora's."))
        let asBen = try await net.call(
            People.GetUser.self, .init(user: "ana"), by: .account("ben")
        ).user
        #expect(asBen.emergencyNote == "Key at Dora's.")
        #expect(asBen.phoneNumber == "+49301234")
        #expect(asBen.lastCheckIn != nil)
        #expect(asBen.account == nil)
        let asCarla = try await net.call(
            People.GetUser.self, .init(user: "ana"), by: .account("carla")
        ).user
        #expect(
            asCarla
                .json
                == People.User(
                    handle: "ana", name: "Ana", emergencyNote: "", checkInInterval: 0,
                    reminders: [], grace: 0, dependentSort: .timeLeft, addedAt: "",
                    status: .waiting, timeRemaining: 0, pendingPings: 0,
                    nonResponsiveDependents: 0, protected: false
                ).json)
        let listed = try await net.list(People.ListUsers.self, .init(), by: .account("ana"))
            .compactMap(\.user?.handle)
        #expect(listed == ["ana", "ben", "carla"])
    }

    /// Whom a list of users has, if the caller becomes another during its first round.
    private func listed(_ net: Net, by caller: FakeAccounts.Caller, then other: String)
        async throws -> [String]
    {
        net.store.withConnection { db in
            db.database.trace { event in
                if event.description.contains("FROM users WHERE account = ") {
                    net.accounts.become(.account(other))
                }
            }
        }
        defer { net.store.withConnection { $0.database.trace(nil) } }
        return try await net.list(People.ListUsers.self, .init(), by: caller)
            .compactMap(\.user?.handle)
    }

    @Test func `a list of users shows nobody whom the caller may see no more`() async throws {
        let net = try await household()
        #expect(try await listed(net, by: .account("ana"), then: "ana").count == 3)
        #expect(try await listed(net, by: .account("ana"), then: "ben") == ["ana", "ben"])
        #expect(try await listed(net, by: .account("ana"), then: "dora") == [])
        await #expect(throws: CallError.self) {
            _ = try await listed(net, by: .admin, then: "ana")
        }
    }

    @Test func `events, deadlines and counts cover oneself and one's dependents`() async throws {
        let net = try await household()
        let events = try await net.list(Api.ListEvents.self, .init(), by: .account("ana"))
            .compactMap(\.event?.user)
        #expect(Set(events) == ["ana", "carla"])
        let deadlines = try await net.list(Api.ListDeadlines.self, .init(), by: .account("ana"))
            .compactMap(\.deadline?.user)
        #expect(Set(deadlines) == ["ana", "carla"])
        let status = try await net.call(Api.GetStatus.self, .init(), by: .account("ana")).status
        #expect(status.users == 2)
        #expect(status.active == 2)
        let alone = try await net.call(Api.GetStatus.self, .init(), by: .account("dora")).status
        #expect(alone.users == 1)
        #expect(alone.problems.isEmpty)
    }

    @Test func `of a dependent's events one sees their life, and what one is party to`()
        async throws
    {
        let net = try await household()
        try await net.tie("ana", to: "dora")
        for sender in ["ben", "dora"] {
            _ = try await net.call(People.SendPing.self, .init(recipient: "ana", sender: sender))
        }
        _ = try await net.call(
            People.AddChannel.self, .init(address: "mailto:ana@example.org", user: "ana"))
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        try await net.checkIn("ana")
        func kinds(_ caller: FakeAccounts.Caller) async throws -> [String] {
            try await net.list(Api.ListEvents.self, .init(user: "ana"), by: caller)
                .compactMap(\.event).map { "\($0.kind) \($0.detail["responder"] ?? "")" }
        }
        let life = [
            "userAdded ", "checkedIn ", "responderAdded ben", "pingSent ", "alertRaised ",
            "checkedIn ", "pingResponded ",
        ]
        #expect(try await kinds(.account("ben")).sorted() == life.sorted())
        #expect(try await kinds(.account("ana")).count == life.count + 4)
        #expect(try await kinds(.admin) == kinds(.account("ana")))
    }

    @Test func `what one may not see of a dependent's events cuts off nothing that comes after it`()
        async throws
    {
        let net = try await household()
        let follower = try await net.connect()
        net.accounts.become(.account("ben"))
        var events = follower.stream(Api.ListEvents.self, .init(user: "ana", follow: true))
            .makeAsyncIterator()
        _ = try await events.next()
        net.accounts.become(.admin)
        for _ in 0..<100 {
            let added = try await net.call(
                People.AddChannel.self, .init(address: "mailto:ana@example.org", user: "ana"))
            _ = try await net.call(People.RemoveChannel.self, .init(id: added.channel.id))
        }
        for _ in 0..<70 { try await net.checkIn("ana") }
        let listed = try await net.list(
            Api.ListEvents.self, .init(user: "ana"), by: .account("ben")
        ).compactMap(\.event?.kind).count { $0 == "checkedIn" }
        #expect(listed == 71)
        var followed = 0
        while followed < 70 {
            if try await events.next()?.event?.kind == "checkedIn" { followed += 1 }
        }
    }

    @Test func `whoever gets a handle that was somebody's sees nothing of their edges`()
        async throws
    {
        let net = try await household()
        _ = try await net.call(People.RemoveUser.self, .init(user: "ben"))
        await net.pass(.minutes(1))
        try await net.add("ben")
        try await net.tie("ana", to: "ben")
        let edges = try await net.list(
            Api.ListEvents.self, .init(user: "ana"), by: .account("ben")
        ).compactMap(\.event).filter { $0.kind.hasPrefix("responder") }
        #expect(edges.map(\.kind) == ["responderAdded"])
    }

    @Test func `of a dependent's deadlines one sees the expiry of one's own pings only`()
        async throws
    {
        let net = try await household()
        try await net.tie("ana", to: "dora")
        _ = try await net.call(People.SendPing.self, .init(recipient: "ana", sender: "dora"))
        func expiries(_ caller: FakeAccounts.Caller, user: String? = nil) async throws -> Int {
            try await net.list(Api.ListDeadlines.self, .init(user: user), by: caller)
                .compactMap(\.deadline).count { $0.kind.rawValue == "pingExpiry" }
        }
        #expect(try await expiries(.account("ben")) == 0)
        #expect(try await expiries(.account("ben"), user: "ana") == 0)
        #expect(try await expiries(.account("dora")) == 1)
        #expect(try await expiries(.account("ana")) == 1)
        #expect(try await expiries(.admin) == 1)
        #expect(try await expiries(.admin, user: "ana") == 1)
    }

    @Test func `by which channels somebody is told is shown to themselves and to admins`()
        async throws
    {
        let net = try await household()
        _ = try await net.call(
            People.AddChannel.self, .init(address: "mailto:ben@example.org", user: "ben"))
        func tells(_ caller: FakeAccounts.Caller) async throws -> [String] {
            let steps = try await net.call(Api.Explain.self, .init(user: "ana"), by: caller).steps
            return try #require(steps.first { $0.what.contains("non-responsive") }).tells
        }
        #expect(try await tells(.admin) == ["Ben by mailto:***@example.org", "Ana (no channel)"])
        #expect(try await tells(.account("ben")) == ["Ben by mailto:***@example.org"])
        #expect(try await tells(.account("ana")) == ["Ben", "Ana (no channel)"])
        // Whom else somebody has is not for a responder, be it somebody of their own.
        try await net.tie("ana", to: "dora")
        try await net.tie("dora", to: "ben")
        #expect(try await tells(.account("ben")) == ["Ben by mailto:***@example.org"])
    }

    @Test func `who the operators are is shown to admins, and to whom they are tied`() async throws
    {
        var settings = Settings()
        settings.operators = ["dora"]
        let net = try await Net(settings)
        for handle in ["ana", "ben", "dora"] {
            try await net.add(handle, channel: "mailto:\(handle)@example.org")
        }
        try await net.tie("ana", to: "ben")
        func tells(_ caller: FakeAccounts.Caller) async throws -> [String] {
            let steps = try await net.call(Api.Explain.self, .init(user: "ana"), by: caller).steps
            let step = try #require(
                steps.first { $0.what.contains("nobody who can act has been reached") })
            #expect(step.what.hasSuffix("the operators are told"))
            return step.tells
        }
        #expect(try await tells(.admin) == ["Dora by mailto:***@example.org"])
        #expect(try await tells(.account("ana")) == [])
        #expect(try await tells(.account("ben")) == [])
        try await net.tie("ana", to: "dora")
        #expect(try await tells(.account("ana")) == ["Dora"])
        #expect(try await tells(.account("ben")) == [])
        #expect(try await tells(.account("dora")) == ["Dora by mailto:***@example.org"])
    }

    @Test func `that a question expires is shown to the two whom it is between`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "dora")
        let ping = try await net.call(
            People.SendPing.self, .init(recipient: "ana", sender: "dora")
        ).ping.id
        func steps(_ caller: FakeAccounts.Caller) async throws -> [Api.Step] {
            try await net.call(Api.Explain.self, .init(user: "ana"), by: caller).steps
        }
        func tells(_ caller: FakeAccounts.Caller) async throws -> [[String]] {
            try await steps(caller)
                .filter { $0.what == "the question of Dora expires unanswered" }.map(\.tells)
        }
        #expect(try await tells(.admin) == [["Dora (no channel)"]])
        #expect(try await tells(.account("dora")) == [["Dora (no channel)"]])
        #expect(try await tells(.account("ana")) == [[]])
        #expect(try await tells(.account("ben")) == [])
        // Not even by there being fewer others.
        let seen = try await steps(.account("ben")).count
        _ = try await net.call(People.ClearPing.self, .init(id: ping))
        #expect(try await steps(.account("ben")).count == seen)
    }

    @Test func `that a channel of a dependent fails is not for a responder`() async throws {
        let net = try await household(operators: ["ben"])
        try await net.tie("ana", to: "dora")
        _ = try await net.call(
            People.AddChannel.self, .init(address: "mailto:ana@example.org", user: "ana"))
        try await net.tie("ana", to: "carla")
        var sender = try await Sender(net)
        while true {
            let job = try await sender.next()
            guard job.to == "ana" else {
                try await sender.deliver(job)
                continue
            }
            #expect(try await sender.begin(job) == nil)
            try await sender.report(job, delivered: false, permanent: true)
            break
        }
        func codes(_ caller: FakeAccounts.Caller) async throws -> [String] {
            try await net.call(Api.GetStatus.self, .init(), by: caller).status.problems
                .map(\.code)
        }
        #expect(try await codes(.admin).contains("deliveryFailed"))
        #expect(try await codes(.account("ana")).contains("deliveryFailed"))
        #expect(try await !codes(.account("ben")).contains("deliveryFailed"))
        func isForeseen(_ caller: FakeAccounts.Caller) async throws -> Bool {
            try await net.call(Api.Explain.self, .init(user: "ana"), by: caller).steps
                .contains { $0.what.hasPrefix("a notice has not arrived") }
        }
        #expect(try await isForeseen(.admin))
        #expect(try await isForeseen(.account("ana")))
        #expect(try await !isForeseen(.account("ben")))
    }

    @Test func `a ping of others is no place to list a dependent's from`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "dora")
        let ping = try await net.call(
            People.SendPing.self, .init(recipient: "ana", sender: "dora")
        ).ping.id
        for id in [ping, "nosuchping"] {
            await #expect(throws: CallError.self) {
                try await net.list(
                    People.ListPings.self, .init(user: "ana", before: id), by: .account("ben"))
            }
        }
        #expect(
            try await net.list(
                People.ListPings.self, .init(user: "ana", before: ping), by: .account("ana")
            ).compactMap(\.ping).isEmpty)
    }

    @Test func `of a dependent one sees the pings between the two only`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "dora")
        for sender in ["ben", "dora"] {
            _ = try await net.call(People.SendPing.self, .init(recipient: "ana", sender: sender))
        }
        let pings = try await net.list(
            People.ListPings.self, .init(user: "ana"), by: .account("ben")
        ).compactMap(\.ping?.sender)
        #expect(pings == ["ben"])
        let seen = try await net.call(
            People.GetUser.self, .init(user: "ana"), by: .account("ben")
        ).user
        #expect(seen.pendingPings == 1)
    }

    @Test func `the trail names who did it`() async throws {
        let net = try await household()
        try await net.checkIn("ana")
        try await net.checkIn("ana", by: .admin)
        net.accounts.become(.admin)
        let by = try await net.events("ana").filter { $0.kind == "checkedIn" }.map(\.by)
        #expect(by == ["account:warden", "user:ana", "account:warden"])
    }
}

extension Net {
    /// A channel that is there, whoever has removed it before.
    fileprivate func freshChannel(of handle: String) async throws -> Identifier {
        let address = "mailto:again@example.org"
        do {
            return try await addChannel(address, to: handle).id
        } catch CallError.failure {
            // There still.
            let query = "SELECT id FROM channels WHERE address = '\(address)'"
            let ids: [String] = try store.all(query)
            return try #require(ids.first)
        }
    }
}
