import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// Who is told when nobody can be told, or nobody is reached: of each incident and each alert anew.
struct EmergencyStories {
    private static let hook = "https://ben.example.org/hook"

    /// Ana, whom Ben looks out for; Oskar is the operator.
    private func household(
        ben channel: String?, interval: Span = .days(300), benInterval: Span = .days(300)
    ) async throws -> Net {
        var settings = Settings()
        settings.operators = ["oskar"]
        let net = try await Net(settings)
        try await net.add("ana", interval: interval, reminders: [], channel: "mailto:a@x.org")
        try await net.add("ben", interval: benInterval, channel: channel)
        try await net.add("oskar", interval: .days(300), channel: "ntfy://ntfy.example.org/oskar")
        try await net.tie("ana", to: "ben")
        return net
    }

    /// How often the operator was told that.
    private func told(_ words: String, _ net: Net) async throws -> Int {
        try await net.notices(to: "oskar").filter { $0.title.contains(words) }.count
    }

    /// Those about people.
    private func problems(_ net: Net) async throws -> Set<String> {
        try await net.problems().intersection(["nobodyToTell", "nobodyReached"])
    }

    @Test func `of a second call for help within the hour operators are told, and the journal`()
        async throws
    {
        let net = try await household(ben: nil)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        await net.pass(.seconds(1))
        _ = try await net.call(People.ClearAlert.self, .init(user: "ana"))
        await net.pass(.minutes(30))
        let before = net.reports.count
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        await net.pass(.seconds(1))
        #expect(
            net.reports[before...].flatMap(\.outcome.raised).map(\.value.code) == [.nobodyToTell])
        #expect(try await told("Nobody can be told about Ana", net) == 2)
    }

    @Test func `of a call for help in an incident operators are told as well`() async throws {
        let net = try await household(ben: nil, interval: .hours(1))
        await net.pass(.hours(49))
        #expect(try await told("Nobody can be told about Ana", net) == 1)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        await net.pass(.seconds(1))
        #expect(try await told("Nobody can be told about Ana", net) == 2)
        // Each ends by itself.
        _ = try await net.call(People.ClearAlert.self, .init(user: "ana"))
        #expect(try await problems(net) == ["nobodyToTell"])
        try await net.checkIn("ana")
        #expect(try await problems(net) == [])
    }

    @Test func `of a second incident within the hour operators are told`() async throws {
        let net = try await household(ben: nil, interval: .minutes(20))
        await net.pass(.minutes(21))
        try await net.checkIn("ana")
        await net.pass(.minutes(21))
        #expect(try await told("Nobody can be told about Ana", net) == 2)
    }

    @Test func `a channel that comes late and takes nothing has reached nobody`() async throws {
        let net = try await household(ben: nil)
        var sender = try await Sender(net, lease: 600)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        await net.pass(.minutes(10))
        #expect(try await problems(net) == ["nobodyToTell"])
        try await net.addChannel(Self.hook, to: "ben")
        #expect(try await problems(net) == [])
        for _ in 1...3 {
            let job = try await sender.next(to: ["ben"], kind: "alertRaised")
            try await sender.report(job, delivered: false, detail: "no route")
            await net.pass(.minutes(3))
        }
        #expect(try await problems(net) == ["nobodyReached"])
        try await sender.end()
    }

    @Test func `who no longer looks out for somebody has not been reached about them`() async throws
    {
        let net = try await household(ben: Self.hook)
        try await net.add("carla", interval: .days(300), channel: "https://carla.example.org/hook")
        try await net.tie("ana", to: "carla")
        var sender = try await Sender(net)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        try await sender.report(
            try await sender.next(to: ["carla"], kind: "alertRaised"), delivered: false,
            permanent: true)
        while try await net.notices(to: "ben").last?.deliveries.first?.state != .delivered {
            try await sender.deliver(try await sender.next())
        }
        _ = try await net.call(
            People.RemoveResponder.self, .init(dependent: "ana", responder: "ben"))
        await net.pass(.minutes(6))
        #expect(try await net.problems().contains("nobodyReached"))
        try await sender.end()
    }

    @Test func `an alarm that was given up is tried at once when its channel takes something`()
        async throws
    {
        let net = try await household(ben: Self.hook)
        var sender = try await Sender(net, lease: 600)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        let refused = try await sender.next(to: ["ben"], kind: "alertRaised")
        try await sender.report(refused, delivered: false, permanent: true)
        #expect(try await net.problems().contains("deliveryFailed"))
        await net.pass(.minutes(1))
        try await net.tie("oskar", to: "ben")
        try await sender.report(
            try await sender.next(to: ["ben"], kind: "contactAdded"), delivered: true)
        let again = try await sender.next(to: ["ben"], kind: "alertRaised")
        #expect(again.delivery == refused.delivery)
        #expect(again.attempt == 2)
        // It is a problem again where it is refused again.
        try await sender.report(again, delivered: false, permanent: true)
        #expect(try await net.problems().contains("deliveryFailed"))
        try await sender.end()
    }

    @Test func `of alarms that were given up one is tried with each notice that is taken`()
        async throws
    {
        let net = try await household(ben: Self.hook)
        for dependent in ["dora", "emil"] {
            try await net.add(dependent, interval: .days(300))
            try await net.tie(dependent, to: "ben")
        }
        var sender = try await Sender(net, lease: 600)
        for user in ["ana", "dora", "emil"] {
            _ = try await net.call(People.RaiseAlert.self, .init(user: user))
            let alarm = try await sender.next(to: ["ben"], kind: "alertRaised")
            try await sender.report(alarm, delivered: false, permanent: true)
        }
        func waiting() throws -> Int {
            let soon = (net.clock.now + .minutes(1)).milliseconds
            let counts: [Int] = try net.store.all(
                "SELECT count(*) FROM deliveries WHERE state = 'failed' AND nextAttempt > \(soon)")
            return counts[0]
        }
        #expect(try waiting() == 3)
        try await net.tie("oskar", to: "ben")
        try await sender.report(
            try await sender.next(to: ["ben"], kind: "contactAdded"), delivered: true)
        #expect(try waiting() == 2)
        // One that fails brings on no other, and one that is taken does.
        let first = try await sender.next(to: ["ben"], kind: "alertRaised")
        try await sender.report(first, delivered: false)
        #expect(try waiting() == 3)
        _ = try await net.call(
            People.RemoveResponder.self, .init(dependent: "oskar", responder: "ben"))
        try await sender.report(
            try await sender.next(to: ["ben"], kind: "contactRemoved"), delivered: true)
        try await sender.report(
            try await sender.next(to: ["ben"], kind: "alertRaised"), delivered: true)
        #expect(try waiting() == 1)
        try await sender.end()
    }

    @Test func `who was reached and fell silent within five minutes can act no more`() async throws
    {
        let net = try await household(
            ben: Self.hook, interval: .hours(1), benInterval: .minutes(62))
        try await net.add("carla", interval: .days(300), channel: "https://carla.example.org/hook")
        try await net.tie("ana", to: "carla")
        var sender = try await Sender(net, lease: 600)
        await net.pass(.hours(1))
        for _ in 1...2 {
            let alarm = try await sender.next(to: ["ben", "carla"], kind: "nonResponsive")
            try await sender.report(alarm, delivered: alarm.to == "ben", permanent: true)
        }
        await net.pass(.minutes(5))
        #expect(try await problems(net).contains("nobodyReached"))
        try await sender.end()
    }

    @Test func `a notice that comes to who looks out for them no more has reached nobody`()
        async throws
    {
        let net = try await household(ben: Self.hook)
        try await net.add("carla", interval: .days(300), channel: "https://carla.example.org/hook")
        try await net.tie("ana", to: "carla")
        var sender = try await Sender(net, lease: 600)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
        var bens: Sender.Job?
        for _ in 1...2 {
            let job = try await sender.next(to: ["ben", "carla"], kind: "alertRaised")
            if job.to == "ben" {
                bens = job
            } else {
                try await sender.report(job, delivered: false, permanent: true)
            }
        }
        await net.pass(.minutes(5))
        #expect(try await problems(net) == ["nobodyReached"])
        _ = try await net.call(
            People.RemoveResponder.self, .init(dependent: "ana", responder: "ben"))
        try await sender.report(try #require(bens), delivered: true)
        #expect(try await problems(net) == ["nobodyReached"])
        try await sender.end()
    }

    @Test func `once the last who knew is silent operators are told, until somebody awake knows`()
        async throws
    {
        let net = try await household(
            ben: Self.hook, interval: .hours(1), benInterval: .hours(2))
        var sender = try await Sender(net, lease: 600)
        await net.pass(.hours(1))
        try await sender.report(
            try await sender.next(to: ["ben"], kind: "nonResponsive"), delivered: true)
        await net.pass(.hours(1) + .minutes(30))
        // Ben is silent since half an hour, and nobody has been told again yet.
        #expect(try await told("Nobody who can act has been reached about Ana", net) == 0)
        await net.pass(.hours(2) + .minutes(30))
        #expect(try await told("Nobody who can act has been reached about Ana", net) == 1)
        try await net.checkIn("ben")
        #expect(try await problems(net).contains("nobodyReached"))
        await net.pass(.hours(20))
        try await net.checkIn("ben")
        try await sender.report(
            try await sender.next(to: ["ben"], kind: "nonResponsive"), delivered: true)
        #expect(try await !problems(net).contains("nobodyReached"))
        try await sender.end()
    }

    @Test func `an alarm that was given up is told as what its responder does not know`()
        async throws
    {
        let net = try await household(ben: Self.hook)
        func text() async throws -> String {
            try await net.status().problems.first { $0.code == "deliveryFailed" }?.text ?? ""
        }
        var sender = try await Sender(net)
        _ = try await net.call(People.RaiseAlert.self, .init(user: "ana", message: "fell"))
        let job = try await sender.next(to: ["ben"], kind: "alertRaised")
        try await sender.report(job, delivered: false, detail: "410 Gone", permanent: true)
        let next = Zone.utc.text(net.clock.now + .hours(1))
        #expect(try await text().contains(" Ben does NOT know that Ana needs help: "))
        #expect(try await text().hasSuffix("It is tried again at \(next), and every hour."))
        await net.pass(.minutes(5))
        #expect(try await told("Ben could not be told that Ana needs help", net) == 1)

        // By another channel Ben hears of it.
        try await net.addChannel("mailto:ben@example.org", to: "ben")
        let other = try await sender.next(to: ["ben"], kind: "alertRaised")
        try await sender.report(other, delivered: true)
        #expect(try await text().hasPrefix("A notice for Ben by https://ben.example.org/"))
        try await sender.end()
    }

    @Test func `nobody is said not to know of their own silence`() async throws {
        let net = try await household(ben: Self.hook, interval: .hours(1))
        var sender = try await Sender(net)
        await net.pass(.hours(1))
        let job = try await sender.next(to: ["ana"], kind: "nonResponsive")
        try await sender.report(job, delivered: false, detail: "550", permanent: true)
        let problem = try await net.status().problems.first { $0.code == "deliveryFailed" }
        #expect(problem?.text.hasPrefix("A notice for Ana by mailto:") == true)
        try await sender.end()
    }

    @Test func `a channel that fails over and over is a problem, in the second week too`()
        async throws
    {
        let net = try await household(ben: Self.hook)
        var sender = try await Sender(net)
        for _ in 0..<(9 * 4) {
            _ = try await net.call(People.RaiseAlert.self, .init(user: "ana"))
            let job = try await sender.next(to: ["ben"], kind: "alertRaised")
            try await sender.report(job, delivered: false, permanent: true)
            _ = try await net.call(People.ClearAlert.self, .init(user: "ana"))
            await net.pass(.hours(6))
            #expect(try await net.problems().contains("deliveryFailed"))
        }
        #expect(try await told("reached", net) == 2)
        // And for a week after the last failure.
        await net.pass(.days(6) + .hours(17))
        #expect(try await net.problems().contains("deliveryFailed"))
        await net.pass(.hours(2))
        #expect(try await !net.problems().contains("deliveryFailed"))
        try await sender.end()
    }
}
