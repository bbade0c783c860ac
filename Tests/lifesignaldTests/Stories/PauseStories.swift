import GRDB
import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// What becomes of a pause that the other side of a channel asks for, through the socket.
@Suite(.timeLimit(.minutes(2)))
struct PauseStories {
    /// How many deliveries a sender has.
    private func held(_ net: Net) async throws -> Int {
        try await net.engine.read { $0.memory.outbox.heldCount }
    }

    /// Ben is being told that he looks out for ana.
    private func edgeUnderWay(
        _ directory: TemporaryDirectory? = nil, _ clock: FakeClock = FakeClock()
    ) async throws -> (net: Net, sender: Sender, edge: Sender.Job) {
        let net = try await Net(directory: directory, clock: clock)
        try await net.add("ana")
        try await net.add("ben", interval: .days(30), channel: "ntfy://ntfy.example.org/ben")
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        let edge = try await sender.next()
        #expect(try await sender.begin(edge) == nil)
        return (net, sender, edge)
    }

    @Test func `a pause is kept by all that goes to the channel but alarms, and by a restart`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let clock = FakeClock()
        var net = try await Net(directory: directory, clock: clock)
        try await net.add("ana", interval: .hours(5))
        try await net.add("ben", interval: .days(30), channel: "ntfy://ntfy.example.org/ben")
        try await net.add("carla", interval: .days(30))
        try await net.tie("ana", to: "ben")
        try await net.tie("carla", to: "ben")
        var sender = try await Sender(net)
        let jobs = try await sender.next(2)
        #expect(try await sender.begin(jobs[0]) == nil)
        try await sender.report(jobs[0], delivered: false, detail: "429", retryAfter: 600)
        // The other one waits as well, although the sender has it.
        #expect(try await sender.begin(jobs[1]) == "Withdrawn")
        #expect(try await held(net) == 0)
        let end = clock.now + .seconds(600)
        let waiting = try await net.list(People.ListNotifications.self, .init(user: "ben"))
            .flatMap { $0.notification?.deliveries ?? [] }
        #expect(waiting.map(\.nextAttempt) == [end.rfc3339, end.rfc3339])
        try await sender.end()
        try await net.end()

