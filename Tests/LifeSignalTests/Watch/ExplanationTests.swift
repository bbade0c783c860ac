import Testing

@testable import LifeSignal

struct ExplanationTests {
    private func explain(
        _ user: User = .ana(), at now: Instant = .checkedIn + .hours(1), later: Instant? = nil,
        by responders: [Situation.Contact] = [.ben, .carla], gap: Gap? = nil,
        reached: Bool = false, operators: [UserID] = [.dora], doras isReachable: Bool = true,
        asked: [Ping] = [], problems: [KnownProblem] = []
    ) -> Explanation {
        var situation = Situation(user, by: responders)
        situation.incidentReached = reached
        situation.alertReached = reached
        situation.received = asked.map {
            Situation.PendingPing(ping: $0, otherName: $0.sender == .ben ? "Ben" : "Carla")
        }
        return Explanation(
            situation, problems: problems, operators: [isReachable ? .dora : .dora.unreachable],
            at: later, Moment(now, gap: gap, operators: operators))
    }

    /// Told when it was raised, as it is of a problem of people.
    private func told(_ code: Problem.Code, subject: String = "", at instant: Instant)
        -> KnownProblem
    {
        var known = KnownProblem(
            Problem(Problem.Key(code, user: .ana, subject: subject), since: instant), at: instant)
        known.told(at: instant)
        return known
    }

