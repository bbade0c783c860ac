import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// What each of those who read of a problem about somebody is asked to do, and that they may do it.
struct ProblemReaderStories {
    /// Ana, whom Ben looks out for.
    private func household(operators: [String] = [], anaChecksIn: Bool = true) async throws -> Net {
        var settings = Settings()
        settings.operators = operators
        settings.emergencyNumber = "112"
        let net = try await Net(settings)
        try await net.add("ana", checksIn: anaChecksIn)
        try await net.add("ben", interval: .days(30))
        try await net.add("carla", interval: .days(30), channel: "https://carla.example.org/hook")
        try await net.tie("ana", to: "ben")
        return net
    }

    private func problem(
        _ code: Problem.Code, _ net: Net, by caller: FakeAccounts.Caller
    ) async throws -> LifeSignalAPI.Daemon.Problem {
        let problems = try await net.call(
            LifeSignalAPI.Daemon.GetStatus.self, .init(), by: caller
        ).status.problems
        return try #require(problems.first { $0.code == code.rawValue })
    }

    private func remedy(
        _ code: Problem.Code, _ net: Net, by caller: FakeAccounts.Caller
    ) async throws -> String {
        try await problem(code, net, by: caller).remedy
    }

    /// What notices about problems of a user ask somebody to do.
    private func told(
        of user: String, _ net: Net, to recipient: String
    ) async throws -> [String] {
        try await net.notices(to: recipient).filter { $0.kind == .system && $0.about == user }
            .map { String($0.body.split(separator: " What to do: ").last ?? "") }
    }