        clock.pass(.seconds(60))
        net = try await Net(directory: directory, clock: clock)
        sender = try await Sender(net)
        try await net.add("dora")
        try await net.tie("dora", to: "ben")
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        let alarm = try await sender.next()
        #expect(alarm.kind == "alertRaised")
        #expect(try await sender.begin(alarm) == nil)
        try await sender.report(alarm, delivered: false, permanent: true)
        let ben = try #require(
            try await net.list(People.ListChannels.self, .init(user: "ben")).first?.channel)
        #expect(ben.pausedUntil == end.rfc3339)
        // Answered without waiting for a sender.
        let test = try await net.call(People.TestChannel.self, .init(id: ben.id))
        #expect(!test.delivered)
        #expect(test.pausedUntil == end.rfc3339)
        await net.pass(.seconds(539))
        #expect(try await held(net) == 0)
        await net.pass(.seconds(1))
        #expect(
            try await sender.next(4).map(\.kind) == [
                "contactAdded", "contactAdded", "contactAdded", "test",
            ])
        let after = try await net.list(People.ListChannels.self, .init(user: "ben"))
        #expect(after.first?.channel?.pausedUntil == nil)
    }

    @Test func `a notice that is taken ends the pause of its channel`() async throws {
        var (net, sender, edge) = try await edgeUnderWay()
        try await sender.report(edge, delivered: false, detail: "429", retryAfter: 86_400)
        await net.pass(.seconds(10))
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        try await sender.deliver(try await sender.next())
        let again = try await sender.next()
        #expect(again.delivery == edge.delivery)
        let channels = try await net.list(People.ListChannels.self, .init(user: "ben"))
        #expect(channels.first?.channel?.pausedUntil == nil)
    }

    @Test func `what is under way when a pause is asked for waits for its end if it fails`()
        async throws
    {
        var (net, sender, edge) = try await edgeUnderWay()
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        let alarm = try await sender.next()
        #expect(try await sender.begin(alarm) == nil)
        try await sender.report(alarm, delivered: false, detail: "429", retryAfter: 600)
        let end = net.clock.now + .seconds(600)
        try await sender.report(edge, delivered: false, detail: "500")
        let waits = try await net.list(People.ListNotifications.self, .init(user: "ben"))
            .compactMap(\.notification).filter { $0.kind != .alertRaised }
        #expect(waits.flatMap(\.deliveries).map(\.nextAttempt) == [end.rfc3339])
        await net.pass(.seconds(599))
        #expect(try await held(net) == 0)
        await net.pass(.seconds(1))
        // The alarm was asked to wait as long by its own.
        #expect(try await sender.next(2).map(\.delivery) == [alarm.delivery, edge.delivery])
    }

    @Test func `pauses of any number of channels end together`() async throws {
        let net = try await Net()
        let responders = (0..<DueWork.pauseLimit + 5).map { "r\($0)" }
        for responder in responders {
            try await net.add(
                responder, interval: .days(30), channel: "ntfy://\(responder).example.org/x")
            // Nobody has more than a hundred.
            let dependent = "ana\(responder.count)"
            if try await net.refusal(People.GetUser.self, .init(user: dependent)) != nil {
                try await net.add(dependent, interval: .days(30))
            }
            try await net.tie(dependent, to: responder)
        }
        var sender = try await Sender(net, window: 1024)
        for job in try await sender.next(responders.count) {
            #expect(try await sender.begin(job) == nil)
            try await sender.report(job, delivered: false, detail: "429", retryAfter: 600)
        }
        await net.pass(.seconds(599))
        #expect(try await held(net) == 0)
        await net.pass(.seconds(1))
        let again = try await sender.next(responders.count)
        #expect(Set(again.map(\.to)) == Set(responders))
    }

    // MARK: Its end

    @Test(arguments: [(600, 1200), (1200, 600)] as [(Int64, Int64)])
    func `of two pauses the one that ends later counts`(first: Int64, second: Int64) async throws {
        var (net, sender, edge) = try await edgeUnderWay()
        try await net.add("carla", interval: .days(30))
        try await net.tie("carla", to: "ben")
        let jobs = [edge, try await sender.next()]
        #expect(try await sender.begin(jobs[1]) == nil)
        try await sender.report(jobs[0], delivered: false, detail: "429", retryAfter: first)
        try await sender.report(jobs[1], delivered: false, detail: "429", retryAfter: second)
        await net.pass(.seconds(1199))
        #expect(try await held(net) == 0)
        await net.pass(.seconds(1))
        #expect(try await Set(sender.next(2).map(\.delivery)) == Set(jobs.map(\.delivery)))
    }

    @Test func `a clock that is set back makes no pause longer`() async throws {
        var (net, sender, edge) = try await edgeUnderWay()
        try await sender.report(edge, delivered: false, detail: "429", retryAfter: 600)
        await net.pass(.seconds(100))
        await net.step(by: Span.zero - .hours(3))
        await net.pass(.seconds(499))
        #expect(try await held(net) == 0)
        await net.pass(.seconds(1))
        #expect(try await sender.next().delivery == edge.delivery)
    }

    @Test func `a pause that is asked for after the clock was set back is as long as it says`()
        async throws
    {
        var (net, sender, edge) = try await edgeUnderWay()
        try await sender.report(edge, delivered: false, detail: "429", retryAfter: 600)
        await net.pass(.seconds(700))
        let again = try await sender.next()
        #expect(again.delivery == edge.delivery)
        await net.step(by: Span.zero - .hours(3))
        #expect(try await sender.begin(again) == nil)
        try await sender.report(again, delivered: false, detail: "429", retryAfter: 60)
        await net.pass(.seconds(59))
        #expect(try await held(net) == 0)
        await net.pass(.seconds(1))
        #expect(try await sender.next().delivery == edge.delivery)
    }

    @Test func `what waited for a pause has waited for a sender since its end`() async throws {
        let (net, sender, edge) = try await edgeUnderWay()
        try await sender.report(edge, delivered: false, detail: "429", retryAfter: 3600)
        await net.pass(.seconds(3590))
        try await sender.end()
        await net.pass(.seconds(40))
        #expect(try await !net.problems().contains("notTaken"))
        #expect(try await net.status().health == .healthy)
        let missing = try await net.status().problems.first { $0.code == "senderMissing" }
        #expect(missing?.since == (net.clock.now - .seconds(30)).rfc3339)
        await net.pass(.seconds(31))
        #expect(try await net.problems().contains("notTaken"))
        #expect(try await net.status().health == .degraded)
        // Whoever comes looks at everything.
        var other = try await Sender(net)
        #expect(try await other.next().delivery == edge.delivery)
    }

    @Test func `a pause that ends while the daemon is off is over`() async throws {
        let directory = try TemporaryDirectory()
        let clock = FakeClock()
        var (net, sender, edge) = try await edgeUnderWay(directory, clock)
        try await sender.report(edge, delivered: false, detail: "429", retryAfter: 600)
        try await sender.end()
        try await net.end()
        clock.pass(.seconds(601))
        net = try await Net(directory: directory, clock: clock)
        sender = try await Sender(net)
        #expect(try await sender.next().delivery == edge.delivery)
    }

    @Test func `a channel that takes something again has what waited looked at from then on`()
        async throws
    {
        var (net, sender, edge) = try await edgeUnderWay()
        try await sender.report(edge, delivered: false, detail: "429", retryAfter: 86_400)
        await net.pass(.minutes(30))
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        try await sender.deliver(try await sender.next())
        let end = net.clock.now
        try await sender.end()
        await net.pass(.seconds(59))
        #expect(try await !net.problems().contains("notTaken"))
        let missing = try await net.status().problems.first { $0.code == "senderMissing" }
        #expect(missing?.since == end.rfc3339)
    }

    @Test func `what has waited for longer is not hidden by a pause that has just ended`()
        async throws
    {
        let (net, sender, edge) = try await edgeUnderWay()
        try await sender.report(edge, delivered: false, detail: "429", retryAfter: 3600)
        await net.pass(.minutes(30))
        try await sender.end()
        try await net.add("carla", channel: "ntfy://ntfy.example.org/carla")
        try await net.tie("carla", to: "ana")
        let since = net.clock.now.rfc3339
        await net.pass(.seconds(61))
        #expect(try await net.problems().contains("notTaken"))
        // The last but one right after the end of the pause.
        for span in [.minutes(28), .seconds(89), .minutes(2)] as [Span] {
            await net.pass(span)
            let problems = try await net.status().problems
            #expect(problems.contains { $0.code == "notTaken" })
            #expect(problems.first { $0.code == "senderMissing" }?.since == since)
            #expect(try await net.status().health == .degraded)
        }
    }

    @Test func `without a sender notices may wait behind any number that pause`() async throws {
        let (net, sender, edge) = try await edgeUnderWay()
        for number in 0..<150 {
            try await net.add("user\(number)")
            try await net.tie("user\(number)", to: "ben")
        }
        try await sender.report(edge, delivered: false, detail: "429", retryAfter: 86_400)
        try await sender.end()
        await net.pass(.seconds(59))
        #expect(try await net.status().health == .healthy)
        await net.pass(.seconds(60))
        #expect(try await net.problems().contains("notTaken"))
        #expect(try await net.status().health == .degraded)
    }

    @Test func `a pause whose end is noted by a round that is undone ends all the same`() throws {
        let core = try TestCore()
        let stream = try core.run { turn in
            let ana = try turn.add("ana", channel: "ntfy://ntfy.example.org/ana")
            try turn.tie(turn.add("ben"), to: ana)
            return turn.memory.outbox.open(lease: .minutes(10), window: 64, at: turn.now)
        }
        func take() throws -> [Identifier] {
            try core.run { turn in
                try OutboxOffer.take(turn, stream: stream, at: core.core.bootTime).map(\.delivery)
            }
        }
        let first = try take()
        try core.run { turn in
            try OutboxQueue.begin(turn, first[0])
            try OutboxQueue.report(
                turn, first[0], DeliveryReport(delivered: false, retryAfter: .seconds(600)),
                detail: "429", jitter: 0)
        }
        try core.pass(.seconds(599))
        #expect(try take().isEmpty)
        core.clock.pass(.seconds(1))
        try core.read { db in
            try db.run(
                """
                CREATE TEMP TRIGGER refusal BEFORE UPDATE ON daemon BEGIN
                    SELECT RAISE(ABORT, 'as if the disk refused');
                END
                """)
        }
        let job = Job { try $0.add("carla") }
        _ = try? core.round([job])
        #expect(try core.read { try UserTable.user($0, handle: "carla") } == nil)
        try core.read { try $0.run("DROP TRIGGER refusal") }
        #expect(try take() == first)
    }
}
