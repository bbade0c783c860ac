import Testing

@testable import LifeSignal

struct TellingTests {
    private let start = Instant.due

    @Test(
        arguments: [
            (0, 1), (1, 4), (2, 24), (3, 48), (4, 72), (10, 216), (366, 8760),
        ] as [(Int, Int64)])
    func `repeats come 1, 4 and 24 h after the start, then every 24 h`(index: Int, hours: Int64) {
        let at = Telling.repeatInstant(index, start: start)
        #expect(at == start + .hours(hours))
        #expect(Telling.repeatsDue(start: start, now: at) == index + 1)
        #expect(Telling.repeatsDue(start: start, now: at - .millisecond) == index)
    }

    @Test func `none is due at the start, or if the clock has gone back behind it`() {
        #expect(Telling.repeatsDue(start: start, now: start) == 0)
        #expect(Telling.repeatsDue(start: start, now: start - .days(400)) == 0)
    }
}

struct RepeatTests {
    private func looked(
        _ user: User, at now: Instant, by responders: [Situation.Contact] = [.ben, .carla]
    ) -> [Effect] {
        var situation = Situation(user, by: responders)
        situation.incidentReached = true
        situation.alertReached = true
        return look(at: situation, Moment(now))
    }

    @Test func `while the incident lasts each responder is told again, the user is not`() throws {
        var user = User.silentAna()
        for hours in [1, 4, 24, 48, 72] as [Int64] {
            let at = Instant.due + .hours(hours)
            #expect(looked(user, at: at - .millisecond).notifications == [])
            let effects = looked(user, at: at)
            #expect(effects.kinds == [.nonResponsive, .nonResponsive])
            #expect(effects.recipients == [.ben, .carla])
            #expect(effects.notifications.allSatisfy { $0.cause == "incident" && $0.about == .ana })
            let notice = try #require(effects.notifications.first?.notice)
            #expect(notice.title == "Still: Ana has not checked in")
            // What is known once is not told as an event again.
            #expect(effects.events == [])
            user = try #require(effects.savedUser)
            #expect(looked(user, at: at) == [])
        }
    }

    @Test func `so it is for alerts`() throws {
        var user = User.ana(alert: .call)
        user.progress.remindedLeads = [.hours(2)]
        for hours in [1, 4] as [Int64] {
            let at = ActiveAlert.call.startedAt + .hours(hours)
            #expect(looked(user, at: at - .millisecond).notifications == [])
            let effects = looked(user, at: at)
            #expect(effects.kinds == [.alertRaised, .alertRaised])
            #expect(effects.recipients == [.ben, .carla])
            #expect(effects.notifications.allSatisfy { $0.cause == "alert" && $0.about == .ana })
            #expect(
                effects.notifications.first?.notice.title == "Still: Ana is calling for help")
            user = try #require(effects.savedUser)
            #expect(looked(user, at: at) == [])
        }
    }

    @Test func `after downtime only the latest is sent`() throws {
        let late = looked(.silentAna(), at: .due + .hours(30))
        #expect(late.kinds == [.nonResponsive, .nonResponsive])
        let user = try #require(late.savedUser)
        #expect(user.incident?.telling.repeats == 3)
        #expect(looked(user, at: .due + .hours(48) - .millisecond) == [])
        #expect(looked(user, at: .due + .hours(48)).kinds.count == 2)
        let much = looked(.silentAna(alert: .call), at: .due + .days(40))
        #expect(much.notifications(.nonResponsive).count == 2)
        #expect(much.notifications(.alertRaised).count == 2)
    }

    @Test func `a repeat is not taken back when the clock goes back`() {
        var user = User.silentAna()
        user.incident?.telling = Telling(repeats: 2, checked: true)
        #expect(looked(user, at: .due + .hours(1)) == [])
        #expect(looked(user, at: .due + .hours(4)) == [])
    }

    @Test func `an incident and an alert are told apart, each at its own times`() {
        let effects = looked(.silentAna(alert: .call), at: .due + .hours(1))
        // The alert is 22 hours old, so its two repeats are due as one.
        #expect(
            effects.kinds == [.alertRaised, .alertRaised, .nonResponsive, .nonResponsive])
    }

    @Test func `an incident holds no deadline of the schedule`() {
        let effects = looked(.silentAna(), at: .due + .minutes(59))
        #expect(effects.notifications == [])
        #expect(effects.events == [])
    }
}

