import GRDB
import LifeSignal
import LifeSignalAPI
import Testing

@testable import lifesignald

/// A channel that fails again and again, and then takes something.
struct RetryStories {
    @Test func `a channel that takes nothing for long is a problem, although nothing was given up`()
        async throws
    {
        var settings = Settings()
        settings.retryFor = .hours(1)
        let net = try await Net(settings)
        try await net.add(
            "ana", interval: .hours(1), reminders: [.minutes(10)],
            channel: "mailto:ana@example.org")
        var sender = try await Sender(net)
        func problem() async throws -> LifeSignalAPI.Daemon.Problem? {
            try await net.status().problems.first { $0.code == "deliveryFailed" }
        }
        /// Ana is reminded, and checks in soon after.
        func remind(delivered: Bool) async throws {
            await net.pass(.minutes(50))
            let reminder = try await sender.next(to: ["ana"], kind: "reminder")
            try await sender.report(reminder, delivered: delivered)
            try await net.checkIn("ana")
        }
        let first = net.clock.now + .minutes(50)
        for _ in 1...2 {
            try await remind(delivered: false)
            #expect(try await problem() == nil)
        }
        try await remind(delivered: false)
        let seen = try #require(try await problem())
        #expect(seen.since == first.rfc3339)
        #expect(
            seen.text.hasPrefix(
                "Nothing that was sent to Ana by mailto:***@example.org has arrived since "))
        #expect(!seen.text.contains("given up"))
        #expect(try await net.status().failedDeliveries == 0)

        try await remind(delivered: true)
        #expect(try await problem() == nil)
        try await remind(delivered: false)
        #expect(try await problem() == nil)
    }

    /// Ben, who has been told in vain, eight times over, that he looks out for so many people.
    private func afterOutage(_ count: Int) async throws -> (Net, Sender) {
        let net = try await Net()
        try await net.add("ben", interval: .days(30), channel: "mailto:ben@example.org")
        for number in 1...count {
            try await net.add("user\(number)", interval: .days(30))
            try await net.tie("user\(number)", to: "ben")
        }
        var sender = try await Sender(net, lease: 600)
        for time in 1...8 {
            for _ in 1...count {
                let job = try await sender.next()
                #expect(job.attempt == time)
                #expect(try await sender.begin(job) == nil)
                try await sender.report(job, delivered: false)
            }
            await net.pass(time < 8 ? Delivery.pause(after: time, jitter: 0) : .minutes(2))
        }
        return (net, sender)
    }

    /// Something else gets through.
    private func somethingArrives(_ net: Net, _ sender: inout Sender) async throws {
        try await net.add("zoe", interval: .days(30))
        try await net.tie("zoe", to: "ben")
        let job = try await sender.next()
        #expect(job.about == "zoe")
        try await sender.deliver(job)
    }

    /// How many deliveries to Ben are due, and to be taken.
    private func due(_ net: Net) throws -> Int {
        let counts: [Int] = try net.store.all(
            "SELECT count(*) FROM deliveries WHERE nextAttempt <= ? AND nextAttempt IS NOT NULL",
            [net.clock.now.milliseconds])
        return counts.first ?? 0
    }

    @Test func `what waits after an outage is tried as soon as its channel takes something`()
        async throws
    {
        var (net, sender) = try await afterOutage(MergedNotice.fewest)
        #expect(try due(net) == 0)
        try await somethingArrives(net, &sender)
        // They go as one message.
        let jobs = try await sender.next(MergedNotice.fewest)
        #expect(Set(jobs.map(\.about)).count == MergedNotice.fewest)
        #expect(jobs.map(\.attempt) == Array(repeating: 9, count: MergedNotice.fewest))
    }

    @Test func `what goes alone is tried one by one, as each before it is taken`() async throws {
        var (net, sender) = try await afterOutage(3)
        try await somethingArrives(net, &sender)
        #expect(try due(net) == 1)
        try await sender.deliver(try await sender.next())
        #expect(try due(net) == 1)
        // One that fails makes no other wait for longer.
        let job = try await sender.next()
        #expect(try await sender.begin(job) == nil)
        try await sender.report(job, delivered: false)
        #expect(try due(net) == 0)
    }

    @Test func `one that fails each time is not tried with each that does not`() async throws {
        var (net, sender) = try await afterOutage(1)
        try await somethingArrives(net, &sender)
        let job = try await sender.next()
        #expect(try await sender.begin(job) == nil)
        try await sender.report(job, delivered: false)
        try await net.add("yves", interval: .days(30))
        try await net.tie("yves", to: "ben")
        try await sender.deliver(try await sender.next())
        await net.pass(.minutes(1) - Span(milliseconds: 1))
        #expect(try due(net) == 0)
        await net.pass(Span(milliseconds: 1))
        let again = try await sender.next()
        #expect(again.delivery == job.delivery)
        #expect(again.attempt == 10)
    }
}
