import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// What operators are told, and for how long it stays true.
struct ProblemStories {
    /// Ana with an hour, ben looks out for her and has a channel, oskar is the operator.
    private func household(bens channel: String? = "mailto:ben@example.org") async throws -> Net {
        var settings = Settings()
        settings.operators = ["oskar"]
        let net = try await Net(settings)
        try await net.add("ana", interval: .hours(1), reminders: [], channel: "mailto:a@x.org")
        try await net.add("ben", interval: .days(30), channel: channel)
        try await net.add("oskar", interval: .days(30), channel: "ntfy://ntfy.example.org/oskar")
        try await net.tie("ana", to: "ben")
        return net
    }

    private func system(_ net: Net) async throws -> [People.Notification] {
        try await net.notices(to: "oskar").filter { $0.kind == .system }
    }

    @Test func `that nobody can be told is withdrawn when the call for help is over`() async throws
    {
        let net = try await household(bens: nil)
        let raised = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        #expect(raised.tells.isEmpty)
        await net.pass(.seconds(1))
        #expect(try await system(net).flatMap(\.deliveries).map(\.state) == [.pending])
        _ = try await net.call(People.ClearAlert.self, .init(user: "ana"))
        #expect(try await system(net).flatMap(\.deliveries).map(\.state) == [.withdrawn])
    }

    @Test func `what nobody could be told of is told as soon as somebody can be`() async throws {
        var settings = Settings()
        let net = try await Net(settings)
        try await net.add("ana", interval: .days(30))
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        await net.pass(.minutes(7))
        // He is named, and no user yet.
        settings.operators = ["oskar"]
        net.configure(settings)
        _ = try await net.call(LifeSignalAPI.Daemon.Reload.self, .init())
        await net.pass(.minutes(7))
        try await net.add("oskar", interval: .days(30))
        _ = try await net.call(LifeSignalAPI.Daemon.Reload.self, .init())
        func told() async throws -> [Int] {
            try await system(net).filter { $0.title == "Nobody can be told about Ana" }
                .map(\.deliveries.count)
        }
        // It is among his notifications, once.
        await net.pass(.minutes(7))
        _ = try await net.call(LifeSignalAPI.Daemon.Reload.self, .init())
        await net.pass(.minutes(7))
        #expect(try await told() == [0])
        try await net.addChannel("ntfy://ntfy.example.org/oskar", to: "oskar")
        await net.pass(Span(milliseconds: 1))
        #expect(try await told() == [0, 1])
        // And weekly again.
        await net.pass(.days(6))
        #expect(try await told() == [0, 1])
        await net.pass(.days(1))
        #expect(try await told() == [0, 1, 1])
    }

    /// What becomes of the first that operators are told.
    enum FirstTelling: CaseIterable { case read, refused, waiting }

    /// Ana calls for help, and the only one who looks out for her gets a channel, and loses it again.
    ///
    /// - Parameter pauses: for so long they have one, each time.
    /// - Returns: how what the operator was told that nobody can be told fared.
    private func comesBack(_ first: FirstTelling, after pauses: [Span]) async throws -> [String] {
        let net = try await household(bens: nil)
        var sender = try await Sender(net)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        var job = try await sender.next()
        while job.kind != "system" { job = try await sender.next() }
        switch first {
        case .read: try await sender.deliver(job)
        case .refused:
            #expect(try await sender.begin(job) == nil)
            try await sender.report(job, delivered: false, permanent: true)
        case .waiting: break
        }
        for pause in pauses {
            let channel = try await net.addChannel("mailto:ben@example.org", to: "ben").id
            await net.pass(pause / 2)
            // Her call goes on, and nothing else is wrong with her.
            try await net.checkIn("ana")
            await net.pass(pause / 2)
            _ = try await net.call(People.RemoveChannel.self, .init(id: channel))
            await net.pass(.seconds(1))
        }
        let notices = try await system(net)
        let told = try #require(notices.first { $0.id == job.notification })
        return notices.filter { $0.title == told.title }.flatMap(\.deliveries)
            .map(\.state.rawValue)
    }

    @Test(
        arguments: [
            (.read, ["delivered"]), (.refused, ["failed", "pending"]),
            (.waiting, ["withdrawn", "pending"]),
        ] as [(FirstTelling, [String])])
    func `what comes back within the hour is told to whom it had not come`(
        first: FirstTelling, told: [String]
    ) async throws {
        let states = try await comesBack(first, after: [.minutes(4)])
        #expect(states == told)
    }

    @Test func `what was read of another time is not what was told in vain of this one`()
        async throws
    {
        let states = try await comesBack(.read, after: [.minutes(64), .minutes(4)])
        #expect(states == ["delivered", "withdrawn", "pending"])
    }

