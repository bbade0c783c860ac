import Testing

@testable import LifeSignal

struct StatusTests {
    @Test func `a user waits until their first check-in, and no deadline runs`() {
        let user = User.ana(lastCheckIn: nil)
        for now in [Instant.checkedIn, .due, .due + .days(1000)] {
            #expect(user.status(at: now) == .waiting)
            #expect(user.timeRemaining(at: now) == .zero)
            #expect(!user.needsHelp(at: now))
        }
        #expect(user.nextCheckIn == nil)
        #expect(user.nonResponsiveAt(gap: nil, settings: Settings()) == nil)
    }

    @Test func `the next check-in is an interval after the last`() {
        #expect(User.ana().nextCheckIn == .checkedIn + .hours(24))
        #expect(
            User.ana(schedule: .usual(interval: .seconds(1))).nextCheckIn
                == .checkedIn + .seconds(1))
    }

    @Test(
        arguments: [
            (-86_400_000, .active, 86_400_000, "24h 0m"), (-3_600_000, .active, 3_600_000, "1h 0m"),
            (-3_599_999, .active, 3_599_999, "59m 59s"), (-1, .active, 1, "0m 0s"),
            (0, .overdue, 0, "Overdue"), (1, .overdue, 0, "Overdue"),
            (7_200_000, .overdue, 0, "Overdue"),
        ] as [(Int64, User.Status, Int64, String)])
    func `the deadline's own instant is overdue, the millisecond before it is not`(
        fromDue: Int64, status: User.Status, remaining: Int64, words: String
    ) {
        let user = User.ana(schedule: .usual(grace: .hours(1)))
        let now = Instant.due + Span(milliseconds: fromDue)
        #expect(user.status(at: now) == status)
        #expect(user.timeRemaining(at: now) == Span(milliseconds: remaining))
        #expect(Words.remaining(user.timeRemaining(at: now)) == words)
        #expect(user.needsHelp(at: now) == (status == .overdue))
    }

    @Test func `time remaining in whole seconds is rounded up`() {
        let remaining = User.ana().timeRemaining(at: .due - .millisecond)
        #expect(remaining.secondsRoundedUp == 1)
        #expect(User.ana().timeRemaining(at: .due).secondsRoundedUp == 0)
    }

    @Test func `non-responsive is what the daemon has acted on, and is left by no clock`() {
        let user = User.silentAna()
        for now in [Instant.checkedIn, .due - .hours(1), .due, .due + .days(9)] {
            #expect(user.status(at: now) == .nonResponsive)
            #expect(user.timeRemaining(at: now) == .zero)
            #expect(Words.remaining(user.timeRemaining(at: now)) == "Overdue")
            #expect(user.needsHelp(at: now))
        }
    }

    @Test func `an alert is no status`() {
        let user = User.ana(alert: .call)
        #expect(user.status(at: .checkedIn) == .active)
        #expect(!user.needsHelp(at: .checkedIn))
        #expect(User.ana(lastCheckIn: nil, alert: .call).status(at: .checkedIn) == .waiting)
    }

    @Test func `an interval is elapsed time across a daylight-saving change`() {
        let beforeSummer = Instant("2026-03-28 08:12")
        let user = User.ana(lastCheckIn: beforeSummer)
        #expect(user.nextCheckIn == beforeSummer + .hours(24))
        #expect(Zone.berlin.text(beforeSummer) == "Sat 2026-03-28 09:12 CET")
        #expect(Zone.berlin.text(user.nextCheckIn!) == "Sun 2026-03-29 10:12 CEST")
        let beforeWinter = Instant("2026-10-24 07:12")
        #expect(
            Zone.berlin.text(User.ana(lastCheckIn: beforeWinter).nextCheckIn!)
                == "Sun 2026-10-25 08:12 CET")
    }

    @Test func `status has the words of the socket`() {
        #expect(
            User.Status.allCases.map(\.rawValue) == [
                "waiting", "active", "overdue", "nonResponsive",
            ])
    }
}

struct NonResponsiveInstantTests {
    private let gap = Gap(
        number: 1, start: .due - .hours(3), end: .due - .minutes(5), firstEnd: .due - .minutes(5))

    private func limit(_ schedule: Schedule, gap: Gap? = nil) -> Instant? {
        User.ana(schedule: schedule).nonResponsiveAt(gap: gap, settings: Settings())
    }

    @Test func `it is the deadline and the grace after it`() {
        #expect(limit(.usual()) == .due)
        #expect(limit(.usual(grace: .hours(3))) == .due + .hours(3))
    }

    @Test func `a hold makes it later, and never earlier`() {
        #expect(limit(.usual(), gap: gap) == .due + .minutes(10))
        #expect(limit(.usual(grace: .minutes(10)), gap: gap) == .due + .minutes(10))
        #expect(limit(.usual(grace: .minutes(11)), gap: gap) == .due + .minutes(11))
    }
}

