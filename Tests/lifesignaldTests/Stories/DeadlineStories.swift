import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// A user's deadlines from check-in to recovery, told through the socket.
struct DeadlineStories {
    /// Ana with an hour, reminders 20 and 5 minutes ahead and 10 minutes of grace; ben and carla
    /// look out for her.
    private func household() async throws -> Net {
        let net = try await Net()
        try await net.add(
            "ana", interval: .hours(1), reminders: [.minutes(5), .minutes(20)],
            grace: .minutes(10), channel: "mailto:ana@example.org", note: "Key at Dora's.",
            phone: "+49 30 1234")
        try await net.add("ben", interval: .days(30), channel: "mailto:ben@example.org")
        try await net.add("carla", interval: .days(30), channel: "mailto:carla@example.org")
        try await net.tie("ana", to: "ben", "carla")
        return net
    }

    @Test
    func `a responder reads which reminder came since the last check-in, and none of before it`()
        async throws
    {
        let net = try await household()
        var sender = try await Sender(net)
        for job in try await sender.next(4) { try await sender.deliver(job) }
        await net.pass(.minutes(40))
        try await sender.deliver(try await sender.next())
        // It has come, though the channel by which it did is gone by then.
        let channel = try await net.list(People.ListChannels.self, .init(user: "ana"))
        _ = try await net.call(
            People.RemoveChannel.self, .init(id: try #require(channel.first?.channel?.id)))
        await net.pass(.minutes(30))
        try await net.addChannel("mailto:ana@example.org", to: "ana")
        var notice = try #require(try await net.notices(to: "ben").last)
        #expect(notice.kind == .nonResponsive)
        #expect(notice.body.contains("Reminded at Fri 2026-11-20 08:40 UTC."))

        // And once where one is told but comes to nobody, and once where none is.
        try await sender.end()
        for reminders: [Int64] in [[300], []] {
            try await net.checkIn("ana")
            _ = try await net.call(
                People.SetUser.self, .init(user: "ana", reminders: reminders, grace: 0))
            await net.pass(.hours(1))
            notice = try #require(try await net.notices(to: "ben").last)
            #expect(notice.kind == .nonResponsive)
            #expect(notice.body.contains("No reminder reached Ana, so this may be an oversight."))
        }
    }

    @Test func `a responder reads which reminder came, whatever else its recipient was told since`()
        async throws
    {
        let net = try await household()
        for number in 1...110 {
            try await net.add("d\(number)", interval: .minutes(58), reminders: [])
            try await net.tie("d\(number)", to: "ana")
        }
        await net.pass(.minutes(40))
        var sender = try await Sender(net)
        try await sender.report(
            try await sender.next(to: ["ana"], kind: "reminder"), delivered: true)
        await net.pass(.minutes(30))
        #expect(try await net.kinds(to: "ana").filter { $0 == "nonResponsive" }.count > 100)
        let notice = try #require(try await net.notices(to: "ben").last)
        #expect(notice.kind == .nonResponsive)
        #expect(notice.body.contains("Reminded at Fri 2026-11-20 08:40 UTC."))
        try await sender.end()
    }

    @Test func `that a reminder came is known until the check-in, however short histories are`()
        async throws
    {
        var settings = Settings()
        settings.retention = .days(1)
        let net = try await Net(settings)
        try await net.add(
            "ana", interval: .days(10), reminders: [.days(5)], channel: "mailto:ana@example.org")
        try await net.add("ben", interval: .days(30))
        try await net.tie("ana", to: "ben")
        for _ in 1...5 { await net.pass(.days(1)) }
        var sender = try await Sender(net)
        try await sender.report(
            try await sender.next(to: ["ana"], kind: "reminder"), delivered: true)
        try await sender.end()
        for _ in 1...5 { await net.pass(.days(1)) }
        let notice = try #require(try await net.notices(to: "ben").last)
        #expect(notice.kind == .nonResponsive)
        #expect(notice.body.contains("Reminded at Wed 2026-11-25 08:00 UTC."))
        // Nor is it kept for longer.
        try await net.checkIn("ana")
        for _ in 1...2 { await net.pass(.days(1)) }
        #expect(try await !net.kinds(to: "ana").contains("reminder"))
    }

    @Test func `who has longer after a gap is reminded ahead of the new deadline`() async throws {
        let net = try await Net()
        try await net.add("ana", interval: .hours(24), reminders: [.hours(2)])
        await net.pass(.hours(21))
        await net.suspend(.hours(3) - .minutes(5))
        #expect(try await net.kinds(to: "ana") == ["reminder"])
        _ = try await net.call(
            People.SetUser.self, .init(user: "ana", checkInInterval: Span.hours(48).wholeSeconds))
        await net.pass(.hours(23))
        #expect(try await net.kinds(to: "ana") == ["reminder", "reminder"])
    }

    @Test func `a clock that is set back brings back the reminder that its leap passed over`()
        async throws
    {
        let net = try await Net()
        try await net.add("ana", interval: .hours(24), reminders: [.hours(2)])
        await net.pass(.hours(1))
        await net.step(by: .hours(23) - .minutes(5))
        #expect(try await net.kinds(to: "ana") == ["reminder"])
        await net.step(by: .minutes(5) - .hours(23))
        await net.pass(.hours(20) + .minutes(50))
        #expect(try await net.kinds(to: "ana") == ["reminder"])
        await net.pass(.minutes(20))
        #expect(try await net.kinds(to: "ana") == ["reminder", "reminder"])
    }

    @Test func `reminders, overdue, non-responsive, repeats, recovery`() async throws {
        let net = try await household()
        let joined = ["contactAdded", "contactAdded"]
        var ana = try await net.user("ana")
        #expect(ana.status == .active)
        #expect(ana.timeRemaining == 3600)
        #expect(ana.reminders == [1200, 300])

        await net.pass(.minutes(40) - Span(milliseconds: 1))
        #expect(try await net.kinds(to: "ana") == joined)
        await net.pass(Span(milliseconds: 1))
        #expect(try await net.kinds(to: "ana") == joined + ["reminder"])
        await net.pass(.minutes(15))
        #expect(try await net.kinds(to: "ana") == joined + ["reminder", "reminder"])

        await net.pass(.minutes(5))
        ana = try await net.user("ana")
        #expect(ana.status == .overdue)
        #expect(ana.timeRemaining == 0)
        #expect(try await net.kinds(to: "ana").suffix(1) == ["overdue"])
        // Reminders are pointless now.
        let reminders = try await net.notices(to: "ana").filter { $0.kind == .reminder }
        #expect(reminders.flatMap(\.deliveries).allSatisfy { $0.state == .withdrawn })
        #expect(try await net.kinds(to: "ben") == ["contactAdded"])

        await net.pass(.minutes(10))
        ana = try await net.user("ana")
        #expect(ana.status == .nonResponsive)
        #expect(try await net.user("ben").nonResponsiveDependents == 1)
        let notice = try #require(try await net.notices(to: "ben").last)
        #expect(notice.kind == .nonResponsive)
        #expect(notice.title == "Ana has not checked in")
        #expect(notice.body.contains("Key at Dora's."))
        #expect(notice.body.contains("+49301234"))
        #expect(notice.body.contains("Carla"))
        #expect(notice.deliveries.map(\.state) == [.pending])
        let incident = try #require(notice.incident)
        #expect(try await net.kinds(to: "ana").last == "nonResponsive")
        let status = try await net.status()
        #expect(status.nonResponsive == 1)
        #expect(status.overdue == 0)

        await net.pass(.hours(1) - Span(milliseconds: 1))
        #expect(try await net.kinds(to: "ben") == ["contactAdded", "nonResponsive"])
        await net.pass(Span(milliseconds: 1))
        await net.pass(.hours(3))
        await net.pass(.hours(20))
        await net.pass(.hours(24))
        let again = try await net.notices(to: "ben").dropFirst(2)
        #expect(
            again.map(\.kind) == [.nonResponsive, .nonResponsive, .nonResponsive, .nonResponsive])
        #expect(again.allSatisfy { $0.title == "Still: Ana has not checked in" })
        #expect(again.allSatisfy { $0.incident == incident })

        try await net.checkIn("ana")
        ana = try await net.user("ana")
        #expect(ana.status == .active)
        #expect(try await net.user("ben").nonResponsiveDependents == 0)
        let recovered = try #require(try await net.notices(to: "ben").last)
        #expect(recovered.kind == .recovered)
        #expect(recovered.incident == incident)
        // Nothing had ever been begun on ben's channel, so there is nothing to take back.
        #expect(recovered.deliveries.isEmpty)
        let open = try await net.notices(to: "ben").filter { $0.kind == .nonResponsive }
        #expect(open.flatMap(\.deliveries).allSatisfy { $0.state == .withdrawn })
        let kinds = try await net.events("ana").map(\.kind)
        #expect(
            kinds == [
                "userAdded", "checkedIn", "channelAdded", "responderAdded", "responderAdded",
                "reminderDue", "reminderDue", "becameNonResponsive", "checkedIn", "recovered",
            ])
    }