struct ReachedTests {
    private let check = Instant.due + .minutes(5)

    private func looked(
        _ user: User = .silentAna(), at now: Instant? = nil, incident: Bool = false,
        alert: Bool = false, by responders: [Situation.Contact] = [.ben, .carla]
    ) -> [Effect] {
        var situation = Situation(user, by: responders)
        situation.incidentReached = incident
        situation.alertReached = alert
        return look(at: situation, Moment(now ?? check))
    }

    @Test func `five minutes into an incident nobody reached is a problem, once`() throws {
        #expect(looked(at: check - .millisecond) == [])
        let effects = looked()
        #expect(
            effects.raised == [
                Problem(
                    Problem.Key(.nobodyReached, user: .ana, subject: "incident"), since: .due)
            ])
        #expect(effects.notifications == [])
        let user = try #require(effects.savedUser)
        #expect(user.incident?.telling == Telling(repeats: 0, checked: true))
        #expect(looked(user, at: check + .minutes(1)) == [])
    }

    @Test func `a responder's channel that has accepted the notice is enough`() {
        let effects = looked(incident: true)
        #expect(effects.raised == [])
        #expect(effects.savedUser?.incident?.telling.checked == true)
    }

    @Test func `responders who are all non-responsive themselves reach nobody`() {
        let silent = [Situation.Contact.ben.nonResponsive, .carla.nonResponsive]
        #expect(looked(incident: true, by: silent).raised.map(\.key.code) == [.nobodyReached])
        #expect(looked(incident: true, by: [.ben.nonResponsive, .carla]).raised == [])
    }

    @Test(arguments: [Span.hours(1), .hours(4), .hours(24), .hours(72)])
    func `that nobody who can act has been reached is looked at whenever they are told again`(
        after: Span
    ) throws {
        let checked = try #require(looked(incident: true).savedUser)
        func raised(_ now: Instant, by responders: [Situation.Contact]) -> [Problem.Code] {
            looked(checked, at: now, by: responders).raised.map(\.key.code)
        }
        let silent = [Situation.Contact.ben.nonResponsive, .carla.nonResponsive]
        let again = Instant.due + after
        #expect(raised(again, by: silent) == [.nobodyReached])
        #expect(raised(again, by: [.ben.nonResponsive, .carla]) == [])
        // Who has no channel hears of nothing, silent or not.
        #expect(raised(again, by: [.ben.nonResponsive, .carla.unreachable]) == [.nobodyReached])
        // Of whom was told only now nobody knows yet whether it reaches them.
        #expect(raised(again, by: [.carla]) == [])
        #expect(raised(again, by: []) == [.nobodyToTell])
        // And not in between.
        #expect(raised(.due + .minutes(59), by: silent) == [])
    }

    @Test func `so it is for alerts, each by its own notices`() {
        let start = ActiveAlert.call.startedAt
        let user = User.ana(alert: .call)
        let missed = looked(user, at: start + .minutes(5), incident: true)
        #expect(
            missed.raised == [
                Problem(
                    Problem.Key(.nobodyReached, user: .ana, subject: "alert"), since: start)
            ])
        #expect(looked(user, at: start + .minutes(5), alert: true).raised == [])
        #expect(looked(user, at: start + .minutes(5) - .millisecond) == [])
    }

    @Test func `without anybody to tell it is that problem, and not another beside it`() {
        let key = Problem.Key(.nobodyToTell, user: .ana, subject: "incident")
        #expect(looked(by: []).raised.map(\.key) == [key])
        #expect(
            looked(by: [.ben.unreachable]).raised.map(\.key) == [key])
    }

    @Test func `after downtime the look is made up for beside the latest repeat`() {
        let effects = looked(at: .due + .hours(2))
        #expect(effects.kinds == [.nonResponsive, .nonResponsive])
        #expect(effects.raised.count == 1)
    }
}
