import Testing

@testable import LifeSignal

struct RaiseAlertTests {
    private let now = ActiveAlert.call.startedAt

    private func raise(
        _ situation: Situation = Situation(.ana()), message: String? = nil, by actor: Actor = .ana
    ) throws -> (alert: Alert, effects: [Effect]) {
        try raiseAlert(situation, message: message, by: actor, Moment(now))
    }

    @Test func `every responder is told at once`() throws {
        let (alert, effects) = try raise(message: "I fell")
        #expect(
            alert
                == Alert(id: "id-1", user: .ana, startedAt: now, endedAt: nil, message: "I fell"))
        #expect(effects.alerts == [alert])
        #expect(
            effects.events == [
                Event(
                    .alertRaised, user: .ana, at: now, by: .ana,
                    detail: ["alert": "id-1", "telling": "ben, carla"])
            ])
        #expect(effects.kinds == [.alertRaised, .alertRaised])
        #expect(effects.recipients == [.ben, .carla])
        #expect(
            effects.notifications.allSatisfy {
                $0.about == .ana && $0.cause == "id-1" && $0.channels == .all
            })
        #expect(effects.notifications.first?.notice.title == "Ana is calling for help")
        #expect(
            effects.savedUser?.alert
                == ActiveAlert(id: "id-1", startedAt: now, message: "I fell"))
        #expect(effects.raised == [])
    }

    @Test func `it is orthogonal to the status`() throws {
        let user = try #require(try raise(Situation(.silentAna())).effects.savedUser)
        #expect(user.incident?.id == "incident")
        #expect(user.status(at: now) == .nonResponsive)
        let waiting = try raise(Situation(.ana(lastCheckIn: nil)))
        #expect(waiting.effects.savedUser?.status(at: now) == .waiting)
    }

    @Test func `raising twice is a clear error`() {
        let started = ActiveAlert.call.startedAt
        #expect(throws: Refusal.alertActive(since: started, tells: [])) {
            try raise(Situation(.ana(alert: .call), by: []))
        }
        let situation = Situation(.ana(alert: .call), by: [.ben.unreachable, .carla])
        #expect(throws: Refusal.alertActive(since: started, tells: ["Carla"])) {
            try raise(situation)
        }
    }

    @Test(arguments: [[], [Situation.Contact.ben.unreachable]])
    func `an alert that nobody can be told of is raised, and a problem`(
        responders: [Situation.Contact]
    ) throws {
        let effects = try raise(Situation(.ana(), by: responders)).effects
        #expect(
            effects.raised == [
                Problem(Problem.Key(.nobodyToTell, user: .ana, subject: "id-1"), since: now)
            ])
        #expect(effects.savedUser?.alert != nil)
        #expect(effects.events.first?.detail["telling"] == "")
    }

    @Test func `a message has at most 1,000 characters, none at all is none`() throws {
        let longest = String(repeating: "🙂", count: 1000)
        #expect(try raise(message: longest).alert.message == longest)
        #expect(try raise(message: "").alert.message == nil)
        #expect(try raise(message: nil).alert.message == nil)
        #expect(try raise(message: "a\n\u{202E}b").alert.message == "a\n\u{202E}b")
        let families = String(repeating: "👨‍👩‍👧‍👦", count: 1000)
        #expect(try raise(message: families).alert.message == families)
        // One character of any number of bytes.
        let marks = "e" + String(repeating: "\u{301}", count: 16_384)
        for message in [longest + "x", String(repeating: "x", count: 1001), "a\0b", marks] {
            #expect(
                throws: Refusal.invalid(
                    parameter: "message",
                    reason: "a message has at most 1,000 characters and 32,768 bytes, and no NUL")
            ) { try raise(message: message) }
        }
    }
}

struct ClearAlertTests {
    private let now = ActiveAlert.call.startedAt + .minutes(90)

    private func clear(
        _ situation: Situation = Situation(.ana(alert: .call)), id: Identifier? = nil,
        by actor: Actor = .ana
    ) throws -> (alert: Alert, effects: [Effect]) {
        try clearAlert(situation, id: id, by: actor, Moment(now))
    }

