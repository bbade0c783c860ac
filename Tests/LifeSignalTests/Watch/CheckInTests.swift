import Testing

@testable import LifeSignal

struct CheckInTests {
    private let now = Instant.due - .hours(1)

    private func check(
        _ situation: Situation, at now: Instant? = nil, source: CheckInSource = .manual,
        by actor: Actor = .ana
    ) -> (user: User, effects: [Effect]) {
        checkIn(situation, source: source, by: actor, Moment(now ?? self.now))
    }

    @Test func `a check-in is the last one, with one event`() {
        let (user, effects) = check(Situation(.ana()))
        #expect(user.lastCheckIn == now)
        #expect(user.nextCheckIn == now + .hours(24))
        #expect(
            effects == [
                .record(.checkIn(of: .ana, at: now, .manual, by: .ana)), .saveUser(user),
            ])
    }

    @Test(arguments: CheckInSource.allCases)
    func `its source and who did it are kept`(source: CheckInSource) {
        let effects = check(Situation(.ana()), source: source, by: .ben).effects
        #expect(effects.checkIns == [.checkIn(of: .ana, at: now, source, by: .ben)])
    }

    @Test func `sources have the words of the socket`() {
        #expect(
            CheckInSource.allCases.map(\.rawValue) == [
                "manual", "web", "hook", "responder",
            ])
    }

    @Test func `the first check-in ends the waiting`() {
        let (user, effects) = check(Situation(.ana(lastCheckIn: nil)))
        #expect(user.status(at: now) == .active)
        #expect(effects.solved == [Problem.Key(.neverCheckedIn, user: .ana)])
        #expect(check(Situation(.ana())).effects.solved == [])
    }

    @Test func `reminders and overdue notices are withdrawn if there are any`() {
        var user = User.ana()
        #expect(check(Situation(user)).effects.withdrawals == [])
        user.progress.noticeSent = Instant(milliseconds: 77)
        #expect(
            check(Situation(user)).effects.withdrawals == [
                Withdrawal(kinds: [.reminder, .overdue], cause: "reminding:1:77")
            ])
    }

    @Test func `all that was done about the last deadline is forgotten, told gaps are not`() {
        var user = User.ana()
        user.progress.remindedLeads = [.hours(2)]
        user.progress.deadlinePassed = true
        user.progress.noticeSent = now
        user.progress.gapTold = 7
        var fresh = User.Progress()
        fresh.gapTold = 7
        #expect(check(Situation(user)).user.progress == fresh)
    }

    @Test func `pending pings are answered, and their senders hear of the check-in`() throws {
        var situation = Situation(.ana())
        let pings = [
            Ping(id: "ping-b", sender: .ben, recipient: .ana, sentAt: now - .hours(1)),
            Ping(id: "ping-c", sender: .carla, recipient: .ana, sentAt: now - .hours(2)),
        ]
        situation.received = [
            .init(ping: pings[0], otherName: "Ben"), .init(ping: pings[1], otherName: "Carla"),
        ]
        let effects = check(situation).effects
        #expect(effects.pings.map(\.id) == ["ping-b", "ping-c"])
        #expect(effects.pings.allSatisfy { $0.status == .responded && $0.endedAt == now })
        #expect(effects.recipients == [.ben, .carla])
        #expect(effects.kinds == [.pingResponded, .pingResponded])
        #expect(
            effects.notifications.first?.notice.body
                == "Ana answered at Sat 2026-11-21 08:12 CET and is checked in.")
        #expect(
            effects.withdrawals == [
                Withdrawal(kinds: [.ping], recipient: .ana, cause: "ping-b"),
                Withdrawal(kinds: [.ping], recipient: .ana, cause: "ping-c"),
            ])
    }

    @Test func `an alert stays`() {
        let (user, effects) = check(Situation(.ana(alert: .call)))
        #expect(user.alert == .call)
        #expect(effects.alerts == [])
        #expect(effects.notifications == [])
    }

    @Test func `an overdue user becomes active without any recovery`() {
        let (user, effects) = check(
            Situation(.ana(schedule: .usual(grace: .hours(1)))), at: .due + .minutes(1))
        #expect(user.status(at: .due + .minutes(1)) == .active)
        #expect(effects.events.map(\.kind) == [.checkedIn])
        #expect(effects.notifications == [])
    }
}

struct RecoveryTests {
    private let now = Instant.due + .hours(2)

