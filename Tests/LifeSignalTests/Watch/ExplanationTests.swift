import Testing

@testable import LifeSignal

struct ExplanationTests {
    private func explain(
        _ user: User = .ana(), at now: Instant = .checkedIn + .hours(1), later: Instant? = nil,
        by responders: [Situation.Contact] = [.ben, .carla], gap: Gap? = nil,
        reached: Bool = false, operators: [UserID] = [.dora]
    ) -> Explanation {
        var situation = Situation(user, by: responders)
        situation.incidentReached = reached
        situation.alertReached = reached
        return Explanation(situation, at: later, Moment(now, gap: gap, operators: operators))
    }

    /// A step with the names of those who are told.
    private struct Step: Equatable {
        var at: Instant
        var what: String
        var tells: [String]

        init(_ at: Instant, _ what: String, _ tells: [String] = ["Ben", "Carla"]) {
            self.at = at
            self.what = what
            self.tells = tells
        }

        init(_ step: Explanation.Step) {
            self.init(step.at, step.what, step.tells.map(\.name))
        }
    }

    // MARK: Why

    @Test func `each status has its reason`() {
        let known =
            "Last check-in Fri 2026-11-20 09:12 CET; with an interval of 1 day the next is due by "
            + "Sat 2026-11-21 09:12 CET."
        #expect(
            explain(.ana(lastCheckIn: nil)).why == [
                "Ana has never checked in, so no deadline runs."
            ])
        #expect(explain().why == [known, "Ana is active: the deadline lies ahead."])
        #expect(
            explain(.ana(schedule: .usual(grace: .hours(1))), at: .due).why == [
                known, "Ana is overdue: the deadline has passed.", "A grace of 1 hour follows.",
            ])
        #expect(
            explain(.silentAna(), at: .due + .hours(1)).why == [
                known,
                "Ana is non-responsive since Sat 2026-11-21 09:12 CET: no check-in came in time.",
            ])
    }

    @Test func `a hold, an alert and having nobody to tell are said`() {
        let gap = Gap(
            number: 1, start: .due - .hours(2), end: .due - .minutes(5),
            firstEnd: .due - .minutes(5))
        let why = explain(
            .ana(alert: .call), at: .due - .minutes(4), by: [.ben.unreachable], gap: gap
        ).why
        #expect(
            why.suffix(3) == [
                "LifeSignal was off from Sat 2026-11-21 07:12 CET to Sat 2026-11-21 09:07 CET, so "
                    + "the limit is held until Sat 2026-11-21 09:22 CET.",
                "Ana calls for help since Fri 2026-11-20 12:12 CET.",
                "No responder of Ana can be told.",
            ])
    }

    @Test func `a name is shown as what foreigners wrote`() {
        #expect(
            explain(.ana(lastCheckIn: nil, name: "A\u{202E}na")).why.first
                == "A\\u{202e}na has never checked in, so no deadline runs.")
    }

    // MARK: What follows

    @Test func `ahead of an active user lie the steps that the daemon will take`() {
        let steps = explain(.ana(schedule: .usual(grace: .hours(1)))).steps.map(Step.init)
        let start = Instant.due + .hours(1)
        #expect(
            steps.prefix(6) == [
                Step(.due - .hours(2), "a reminder", ["Ana"]),
                Step(.due, "the check-in is overdue, the grace begins", ["Ana"]),
                Step(start, "becomes non-responsive", ["Ben", "Carla", "Ana"]),
                Step(start + .hours(1), "the responders are told again"),
                Step(start + .hours(4), "the responders are told again"),
                Step(start + .hours(24), "the responders are told again"),
            ])
        #expect(steps.count == 8)
    }

    @Test func `a look at five minutes that finds nothing wrong is no step`() {
        let steps = explain(.silentAna(), at: .due + .minutes(1), reached: true).steps.map(
            Step.init)
        #expect(steps.first == Step(.due + .hours(1), "the responders are told again"))
        let alert = explain(
            .ana(alert: .call), at: ActiveAlert.call.startedAt, reached: true
        ).steps.map(Step.init)
        #expect(
            alert.first
                == Step(ActiveAlert.call.startedAt + .hours(1), "the responders are told again"))
    }

    @Test func `one that finds nobody reached is a step`() {
        let steps = explain(.silentAna(), at: .due + .minutes(1)).steps.map(Step.init)
        #expect(
            steps.first
                == Step(
                    .due + .minutes(5), "nobody has been reached; the operators are told", []))
    }

    @Test func `nobody is said to tell operators where there are none`() {
        let silent = explain(.silentAna(), at: .due + .minutes(1), operators: [.ana]).steps
        #expect(silent.first?.what == "nobody has been reached")
        let alone = explain(by: [], operators: []).steps
        #expect(alone.last?.what == "becomes non-responsive; nobody can be told")
    }

    @Test func `who is told is named in order, by id too`() {
        let steps = Explanation(
            Situation(.ana(), by: [.ben.unreachable, .carla]), at: nil, Moment(.checkedIn)
        ).steps
        #expect(steps[0].tells == [.init(id: .ana, name: "Ana", isReachable: true)])
        #expect(steps[1].tells.map(\.id) == [.ben, .carla, .ana])
    }

    @Test func `without responders the steps come to an end`() {
        let steps = explain(by: []).steps.map(Step.init)
        #expect(
            steps == [
                Step(.due - .hours(2), "a reminder", ["Ana"]),
                Step(
                    .due, "becomes non-responsive; nobody can be told; the operators are", ["Ana"]),
            ])
    }

    @Test func `a deadline that passes in silence is said to pass`() {
        let gap = Gap(
            number: 1, start: .due - .hours(2), end: .due - .minutes(5),
            firstEnd: .due - .minutes(5))
        var user = User.ana(schedule: .usual(reminders: []))
        user.progress.gapTold = 1
        let steps = explain(user, at: .due - .minutes(4), gap: gap).steps.map(Step.init)
        #expect(
            steps.prefix(2) == [
                Step(.due, "the check-in is overdue", []),
                Step(.due + .minutes(10), "becomes non-responsive", ["Ben", "Carla", "Ana"]),
            ])
    }

    @Test func `a user who waits has one step, and then none`() {
        let user = User.ana(lastCheckIn: nil)
        let told = user.addedAt + .hours(24)
        #expect(
            explain(user, at: user.addedAt).steps.map(Step.init) == [
                Step(told, "the operators are told that no check-in ever came")
            ])
        var after = user
        after.progress.waitingTold = true
        #expect(explain(after).steps.map(Step.init) == [])
    }

    @Test func `what is due already happens now`() {
        let now = Instant.due + .hours(30)
        #expect(explain(.silentAna(), at: now, reached: true).steps.first?.at == now)
    }

    // MARK: At a later instant

    @Test func `at a later instant all has happened until then`() {
        let limit = Instant.due + .hours(1)
        let user = User.ana(schedule: .usual(grace: .hours(1)))
        let overdue = explain(user, later: .due)
        #expect(overdue.why.contains("Ana is overdue: the deadline has passed."))
        #expect(overdue.steps.first?.at == limit)
        let silent = explain(user, later: limit)
        #expect(
            silent.why.contains(
                "Ana is non-responsive since Sat 2026-11-21 10:12 CET: no check-in came in time."))
        #expect(silent.steps.first?.at == limit + .hours(1))
        let before = explain(user, later: limit - .millisecond)
        #expect(before.why.contains("Ana is overdue: the deadline has passed."))
    }

    @Test func `an instant in the past is now`() {
        let now = explain(.silentAna(), at: .due + .hours(1))
        #expect(explain(.silentAna(), at: .due + .hours(1), later: .checkedIn) == now)
    }

    @Test func `a far later instant is answered without going through every repeat`() {
        let later = Instant("9999-01-01 00:00")
        let steps = explain(.ana(alert: .call), later: later).steps.map(Step.init)
        #expect(steps.count == 8)
        // From 2026 on one each of the incident and of the alert a day.
        #expect(steps.allSatisfy { $0.at > later && $0.at <= later + .days(6) })
    }

    @Test func `a look that changes nothing ends it`() {
        // A store that lost the last check-in of an incident.
        var user = User.silentAna()
        user.lastCheckIn = nil
        user.progress.waitingTold = true
        #expect(
            explain(user, at: .due + .days(9), later: .due + .days(99)).steps.map(Step.init) == [])
    }
}
