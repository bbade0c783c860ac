/// Why a user is in the state they are in, and what follows if nothing happens until then.
///
/// Made by looking, with the very function that the daemon looks with, at one deadline after the
/// other; so it cannot say anything else than what will be done.
public struct Explanation: Hashable, Sendable {
    public struct Step: Hashable, Sendable {
        public var at: Instant
        public var what: String
        /// Names of those who are told, with how many ways there are to tell them.
        public var tells: [String]
    }

    public var why: [String]
    public var steps: [Step]

    /// How far ahead it looks: past these the daily repeats only go on.
    static let mostSteps = 12
    static let mostRepeats = 3

    /// - Parameter later: answers for this instant instead of now.
    public init(_ situation: Situation, at later: Instant?, _ moment: Moment) {
        var future = Future(situation: situation, moment: moment)
        if let later {
            while let next = future.next, next <= later, future.step() != nil {}
            future.moment.now = max(later, future.moment.now)
        }
        why = Self.reasons(future.situation, future.moment)
        steps = []
        while steps.count < Self.mostSteps, future.repeats < Self.mostRepeats,
            let step = future.step()
        {
            if !step.what.isEmpty { steps.append(step) }
        }
    }

    /// What comes if nobody does anything.
    private struct Future {
        var situation: Situation
        var moment: Moment
        var repeats = 0

        var next: Instant? {
            situation.user.earliestDeadline(gap: moment.gap, settings: moment.settings)
        }

        /// Looks at the next deadline; nil when there is none, or nothing would come of it.
        mutating func step() -> Step? {
            guard let next else { return nil }
            moment.now = max(next, moment.now)
            let before = situation.user
            var what: [String] = []
            var tells: [String] = []
            for effect in look(at: situation, moment) {
                switch effect {
                case .saveUser(let user): situation.user = user
                case .record(let event): what.append(words(event.kind))
                case .notify(let notification):
                    if what.isEmpty { what.append(words(notification.kind)) }
                    tells.append(recipient(notification.recipient, in: situation))
                case .raise(let problem): what.append(words(problem.key.code))
                default: continue
                }
            }
            guard situation.user != before else { return nil }
            begin(after: before)
            if what.isEmpty, situation.user.progress != before.progress {
                what.append("the check-in is overdue")
            }
            return Step(at: moment.now, what: what.joined(separator: "; "), tells: tells)
        }

        /// An incident that only begins is taken to reach who can be reached.
        private mutating func begin(after before: User) {
            if before.incident == nil, situation.user.incident != nil {
                situation.incidentReached = !situation.tells.isEmpty
            }
            let told = situation.user.incident?.telling.repeats ?? 0
            if told > before.incident?.telling.repeats ?? 0 { repeats += 1 }
        }
    }

    private static func recipient(_ id: UserID, in situation: Situation) -> String {
        if id == situation.user.id {
            let way = situation.isReachable ? "" : " (no channel)"
            return ForeignText.line(situation.user.name) + way
        }
        guard let contact = situation.responders.first(where: { $0.id == id }) else { return "" }
        return ForeignText.line(contact.name) + (contact.isReachable ? "" : " (no channel)")
    }

    private static func words(_ kind: Event.Kind) -> String {
        switch kind {
        case .reminderDue: "a reminder"
        case .becameNonResponsive: "becomes non-responsive"
        default: kind.rawValue
        }
    }

    private static func words(_ kind: Notification.Kind) -> String {
        switch kind {
        case .overdue: "the check-in is overdue, the grace begins"
        case .nonResponsive, .alertRaised: "the responders are told again"
        default: kind.rawValue
        }
    }

    private static func words(_ code: Problem.Code) -> String {
        switch code {
        case .neverCheckedIn: "the operators are told that no check-in ever came"
        case .nobodyToTell: "nobody can be told; the operators are"
        case .nobodyReached: "nobody has been reached; the operators are told"
        default: code.rawValue
        }
    }

    private static func reasons(_ situation: Situation, _ moment: Moment) -> [String] {
        let user = situation.user
        let texts = moment.texts
        let name = ForeignText.line(user.name)
        var why: [String] = []
        if let last = user.lastCheckIn, let due = user.nextCheckIn {
            why.append(
                "Last check-in \(texts.at(last)); with an interval of "
                    + "\(Words.interval(user.schedule.interval)) the next is due by "
                    + "\(texts.at(due)).")
        }
        switch user.status(at: moment.now) {
        case .waiting:
            why.append("\(name) has never checked in, so no deadline runs.")
        case .active:
            why.append("\(name) is active: the deadline lies ahead.")
        case .overdue:
            why.append("\(name) is overdue: the deadline has passed.")
        case .nonResponsive:
            let since = user.incident.map { texts.at($0.since) } ?? ""
            why.append("\(name) is non-responsive since \(since): no check-in came in time.")
        }
        if user.incident == nil, let due = user.nextCheckIn,
            let limit = user.nonResponsiveAt(gap: moment.gap, settings: moment.settings)
        {
            if user.schedule.grace > .zero {
                why.append("A grace of \(Words.interval(user.schedule.grace)) follows.")
            }
            if limit > due + user.schedule.grace, let gap = moment.gap {
                why.append(
                    "LifeSignal was off from \(texts.at(gap.start)) to \(texts.at(gap.end)), so "
                        + "the limit is held until \(texts.at(limit)).")
            }
        }
        if let alert = user.alert {
            why.append("\(name) calls for help since \(texts.at(alert.startedAt)).")
        }
        if situation.tells.isEmpty { why.append("No responder of \(name) can be told.") }
        return why
    }
}
