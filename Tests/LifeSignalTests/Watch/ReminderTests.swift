import Testing

@testable import LifeSignal

struct ReminderTests {
    private let schedule = Schedule.usual(reminders: [.hours(6), .hours(4), .hours(2)])

    private func looked(
        _ user: User, at now: Instant, by responders: [Situation.Contact] = [.ben, .carla]
    ) -> [Effect] {
        look(at: Situation(user, by: responders), Moment(now))
    }

    @Test func `a reminder is sent at its instant and not a millisecond before`() throws {
        let user = User.ana(schedule: schedule)
        let at = Instant.due - .hours(6)
        #expect(looked(user, at: at - .millisecond) == [])
        let effects = looked(user, at: at)
        #expect(effects.kinds == [.reminder])
        let reminder = try #require(effects.notifications.first)
        #expect(reminder.recipient == .ana)
        #expect(reminder.about == .ana)
        #expect(reminder.cause == "reminding:1:\(at.milliseconds)")
        #expect(reminder.channels == .all)
        #expect(!reminder.ofGap)
        #expect(reminder.at == at)
        #expect(
            reminder.notice
                == Notice(
                    title: "Please check in by Sat 2026-11-21 09:12 CET",
                    body: "If you have not checked in by Sat 2026-11-21 09:12 CET, Ben, Carla "
                        + "will be told."))
        #expect(
            effects.events == [
                Event(.reminderDue, user: .ana, at: at, by: .daemon, detail: ["lead": "6 hours"])
            ])
        var after = user
        after.progress.remindedLeads = [.hours(6)]
        after.progress.noticeSent = at
        #expect(effects.savedUser == after)
        #expect(effects.count == 3)
    }

    @Test func `looking twice does nothing the second time`() throws {
        let now = Instant.due - .hours(6)
        let user = try #require(looked(.ana(schedule: schedule), at: now).savedUser)
        #expect(looked(user, at: now) == [])
        #expect(looked(user, at: .due - .hours(4) - .millisecond) == [])
        #expect(looked(user, at: .due - .hours(4)).kinds == [.reminder])
    }

    @Test func `of several missed ones only the latest is sent, once`() throws {
        let effects = looked(.ana(schedule: schedule), at: .due - .hours(3))
        #expect(effects.kinds == [.reminder])
        #expect(effects.events.map(\.detail) == [["lead": "4 hours"]])
        let user = try #require(effects.savedUser)
        #expect(user.progress.remindedLeads == [.hours(4)])
        #expect(user.progress.passedLeads == [.hours(6)])
        #expect(looked(user, at: .due - .hours(3) + .minutes(1)) == [])
        let last = looked(user, at: .due - .hours(2))
        #expect(last.events.map(\.detail) == [["lead": "2 hours"]])
        // A check-in makes all of them pointless.
        #expect(last.notifications.map(\.cause) == effects.notifications.map(\.cause))
    }

    @Test func `a missed reminder is sent until just before the deadline`() {
        let late = looked(.ana(schedule: schedule), at: .due - .millisecond)
        #expect(late.kinds == [.reminder])
        #expect(late.events.map(\.detail) == [["lead": "2 hours"]])
    }

    @Test func `no reminder is sent at the deadline or after it`() {
        let user = User.ana(
            schedule: .usual(reminders: [.hours(6), .hours(2)], grace: .hours(1)))
        #expect(looked(user, at: .due).kinds == [.overdue])
        #expect(looked(user, at: .due + .minutes(30)).kinds == [.overdue])
    }

    @Test func `it names only those who can be told`() throws {
        let user = User.ana(schedule: schedule)
        let one = looked(user, at: .due - .hours(6), by: [.ben.unreachable, .carla])
        #expect(try #require(one.notifications.first).notice.body.hasSuffix("Carla will be told."))
        let none = looked(user, at: .due - .hours(6), by: [.ben.unreachable])
        #expect(
            try #require(none.notifications.first).notice.body.hasSuffix("nobody can be told."))
    }

    @Test func `it names the limit, grace included`() throws {
        let user = User.ana(schedule: .usual(reminders: [.hours(2)], grace: .hours(1)))
        let reminder = try #require(looked(user, at: .due - .hours(2)).notifications.first)
        #expect(reminder.notice.title == "Please check in by Sat 2026-11-21 09:12 CET")
        #expect(
            reminder.notice.body.hasPrefix(
                "If you have not checked in by Sat 2026-11-21 10:12 CET"))
    }

    @Test func `without lead times there is no reminder`() {
        let user = User.ana(schedule: .usual(reminders: []))
        #expect(looked(user, at: .due - .millisecond) == [])
    }

    @Test func `a reminder a second after the check-in is one too`() {
        let user = User.ana(schedule: .usual(interval: .seconds(2), reminders: [.seconds(1)]))
        #expect(looked(user, at: .checkedIn + .seconds(1)).kinds == [.reminder])
    }

    @Test func `a check-in makes every reminder due anew`() throws {
        var user = User.ana(schedule: schedule)
        user.progress.remindedLeads = [.hours(6), .hours(4), .hours(2)]
        let now = Instant.due - .hours(1)
        let checked = checkIn(Situation(user), source: .manual, by: .ana, Moment(now)).user
        #expect(checked.progress.remindedLeads == [])
        #expect(looked(checked, at: now + .hours(18)).kinds == [.reminder])
    }
}

