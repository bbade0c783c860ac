import Testing

@testable import LifeSignal

struct GapReminderTests {
    /// The server was off over ana's deadline and for an hour more.
    private let gap = Gap(
        number: 3, start: .due - .hours(3), end: .due + .hours(1), firstEnd: .due + .hours(1))
    private let held = Instant.due + .hours(1) + .minutes(15)

    private func looked(
        _ user: User = .ana(), at now: Instant? = nil, gap: Gap? = nil, isReachable: Bool = true
    ) -> [Effect] {
        var situation = Situation(user)
        situation.isReachable = isReachable
        return look(at: situation, Moment(now ?? self.gap.end, gap: gap ?? self.gap))
    }

    @Test func `whose limit a hold has moved gets one reminder that names the gap`() throws {
        let effects = looked()
        #expect(effects.kinds == [.reminder])
        let reminder = try #require(effects.notifications.first)
        #expect(reminder.recipient == .ana)
        #expect(reminder.about == .ana)
        #expect(reminder.ofGap)
        #expect(
            reminder.notice
                == Notice(
                    title: "Please check in by Sat 2026-11-21 10:27 CET",
                    body: "The LifeSignal server was off from Sat 2026-11-21 06:12 CET to "
                        + "Sat 2026-11-21 10:12 CET. If you have not checked in by "
                        + "Sat 2026-11-21 10:27 CET, Ben, Carla will be told."))
        #expect(
            effects.events == [
                Event(
                    .reminderDue, user: .ana, at: gap.end, by: .daemon, detail: ["after": "gap"])
            ])
        let user = try #require(effects.savedUser)
        #expect(user.progress.gapTold == 3)
        #expect(user.progress.noticeSent == gap.end)
        #expect(user.incident == nil)
        #expect(looked(user, at: held - .millisecond) == [])
    }

    @Test func `nobody becomes non-responsive before the hold ends, and at its end they do`() throws
    {
        let user = try #require(looked().savedUser)
        #expect(looked(user, at: held - .millisecond).notifications == [])
        let effects = looked(user, at: held)
        #expect(effects.kinds == [.nonResponsive, .nonResponsive, .nonResponsive])
        #expect(effects.savedUser?.incident?.since == held)
    }

    @Test func `it replaces the reminders missed meanwhile`() throws {
        let early = Gap(
            number: 3, start: .due - .hours(3), end: .due - .minutes(5),
            firstEnd: .due - .minutes(5))
        let effects = looked(.ana(), at: early.end, gap: early)
        #expect(effects.kinds == [.reminder])
        #expect(effects.notifications.first?.ofGap == true)
        let user = try #require(effects.savedUser)
        #expect(user.progress.remindedLeads == [])
        #expect(user.progress.passedLeads == [.hours(2)])
        #expect(!user.progress.deadlinePassed)
        #expect(looked(user, at: early.end + .minutes(1), gap: early) == [])
    }

    @Test func `a reminder still ahead is sent at its instant all the same`() throws {
        let early = Gap(
            number: 3, start: .due - .hours(3), end: .due - .minutes(5),
            firstEnd: .due - .minutes(5))
        let schedule = Schedule.usual(reminders: [.hours(2), .minutes(2)])
        let user = try #require(
            looked(.ana(schedule: schedule), at: early.end, gap: early).savedUser)
        let last = looked(user, at: .due - .minutes(2), gap: early)
        #expect(last.kinds == [.reminder])
        #expect(last.notifications.first?.ofGap == false)
    }

    @Test func `it replaces the overdue notice of a deadline in the gap`() throws {
        let user = User.ana(schedule: .usual(grace: .minutes(30)))
        let effects = looked(user)
        #expect(effects.kinds == [.reminder])
        #expect(effects.savedUser?.progress.deadlinePassed == true)
    }

    @Test func `reminders waiting since before the gap are withdrawn, it is spared`() {
        var user = User.ana()
        user.progress.noticeSent = Instant(milliseconds: 77)
        let effects = looked(user)
        #expect(
            effects.withdrawals == [
                Withdrawal(
                    kinds: [.reminder], cause: "reminding:1:77", sparesGapReminders: true)
            ])
    }

    @Test func `it is sent to those with a limit in the catch-up time, and to no others`() {
        let end = Instant.due - .minutes(15)
        func effects(grace: Span, end: Instant) -> [Effect] {
            let gap = Gap(number: 3, start: end - .hours(1), end: end, firstEnd: end)
            var user = User.ana(schedule: .usual(reminders: [], grace: grace))
            user.progress.remindedLeads = [.hours(2)]
            return looked(user, at: end, gap: gap)
        }
        #expect(effects(grace: .zero, end: end) == [])
        #expect(effects(grace: .zero, end: end + .millisecond).kinds == [.reminder])
        #expect(effects(grace: .minutes(1), end: end + .minutes(1)) == [])
        #expect(effects(grace: .minutes(1), end: end + .minutes(2)).kinds == [.reminder])
    }

    @Test func `one who checked in after the gap is left alone`() {
        let schedule = Schedule.usual(interval: .minutes(8), reminders: [])
        func effects(lastCheckIn: Instant) -> [Effect] {
            looked(.ana(lastCheckIn: lastCheckIn, schedule: schedule), at: gap.end)
        }
        #expect(effects(lastCheckIn: gap.end - .minutes(5)).kinds == [.reminder])
        #expect(effects(lastCheckIn: gap.end) == [])
    }

    @Test func `a further gap is told of anew`() throws {
        let user = try #require(looked().savedUser)
        let further = Gap(
            number: 4, start: gap.end + .minutes(5), end: gap.end + .minutes(10),
            firstEnd: gap.firstEnd)
        let effects = looked(user, at: further.end, gap: further)
        #expect(effects.kinds == [.reminder])
        #expect(effects.savedUser?.progress.gapTold == 4)
    }

    @Test func `a hold changes nothing for those in an incident or waiting`() {
        var silent = User.silentAna(since: .due - .hours(2))
        silent.incident?.telling = Telling(repeats: 1, checked: true)
        #expect(looked(silent, at: .due + .hours(1)) == [])
        var waiting = User.ana(lastCheckIn: nil)
        waiting.progress.waitingTold = true
        #expect(looked(waiting) == [])
    }

    @Test func `alerts are never held`() {
        let effects = looked(.ana(alert: .call))
        #expect(effects.kinds == [.alertRaised, .alertRaised, .reminder])
    }

    @Test func `an incident after a gap says that the server was off`() throws {
        let effects = looked(at: held)
        let body = try #require(effects.notification(to: .ben)).notice.body
        #expect(
            body.contains(
                "The LifeSignal server was off from Sat 2026-11-21 06:12 CET to Sat 2026-11-21 "
                    + "10:12 CET; Ana could not check in then."))
    }
}
