import Testing

@testable import LifeSignal

struct NonResponsiveTests {
    private func looked(
        _ user: User = .ana(), at now: Instant = .due,
        by responders: [Situation.Contact] = [.ben, .carla]
    ) -> [Effect] {
        look(at: Situation(user, by: responders), Moment(now))
    }

    @Test func `the user is non-responsive at the limit's own instant and not before`() {
        var user = User.ana(schedule: .usual(grace: .hours(1)))
        user.progress.deadlinePassed = true
        user.progress.remindedLeads = Set(user.schedule.reminders)
        let limit = Instant.due + .hours(1)
        #expect(looked(user, at: limit - .millisecond) == [])
        #expect(
            looked(user, at: limit).savedUser?.incident == Incident(id: "id-1", since: limit))
        #expect(looked(.ana(), at: .due).savedUser?.status(at: .due) == .nonResponsive)
    }

    @Test func `each responder and the user are told, in one transaction with all the rest`() throws
    {
        let effects = looked()
        #expect(effects.kinds == [.nonResponsive, .nonResponsive, .nonResponsive])
        #expect(effects.recipients == [.ben, .carla, .ana])
        #expect(
            effects.notifications.allSatisfy {
                $0.about == .ana && $0.cause == "id-1" && $0.channels == .all && $0.at == .due
            })
        #expect(
            effects.notification(to: .ben)?.notice.title == "Ana has not checked in")
        #expect(
            effects.notification(to: .ana)?.notice
                == Notice(
                    title: "Your responders have been told",
                    body: "Ben, Carla have been told that you did not check in. If you are well, "
                        + "check in now; they hear at once. If you need help, call your local "
                        + "emergency number."))
        #expect(
            effects.events == [
                Event(
                    .becameNonResponsive, user: .ana, at: .due, by: .daemon,
                    detail: [
                        "incident": "id-1", "due": "2026-11-21T08:12:00.000Z",
                        "lastCheckIn": "2026-11-20T08:12:00.000Z", "telling": "ben, carla",
                    ])
            ])
        let user = try #require(effects.savedUser)
        #expect(user.progress.deadlinePassed)
        #expect(user.progress.remindedLeads == [])
        #expect(effects.raised == [])
        #expect(looked(user) == [])
    }

    @Test func `after downtime the incident begins when it is found`() {
        let late = Instant.due + .days(3)
        let effects = looked(at: late)
        #expect(effects.savedUser?.incident?.since == late)
        #expect(effects.kinds == [.nonResponsive, .nonResponsive, .nonResponsive])
    }

    @Test func `what it makes pointless is withdrawn`() {
        var user = User.ana()
        #expect(looked(user).withdrawals == [])
        user.progress.noticeSent = Instant(milliseconds: 77)
        #expect(
            looked(user).withdrawals == [
                Withdrawal(kinds: [.reminder, .overdue], cause: "reminding:1:77")
            ])
    }

    @Test(arguments: [[], [Situation.Contact.ben.unreachable, .carla.unreachable]])
    func `an incident that nobody can be told of is itself a problem`(
        responders: [Situation.Contact]
    ) {
        let effects = looked(by: responders)
        #expect(
            effects.raised == [
                Problem(Problem.Key(.nobodyToTell, user: .ana, subject: "id-1"), since: .due)
            ])
        // What is recorded waits for a channel that is added later.
        #expect(effects.recipients == responders.map(\.id) + [.ana])
        #expect(effects.events.first?.detail["telling"] == "")
        #expect(
            effects.notification(to: .ana)?.notice.title == "You did not check in")
    }

    @Test func `one responder with a channel is enough`() {
        let effects = looked(by: [.ben.unreachable, .carla])
        #expect(effects.raised == [])
        #expect(effects.events.first?.detail["telling"] == "carla")
        #expect(effects.recipients == [.ben, .carla, .ana])
    }

    @Test func `a user without responders is told that nobody could be`() {
        #expect(
            looked(by: []).notifications.map(\.notice) == [
                Notice(
                    title: "You did not check in",
                    body: "Nobody could be told that you did not check in. If you are well, check "
                        + "in now. If you need help, call your local emergency number.")
            ])
    }
}

struct StillWaitingTests {
    private let told = User.ana(lastCheckIn: nil).addedAt + .hours(24)

    private func looked(
        _ user: User = .ana(lastCheckIn: nil), at now: Instant, operators: [UserID] = []
    ) -> [Effect] {
        look(at: Situation(user), Moment(now, operators: operators))
    }

    @Test func `who still waits one interval after being added is a problem`() throws {
        #expect(looked(at: told - .millisecond) == [])
        let effects = looked(at: told)
        #expect(
            effects.raised == [
                Problem(
                    Problem.Key(.neverCheckedIn, user: .ana), since: .checkedIn - .days(10))
            ])
        #expect(effects.kinds == [.system, .system])
        #expect(effects.recipients == [.ben, .carla])
        #expect(effects.notifications.allSatisfy { $0.about == .ana })
        #expect(
            effects.notifications.first?.notice.title == "Ana has never checked in")
        let user = try #require(effects.savedUser)
        #expect(user.progress.waitingTold)
        #expect(looked(user, at: told + .days(30)) == [])
    }

    @Test func `the interval is the user's own`() {
        let user = User.ana(lastCheckIn: nil, schedule: .usual(interval: .hours(8), reminders: []))
        #expect(looked(user, at: user.addedAt + .hours(8) - .millisecond) == [])
        #expect(looked(user, at: user.addedAt + .hours(8)).raised.count == 1)
    }

    @Test func `responders who are operators hear of it as operators, and so once`() {
        #expect(looked(at: told, operators: [.ben, .dora]).recipients == [.carla])
        // The only operator is the user: what operators are told goes to the responders.
        #expect(looked(at: told, operators: [.ana]).recipients == [])
        #expect(looked(at: told, operators: [.ana, .dora]).recipients == [.ben, .carla])
    }

    @Test func `whoever has checked in does not wait`() {
        #expect(looked(.ana(), at: .checkedIn).raised == [])
    }

    @Test func `an alert of one who waits is told all the same`() {
        let user = User.ana(lastCheckIn: nil, alert: .call)
        let effects = looked(user, at: ActiveAlert.call.startedAt + .hours(1))
        #expect(effects.notifications(.alertRaised).count == 2)
        #expect(effects.notifications(.system).count == 2)
    }
}