    @Test func `that nobody has been reached ends when somebody is`() async throws {
        let net = try await household()
        await net.pass(.hours(1) + .minutes(6))
        #expect(try await net.problems().contains("nobodyReached"))
        var sender = try await Sender(net)
        var kinds: [String] = []
        while kinds.count < 2 {
            let job = try await sender.next()
            if job.kind == "nonResponsive" { kinds.append(job.kind) }
            if job.to == "ben" || job.to == "ana" { try await sender.deliver(job) }
        }
        #expect(try await !net.problems().contains("nobodyReached"))
        let open = try await system(net).filter { $0.title.contains("reached") }
            .flatMap(\.deliveries).filter { $0.state == .pending }
        #expect(open.isEmpty)
    }

    @Test func `what was a problem before a restart and is one after it has been one since then`()
        async throws
    {
        let (directory, clock) = (try TemporaryDirectory(), FakeClock())
        let net = try await Net(directory: directory, clock: clock)
        for user in ["ana", "ben"] {
            try await net.add(user, interval: .days(30), channel: "mailto:\(user)@x.org")
        }
        try await net.tie("ana", to: "ben")
        await net.pass(.minutes(2))
        let codes = ["senderMissing", "noOperators"]
        func sinceWhen(_ net: Net) async throws -> [String?] {
            let problems = try await net.status().problems
            return codes.map { code in problems.first { $0.code == code }?.since }
        }
        let before = try await sinceWhen(net)
        #expect(!before.contains(nil))
        try await net.end()
        clock.pass(.seconds(5))
        let next = try await Net(directory: directory, clock: clock)
        #expect(try await sinceWhen(next) == before)
        let solved = next.reports.flatMap(\.outcome.solved).map(\.value.code.rawValue)
        #expect(!solved.contains(where: codes.contains))
        let sender = try await Sender(next)
        await next.pass(.minutes(1))
        #expect(try await sinceWhen(next) == [nil] + before[1...])
        try await sender.end()
    }

    @Test func `an operator is not told that no sender is connected by the one that is`()
        async throws
    {
        let net = try await household()
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        await net.pass(.minutes(4) + .seconds(55))
        #expect(try await net.problems().contains("senderMissing"))
        let sender = try await Sender(net)
        await net.pass(.minutes(2))
        #expect(try await system(net).allSatisfy { !$0.title.lowercased().contains("sender") })
        try await sender.end()
    }

    @Test func `a sender that is gone is missed, however far the clock is set back`() async throws {
        let net = try await Net()
        let sender = try await Sender(net)
        await net.pass(.minutes(10) + .seconds(30))
        try await sender.end()
        await net.step(by: Span.zero - .hours(3))
        #expect(try await !net.problems().contains("senderMissing"))
        await net.pass(.minutes(2))
        #expect(try await net.problems().contains("senderMissing"))
    }

    @Test func `a sender that fails soon after it has come, again and again, is missed`()
        async throws
    {
        let net = try await Net()
        let steady = try await Sender(net)
        await net.pass(.minutes(10))
        try await steady.end()
        for _ in 0..<30 {
            let failing = try await Sender(net)
            await net.pass(.seconds(1))
            try await failing.end()
            await net.pass(.seconds(4))
        }
        #expect(try await net.problems().contains("senderMissing"))
    }

    @Test func `a sender that does nothing is noticed, however far the clock is set back`()
        async throws
    {
        let net = try await household()
        var sender = try await Sender(net)
        _ = try await sender.next()
        await net.step(by: Span.zero - .hours(3))
        await net.pass(.seconds(61))
        #expect(try await net.problems().contains("notTaken"))
        try await sender.end()
    }

    @Test func `a sender that was there right before a look is not missed by it`() async throws {
        let net = try await Net()
        try await net.add("ana", interval: .days(30))
        let sender = try await Sender(net)
        await net.pass(.minutes(10) + .seconds(30))
        try await sender.end()
        await net.pass(.seconds(59))
        #expect(try await !net.problems().contains("senderMissing"))
        await net.pass(.minutes(1))
        #expect(try await net.problems().contains("senderMissing"))
    }