    @Test func `who has never checked in is asked to by themselves, and by others to be asked`()
        async throws
    {
        let net = try await household(operators: ["carla"], anaChecksIn: false)
        await net.pass(.hours(24))
        let administrators =
            "Ask Ana to check in, or do it together, as an administrator: lifesignalctl check-in -u ana"
        let responders =
            "Ask Ana to check in. The first time only Ana, or an administrator, can do it."
        #expect(try await remedy(.neverCheckedIn, net, by: .admin) == administrators)
        #expect(try await remedy(.neverCheckedIn, net, by: .account("ben")) == responders)
        let own = try await problem(.neverCheckedIn, net, by: .account("ana"))
        #expect(own.text.hasPrefix("You have never checked in, since "))
        #expect(own.remedy == "Check in: lifesignalctl check-in")
        // What they are sent says the same.
        #expect(try await told(of: "ana", net, to: "carla") == [administrators])
        #expect(try await told(of: "ana", net, to: "ben") == [responders])

        #expect(
            try await net.refusal(
                People.CheckIn.self, .init(user: "ana"), by: .account("ben")) == "PermissionDenied")
        #expect(
            try await net.refusal(People.CheckIn.self, .init(), by: .account("ana")) == nil)
    }

    @Test func `of whom nobody can be told, each is asked for what they may do about it`()
        async throws
    {
        let net = try await household()
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        #expect(
            try await remedy(.nobodyToTell, net, by: .admin)
                == "Call Ana yourself. Then, as an administrator: lifesignalctl responder add ana RESPONDER, and "
                + "lifesignalctl channel add ADDRESS -u RESPONDER")
        let own = try await problem(.nobodyToTell, net, by: .account("ana"))
        #expect(own.text.hasPrefix("No responder can be told that you may need help, since "))
        #expect(
            own.remedy == "If you need help, call somebody yourself; if your life is in danger, "
                + "call 112. Then: lifesignalctl responder add ana RESPONDER, and ask your "
                + "responders to add a channel.")
        #expect(
            try await remedy(.nobodyToTell, net, by: .account("ben"))
                == "Call Ana yourself. Then: lifesignalctl channel add ADDRESS")

        #expect(
            try await net.refusal(
                People.AddChannel.self, .init(address: "mailto:ben@example.org"),
                by: .account("ben")) == nil)
        #expect(try await !net.problems().contains("nobodyToTell"))
    }

    @Test func `who calls for help may ask somebody else to look out for them`() async throws {
        let net = try await household()
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        #expect(try await net.problems().contains("nobodyToTell"))
        #expect(
            try await net.refusal(
                People.AddResponder.self, .init(dependent: "ana", responder: "carla"),
                by: .account("ana")) == nil)
        #expect(try await !net.problems().contains("nobodyToTell"))
    }

    @Test func `about whom nobody has been reached, each is shown what they may see`()
        async throws
    {
        let net = try await household()
        try await net.addChannel("mailto:ben@example.org", to: "ben")
        await net.pass(.hours(24) + .minutes(6))
        #expect(
            try await remedy(.nobodyReached, net, by: .admin)
                == "Call Ana and the responders yourself; see, as an administrator: lifesignalctl notifications -u "
                + "RESPONDER")
        #expect(
            try await remedy(.nobodyReached, net, by: .account("ana"))
                == "If you need help, call somebody yourself; if your life is in danger, call "
                + "112. Who looks out for you: lifesignalctl responder list")
        #expect(
            try await remedy(.nobodyReached, net, by: .account("ben"))
                == "Call Ana yourself. What became of the notices to you: lifesignalctl "
                + "notifications")

        let looksOut = try await net.list(
            People.ListResponders.self, .init(), by: .account("ana"))
        #expect(looksOut.map(\.contact?.user.handle) == ["ben"])
        let sent = try await net.list(
            People.ListNotifications.self, .init(), by: .account("ben")
        ).compactMap(\.notification)
        #expect(sent.contains { $0.kind == .nonResponsive })
    }

    @Test func `whose channel fails is told so, and their responders what is theirs to do`()
        async throws
    {
        // Of a problem of the only operator the responders are told.
        let net = try await household(operators: ["ana"])
        try await net.addChannel("https://ana.example.org/hook", to: "ana")
        try await net.tie("ana", to: "carla")
        var sender = try await Sender(net)
        while true {
            let job = try await sender.next()
            guard try await sender.begin(job) == nil else { continue }
            try await sender.report(job, delivered: job.to != "ana", permanent: job.to == "ana")
            if job.to == "ana" { break }
        }
        #expect(
            try await remedy(.deliveryFailed, net, by: .admin)
                == "See why, as an administrator: lifesignalctl notifications -u ana; then: "
                + "lifesignalctl channel list -u ana")
        let own = try await problem(.deliveryFailed, net, by: .account("ana"))
        #expect(own.text.hasPrefix("A notice for you by https://ana.example.org/"))
        #expect(
            own.remedy
                == "See why: lifesignalctl notifications; then: lifesignalctl channel list")
        await net.pass(.minutes(5))
        #expect(
            try await told(of: "ana", net, to: "ben") == [
                "Tell Ana in another way. Only Ana, or an administrator, can see why and change it."
            ])
        try await sender.end()
    }

    @Test func `who could not be told of an alarm is told whom to call`() async throws {
        let net = try await household()
        try await net.tie("ana", to: "carla")
        var sender = try await Sender(net)
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .account("ana"))
        while true {
            let job = try await sender.next()
            guard try await sender.begin(job) == nil else { continue }
            let isAlarm = job.kind == "alertRaised"
            try await sender.report(job, delivered: !isAlarm, permanent: isAlarm)
            if isAlarm { break }
        }
        let own = try await problem(.deliveryFailed, net, by: .account("carla"))
        #expect(own.text.contains(" Ana needs help, and you could not be told: "))
        #expect(own.remedy.hasPrefix("Call Ana yourself. See why: lifesignalctl notifications; "))
        try await sender.end()
    }

    @Test func `an administrator who is a user reads of themselves what they read`() async throws {
        let net = try await household()
        _ = try await net.call(
            People.SetUser.self, .init(user: "ana", account: "warden"))
        _ = try await net.call(People.RaiseAlert.self, .init(), by: .admin)
        #expect(
            try await problem(.nobodyToTell, net, by: .admin).text
                .hasPrefix("No responder can be told that you may need help, since "))
        #expect(
            try await problem(.nobodyToTell, net, by: .root).text.hasPrefix("Ana needs help since ")
        )
    }
}