    @Test func `the responders are told again`() throws {
        let (alert, effects) = try clear()
        #expect(
            alert
                == Alert(
                    id: "alert", user: .ana, startedAt: ActiveAlert.call.startedAt, endedAt: now,
                    message: nil))
        #expect(effects.alerts == [alert])
        #expect(
            effects.withdrawals == [
                Withdrawal(kinds: [.alertRaised], about: .ana, cause: "alert")
            ])
        #expect(
            effects.events == [
                Event(.alertCleared, user: .ana, at: now, by: .ana, detail: ["alert": "alert"])
            ])
        #expect(effects.kinds == [.alertCleared, .alertCleared])
        #expect(effects.recipients == [.ben, .carla])
        #expect(
            effects.notifications.allSatisfy {
                $0.about == .ana && $0.cause == "alert" && $0.channels == .all
            })
        #expect(effects.savedUser == .ana())
    }

    @Test func `its message stays in the history`() throws {
        let active = ActiveAlert(id: "alert", startedAt: .checkedIn, message: "I fell")
        let (alert, effects) = try clear(Situation(.ana(alert: active)))
        #expect(alert.message == "I fell")
        #expect(effects.alerts.map(\.message) == ["I fell"])
    }

    @Test func `one can be cleared by its id, another id is none`() throws {
        #expect(try clear(id: "alert").alert.id == "alert")
        #expect(throws: Refusal.noActiveAlert(user: "ana")) { try clear(id: "other") }
        #expect(throws: Refusal.noActiveAlert(user: "ana")) {
            try clear(Situation(.ana()), id: "alert")
        }
    }

    @Test func `clearing nothing is a clear error`() {
        #expect(throws: Refusal.noActiveAlert(user: "ana")) { try clear(Situation(.ana())) }
    }

    @Test func `an incident goes on, and its problem with it`() throws {
        let reached = Problem.Key(.nobodyReached, user: .ana, subject: "alert")
        let toTell = Problem.Key(.nobodyToTell, user: .ana, subject: "alert")
        #expect(try clear().effects.solved == [reached, toTell])
        let silent = try clear(Situation(.silentAna(alert: .call))).effects
        #expect(silent.solved == [reached, toTell])
        #expect(silent.savedUser?.incident != nil)
        #expect(
            silent.notifications.first?.notice.title
                == "Ana no longer calls for help, but has not checked in")
    }
}

struct AlertDurationTests {
    @Test func `it runs from start to end, or to now, and never below zero`() {
        var alert = Alert(id: "alert", user: .ana, startedAt: .checkedIn, message: nil)
        #expect(alert.duration(at: .checkedIn) == .zero)
        #expect(alert.duration(at: .checkedIn + .hours(2)) == .hours(2))
        #expect(alert.duration(at: .checkedIn - .hours(2)) == .zero)
        alert.endedAt = .checkedIn + .minutes(3)
        #expect(alert.duration(at: .checkedIn + .hours(2)) == .minutes(3))
        alert.endedAt = .checkedIn - .minutes(3)
        #expect(alert.duration(at: .checkedIn + .hours(2)) == .zero)
    }
}

struct AlertTapsTests {
    private let now = Instant.checkedIn

    @Test func `each tap adds a quarter, and four raise the alert`() {
        var taps = AlertTaps()
        #expect((0..<4).map { taps.tap(at: now + .seconds($0)) } == [0.25, 0.5, 0.75, 1])
    }

    @Test func `after 10 s without a tap it falls back to nothing`() {
        var taps = AlertTaps()
        #expect(taps.tap(at: now) == 0.25)
        #expect(taps.tap(at: now + .seconds(10) - .millisecond) == 0.5)
        #expect(!taps.isOver(at: now + .seconds(20) - .millisecond - .millisecond))
        #expect(taps.isOver(at: now + .seconds(20) - .millisecond))
        #expect(taps.tap(at: now + .seconds(20) - .millisecond) == 0.25)
    }

    @Test func `the clock going back starts anew`() {
        var taps = AlertTaps()
        _ = taps.tap(at: now)
        _ = taps.tap(at: now)
        #expect(taps.isOver(at: now - .millisecond))
        #expect(taps.tap(at: now - .millisecond) == 0.25)
    }

    @Test func `without a tap there is nothing to keep`() {
        #expect(AlertTaps().isOver(at: now))
    }
}
