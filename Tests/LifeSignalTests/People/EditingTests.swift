import Testing

@testable import LifeSignal

struct EditingTests {
    private func edit(
        _ user: User = .ana(), checksIn: Bool = false, by actor: Actor = .ana,
        at now: Instant = .checkedIn + .hours(1), gap: Gap? = nil,
        _ change: (inout UserEdit) -> Void
    ) throws -> (user: User, changed: Bool, effects: [Effect]) {
        var wanted = UserEdit()
        change(&wanted)
        return try LifeSignal.edit(
            Situation(user), wanted, checksIn: checksIn, by: actor, Moment(now, gap: gap))
    }

    // MARK: Profile

    @Test func `what is given is changed, saved once and kept as an event of its fields`() throws {
        let edited = try edit(by: .root) {
            $0.name = " Ana B "
            $0.phoneNumber = "+49 30 1234567"
            $0.emergencyNote = "Key at 3b"
            $0.pictureURL = "https://h/a.jpg"
            $0.account = "ana"
            $0.dependentSort = .name
        }
        #expect(edited.changed)
        #expect(
            edited.user.profile
                == Profile(
                    name: "Ana B", phoneNumber: "+49301234567", emergencyNote: "Key at 3b",
                    pictureURL: "https://h/a.jpg", account: "ana"))
        #expect(edited.user.dependentSort == .name)
        #expect(
            edited.effects == [
                .record(
                    Event(
                        .userChanged, user: .ana, at: .checkedIn + .hours(1), by: .root,
                        detail: [
                            "fields":
                                "name, phoneNumber, emergencyNote, pictureUrl, account, "
                                + "dependentSort"
                        ])),
                .editUser(edited.user),
            ])
    }

    @Test func `an edit that changes nothing says so and writes nothing`() throws {
        let edited = try edit {
            $0.name = " Ana "
            $0.phoneNumber = ""
            $0.checkInInterval = 86_400
            $0.reminders = [7200]
            $0.grace = 0
            $0.dependentSort = .timeLeft
        }
        #expect(!edited.changed)
        #expect(edited.effects == [])
        #expect(edited.user == .ana())
    }

    @Test func `an empty text clears what is optional`() throws {
        var user = User.ana(phone: "+49301234567", note: "Key at 3b")
        user.profile.pictureURL = "https://h/a.jpg"
        user.profile.account = "ana"
        let edited = try edit(user) {
            $0.phoneNumber = ""
            $0.emergencyNote = ""
            $0.pictureURL = ""
            $0.account = ""
        }
        #expect(edited.user.profile == Profile(name: "Ana"))
    }

    @Test(arguments: ["", "  "])
    func `a name can never be saved empty, whatever else changed`(name: String) {
        #expect(throws: Refusal.invalid(parameter: "name", reason: "a name is needed")) {
            try edit {
                $0.name = name
                $0.phoneNumber = "+49301234567"
            }
        }
    }

    @Test func `one wrong value refuses all of them`() {
        #expect(throws: Refusal.self) {
            try edit {
                $0.name = "Ana B"
                $0.grace = -1
            }
        }
    }

    @Test(arguments: [User.silentAna(), .ana(lastCheckIn: .checkedIn - .hours(30))])
    func `profile fields can be changed even while overdue or non-responsive`(user: User) throws {
        let edited = try edit(user, at: .due) { $0.emergencyNote = "Key at 3b" }
        #expect(edited.user.profile.emergencyNote == "Key at 3b")
        // The schedule as it is already is no change of it.
        #expect(try !edit(user, at: .due) { $0.checkInInterval = 86_400 }.changed)
    }

    // MARK: Schedule

    @Test func `each part of the schedule is changed and named`() throws {
        let edited = try edit {
            $0.checkInInterval = 172_800
            $0.reminders = [3600, 14_400]
            $0.grace = 600
        }
        #expect(
            edited.user.schedule
                == .usual(
                    interval: .hours(48), reminders: [.hours(4), .hours(1)], grace: .minutes(10)))
        #expect(
            edited.effects.events.map(\.detail) == [
                ["fields": "checkInInterval, reminders, grace"]
            ])
        #expect(edited.user.nextCheckIn == .checkedIn + .hours(48))
    }

    @Test func `a stored reminder that no longer fits refuses the edit`() {
        #expect {
            try edit { $0.checkInInterval = 7200 }
        } throws: { error in
            if case Refusal.invalid("reminders", _) = error { true } else { false }
        }
    }

    @Test func `an edit whose result would be overdue at once is refused, the instant included`()
        throws
    {
        let now = Instant.checkedIn + .hours(3)
        #expect(
            throws: Refusal.wouldBeOverdue(user: "ana", nextCheckIn: .checkedIn + .hours(3))
        ) {
            try edit(at: now) { $0.checkInInterval = 3 * 3600 }
        }
        #expect(
            throws: Refusal.wouldBeOverdue(
                user: "ana", nextCheckIn: .checkedIn + .hours(3) - .seconds(1))
        ) {
            try edit(at: now) { $0.checkInInterval = 3 * 3600 - 1 }
        }
        let edited = try edit(at: now) { $0.checkInInterval = 3 * 3600 + 1 }
        #expect(edited.user.nextCheckIn == now + .seconds(1))
    }

    @Test(
        arguments: [
            (.ana(), .due), (.ana(), .due + .hours(1)), (.silentAna(), .due + .hours(1)),
            (.ana(schedule: .usual(grace: .hours(2))), .due + .hours(1)),
        ] as [(User, Instant)])
    func `nobody raises or silences an alarm by editing while overdue or non-responsive`(
        user: User, now: Instant
    ) {
        let refusal = Refusal.wouldBeOverdue(user: "ana", nextCheckIn: .due)
        #expect(throws: refusal) { try edit(user, at: now) { $0.checkInInterval = 172_800 } }
        #expect(throws: refusal) { try edit(user, at: now) { $0.reminders = [] } }
        #expect(throws: refusal) { try edit(user, at: now) { $0.grace = 604_800 } }
    }

    @Test func `a millisecond before the deadline a schedule can be changed`() throws {
        let edited = try edit(at: .due - .millisecond) { $0.checkInInterval = 172_800 }
        #expect(edited.user.nextCheckIn == .checkedIn + .hours(48))
    }

    @Test func `a user who waits can change any schedule`() throws {
        let edited = try edit(.ana(lastCheckIn: nil), at: .due) {
            $0.checkInInterval = 1
            $0.reminders = []
        }
        #expect(edited.user.schedule.interval == .seconds(1))
        #expect(edited.effects.notifications == [])
    }

    @Test func `with a check-in in the same call the schedule is free and the incident ends`()
        throws
    {
        let now = Instant.due + .hours(1)
        let edited = try edit(.silentAna(), checksIn: true, at: now) {
            $0.checkInInterval = 3600
            $0.reminders = []
        }
        #expect(edited.user.incident == nil)
        #expect(edited.user.lastCheckIn == now)
        #expect(edited.user.nextCheckIn == now + .hours(1))
        #expect(edited.user == edited.effects.savedUser)
        #expect(edited.effects.events.map(\.kind) == [.userChanged, .checkedIn, .recovered])
        #expect(edited.effects.notifications(.scheduleChanged) == [])
    }

    @Test func `a check-in alone is a change`() throws {
        let edited = try edit(checksIn: true) { _ in }
        #expect(edited.changed)
        #expect(edited.effects.events.map(\.kind) == [.checkedIn])
    }

    // MARK: What an edit leaves of the reminders

    @Test func `a lead time already reminded of is not repeated after an edit`() throws {
        var user = User.ana()
        user.progress.remindedLeads = [.hours(2)]
        let edited = try edit(user, at: .due - .hours(1)) {
            $0.checkInInterval = 25 * 3600
            $0.reminders = [7200, 60]
        }
        let later = Moment(edited.user.nextCheckIn! - .hours(2))
        #expect(look(at: Situation(edited.user), later) == [])
        let last = Moment(edited.user.nextCheckIn! - .minutes(1))
        #expect(look(at: Situation(edited.user), last).kinds == [.reminder])
    }

    @Test func `a lead time that was passed over counts where its instant comes to lie ahead`()
        throws
    {
        var user = User.ana()
        user.progress.remindedLeads = [.hours(2)]
        user.progress.passedLeads = [.hours(4), .hours(6)]
        func passed(_ now: Instant, _ change: (inout UserEdit) -> Void) throws -> Set<Span> {
            try edit(user, at: now) {
                $0.reminders = [7200, 14_400, 21_600]
                change(&$0)
            }.user.progress.passedLeads
        }
        #expect(try passed(.due - .hours(1)) { $0.checkInInterval = 30 * 3600 } == [])
        // In seven hours less a millisecond.
        let late = Instant.due - .hours(1) + .millisecond
        #expect(try passed(late) { $0.checkInInterval = 29 * 3600 } == [.hours(6)])
        #expect(try passed(late) { $0.grace = 3600 } == [.hours(4), .hours(6)])
    }

    /// Reminded four and two hours ahead.
    private func reminded(
        _ waiting: Situation.WaitingReminders, _ change: (inout UserEdit) -> Void
    ) throws -> (withdrawn: [Withdrawal], leads: Set<Span>) {
        var situation = Situation(.ana())
        situation.user.progress.remindedLeads = [.hours(2), .hours(4)]
        situation.user.progress.noticeSent = .due - .hours(4)
        situation.waiting = waiting
        var wanted = UserEdit()
        wanted.reminders = [7200, 14_400]
        change(&wanted)
        let edited = try LifeSignal.edit(
            situation, wanted, checksIn: false, by: .root, Moment(.due - .minutes(90)))
        return (
            edited.effects.compactMap { if case .withdraw(let what) = $0 { what } else { nil } },
            edited.user.progress.remindedLeads
        )
    }

    @Test(
        arguments: [
            (.none, [.hours(2), .hours(4)]), (.newest, [.hours(4)]), (.all, []),
        ] as [(Situation.WaitingReminders, Set<Span>)])
    func `what waits and names another deadline is withdrawn, and told anew if it has not come`(
        waiting: Situation.WaitingReminders, leads: Set<Span>
    ) throws {
        for interval in [23, 30] as [Int64] {
            let edited = try reminded(waiting) { $0.checkInInterval = interval * 3600 }
            #expect(edited.withdrawn.map(\.kinds) == [[.reminder]])
            #expect(edited.withdrawn.map(\.sparesGapReminders) == [true])
            #expect(edited.leads == leads)
        }
        let edited = try reminded(waiting) { $0.grace = 60 }
        #expect(edited.leads == leads)
    }

    @Test(arguments: [.newest, .all] as [Situation.WaitingReminders])
    func `a lead time that is left is told anew where the one that waits is gone`(
        waiting: Situation.WaitingReminders
    ) throws {
        let edited = try reminded(waiting) {
            $0.reminders = [14_400]
            $0.checkInInterval = 30 * 3600
        }
        #expect(!edited.leads.contains(.hours(4)))
    }

    @Test(arguments: [.none, .newest, .all] as [Situation.WaitingReminders])
    func `a reminder that is as true as before is left alone`(
        waiting: Situation.WaitingReminders
    ) throws {
        let edited = try reminded(waiting) { $0.name = "Anna" }
        #expect(edited.withdrawn == [])
        #expect(edited.leads == [.hours(2), .hours(4)])
    }

    @Test func `a new lead time whose instant has passed is reminded of at once`() throws {
        let now = Instant.due - .hours(3)
        let edited = try edit(at: now) { $0.reminders = [14_400, 7200] }
        #expect(
            edited.user.earliestDeadline(gap: nil, settings: Settings()) == .due - .hours(4))
        let looked = look(at: Situation(edited.user), Moment(now))
        #expect(looked.kinds == [.reminder])
        #expect(looked.savedUser?.progress.remindedLeads == [.hours(4)])
    }

    @Test func `a deadline moved out after the clock went back is announced anew`() throws {
        // The deadline had passed and been dealt with; then the clock was set back by ten hours.
        let passed = look(
            at: Situation(.ana(schedule: .usual(grace: .hours(1)))), Moment(.due)
        ).savedUser
        let user = try #require(passed).clamped(to: .due - .hours(10))
        let edited = try edit(user, at: .due - .hours(10)) { $0.checkInInterval = 172_800 }
        let due = Instant.checkedIn + .hours(48)
        let reminded = look(at: Situation(edited.user), Moment(due - .hours(2)))
        #expect(reminded.kinds == [.reminder])
        #expect(
            look(at: Situation(try #require(reminded.savedUser)), Moment(due)).kinds == [.overdue])
        // What has fired stays fired where the deadline stays.
        let other = try edit(user, at: .due - .hours(10)) { $0.reminders = [3600] }
        #expect(look(at: Situation(other.user), Moment(.due)).kinds == [])
        // A lead time that is new has not fired.
        let lead = Instant.due - .hours(1)
        #expect(other.user.earliestDeadline(gap: nil, settings: Settings()) == lead)
        #expect(look(at: Situation(other.user), Moment(lead)).kinds == [.reminder])
    }
}

struct ScheduleChangedTests {
    private func notices(
        _ user: User = .ana(schedule: .usual(grace: .hours(1))), checksIn: Bool = false,
        at now: Instant = .checkedIn + .hours(1), gap: Gap? = nil,
        _ change: (inout UserEdit) -> Void
    ) throws -> [Notification] {
        var wanted = UserEdit()
        change(&wanted)
        return try edit(
            Situation(user), wanted, checksIn: checksIn, by: .ana, Moment(now, gap: gap)
        ).effects.notifications(.scheduleChanged)
    }

    @Test func `a non-responsive instant that moves out is told to each responder`() throws {
        let notices = try notices { $0.checkInInterval = 86_401 }
        #expect(notices.map(\.recipient) == [.ben, .carla])
        #expect(notices.allSatisfy { $0.about == .ana && $0.channels == .all })
        #expect(try self.notices { $0.grace = 3601 }.count == 2)
    }

    @Test func `one that stays or comes closer is told to nobody`() throws {
        #expect(try notices { $0.reminders = [60] } == [])
        #expect(try notices { $0.checkInInterval = 86_399 } == [])
        #expect(try notices { $0.grace = 0 } == [])
        #expect(
            try notices {
                $0.checkInInterval = 86_400 + 3600
                $0.grace = 0
            } == [])
        #expect(try notices { $0.name = "Ana B" } == [])
    }

    @Test func `with a check-in nobody is told`() throws {
        #expect(try notices(checksIn: true) { $0.checkInInterval = 172_800 } == [])
    }

    @Test func `while a hold is on, only a limit beyond it moves anything`() throws {
        let gap = Gap(
            number: 1, start: .due - .hours(2), end: .due - .minutes(5),
            firstEnd: .due - .minutes(5))
        let now = Instant.due - .minutes(4)
        let user = User.ana()
        // Held until ten minutes past the deadline anyway.
        #expect(try notices(user, at: now, gap: gap) { $0.grace = 600 } == [])
        #expect(try notices(user, at: now, gap: gap) { $0.grace = 601 }.count == 2)
    }
}