    @Test func `a daemon that stops leaves what is due to the next, which lets callers in first`()
        async throws
    {
        let (directory, clock) = (try TemporaryDirectory(), FakeClock())
        var net = try await Net(directory: directory, clock: clock)
        try await net.add("ana", interval: .hours(1), reminders: [])
        await net.pass(.hours(1) - .seconds(1))
        net.engine.prepareToStop()
        await net.pass(.seconds(2))
        // Who is still there is served.
        #expect(try await !net.events("ana").map(\.kind).contains("becameNonResponsive"))
        try await net.end()
        net = try await Net(directory: directory, clock: clock)
        await net.pass(Span(milliseconds: 1))
        #expect(
            try await net.events().map(\.kind).suffix(3) == [
                "stopped", "started", "becameNonResponsive",
            ])
    }

    @Test func `a check-in withdraws what waits, and starts the hour anew`() async throws {
        let net = try await household()
        await net.pass(.minutes(50))
        try await net.checkIn("ana")
        let reminders = try await net.notices(to: "ana").filter { $0.kind == .reminder }
        #expect(reminders.flatMap(\.deliveries).map(\.state) == [.withdrawn])
        await net.pass(.minutes(39))
        #expect(try await net.kinds(to: "ana").filter { $0 == "reminder" }.count == 1)
        await net.pass(.minutes(1))
        #expect(try await net.kinds(to: "ana").filter { $0 == "reminder" }.count == 2)
    }

    @Test func `a responder vouches for one who is overdue, and that is told`() async throws {
        let net = try await household()
        let tooEarly = try await net.refusal(
            People.CheckIn.self, .init(user: "ana"), by: .account("ben"))
        #expect(tooEarly == "PermissionDenied")
        await net.pass(.minutes(80))
        let ana = try await net.checkIn("ana", by: .account("ben"))
        #expect(ana.status == .active)
        let record = try await net.list(People.ListCheckIns.self, .init(user: "ana")).first?.checkIn
        #expect(record?.source == .responder)
        #expect(record?.by == "user:ben")
        let told = try #require(try await net.notices(to: "ana").last)
        #expect(told.kind == .recovered)
        #expect(told.body.contains("entered by Ben"))
    }

    @Test func `the source “responder” is not for a caller to claim`() async throws {
        let net = try await household()
        let refused = try await net.refusal(
            People.CheckIn.self, .init(user: "ana", source: .responder), by: .account("ana"))
        #expect(refused == "InvalidParameter")
        #expect(try await net.list(People.ListCheckIns.self, .init(user: "ana")).count == 1)
    }

    @Test func `a schedule that would be overdue at once is refused unless it checks in too`()
        async throws
    {
        let net = try await household()
        await net.pass(.minutes(30))
        let edit = People.SetUser.Parameters(
            user: "ana", checkInInterval: 1200, reminders: [])
        #expect(try await net.refusal(People.SetUser.self, edit) == "WouldBeOverdue")
        #expect(try await net.user("ana").checkInInterval == 3600)
        var checking = edit
        checking.checkIn = true
        let changed = try await net.call(People.SetUser.self, checking)
        #expect(changed.changed)
        #expect(changed.user.timeRemaining == 1200)
    }

    @Test func `a reminder that waits while its deadline is moved names the new one when it comes`()
        async throws
    {
        let net = try await household()
        var sender = try await Sender(net)
        for job in try await sender.next(4) { try await sender.deliver(job) }
        await net.pass(.minutes(40))
        let first = try await sender.next()
        #expect(try await sender.begin(first) == nil)
        try await sender.report(first, delivered: false)
        // Due a quarter of an hour earlier, in five minutes.
        _ = try await net.call(
            People.SetUser.self, .init(user: "ana", checkInInterval: 2700, reminders: [1200, 240]))
        let second = try await sender.next()
        #expect(second.kind == "reminder")
        #expect(second.title != first.title)
        #expect(second.notification != first.notification)
        try await sender.deliver(second)
        await net.pass(.minutes(1))
        #expect(try await sender.next().kind == "reminder")
        let states = try await net.notices(to: "ana").filter { $0.kind == .reminder }
            .flatMap(\.deliveries).map(\.state)
        #expect(states == [.withdrawn, .delivered, .pending])
    }

    @Test func `a reminder that has come by one channel is not told anew for another's sake`()
        async throws
    {
        let net = try await household()
        try await net.addChannel("mailto:ana2@example.org", to: "ana")
        var sender = try await Sender(net)
        for job in try await sender.next(4) { try await sender.deliver(job) }
        await net.pass(.minutes(40))
        let reminders = try await sender.next(2)
        try await sender.deliver(reminders[0])
        #expect(try await sender.begin(reminders[1]) == nil)
        try await sender.report(reminders[1], delivered: false)
        _ = try await net.call(
            People.SetUser.self, .init(user: "ana", checkInInterval: 2700, reminders: [1200, 240]))
        await net.pass(.seconds(30))
        let told = try await net.notices(to: "ana").filter { $0.kind == .reminder }
        #expect(told.count == 1)
    }

    @Test func `an outage does not move since when somebody has been non-responsive`() async throws
    {
        let net = try await household()
        await net.pass(.hours(2))
        let before = try await net.user("ana").nonResponsiveAt
        await net.suspend(.hours(3))
        #expect(try await net.user("ana").status == .nonResponsive)
        #expect(try await net.user("ana").nonResponsiveAt == before)
    }

    @Test func `an edit that changes nothing writes nothing`() async throws {
        let net = try await household()
        let before = try await net.events()
        let same = try await net.call(
            People.SetUser.self, .init(user: "ana", name: "Ana", checkInInterval: 3600))
        #expect(!same.changed)
        #expect(try await net.events() == before)
    }

    @Test func `who never checks in is a problem after one interval, told once`() async throws {
        var settings = Settings()
        settings.operators = ["ben"]
        let net = try await Net(settings)
        try await net.add("ben", interval: .days(30))
        try await net.add("carla", interval: .days(30))
        try await net.add("dora", interval: .hours(1), checksIn: false)
        try await net.tie("dora", to: "carla")
        await net.pass(.hours(1))
        #expect(try await net.user("dora").status == .waiting)
        #expect(try await net.problems().contains("neverCheckedIn"))
        await net.pass(.hours(3))
        #expect(try await net.kinds(to: "carla") == ["contactAdded", "system"])
        let told = try await net.notices(to: "ben").filter { $0.about == "dora" }
        #expect(told.map(\.kind) == [.system])
        try await net.checkIn("dora")
        #expect(try await !net.problems().contains("neverCheckedIn"))
    }

    @Test func `an incident that nobody can be told of is told to the operators at once`()
        async throws
    {
        var settings = Settings()
        settings.operators = ["ben"]
        let net = try await Net(settings)
        try await net.add("ben", interval: .days(30))
        try await net.add("dora", interval: .hours(1))
        await net.pass(.hours(1))
        #expect(try await net.problems().contains("nobodyToTell"))
        #expect(try await net.notices(to: "ben").compactMap(\.about) == ["dora"])
        try await net.add("emil", interval: .days(30), channel: "mailto:e@example.org")
        try await net.tie("dora", to: "emil")
        #expect(try await !net.problems().contains("nobodyToTell"))
        #expect(try await net.kinds(to: "emil") == ["contactAdded", "nonResponsive"])
    }

    @Test func `five minutes without anybody reached is told to the operators`() async throws {
        var settings = Settings()
        settings.operators = ["dora"]
        let net = try await Net(settings)
        try await net.add("dora", interval: .days(30))
        try await net.add("ana", interval: .hours(1))
        try await net.add("ben", interval: .days(30), channel: "mailto:b@example.org")
        try await net.tie("ana", to: "ben")
        await net.pass(.minutes(65) - Span(milliseconds: 1))
        #expect(try await !net.problems().contains("nobodyReached"))
        await net.pass(Span(milliseconds: 1))
        #expect(try await net.problems().contains("nobodyReached"))
        #expect(try await net.notices(to: "dora").contains { $0.about == "ana" })
    }
}