struct DeadlineListTests {
    private func deadlines(_ user: User, gap: Gap? = nil) -> [Deadline] {
        user.deadlines(gap: gap, settings: Settings()).sorted { $0.at < $1.at }
    }

    @Test func `a waiting user has one, until it has been told`() {
        var user = User.ana(lastCheckIn: nil)
        #expect(deadlines(user) == [Deadline(.stillWaiting, at: user.addedAt + .hours(24))])
        user.progress.waitingTold = true
        #expect(deadlines(user) == [])
        #expect(user.earliestDeadline(gap: nil, settings: Settings()) == nil)
    }

    @Test func `ahead of an active user lie reminders, the deadline and the limit`() {
        let user = User.ana(
            schedule: .usual(reminders: [.hours(4), .hours(2)], grace: .hours(1)))
        #expect(
            deadlines(user) == [
                Deadline(.reminder(lead: .hours(4)), at: .due - .hours(4)),
                Deadline(.reminder(lead: .hours(2)), at: .due - .hours(2)),
                Deadline(.checkIn, at: .due),
                Deadline(.nonResponsive, at: .due + .hours(1)),
            ])
        #expect(
            user.earliestDeadline(gap: nil, settings: Settings()) == .due - .hours(4))
    }

    @Test func `what has been done is not listed again`() {
        var user = User.ana(schedule: .usual(reminders: [.hours(4), .hours(2)]))
        user.progress.remindedLeads = [.hours(4)]
        #expect(
            deadlines(user).map(\.kind) == [
                .reminder(lead: .hours(2)), .checkIn, .nonResponsive,
            ])
        user.progress.deadlinePassed = true
        user.progress.remindedLeads = [.hours(4), .hours(2)]
        #expect(deadlines(user) == [Deadline(.nonResponsive, at: .due)])
    }

    @Test func `a held one stands at its held instant`() {
        let gap = Gap(
            number: 1, start: .due - .hours(1), end: .due, firstEnd: .due)
        #expect(
            deadlines(.ana(), gap: gap).last
                == Deadline(.nonResponsive, at: .due + .minutes(15)))
    }

    @Test func `during an incident there are the repeats and the look at five minutes`() {
        var user = User.silentAna()
        #expect(
            deadlines(user) == [
                Deadline(.reached, at: .due + .minutes(5)),
                Deadline(.repeat, at: .due + .hours(1)),
            ])
        user.incident?.telling = Telling(repeats: 2, checked: true)
        #expect(deadlines(user) == [Deadline(.repeat, at: .due + .hours(24))])
    }

    @Test func `an alert has its own beside those of the schedule`() {
        let start = ActiveAlert.call.startedAt
        #expect(
            deadlines(.ana(alert: .call)) == [
                Deadline(.reached, at: start + .minutes(5)),
                Deadline(.repeat, at: start + .hours(1)),
                Deadline(.reminder(lead: .hours(2)), at: .due - .hours(2)),
                Deadline(.checkIn, at: .due), Deadline(.nonResponsive, at: .due),
            ])
        #expect(deadlines(.silentAna(alert: .call)).count == 4)
    }

    private func earliest(_ user: User, gap: Gap? = nil) -> [Instant?] {
        let earliest = user.earliestDeadlines(gap: gap, settings: Settings())
        return [earliest.listed, earliest.unlisted]
    }

    @Test func `the earliest that is not listed is kept only where it is the earliest of all`() {
        #expect(earliest(.ana()) == [.due - .hours(2), nil])
        let waiting = User.ana(lastCheckIn: nil)
        #expect(earliest(waiting) == [nil, waiting.addedAt + .hours(24)])
        var silent = User.silentAna()
        #expect(earliest(silent) == [.due + .hours(1), .due + .minutes(5)])
        silent.incident?.telling.checked = true
        #expect(earliest(silent) == [.due + .hours(1), nil])
    }

    @Test func `one that is listed at the same instant, or before, leaves out the other`() {
        let gap = Gap(number: 1, start: .due - .hours(1), end: .due, firstEnd: .due)
        var user = User.ana(schedule: .usual(reminders: []))
        #expect(earliest(user, gap: gap) == [.due, nil])
        user.progress.deadlinePassed = true
        #expect(earliest(user, gap: gap) == [.due + .minutes(15), .due])
        #expect(
            earliest(.ana(alert: .call))
                == [
                    min(.due - .hours(2), ActiveAlert.call.startedAt + .hours(1)),
                    ActiveAlert.call.startedAt + .minutes(5),
                ])
    }

    @Test(arguments: [nil, 1] as [Int?])
    func `the two together are the earliest of all`(gap number: Int?) {
        let gap = number.map { _ in
            Gap(number: 1, start: .due - .hours(1), end: .due, firstEnd: .due)
        }
        for user in [
            .ana(), .ana(lastCheckIn: nil), .ana(alert: .call), .silentAna(),
            .silentAna(alert: .call),
        ] as [User] {
            #expect(
                earliest(user, gap: gap).compactMap { $0 }.min()
                    == user.earliestDeadline(gap: gap, settings: Settings()))
        }
    }
}