    private func situation(alert: ActiveAlert? = nil) -> Situation {
        var situation = Situation(.silentAna(alert: alert))
        situation.told = [
            .init(recipient: .ben, begunChannels: ["ben-mail", "ben-ntfy"]),
            .init(recipient: .carla, begunChannels: []),
            .init(recipient: .ana, begunChannels: ["ana-mail"]),
        ]
        return situation
    }

    private func recover(
        _ situation: Situation, source: CheckInSource = .manual, by actor: Actor = .ana
    ) -> (user: User, effects: [Effect]) {
        checkIn(situation, source: source, by: actor, Moment(now))
    }

    @Test func `a check-in ends the incident`() {
        let (user, effects) = recover(situation())
        #expect(user.incident == nil)
        #expect(user.status(at: now) == .active)
        #expect(effects.savedUser == user)
        #expect(
            effects.events == [
                Event(.checkedIn, user: .ana, at: now, by: .ana, detail: ["source": "manual"]),
                Event(
                    .recovered, user: .ana, at: now, by: .ana, detail: ["incident": "incident"]),
            ])
    }

    @Test func `who was told hears of it on exactly the channels where an attempt was begun`() {
        let told = recover(situation()).effects.notifications
        #expect(told.map(\.kind) == [.recovered, .recovered, .recovered])
        #expect(told.map(\.recipient) == [.ben, .carla, .ana])
        #expect(
            told.map(\.channels) == [
                .only(["ben-mail", "ben-ntfy"]), .only([]), .only(["ana-mail"]),
            ])
        #expect(told.allSatisfy { $0.cause == "incident" && $0.about == .ana })
        #expect(
            told.allSatisfy {
                $0.notice
                    == Notice(
                        title: "Ana has checked in",
                        body: "Checked in at Sat 2026-11-21 11:12 CET. Nothing more to do.")
            })
    }

    @Test func `a former responder is told nothing more`() {
        var situation = situation()
        situation.responders = [.carla]
        #expect(recover(situation).effects.recipients == [.carla, .ana])
    }

    @Test func `notices not yet begun are withdrawn, those of this incident only`() {
        let effects = recover(situation()).effects
        #expect(
            effects.withdrawals == [
                Withdrawal(kinds: [.nonResponsive], about: .ana, cause: "incident")
            ])
    }

    @Test func `problems of the incident are solved, an alert's stay`() {
        let reached = Problem.Key(.nobodyReached, user: .ana, subject: "incident")
        let toTell = Problem.Key(.nobodyToTell, user: .ana, subject: "incident")
        #expect(recover(situation()).effects.solved == [reached, toTell])
        #expect(recover(situation(alert: .call)).effects.solved == [reached, toTell])
    }

    @Test func `while the user still calls for help the notice says so`() {
        let effects = recover(situation(alert: .call)).effects
        #expect(
            effects.notifications.first?.notice
                == Notice(
                    title: "Ana has checked in, but still calls for help",
                    body: "Checked in at Sat 2026-11-21 11:12 CET."))
        #expect(effects.savedUser?.alert == .call)
    }

    @Test func `a responder's vouching is told to the user on every channel, once`() {
        let (user, effects) = recover(situation(), source: .responder, by: .ben)
        #expect(user.incident == nil)
        #expect(effects.recipients == [.ben, .carla, .ana])
        #expect(effects.notification(to: .ana)?.channels == .all)
        #expect(effects.notification(to: .ana)?.cause == "incident")
        #expect(effects.kinds == [.recovered, .recovered, .recovered])
        #expect(
            effects.notifications.allSatisfy {
                $0.notice.body
                    == "Checked in at Sat 2026-11-21 11:12 CET, entered by Ben. Nothing more to do."
            })
        #expect(
            effects.checkIns == [.checkIn(of: .ana, at: now, .responder, by: .ben)])
    }

    @Test func `vouching for one who is only overdue is told to the user too`() {
        let effects = checkIn(
            Situation(.ana(schedule: .usual(grace: .hours(3)))), source: .responder, by: .ben,
            Moment(now)
        ).effects
        #expect(effects.kinds == [.recovered])
        #expect(effects.recipients == [.ana])
        #expect(effects.notifications.first?.channels == .all)
        #expect(effects.notifications.first?.cause == nil)
    }

    @Test func `one entered by an account says whose`() {
        let effects = recover(situation(), by: .root).effects
        #expect(
            effects.notification(to: .ben)?.notice.body
                == "Checked in at Sat 2026-11-21 11:12 CET, entered by account root. Nothing more "
                + "to do.")
        #expect(effects.notification(to: .ana)?.channels == .only(["ana-mail"]))
    }
}
