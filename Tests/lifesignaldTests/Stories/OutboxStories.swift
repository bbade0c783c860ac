import GRDB
import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// What senders see, through the socket.
struct OutboxStories {
    /// Ana with an hour; ben looks out for her.
    private func household(_ settings: Settings = Settings()) async throws -> Net {
        let net = try await Net(settings)
        try await net.add(
            "ana", interval: .hours(1), reminders: [.minutes(10)],
            channel: "mailto:ana@example.org")
        try await net.add("ben", interval: .days(30), channel: "mailto:ben@example.org")
        return net
    }

    private func state(_ net: Net, _ delivery: String) throws -> String {
        let states: [String] = try net.store.all(
            "SELECT state FROM deliveries WHERE id = ?", [delivery])
        return states.first ?? "none"
    }

    @Test func `alarms go first, then the oldest`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        await net.pass(.hours(1))
        await net.pass(.seconds(1))
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        var sender = try await Sender(net)
        let jobs = try await sender.next(5)
        #expect(
            jobs.map(\.kind) == [
                "nonResponsive", "nonResponsive", "alertRaised", "contactAdded", "contactAdded",
            ])
        #expect(jobs.map(\.attempt) == [1, 1, 1, 1, 1])
        #expect(jobs[0].address == "mailto:ben@example.org")
        #expect(jobs[0].to == "ben")
        #expect(jobs[0].about == "ana")
        #expect(jobs[0].incident != nil)
        #expect(jobs[3].incident == nil)
    }

    @Test func `a delivery that is made while a sender waits comes at once`() async throws {
        let net = try await household()
        var sender = try await Sender(net)
        try await net.tie("ana", to: "ben")
        #expect(try await sender.next(2).map(\.to).sorted() == ["ana", "ben"])
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        #expect(try await sender.next().kind == "alertRaised")
    }

    @Test func `delivered: attempts, channel and notification say so`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        let jobs = try await sender.next(2)
        #expect(try await net.status().pendingDeliveries == 2)
        for job in jobs { try await sender.deliver(job) }
        #expect(try await net.status().pendingDeliveries == 0)
        let notice = try #require(try await net.notices(to: "ben").first)
        #expect(notice.deliveries.map(\.state) == [.delivered])
        #expect(notice.deliveries[0].attempts.map(\.detail) == ["250 OK"])
        #expect(notice.deliveries[0].attempts.map(\.delivered) == [true])
        let channel = try await net.list(People.ListChannels.self, .init(user: "ben")).first?
            .channel
        #expect(channel?.lastSuccess == net.clock.now.rfc3339)
        #expect(channel?.lastDetail == "250 OK")
        #expect(try await net.user("ana").protected)
    }

    @Test func `a channel tells what came of its last attempt, and why`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        for (job, detail) in zip(try await sender.next(2), ["451 later", "550 no such user"]) {
            #expect(try await sender.begin(job) == nil)
            try await sender.report(job, delivered: false, detail: detail)
        }
        var details: Set<String?> = []
        for handle in ["ana", "ben"] {
            let channels = try await net.list(People.ListChannels.self, .init(user: handle))
            details.insert(channels.first?.channel?.lastDetail)
        }
        #expect(details == ["451 later", "550 no such user"])
    }

    @Test func `a job says whether only its user reads its channel`() async throws {
        let net = try await household()
        try await net.add("carla", channel: "ntfys://ntfy.example.org/carla")
        try await net.tie("ana", to: "carla")
        var sender = try await Sender(net)
        let jobs = try await sender.next(2)
        #expect(jobs.first { $0.to == "ana" }?.private == true)
        #expect(jobs.first { $0.to == "carla" }?.private == false)
    }

    @Test func `a window bounds what a stream holds, a report makes room`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        var sender = try await Sender(net, window: 1)
        let first = try await sender.next()
        #expect(first.kind == "alertRaised")
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 1)
        try await sender.deliver(first)
        let second = try await sender.next()
        #expect(second.kind == "contactAdded")
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 1)
    }

    @Test func `a failure that comes when another is at it already does not count`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var first = try await Sender(net)
        let job = try await first.next()
        #expect(try await first.begin(job) == nil)
        try await first.end()
        var second = try await Sender(net)
        let again = try await second.next()
        #expect(again.delivery == job.delivery && again.attempt == job.attempt + 1)
        #expect(try await second.begin(again) == nil)
        try await second.report(job, delivered: false, permanent: true)
        #expect(
            try net.store.all("SELECT count(*) FROM deliveries WHERE state = 'failed'") == [0])
        try await second.report(again, delivered: false, permanent: true)
        #expect(
            try net.store.all("SELECT count(*) FROM deliveries WHERE state = 'failed'") == [1])
    }

    @Test func `a stream that ends gives its jobs to the next at once`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var first = try await Sender(net)
        let jobs = try await first.next(2)
        #expect(try await first.begin(jobs[0]) == nil)
        try await first.end()
        var second = try await Sender(net)
        let again = try await second.next(2)
        #expect(Set(again.map(\.delivery)) == Set(jobs.map(\.delivery)))
        #expect(again.first { $0.delivery == jobs[0].delivery }?.attempt == 2)
        #expect(again.first { $0.delivery == jobs[1].delivery }?.attempt == 1)
    }

    @Test func `what a stream has given back can't be begun for it any more`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var gone = try await Sender(net)
        let job = try await gone.next()
        try await gone.end()
        #expect(try await gone.begin(job) == "Withdrawn")
        #expect(try state(net, job.delivery) == "pending")
        var sender = try await Sender(net)
        let again = try await sender.next(2).first { $0.delivery == job.delivery }
        #expect(try await sender.begin(try #require(again)) == nil)
    }

    @Test func `a job that is not reported within its lease is offered again`() async throws {
        let net = try await household()
        _ = try await net.call(
            People.AddResponder.self, .init(dependent: "ana", responder: "ben"))
        var sender = try await Sender(net, lease: 10)
        let jobs = try await sender.next(2)
        for job in jobs { #expect(try await sender.begin(job) == nil) }
        await net.pass(.seconds(10) - Span(milliseconds: 1))
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 2)
        await net.pass(Span(milliseconds: 1))
        let again = try await sender.next(2)
        #expect(Set(again.map(\.delivery)) == Set(jobs.map(\.delivery)))
        #expect(again.map(\.attempt) == [2, 2])
        // A late success counts, a late failure does not.
        try await sender.report(jobs[0], delivered: true)
        #expect(try state(net, jobs[0].delivery) == "delivered")
        let before = try await net.notices(to: jobs[1].to)
        try await sender.report(jobs[1], delivered: false, permanent: true)
        #expect(try state(net, jobs[1].delivery) == "pending")
        #expect(try await net.notices(to: jobs[1].to) == before)
    }

    @Test func `what its cause's end makes pointless is withdrawn, also while it is held`()
        async throws
    {
        let net = try await household()
        await net.pass(.minutes(50))
        var sender = try await Sender(net)
        let reminder = try await sender.next()
        #expect(reminder.kind == "reminder")
        try await net.checkIn("ana")
        #expect(try await sender.begin(reminder) == "Withdrawn")
        #expect(try state(net, reminder.delivery) == "withdrawn")
    }

    @Test func `an attempt under way when its cause ends may succeed, and is not tried again`()
        async throws
    {
        let net = try await household()
        await net.pass(.minutes(50))
        var sender = try await Sender(net)
        let first = try await sender.next()
        #expect(try await sender.begin(first) == nil)
        try await net.checkIn("ana")
        #expect(try state(net, first.delivery) == "pending")
        try await sender.report(first, delivered: false, detail: "timed out")
        #expect(try state(net, first.delivery) == "withdrawn")
        await net.pass(.minutes(50))
        let second = try await sender.next()
        #expect(try await sender.begin(second) == nil)
        try await net.checkIn("ana")
        try await sender.report(second, delivered: true)
        #expect(try state(net, second.delivery) == "delivered")
    }

    @Test func `failures are retried with growing pauses, and given up after the time connected`()
        async throws
    {
        var settings = Settings()
        settings.retryFor = .hours(1)
        let net = try await household(settings)
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        let jobs = try await sender.next(2)
        let job = try #require(jobs.first { $0.to == "ben" })
        try await sender.deliver(try #require(jobs.first { $0.to == "ana" }))
        #expect(try await sender.begin(job) == nil)
        try await sender.report(job, delivered: false, detail: "451 later")
        let waits: [Int64] = try net.store.all(
            "SELECT nextAttempt FROM deliveries WHERE id = ?", [job.delivery])
        let pause = waits[0] - net.clock.now.milliseconds
        #expect((5000...6667).contains(pause))
        await net.pass(Span(milliseconds: pause))
        var again = try await sender.next()
        #expect(again.delivery == job.delivery)
        #expect(again.attempt == 2)
        #expect(try await sender.begin(again) == nil)
        try await sender.report(again, delivered: false, retryAfter: 100)
        await net.pass(.seconds(99))
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 0)
        await net.pass(.seconds(1))
        again = try await sender.next()
        #expect(again.attempt == 3)
        // Without a sender the time does not count.
        try await sender.end()
        for _ in 1...3 {
            await net.pass(.minutes(49))
            try await net.checkIn("ana")
        }
        sender = try await Sender(net)
        again = try await sender.next()
        #expect(again.delivery == job.delivery)
        #expect(try await sender.begin(again) == nil)
        try await sender.report(again, delivered: false)
        #expect(try state(net, job.delivery) == "pending")
        await net.pass(.minutes(49))
        try await net.checkIn("ana")
        await net.pass(.minutes(11))
        again = try await sender.next()
        #expect(try await sender.begin(again) == nil)
        try await sender.report(again, delivered: false)
        #expect(try state(net, job.delivery) == "failed")
    }

    @Test func `a permanent refusal fails at once, is a problem, and solved by the next success`()
        async throws
    {
        var settings = Settings()
        settings.operators = ["ana"]
        let net = try await Net(settings)
        try await net.add("ana", channel: "mailto:ana@example.org")
        try await net.add("ben", channel: "mailto:ben@example.org")
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        let jobs = try await sender.next(2)
        let job = try #require(jobs.first { $0.to == "ben" })
        try await sender.deliver(try #require(jobs.first { $0.to == "ana" }))
        #expect(try await sender.begin(job) == nil)
        try await sender.report(job, delivered: false, detail: "550 no such user", permanent: true)
        #expect(try state(net, job.delivery) == "failed")
        #expect(try await net.status().failedDeliveries == 1)
        #expect(try await net.problems().contains("deliveryFailed"))
        #expect(try await net.events("ben").map(\.kind).contains("deliveryFailed"))
        #expect(try await !net.kinds(to: "ana").contains("system"))
        await net.pass(.minutes(5))
        #expect(try await net.kinds(to: "ana").contains("system"))
        let text = try await net.status().problems.first { $0.code == "deliveryFailed" }?.text
        #expect(text?.contains("ben@") == false)

        let system = try await sender.next()
        try await sender.deliver(system)
        let channels = try await net.list(People.ListChannels.self, .init(user: "ben"))
        let id = try #require(channels.first?.channel?.id)
        // On a connection of its own, since it is answered after the sender's calls.
        let other = try await net.connect()
        let test = Task { try await other.call(People.TestChannel.self, .init(id: id)) }
        let job2 = try await sender.next()
        #expect(job2.kind == "test")
        try await sender.deliver(job2)
        let answer = try await test.value
        #expect(answer.delivered)
        #expect(answer.detail == "250 OK")
        #expect(try await net.status().failedDeliveries == 0)
        #expect(try await !net.problems().contains("deliveryFailed"))
    }

    /// Ana calls for help, and Ben's channel refuses to tell him.
    private func givenUpAlarm(_ net: Net, _ sender: inout Sender) async throws -> Sender.Job {
        try await net.tie("ana", to: "ben")
        for job in try await sender.next(2) { try await sender.deliver(job) }
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        let alarm = try await sender.next()
        #expect(try await sender.begin(alarm) == nil)
        try await sender.report(alarm, delivered: false, permanent: true)
        #expect(try state(net, alarm.delivery) == "failed")
        return alarm
    }

    /// Ben's channel works again: he hears of something else by it.
    private func tellOtherwise(_ net: Net, _ sender: inout Sender) async throws {
        try await net.add("carla")
        try await net.tie("carla", to: "ben")
        try await sender.deliver(try await sender.next())
    }

    @Test func `a refused alarm is tried hourly as long as its incident lasts`() async throws {
        let net = try await household()
        var sender = try await Sender(net)
        let alarm = try await givenUpAlarm(net, &sender)
        try await net.checkIn("ana")
        await net.pass(.minutes(50))
        let reminder = try await sender.next()
        #expect(reminder.kind == "reminder")
        try await sender.deliver(reminder)
        try await net.checkIn("ana")
        await net.pass(.minutes(10))
        let kinds = try await sender.next(2)
        #expect(Set(kinds.map(\.kind)) == ["alertRaised"])
        #expect(kinds.contains { $0.delivery == alarm.delivery && $0.attempt == 2 })
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        #expect(try await sender.begin(kinds[0]) == "Withdrawn")
        await net.pass(.hours(1))
        let open: [Int] = try net.store.all(
            """
            SELECT count(*) FROM deliveries d JOIN notifications n ON n.sequence = d.notification
            WHERE n.kind = 'alertRaised' AND d.nextAttempt IS NOT NULL
            """)
        #expect(open == [0])
    }

    @Test func `what failed before its channel worked has not failed anew when its incident ends`()
        async throws
    {
        let net = try await household()
        var sender = try await Sender(net)
        _ = try await givenUpAlarm(net, &sender)
        #expect(try await net.status().failedDeliveries == 1)
        await net.pass(.minutes(50))
        try await sender.deliver(try await sender.next())
        #expect(try await net.status().failedDeliveries == 1)
        try await tellOtherwise(net, &sender)
        #expect(try await net.status().failedDeliveries == 0)
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        #expect(try await net.status().failedDeliveries == 0)
    }

    @Test func `an alarm that fails once more after its channel worked has failed anew`()
        async throws
    {
        let net = try await household()
        var sender = try await Sender(net)
        let alarm = try await givenUpAlarm(net, &sender)
        try await tellOtherwise(net, &sender)
        #expect(try await net.status().failedDeliveries == 0)
        // It waits no longer where something was taken.
        let again = try await sender.next()
        #expect(again.delivery == alarm.delivery)
        #expect(try await sender.begin(again) == nil)
        #expect(try await net.status().failedDeliveries == 0)
        try await sender.report(again, delivered: false)
        #expect(try await net.status().failedDeliveries == 1)
    }

    @Test func `an attempt that fails after its incident has ended is no failure`() async throws {
        let net = try await household()
        var sender = try await Sender(net)
        let alarm = try await givenUpAlarm(net, &sender)
        try await tellOtherwise(net, &sender)
        // It waits no longer where something was taken.
        let again = try await sender.next()
        #expect(again.delivery == alarm.delivery)
        #expect(try await sender.begin(again) == nil)
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        try await sender.report(again, delivered: false)
        #expect(try await net.status().failedDeliveries == 0)
        #expect(try await !net.problems().contains("deliveryFailed"))
    }

    @Test func `what failed a week ago is neither a problem nor counted any more`() async throws {
        let net = try await household()
        var sender = try await Sender(net)
        _ = try await givenUpAlarm(net, &sender)
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        await net.pass(.days(7) - .minutes(1))
        #expect(try await net.problems().contains("deliveryFailed"))
        #expect(try await net.status().failedDeliveries == 1)
        await net.pass(.minutes(2))
        #expect(try await !net.problems().contains("deliveryFailed"))
        #expect(try await net.status().failedDeliveries == 0)
    }

    @Test func `a success that is reported late is that of its own attempt`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        let jobs = try await sender.next(2)
        let first = try #require(jobs.first { $0.to == "ben" })
        #expect(try await sender.begin(first) == nil)
        try await sender.report(first, delivered: false, detail: "did not answer in time")
        await net.pass(.minutes(1))
        let again = try await sender.next()
        #expect(again.delivery == first.delivery)
        #expect(try await sender.begin(again) == nil)
        try await sender.report(first, delivered: true, detail: "250 OK")
        try await sender.report(again, delivered: false, detail: "451 later")
        let attempts = try await net.notices(to: "ben")[0].deliveries[0].attempts
        #expect(attempts.map(\.delivered) == [true, false])
        #expect(attempts.map(\.detail) == ["250 OK", "451 later"])
    }

    @Test func `what failed on a channel that is gone is nobody's`() async throws {
        let net = try await household()
        var sender = try await Sender(net)
        _ = try await givenUpAlarm(net, &sender)
        #expect(try await net.status(by: .account("ben")).failedDeliveries == 1)
        let channels = try await net.list(People.ListChannels.self, .init(user: "ben"))
        let id = try #require(channels.first?.channel?.id)
        _ = try await net.call(People.RemoveChannel.self, .init(id: id), by: .account("ben"))
        #expect(try await net.status(by: .account("ben")).failedDeliveries == 0)
        #expect(try await net.status().failedDeliveries == 0)
    }

    @Test func `an alertCleared never arrives before its alertRaised`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        for job in try await sender.next(2) { try await sender.deliver(job) }
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        let raised = try await sender.next()
        #expect(try await sender.begin(raised) == nil)
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 1)
        // Nor does it count as one that nobody takes.
        await net.pass(.seconds(45))
        #expect(try await sender.begin(raised) == "Withdrawn")
        await net.pass(.seconds(45))
        #expect(try await net.status().health == .healthy)
        try await sender.report(raised, delivered: true)
        let cleared = try await sender.next()
        #expect(cleared.kind == "alertCleared")
        #expect(cleared.incident == raised.incident)
    }

    @Test func `recovered goes to exactly those channels where an attempt was begun`() async throws
    {
        let net = try await household()
        try await net.addChannel("mailto:ben2@example.org", to: "ben")
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        for job in try await sender.next(3) { try await sender.deliver(job) }
        await net.pass(.minutes(50))
        try await sender.deliver(try await sender.next())
        await net.pass(.minutes(10))
        let alarms = try await sender.next(3).filter { $0.to == "ben" }
        #expect(alarms.count == 2)
        #expect(try await sender.begin(alarms[1]) == nil)
        try await sender.report(alarms[1], delivered: false)
        try await net.checkIn("ana")
        let recovered = try await sender.next()
        #expect(recovered.kind == "recovered")
        #expect(recovered.address == alarms[1].address)
        let deliveries: [Int] = try net.store.all(
            """
            SELECT count(*) FROM deliveries d JOIN notifications n ON n.sequence = d.notification
            WHERE n.kind = 'recovered'
            """)
        #expect(deliveries == [1])
    }

    @Test func `a channel that others read carries nothing`() async throws {
        let net = try await Net()
        try await net.add("ana", note: "Key at Dora's.", phone: "+49301234")
        try await net.add("ben", channel: "ntfy://ntfy.example.org/our-topic")
        try await net.tie("ana", to: "ben")
        _ = try await net.call(
            People.RaiseAlert.self, .init(message: "in the cellar"), by: .account("ana"))
        var sender = try await Sender(net)
        let jobs = try await sender.next(2)
        #expect(jobs.map(\.title) == ["LifeSignal: call ana now", "LifeSignal: news about ana"])
        for job in jobs {
            let text = job.title + job.body
            for secret in ["Ana", "Ben", "Dora", "4930", "cellar", "2026", "08:"] {
                #expect(!text.contains(secret), "\(secret) in \(text)")
            }
            #expect(job.body.contains("lifesignalctl status ana"))
        }
    }

    @Test func `nobody but a sender sees an address, or anything of the outbox`() async throws {
        let net = try await household()
        try await net.addChannel("ntfys://user:word@ntfy.example.org/secret-topic", to: "ben")
        let shown = try await net.list(People.ListChannels.self, .init(user: "ben"))
            .compactMap(\.channel?.address)
        #expect(shown.allSatisfy { !$0.contains("secret") && !$0.contains("word") })
        for caller in [FakeAccounts.Caller.admin, .account("ben"), .account("nobody")] {
            let refused = try await net.refusal(
                LifeSignalAPI.Outbox.Begin.self, .init(delivery: "x"), by: caller)
            #expect(refused == "PermissionDenied")
        }
        #expect(
            try await net.refusal(
                LifeSignalAPI.Outbox.Begin.self, .init(delivery: "x"), by: .sender)
                == "NoSuchDelivery")
    }

    @Test func `without a sender deliveries wait, and GetStatus says so`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        #expect(try await net.status().health == .healthy)
        // It may be on its way, as the daemon has just been started.
        #expect(try await !net.problems().contains("senderMissing"))
        await net.pass(.seconds(10))
        #expect(try await net.problems().contains("senderMissing"))
        await net.pass(.seconds(51))
        let status = try await net.status()
        #expect(status.health == .degraded)
        #expect(status.problems.contains { $0.code == "notTaken" })
        var sender = try await Sender(net)
        _ = try await sender.next(2)
        #expect(try await net.status().health == .healthy)
        #expect(try await !net.problems().contains("senderMissing"))
    }

    @Test func `a sender that does nothing with what it was given is no sender`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        let jobs = try await sender.next(2)
        await net.pass(.seconds(61))
        #expect(try await net.status().health == .degraded)
        #expect(try await net.problems().contains("notTaken"))
        // Its leases run out, and what they were for is given to it once more.
        await net.pass(.seconds(60))
        #expect(try await Set(sender.next(2).map(\.delivery)) == Set(jobs.map(\.delivery)))
        #expect(try await net.status().health == .degraded)
        for job in jobs { try await sender.deliver(job) }
        #expect(try await net.status().health == .healthy)
        await net.pass(.minutes(10))
        #expect(try await net.status().health == .healthy)
    }

    @Test func `nothing is expected of a silent sender once what it had is true no more`()
        async throws
    {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        for job in try await sender.next(2) { _ = try await sender.begin(job) }
        // Withdrawn while it is at them; its leases run out after that.
        await net.pass(.seconds(61))
        for user in ["ana", "ben"] {
            _ = try await net.call(People.RemoveUser.self, .init(user: user, force: true))
        }
        await net.pass(.minutes(2))
        #expect(try await net.status().health == .healthy)
        #expect(try await !net.problems().contains("notTaken"))
    }

    @Test func `nor because of something else that waits for its next attempt`() async throws {
        let net = try await household()
        var sender = try await Sender(net)
        let alarm = try await givenUpAlarm(net, &sender)
        try await net.add("cara", channel: "mailto:cara@example.org")
        try await net.tie("cara", to: "ana")
        for job in try await sender.next(2) { _ = try await sender.begin(job) }
        await net.pass(.seconds(61))
        _ = try await net.call(People.RemoveUser.self, .init(user: "cara", force: true))
        try await sender.deliver(try await sender.next())
        await net.pass(.minutes(3))
        #expect(try state(net, alarm.delivery) == "failed")
        #expect(try await net.status().health == .healthy)
    }

    @Test func `what was said of a tie before is withdrawn by what is said of it last`()
        async throws
    {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        try await net.tie("ben", to: "ana")
        _ = try await net.call(
            People.RemoveResponder.self, .init(dependent: "ana", responder: "ben"))
        // The other way round they still look out for each other.
        #expect(
            try waiting(net) == [
                "ana: Ben no longer looks out for you", "ana: You now look out for Ben",
                "ben: Ana now looks out for you", "ben: You no longer look out for Ana",
            ])
        try await net.tie("ana", to: "ben")
        #expect(
            try waiting(net) == [
                "ana: Ben now looks out for you", "ana: You now look out for Ben",
                "ben: Ana now looks out for you", "ben: You now look out for Ana",
            ])
    }

    /// What has an attempt ahead, by whom it is for and its title, sorted by the former.
    private func waiting(_ net: Net) throws -> [String] {
        try net.store.all(
            """
            SELECT u.handle || ': ' || n.title FROM deliveries d
            JOIN notifications n ON n.sequence = d.notification JOIN users u ON u.id = n.recipient
            WHERE d.nextAttempt IS NOT NULL ORDER BY u.handle, n.title
            """)
    }

    @Test func `what has waited for long is not hidden by an alarm that has just come`()
        async throws
    {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        await net.pass(.seconds(61))
        #expect(try await net.status().health == .degraded)
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        #expect(try await net.status().health == .degraded)
        #expect(try await net.problems().isSuperset(of: ["notTaken", "senderMissing"]))
    }

    @Test func `deliveries that wait behind a full window are seen, and an alarm has room there`()
        async throws
    {
        let net = try await household()
        var sender = try await Sender(net, lease: 600, window: 8)
        for number in 0..<8 {
            try await net.add("user\(number)", channel: "https://host\(number).example.org/x")
            try await net.tie("user\(number)", to: "ben")
        }
        _ = try await sender.next(7)
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 7)
        await net.pass(.seconds(61))
        #expect(try await net.status().problems.contains { $0.code == "notTaken" })
        try await net.tie("ana", to: "ben")
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        #expect(try await sender.next().kind == "alertRaised")
    }

    // MARK: A server that hangs

    /// So many users with channels on one server, each of which has a notice, beside ana and ben.
    private func crowd(_ count: Int, _ net: Net) async throws {
        for number in 0..<count {
            try await net.add("user\(number)", channel: "ntfy://slow.example.org/topic\(number)")
            try await net.tie("user\(number)", to: "ana")
        }
        // What ana is told of it goes elsewhere.
        var sender = try await Sender(net, window: 1024)
        for _ in 0..<2 * count {
            let job = try await sender.next()
            if job.to == "ana" { try await sender.deliver(job) }
        }
        try await sender.end()
    }

    @Test func `a server may have no more than it leaves to others, and is no problem of ours`()
        async throws
    {
        let net = try await household()
        try await crowd(40, net)
        var sender = try await Sender(net, lease: 600, window: 64)
        let held = try await sender.next(28)
        #expect(held.allSatisfy { $0.address.contains("slow") })
        await net.pass(.seconds(31))
        #expect(try await sender.begin(held[0]) == nil)
        await net.pass(.seconds(30))
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 28)
        #expect(try await !net.status().problems.contains { $0.code == "notTaken" })
        #expect(try await net.status().health == .healthy)
        try await net.tie("ana", to: "ben")
        #expect(try await Set(sender.next(2).map(\.to)) == ["ana", "ben"])
    }

    @Test func `room at a server goes to the channel that has waited longest`() async throws {
        let net = try await household()
        try await crowd(40, net)
        var sender = try await Sender(net, lease: 600, window: 64)
        var jobs = try await sender.next(28)
        // Its next notice waits behind the other channels.
        _ = try await net.call(
            People.SendPing.self, .init(recipient: jobs[0].to), by: .account("ana"))
        for number in 28..<40 {
            try await sender.deliver(jobs.removeFirst())
            #expect(try await sender.next().to == "user\(number)")
        }
        while !jobs.isEmpty { try await sender.deliver(jobs.removeFirst()) }
        #expect(try await sender.next().kind == "ping")
    }

    @Test func `what one sender holds of a server takes nothing from another's window`()
        async throws
    {
        let net = try await household()
        try await crowd(4, net)
        var first = try await Sender(net, lease: 600, window: 1)
        _ = try await first.next()
        var second = try await Sender(net, lease: 600, window: 1)
        #expect(try await second.next().address.contains("slow"))
    }

    @Test func `a channel where room was made does not go before what is older elsewhere`()
        async throws
    {
        let net = try await household()
        for name in ["carla", "dora", "emil"] {
            try await net.add(name)
            try await net.tie(name, to: "ben")
        }
        try await net.add("fay", channel: "exec:fay")
        try await net.tie("fay", to: "ana")
        try await net.add("gus")
        try await net.tie("gus", to: "ben")
        var sender = try await Sender(net, lease: 600, window: 1)
        var order: [String] = []
        for _ in 0..<6 {
            let job = try await sender.next()
            order.append(job.to)
            try await sender.deliver(job)
        }
        #expect(order.filter { $0 == "ben" }.count == 4 && order.last == "ben", "\(order)")
    }

    @Test func `an alarm to a server that hangs has room there`() async throws {
        let net = try await household()
        try await crowd(40, net)
        var sender = try await Sender(net, lease: 600, window: 64)
        _ = try await sender.next(28)
        try await net.tie("ana", to: "user7")
        _ = try await sender.next()
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        let alarm = try await sender.next()
        #expect(alarm.kind == "alertRaised" && alarm.to == "user7")
    }

    @Test func `looking for the next costs the same however much waits`() async throws {
        let net = try await household()
        try await crowd(300, net)
        let rows = Rows()
        var sender = try await Sender(net, lease: 600, window: 8)
        let held = try await sender.next(3)
        try await net.engine.read { turn in
            turn.db.database.trace { event in
                if case .statement(let statement) = event,
                    statement.sql.contains("FROM deliveries d")
                {
                    rows.statements += 1
                }
            }
        }
        try await sender.deliver(held[0])
        _ = try await sender.next()
        #expect(rows.statements < 20, "\(rows.statements) statements")
    }

    private final class Rows: @unchecked Sendable { var statements = 0 }

    @Test
    func
        `what waits behind a full server is looked through in several rounds, and then the next is found`()
        async throws
    {
        let net = try await household()
        try await crowd(300, net)
        try await net.tie("ana", to: "ben")
        let pages = Pages()
        try await net.engine.read { turn in
            turn.db.database.trace { event in
                guard case .statement(let statement) = event else { return }
                if statement.sql == "BEGIN" { pages.ofRound = 0 }
                if statement.expandedSQL.hasSuffix("LIMIT 64") { pages.count() }
            }
        }
        var sender = try await Sender(net, lease: 600, window: 64)
        let held = try await sender.next(28)
        #expect(held.allSatisfy { $0.address.contains("slow") })
        #expect(try await Set(sender.next(2).map(\.to)) == ["ana", "ben"])
        #expect(pages.all >= 4)
        // The first is of alarms, of which there are none.
        #expect(pages.mostOfRound == 1 + OutboxOffer.mostInOneRound / 64)
    }

    /// Of deliveries that are due, as they are looked for.
    private final class Pages: @unchecked Sendable {
        var ofRound = 0
        var (all, mostOfRound) = (0, 0)

        func count() {
            (all, ofRound) = (all + 1, ofRound + 1)
            mostOfRound = max(mostOfRound, ofRound)
        }
    }

    // MARK: The order on one channel

    /// Ben has been told that ana calls for help, and can't be told that it is over.
    private func clearedInVain() async throws -> (net: Net, sender: Sender, cleared: Sender.Job) {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        for job in try await sender.next(2) { try await sender.deliver(job) }
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        try await sender.deliver(try await sender.next())
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        let cleared = try await sender.next()
        #expect(cleared.kind == "alertCleared")
        return (net, sender, cleared)
    }

    @Test func `that it is over is not said any more when somebody needs help again`() async throws
    {
        var (net, sender, cleared) = try await clearedInVain()
        #expect(try await sender.begin(cleared) == nil)
        try await sender.report(cleared, delivered: false, detail: "503")
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        try await sender.deliver(try await sender.next())
        await net.pass(.minutes(10))
        #expect(try state(net, cleared.delivery) == "withdrawn")
        // The end of that is said.
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        let second = try await sender.next()
        #expect(second.kind == "alertCleared")
        #expect(second.incident != cleared.incident)
    }

    @Test func `the end that waits for one that is not said any more goes then`() async throws {
        var (net, sender, cleared) = try await clearedInVain()
        #expect(try await sender.begin(cleared) == nil)
        try await sender.report(cleared, delivered: false, detail: "503")
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        try await sender.deliver(try await sender.next())
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        await net.pass(.minutes(10))
        let second = try await sender.next()
        #expect(second.kind == "alertCleared")
        #expect(second.incident != cleared.incident)
        #expect(try state(net, cleared.delivery) == "withdrawn")
    }

    @Test func `what a sender has taken of an end before is not begun either`() async throws {
        var (net, sender, cleared) = try await clearedInVain()
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        #expect(try await sender.begin(cleared) == "Withdrawn")
        let alarm = try await sender.next()
        #expect(alarm.kind == "alertRaised")
        // Nothing has been said of the new call there: the end of the one before still has to be.
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        let first = try await sender.next()
        #expect(first.incident == cleared.incident)
        try await sender.deliver(first)
        #expect(try await sender.next().incident == alarm.incident)
    }

    @Test func `silence makes the end of a silence before untrue as well`() async throws {
        let net = try await Net()
        try await net.add("ana", interval: .hours(1), channel: "mailto:ana@example.org")
        try await net.add("ben", interval: .days(30), channel: "mailto:ben@example.org")
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        for job in try await sender.next(2) { try await sender.deliver(job) }
        await net.pass(.hours(1))
        await net.pass(.seconds(1))
        var kinds: [String] = []
        for _ in 0..<2 {
            let job = try await sender.next()
            kinds.append(job.kind)
            try await sender.deliver(job)
        }
        #expect(kinds == ["nonResponsive", "nonResponsive"])
        _ = try await net.call(People.CheckIn.self, .init(), by: .account("ana"))
        var ends: [Sender.Job] = []
        for job in try await sender.next(2) {
            #expect(job.kind == "recovered")
            #expect(try await sender.begin(job) == nil)
            try await sender.report(job, delivered: false, detail: "429", retryAfter: 4000)
            ends.append(job)
        }
        await net.pass(.hours(1))
        await net.pass(.seconds(1))
        for job in try await sender.next(2) {
            #expect(job.kind == "nonResponsive")
            try await sender.deliver(job)
        }
        await net.pass(.minutes(10))
        for job in ends { #expect(try state(net, job.delivery) == "withdrawn") }
    }

    @Test func `changes of a schedule are told in the order in which they came`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        for job in try await sender.next(2) { try await sender.deliver(job) }
        func longer(_ hours: Int64) async throws {
            _ = try await net.call(
                People.SetUser.self, .init(user: "ana", checkInInterval: hours * 3600))
        }
        try await longer(2)
        let first = try await sender.next()
        #expect(first.kind == "scheduleChanged")
        #expect(try await sender.begin(first) == nil)
        try await sender.report(first, delivered: false, detail: "503")
        try await longer(3)
        await net.pass(.seconds(10))
        let again = try await sender.next()
        #expect(again.delivery == first.delivery)
        try await sender.deliver(again)
        let second = try await sender.next()
        #expect(second.kind == "scheduleChanged")
        #expect(second.delivery != first.delivery)
    }

    @Test func `of two ends the one that was written last is read last`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        await net.pass(.hours(1))
        await net.pass(.seconds(1))
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        var sender = try await Sender(net)
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        let cleared = try await sender.next(to: ["ben"], kind: "alertCleared")
        #expect(cleared.title.contains("has not checked in"))
        try await sender.report(cleared, delivered: false, detail: "503")
        try await net.checkIn("ana")
        await net.pass(.seconds(10))
        var kinds: [String] = []
        while kinds.count < 2 {
            let job = try await sender.next()
            try await sender.deliver(job)
            if job.to == "ben" { kinds.append(job.kind) }
        }
        #expect(kinds == ["alertCleared", "recovered"])
    }

    @Test func `an attempt that is under way is not begun again`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        let job = try await sender.next()
        #expect(try await sender.begin(job) == nil)
        #expect(try await sender.begin(job) == "Withdrawn")
        try await sender.report(job, delivered: true)
    }

    @Test func `what held up another and is withdrawn lets it go`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        for job in try await sender.next(2) { try await sender.deliver(job) }
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        let alarm = try await sender.next()
        #expect(try await sender.begin(alarm) == nil)
        _ = try await net.call(People.ClearAlert.self, .init(), by: .account("ana"))
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 1)
        try await sender.report(alarm, delivered: false)
        #expect(try await sender.next().kind == "alertCleared")
    }

    @Test func `what is withdrawn while a sender has it takes no place in its window`()
        async throws
    {
        let net = try await household()
        await net.pass(.minutes(50))
        var sender = try await Sender(net, lease: 600, window: 1)
        #expect(try await sender.next().kind == "reminder")
        try await net.checkIn("ana")
        #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 0)
    }

    @Test(arguments: [(9, 64), (601, 64), (120, 0), (120, 1025)])
    func `an absurd lease or window is refused`(lease: Int64, window: Int64) async throws {
        let net = try await Net()
        await #expect(throws: CallError.self) {
            net.accounts.become(.sender)
            for try await _ in net.client.stream(
                LifeSignalAPI.Outbox.Take.self, .init(lease: lease, window: window))
            {}
        }
        #expect(try await net.engine.read { !$0.memory.outbox.isConnected })
    }

    /// Ana's channel has a notice, which a sender has begun when the daemon is started anew.
    private func restarted(
        _ check: (Net, _ job: LifeSignalAPI.Outbox.Job) async throws -> Void
    ) async throws {
        let clock = FakeClock()
        let directory = try TemporaryDirectory()
        var net = try await Net(directory: directory, clock: clock)
        try await net.add("ana", channel: "mailto:ana@example.org")
        try await net.add("ben")
        try await net.tie("ana", to: "ben")
        var sender = try await Sender(net)
        let job = try await sender.next()
        #expect(try await sender.begin(job) == nil)
        try await net.end()
        net = try await Net(directory: directory, clock: clock)
        try await check(net, job)
    }

    @Test func `after a restart what was begun is offered when no attempt can last any longer`()
        async throws
    {
        try await restarted { net, job in
            var sender = try await Sender(net)
            await net.pass(.seconds(44))
            #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 1)
            #expect(try await net.notices(to: "ana")[0].deliveries[0].attempts.count == 1)
            await net.pass(.seconds(1))
            let again = try await sender.next()
            #expect(again.delivery == job.delivery)
            #expect(again.attempt == 2)
            let attempts = try await net.notices(to: "ana")[0].deliveries[0].attempts
            #expect(attempts[0].detail.contains("cut off"))
        }
    }

    @Test func `after a restart the sender that was at it reports, and nobody sends it again`()
        async throws
    {
        try await restarted { net, job in
            let sender = try await Sender(net)
            try await sender.report(job, delivered: true, detail: "250 OK")
            #expect(try state(net, job.delivery) == "delivered")
            #expect(try await net.engine.read { $0.memory.outbox.heldCount } == 0)
        }
    }

    @Test func `after a long outage what was begun is offered at once`() async throws {
        try await restarted { net, job in
            try await net.end()
            net.clock.pass(.minutes(2))
            let next = try await Net(directory: net.directory, clock: net.clock)
            var sender = try await Sender(next)
            #expect(try await sender.next().delivery == job.delivery)
        }
    }
}