struct PassedDeadlineTests {
    private func looked(_ user: User, at now: Instant) -> [Effect] {
        look(at: Situation(user), Moment(now))
    }

    private let gracious = Schedule.usual(grace: .hours(1))

    @Test func `with a grace the user is told at the deadline`() throws {
        let user = User.ana(schedule: gracious)
        var reminded = user
        reminded.progress.remindedLeads = [.hours(2)]
        #expect(looked(reminded, at: .due - .millisecond) == [])
        let effects = looked(reminded, at: .due)
        #expect(effects.kinds == [.overdue])
        let notice = try #require(effects.notifications.first)
        #expect(notice.recipient == .ana)
        #expect(notice.about == .ana)
        #expect(notice.cause == "reminding:1:\(Instant.due.milliseconds)")
        #expect(
            notice.notice
                == Notice(
                    title: "Please check in now",
                    body: "You were due by Sat 2026-11-21 09:12 CET. At Sat 2026-11-21 10:12 CET, "
                        + "Ben, Carla will be told."))
        let after = try #require(effects.savedUser)
        #expect(after.progress.deadlinePassed)
        #expect(after.progress.noticeSent == .due)
        #expect(after.incident == nil)
        #expect(looked(after, at: .due + .minutes(59)) == [])
    }

    @Test func `a deadline noticed late within the grace is told all the same`() {
        #expect(looked(.ana(schedule: gracious), at: .due + .minutes(59)).kinds == [.overdue])
        #expect(
            looked(.ana(schedule: gracious), at: .due + .hours(1)).kinds
                == [.nonResponsive, .nonResponsive, .nonResponsive])
    }

    @Test func `without a grace there is no overdue, even while a hold is on`() {
        let gap = Gap(
            number: 1, start: .checkedIn - .hours(2), end: .due - .minutes(5),
            firstEnd: .due - .minutes(5))
        var user = User.ana()
        user.progress.gapTold = 1
        let effects = look(at: Situation(user), Moment(.due, gap: gap))
        #expect(effects.notifications == [])
        #expect(effects.savedUser?.progress.deadlinePassed == true)
        #expect(looked(.ana(), at: .due).notifications(.overdue) == [])
    }

    @Test func `reminders not yet begun are withdrawn at the deadline, a gap's spared`() {
        var user = User.ana(schedule: gracious)
        #expect(looked(user, at: .due).withdrawals == [])
        user.progress.noticeSent = Instant(milliseconds: 77)
        #expect(
            looked(user, at: .due).withdrawals == [
                Withdrawal(
                    kinds: [.reminder], cause: "reminding:1:77", sparesGapReminders: true)
            ])
    }
}