    @Test func `that no sender is connected is a problem before anything waits for one`()
        async throws
    {
        let net = try await Net()
        try await net.add("ana", interval: .days(30))
        await net.pass(.seconds(30))
        #expect(try await !net.problems().contains("senderMissing"))
        await net.pass(.minutes(1))
        #expect(try await net.problems().contains("senderMissing"))
        #expect(try await net.status().health == .healthy)
        let sender = try await Sender(net)
        await net.pass(.minutes(10))
        #expect(try await !net.problems().contains("senderMissing"))
        try await sender.end()
        await net.pass(.seconds(30))
        #expect(try await !net.problems().contains("senderMissing"))
        await net.pass(.minutes(2))
        func since() async throws -> String? {
            try await net.status().problems.first { $0.code == "senderMissing" }?.since
        }
        let alone = try #require(try await since())
        // What waits now has waited for less long.
        try await net.add("ben", interval: .days(30), channel: "mailto:ben@example.org")
        try await net.tie("ana", to: "ben")
        #expect(try await since() == alone)
    }

    @Test func `operators without a channel are operators whom nobody can tell`() async throws {
        var settings = Settings()
        settings.operators = ["oskar", "olga"]
        let net = try await Net(settings)
        try await net.add("oskar", interval: .days(30))
        try await net.add("olga", interval: .days(30))
        #expect(try await net.problems().contains("operatorsUnreachable"))
        _ = try await net.call(
            People.AddChannel.self, .init(address: "mailto:o@example.org", user: "olga"))
        #expect(try await !net.problems().contains("operatorsUnreachable"))
    }

    @Test func `a call for help says whether a sender is there to carry it`() async throws {
        let net = try await household()
        let without = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        #expect(without.senderConnected == false)
        _ = try await net.call(People.ClearAlert.self, .init(user: "ana"))
        let sender = try await Sender(net)
        let with = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        #expect(with.senderConnected == true)
        try await sender.end()
    }

    @Test func `a test soon says that no sender is there, and goes out when one is`()
        async throws
    {
        let net = try await household()
        let id = try #require(
            try await net.list(People.ListChannels.self, .init(user: "ben")).first?.channel?.id)
        let start = ContinuousClock.now
        let test = try await net.call(People.TestChannel.self, .init(id: id))
        let waited = ContinuousClock.now - start
        // A sender that is being restarted would have come by then.
        #expect(waited >= .seconds(Desk.senderSeconds) && waited < .seconds(Desk.testSeconds))
        #expect(test.senderConnected == false)
        #expect(!test.delivered)
        #expect(test.detail == "no sender is connected; the test goes out when one is")
        #expect(test.user == "ben")
        var sender = try await Sender(net)
        var job = try await sender.next()
        while job.kind != "test" {
            try await sender.deliver(job)
            job = try await sender.next()
        }
        #expect(job.to == "ben")
        try await sender.end()
    }

    @Test func `on a public channel a problem of life and death calls somebody to act`()
        async throws
    {
        let net = try await household(bens: nil)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        await net.pass(.seconds(1))
        var sender = try await Sender(net)
        var job = try await sender.next()
        while job.kind != "system" { job = try await sender.next() }
        #expect(job.title == "LifeSignal: call ana now")
    }

    /// A thousand people who have never checked in, since before anything else.
    private func crowd(_ net: Net) throws {
        try net.store.withConnection { db in
            for number in 1000..<2000 {
                try db.run(
                    "INSERT INTO problems (code, user, subject, since) VALUES (?, ?, '', 1)",
                    [Problem.Code.neverCheckedIn.rawValue.cell, number.cell])
            }
        }
    }

    @Test
    func `what is urgent and what is somebody's own is shown beside a thousand older problems`()
        async throws
    {
        let net = try await household(bens: nil)
        try crowd(net)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        let all = try await net.status().problems
        #expect(all.contains { $0.code == "nobodyToTell" && $0.user == "ana" })
        #expect(all.filter { $0.user == nil && $0.code == "neverCheckedIn" }.count == 999)
        let own = try await net.call(
            LifeSignalAPI.Daemon.GetStatus.self, .init(), by: .account("ana")
        ).status.problems
        #expect(own.map(\.code) == ["nobodyToTell"])
    }

    @Test func `the daemon's own problems end beside a thousand older ones, and come back`()
        async throws
    {
        let net = try await household()
        try crowd(net)
        func configure(_ operators: [String]) async throws {
            var settings = Settings()
            settings.operators = operators
            net.configure(settings)
            _ = try await net.call(LifeSignalAPI.Daemon.Reload.self, .init())
        }
        func told() async throws -> Int {
            try await system(net).filter { $0.title.contains("is no user") }.count
        }
        try await configure(["oskar", "ghost"])
        await net.pass(.minutes(2))
        try await configure(["oskar"])
        await net.pass(.minutes(10))
        #expect(try await told() == 0)
        try await configure(["oskar", "ghost"])
        await net.pass(.hours(2))
        #expect(try await told() == 1)
        try await configure(["oskar"])
        await net.pass(.days(2))
        try await configure(["oskar", "ghost"])
        await net.pass(.minutes(10))
        #expect(try await told() == 2)
    }
}