    private func ping(from sender: UserID = .ben, sentAt: Instant = .checkedIn) -> Ping {
        Ping(id: "ping", sender: sender, recipient: .ana, sentAt: sentAt)
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
                "No notice of this has reached a responder who can act.",
            ])
    }

    @Test func `whether a notice of what goes on has reached anybody is said`() {
        let unreached = "No notice of this has reached a responder who can act."
        let now = Instant.due + .minutes(1)
        #expect(explain(.silentAna(), at: now).why.contains(unreached))
        #expect(!explain(.silentAna(), at: now, reached: true).why.contains(unreached))
        #expect(explain(.ana(alert: .call)).why.last == unreached)
        #expect(explain(.ana(alert: .call), reached: true).why.last?.contains("help") == true)
        // It is what is known, so it holds later too; of what lies ahead nothing is known.
        #expect(explain(.silentAna(), at: now, later: .due + .hours(2)).why.contains(unreached))
        let ahead = explain(later: .due + .hours(2)).why
        #expect(ahead.last == "It is assumed that a notice of this reaches a responder.")
    }

    @Test func `a hold, an alert and having nobody to tell are said`() {
        let gap = Gap(
            number: 1, start: .due - .hours(2), end: .due - .minutes(5),
            firstEnd: .due - .minutes(5))
        let why = explain(
            .ana(alert: .call), at: .due - .minutes(4), by: [.ben.unreachable], gap: gap
        ).why
        #expect(
            why.suffix(4) == [
                "LifeSignal was off from Sat 2026-11-21 07:12 CET to Sat 2026-11-21 09:07 CET, so "
                    + "the limit is held until Sat 2026-11-21 09:22 CET.",
                "Ana calls for help since Fri 2026-11-20 12:12 CET.",
                "No responder of Ana can be told.",
                "Ben has no channel, so nothing can be told to Ben.",
            ])
    }

    @Test func `a responder who cannot be told is named to whoever may know of it`() {
        let silent = "Ben has no channel, so nothing can be told to Ben."
        #expect(explain(by: [.ben.unreachable, .carla]).why.contains(silent))
        let unnamed = Explanation(
            Situation(.ana(), by: [.ben.unreachable, .carla]), namesResponders: false, at: nil,
            Moment(.checkedIn))
        #expect(!unnamed.why.contains { $0.contains("Ben") })
    }

    @Test func `nobody is said to be told again where no responder has a channel`() {
        let steps = explain(.silentAna(), at: .due, by: [.ben.unreachable]).steps
        #expect(!steps.contains { $0.what.contains("the responders are told again") })
        #expect(steps.contains { $0.what.contains("no responder has a channel") })
        let reachable = explain(.silentAna(), at: .due).steps
        #expect(reachable.contains { $0.what.contains("the responders are told again") })
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
            steps.prefix(7) == [
                Step(.due - .hours(2), "a reminder", ["Ana"]),
                Step(.due, "the check-in is overdue, the grace begins", ["Ana"]),
                Step(start, "becomes non-responsive", ["Ben", "Carla", "Ana"]),
                Step(
                    start + .minutes(5),
                    "if no notice has arrived by then, nobody who can act has been reached and the operators "
                        + "are told", ["Dora"]),
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

    @Test func `one that may find nobody reached is a step, with the operators who are told`() {
        let check = Instant.due + .minutes(5)
        let unreached =
            "if no notice has arrived by then, nobody who can act has been reached and the operators are told"
        let steps = explain(.silentAna(), at: .due + .minutes(1)).steps.map(Step.init)
        #expect(steps.first == Step(check, unreached, ["Dora"]))
        let alert = explain(.ana(alert: .call), at: ActiveAlert.call.startedAt).steps
        #expect(alert.first?.what == unreached)
        #expect(alert.first?.tells.map(\.name) == ["Dora"])
        // Too late for a notice to arrive first.
        #expect(
            explain(.silentAna(), at: check).steps.map(Step.init).first
                == Step(
                    check, "nobody who can act has been reached; the operators are told", ["Dora"]))
    }

    @Test func `responders who are all silent themselves reach nobody, whatever arrives`() {
        let steps = explain(
            by: [.ben.nonResponsive, .carla.nonResponsive], reached: true
        ).steps.map(Step.init)
        #expect(
            steps.dropFirst(2).first
                == Step(
                    .due + .minutes(5),
                    "nobody who can act has been reached; the operators are told",
                    ["Dora"]))
    }

    @Test func `of a sole operator in need the responders are told what operators would be`() {
        let silent = explain(.silentAna(), at: .due + .minutes(5), operators: [.ana]).steps
        #expect(
            silent.map(Step.init).first
                == Step(
                    .due + .minutes(5),
                    "nobody who can act has been reached; the responders are told"))
        let waiting = explain(.ana(lastCheckIn: nil), operators: [.ana]).steps
        #expect(waiting.first?.what == "no check-in ever came; the responders are told")
        #expect(waiting.first?.tells.map(\.name) == ["Ben", "Carla"])
        // None of them can be.
        let alone = explain(by: [.ben.unreachable], operators: [.ana]).steps
        #expect(
            alone.map(\.what).prefix(2) == [
                "a reminder", "becomes non-responsive; no responder can be told",
            ])
    }

    @Test func `a problem of an operator is told to the others`() {
        let steps = explain(.silentAna(), at: .due + .minutes(5), operators: [.ana, .dora]).steps
        #expect(steps.first?.what == "nobody who can act has been reached; the operators are told")
        #expect(steps.first?.tells.map(\.id) == [.dora])
    }

    @Test func `operators are not said to be told where there are none, or none with a channel`() {
        let silent = explain(.silentAna(), at: .due + .minutes(5), operators: []).steps
        #expect(silent.first?.what == "nobody who can act has been reached")
        #expect(silent.first?.tells == [])
        let alone = explain(by: [], operators: []).steps
        #expect(alone.last?.what == "becomes non-responsive; no responder can be told")
        // Of what lies ahead there is nothing to say then.
        #expect(!explain(operators: []).steps.contains { $0.what.contains("reached") })
        let mute = explain(.silentAna(), at: .due + .minutes(5), doras: false).steps
        #expect(
            mute.first?.what == "nobody who can act has been reached; no operator has a channel")
        #expect(mute.first?.tells.map(\.isReachable) == [false])
    }

    @Test func `who is told is named in order, by id too`() {
        let steps = Explanation(
            Situation(.ana(), by: [.ben.unreachable, .carla]), at: nil, Moment(.checkedIn)
        ).steps
        #expect(steps[0].tells == [.init(id: .ana, name: "Ana", isReachable: true)])
        #expect(steps[1].tells.map(\.id) == [.ben, .carla, .ana])
    }

    @Test func `without responders the operators are told, and again each week`() {
        let steps = explain(by: []).steps.map(Step.init)
        #expect(
            steps.prefix(4) == [
                Step(.due - .hours(2), "a reminder", ["Ana"]),
                Step(
                    .due,
                    "becomes non-responsive; no responder can be told; the operators are told",
                    ["Ana", "Dora"]),
                Step(
                    .due + .days(7), "no responder can be told; the operators are told again",
                    ["Dora"]),
                Step(
                    .due + .days(14), "no responder can be told; the operators are told again",
                    ["Dora"]),
            ])
        #expect(explain(by: [], operators: []).steps.count == 2)
    }

    @Test func `a problem that is known is told of at its own instant, and not as a new one`() {
        let start = Instant.due
        let silent = explain(
            .silentAna(), at: start + .minutes(1), by: [],
            problems: [told(.nobodyToTell, subject: "incident", at: start)])
        #expect(
            silent.steps.first.map(Step.init)
                == Step(
                    start + .days(7), "no responder can be told; the operators are told again",
                    ["Dora"]))
    }

    @Test func `of a new incident operators are told at once, however short ago the last one was`()
    {
        var solved = told(.nobodyToTell, subject: "before", at: .due - .minutes(40))
        solved.solvedAt = .due - .minutes(30)
        #expect(
            explain(by: [], problems: [solved]).steps.map(Step.init).dropFirst().first?.tells
                == ["Ana", "Dora"])
    }

    @Test
    func `a channel that takes nothing is told of after five minutes, and forgotten in a week`() {
        let now = Instant.checkedIn + .hours(1)
        let failed = KnownProblem(
            Problem(Problem.Key(.deliveryFailed, user: .ana, subject: "channel"), since: now),
            at: now)
        let steps = explain(.ana(alert: .call), at: now, problems: [failed]).steps.map(Step.init)
        let given = steps.filter { $0.what.contains("a notice has not arrived") }
        #expect(
            given == [
                Step(
                    now + .minutes(5), "a notice has not arrived; the operators are told", ["Dora"])
            ])
        let waiting = explain(
            .ana(lastCheckIn: nil), at: now, operators: [.dora], problems: [failed]
        ).steps
        #expect(waiting.filter { $0.what.contains("a notice has not arrived") }.count == 1)
    }

    // MARK: Questions

    @Test func `a question that nobody answers expires, and its sender is told`() {
        let steps = explain(
            asked: [ping(from: .carla, sentAt: .checkedIn + .minutes(30)), ping()]
        ).steps.map(Step.init)
        #expect(
            steps.prefix(5) == [
                Step(.due - .hours(2), "a reminder", ["Ana"]),
                Step(.due, "becomes non-responsive", ["Ben", "Carla", "Ana"]),
                Step(.due, "the question of Ben expires unanswered", ["Ben"]),
                Step(
                    .due + .minutes(5),
                    "if no notice has arrived by then, nobody who can act has been reached and the operators "
                        + "are told", ["Dora"]),
                Step(.due + .minutes(30), "the question of Carla expires unanswered", ["Carla"]),
            ])
    }

    @Test func `a question waits for as long as a gap makes it wait`() {
        let gap = Gap(
            number: 1, start: .due - .hours(2), end: .due - .minutes(5),
            firstEnd: .due - .minutes(5))
        let steps = explain(
            .ana(lastCheckIn: nil), at: .due - .minutes(4), gap: gap, asked: [ping()]
        ).steps
        #expect(
            steps.filter { $0.what.contains("question") }.map(\.at) == [gap.end + .minutes(15)])
    }

    @Test func `at a later instant a question is over`() {
        let at = Instant.due + .minutes(1)
        #expect(
            !explain(later: at, asked: [ping()]).steps.contains { $0.what.contains("question") })
        #expect(
            explain(later: .due - .millisecond, asked: [ping()]).steps.contains {
                $0.what.contains("question")
            })
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

    @Test func `of a user who waits all are told once, and the operators again each week`() {
        let user = User.ana(lastCheckIn: nil)
        let first = user.addedAt + .hours(24)
        let steps = explain(user, at: user.addedAt).steps.map(Step.init)
        #expect(
            steps.prefix(2) == [
                Step(
                    first, "no check-in ever came; the operators are told",
                    ["Ben", "Carla", "Dora"]),
                Step(
                    first + .days(7), "no check-in ever came; the operators are told again",
                    ["Dora"]),
            ])
        #expect(
            explain(user, at: user.addedAt, operators: []).steps.map(Step.init) == [
                Step(first, "no check-in ever came")
            ])
        var after = user
        after.progress.waitingTold = true
        let known = told(.neverCheckedIn, at: first)
        #expect(
            explain(after, at: first + .hours(1), problems: [known]).steps.first?.at
                == first + .days(7))
        #expect(explain(after).steps == [])
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
        #expect(silent.steps.first?.at == limit + .minutes(5))
        let checked = explain(user, later: limit + .minutes(5))
        #expect(checked.steps.first?.at == limit + .hours(1))
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
