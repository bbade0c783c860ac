/// Why a user is in the state they are in, and what follows if nothing happens until then.
///
/// Made by looking, with the very functions that the daemon looks with, at one deadline after the
/// other; so it cannot say anything else than what will be done.
public struct Explanation: Hashable, Sendable {
    public struct Step: Hashable, Sendable {
        public var at: Instant
        public var what: String
        /// In the order in which they are told.
        public var tells: [Recipient]
    }

    public struct Recipient: Hashable, Sendable {
        public var id: UserID
        public var name: String
        /// Has a channel.
        public var isReachable: Bool
    }

    public var why: [String]
    public var steps: [Step]

    /// How far ahead it looks.
    static let mostSteps = 8
    /// Looks that tell nobody anything are no steps; there is an end to them too.
    private static let mostLooks = 100

    /// - Parameters:
    ///   - problems: what is known of those about the user, solved ones included.
    ///   - operators: those of `moment`, as they are called.
    ///   - namesResponders: whether it may say which of them can't be told.
    ///   - later: answers for this instant instead of now.
    public init(
        _ situation: Situation, problems: [KnownProblem] = [],
        operators: [Situation.Contact] = [], namesResponders: Bool = true, at later: Instant?,
        _ moment: Moment
    ) {
        var course = Course(situation, problems, moment)
        if let later, later > moment.now { course.go(to: later) }
        why = Self.reasons(course)
        if namesResponders {
            why += situation.responders.filter { !$0.isReachable }.map(\.name)
                .map(ForeignText.line)
                .map { "\($0) has no channel, so nothing can be told to \($0)." }
        }
        steps = []
        let cast = Cast(situation, operators)
        for _ in 0..<Self.mostLooks where steps.count < Self.mostSteps {
            guard let act = course.next() else { break }
            if let step = cast.step(act, moment) { steps.append(step) }
        }
    }

    private static func reasons(_ course: Course) -> [String] {
        let situation = course.situation
        let moment = course.moment
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
            if let arrival = arrival(
                situation.incidentReached, situation,
                isForeseen: user.incident?.id == course.foreseen)
            {
                why.append(arrival)
            }
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
            if let arrival = arrival(situation.alertReached, situation, isForeseen: false) {
                why.append(arrival)
            }
        }
        if situation.tells.isEmpty { why.append("No responder of \(name) can be told.") }
        return why
    }

    /// What is known, or supposed, of the notices of what goes on.
    private static func arrival(_ isReached: Bool, _ situation: Situation, isForeseen: Bool)
        -> String?
    {
        if situation.tells.isEmpty || isReached { return nil }
        return isForeseen
            ? "It is assumed that a notice of this reaches a responder."
            : "No notice of this has reached a responder who can act."
    }
}

/// Those whom an explanation is about, and what is said of what is done.
private struct Cast {
    private var recipients: [UserID: Explanation.Recipient] = [:]
    private let hasReachableResponder: Bool

    init(_ situation: Situation, _ operators: [Situation.Contact]) {
        let user = situation.user
        hasReachableResponder = !situation.tells.isEmpty
        for contact in operators + situation.responders {
            recipients[contact.id] = Explanation.Recipient(
                id: contact.id, name: contact.name, isReachable: contact.isReachable)
        }
        recipients[user.id] = Explanation.Recipient(
            id: user.id, name: user.name, isReachable: situation.isReachable)
    }

    /// Nil for what nobody would notice.
    func step(_ act: Course.Act, _ moment: Moment) -> Explanation.Step? {
        let what = what(act, moment)
        guard !what.isEmpty else { return nil }
        return Explanation.Step(
            at: act.at, what: what.joined(separator: "; "),
            tells: told(act.effects + act.tellings.flatMap(\.effects)))
    }

    /// Each once, in the order in which they are told.
    private func told(_ effects: [Effect]) -> [Explanation.Recipient] {
        var told: [Explanation.Recipient] = []
        for case .notify(let notification) in effects {
            guard let recipient = recipients[notification.recipient] else { continue }
            if !told.contains(recipient) { told.append(recipient) }
        }
        return told
    }

    private func what(_ act: Course.Act, _ moment: Moment) -> [String] {
        let isTransition = act.before.incident == nil && act.after.incident != nil
        var what: [String] = []
        for effect in act.effects {
            let words: String? =
                switch effect {
                case .record(let event): Self.words(event.kind, asker: act.asker)
                case .notify(let notification):
                    words(notification, isTransition: isTransition)
                default: nil
                }
            if let words, !what.contains(words) { what.append(words) }
        }
        for telling in act.tellings {
            let words = words(telling, moment)
            if !what.contains(words) { what.append(words) }
        }
        if what.isEmpty, act.after.progress.deadlinePassed, !act.before.progress.deadlinePassed {
            return ["the check-in is overdue"]
        }
        return what
    }

    private static func words(_ kind: Event.Kind, asker: String?) -> String {
        switch kind {
        case .reminderDue: "a reminder"
        case .becameNonResponsive: "becomes non-responsive"
        case .pingExpired: "the question of \(ForeignText.line(asker ?? "")) expires unanswered"
        default: kind.rawValue
        }
    }

    private func words(_ notification: Notification, isTransition: Bool) -> String? {
        switch notification.kind {
        case .overdue: "the check-in is overdue, the grace begins"
        case .nonResponsive where !isTransition, .alertRaised:
            hasReachableResponder ? "the responders are told again" : "no responder has a channel"
        default: nil
        }
    }

    private func words(_ telling: Course.ProblemTelling, _ moment: Moment) -> String {
        let fact =
            switch telling.key.code {
            case .neverCheckedIn: "no check-in ever came"
            case .nobodyToTell: "no responder can be told"
            case .nobodyReached: "nobody who can act has been reached"
            case .deliveryFailed: "a notice has not arrived"
            default: telling.key.code.rawValue
            }
        let told = whoIsTold(telling, moment)
        if telling.isDoubtful {
            return "if no notice has arrived by then, \(fact)" + (told.map { " and \($0)" } ?? "")
        }
        return fact + (told.map { "; \($0)" } ?? "")
    }

    /// Nil where nobody is told.
    private func whoIsTold(_ telling: Course.ProblemTelling, _ moment: Moment) -> String? {
        let told = told(telling.effects)
        guard let first = told.first else { return nil }
        let areOperators = moment.operators.contains(first.id)
        guard told.contains(where: \.isReachable) else {
            return areOperators ? "no operator has a channel" : nil
        }
        return "the \(areOperators ? "operators" : "responders") are told"
            + (telling.isAgain ? " again" : "")
    }
}
