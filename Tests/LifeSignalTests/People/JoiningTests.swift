import Testing

@testable import LifeSignal

struct AddUserTests {
    private let now = Instant.checkedIn

    private func add(checksIn: Bool) throws -> (user: User, effects: [Effect]) {
        addUser(
            .dora, handle: try Handle("dora"), profile: Profile(name: "Dora"),
            schedule: try Schedule(), checksIn: checksIn, by: .root, Moment(now))
    }

    @Test func `a new user waits, and sorts dependents by time left`() throws {
        let (user, effects) = try add(checksIn: false)
        #expect(user.status(at: now) == .waiting)
        #expect(user.addedAt == now)
        #expect(user.lastCheckIn == nil)
        #expect(user.dependentSort == .timeLeft)
        #expect(
            effects == [
                .addUser(user), .record(Event(.userAdded, user: .dora, at: now, by: .root)),
            ])
    }

    @Test func `a new user can check in within the same step`() throws {
        let (user, effects) = try add(checksIn: true)
        #expect(user.status(at: now) == .active)
        #expect(user.lastCheckIn == now)
        #expect(effects.events.map(\.kind) == [.userAdded, .checkedIn])
        #expect(effects.checkIns == [.checkIn(of: .dora, at: now, .manual, by: .root)])
        #expect(effects.savedUser == user)
    }
}

struct RemoveUserTests {
    private let now = Instant.due + .hours(2)

    private func remove(_ situation: Situation, force: Bool = false) throws -> [Effect] {
        try removeUser(situation, force: force, by: .root, Moment(now))
    }

    @Test func `each contact is told once, in whatever role, and the user is gone`() throws {
        var situation = Situation(.ana())
        situation.dependents = [.carla, .dora]
        let effects = try remove(situation)
        #expect(effects.kinds == [.contactRemoved, .contactRemoved, .contactRemoved])
        #expect(effects.recipients == [.ben, .carla, .dora])
        #expect(effects.notifications.allSatisfy { $0.about == .ana })
        #expect(
            effects.notifications.map(\.notice.title) == [
                "You no longer look out for Ana", "You no longer look out for Ana",
                "Ana no longer looks out for you",
            ])
        #expect(effects.last == .removeUser(.ana))
        #expect(effects.events == [Event(.userRemoved, user: .ana, at: now, by: .root)])
    }

    @Test func `who looked out for each other is told of both in one notice`() throws {
        var situation = Situation(.ana())
        situation.dependents = [.ben]
        let effects = try remove(situation)
        #expect(effects.recipients == [.ben, .carla])
        let notice = try #require(effects.notification(to: .ben)).notice
        #expect(notice.title == "You no longer look out for Ana")
        #expect(
            notice.body == "You will be told nothing more about Ana. And Ana will not be told any "
                + "more if you do not check in. This says nothing about how Ana is.")
    }

    @Test func `what was still to be sent to and about them is withdrawn before contacts are told`()
        throws
    {
        let effects = try remove(Situation(.ana()))
        let places = effects.enumerated().filter {
            $0.element == .withdraw(Withdrawal(recipient: .ana))
                || $0.element == .withdraw(Withdrawal(about: .ana))
        }.map(\.offset)
        #expect(places.count == 2)
        let told = try #require(
            effects.firstIndex { if case .notify = $0 { true } else { false } })
        #expect(places.allSatisfy { $0 < told })
    }

    @Test func `pings received and sent end as cleared, and their notices are withdrawn`() throws {
        var situation = Situation(.ana())
        let received = Ping(id: "in", sender: .ben, recipient: .ana, sentAt: now)
        let sent = Ping(id: "out", sender: .ana, recipient: .dora, sentAt: now)
        situation.received = [.init(ping: received, otherName: "Ben")]
        situation.sent = [.init(ping: sent, otherName: "Dora")]
        situation.dependents = [.dora]
        let effects = try remove(situation)
        #expect(effects.pings.map(\.id) == ["in", "out"])
        #expect(effects.pings.allSatisfy { $0.status == .cleared && $0.endedAt == now })
        let toDora = try #require(effects.notifications(.pingCleared).last)
        #expect(toDora.recipient == .dora)
        #expect(toDora.notice.title == "Ana no longer asks")
        // What says so is about the one who leaves, so the contact is told of that only.
        #expect(toDora.about == .ana)
        let withdrawn = try #require(
            effects.firstIndex(of: .withdraw(Withdrawal(about: .ana))))
        #expect(try #require(effects.firstIndex(of: .notify(toDora))) < withdrawn)
    }

    @Test func `during an incident removal is refused unless forced`() throws {
        #expect(throws: Refusal.inIncident(user: "ana", since: .due)) {
            try remove(Situation(.silentAna()))
        }
        let called = ActiveAlert.call.startedAt
        #expect(throws: Refusal.inIncident(user: "ana", since: called)) {
            try remove(Situation(.ana(alert: .call)))
        }
        #expect(throws: Refusal.inIncident(user: "ana", since: called)) {
            try remove(Situation(.silentAna(alert: .call)))
        }
        #expect(
            try remove(Situation(.silentAna()), force: true).last == .removeUser(.ana))
    }

    @Test func `an alert ends with its user`() throws {
        let effects = try remove(Situation(.ana(alert: .call)), force: true)
        #expect(
            effects.alerts == [
                Alert(
                    id: "alert", user: .ana, startedAt: ActiveAlert.call.startedAt, endedAt: now,
                    message: nil)
            ])
        #expect(effects.events.map(\.kind) == [.alertCleared, .userRemoved])
        #expect(effects.kinds == [.contactRemoved, .contactRemoved])
    }
}
