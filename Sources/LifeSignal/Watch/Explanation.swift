/// Why a user is in the state they are in, and what follows if nothing happens until then.
///
/// Made by looking, with the very function that the daemon looks with, at one deadline after the
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

    /// - Parameter later: answers for this instant instead of now.
    public init(_ situation: Situation, at later: Instant?, _ moment: Moment) {
        var situation = situation
        var moment = moment
        if let later, later > moment.now {
            // Of several repeats missed only the latest counts, so they need no looks of their own.
            while let at = Self.next(situation.user, moment, repeats: false), at <= later,
                let (_, after) = Self.take(at, situation, moment)
            {
                situation = after
            }
            moment.now = later
            situation = Self.take(moment.now, situation, moment)?.after ?? situation
        }
        why = Self.reasons(situation, moment)
        steps = []
        for _ in 0..<Self.mostLooks where steps.count < Self.mostSteps {
            guard let at = Self.next(situation.user, moment, repeats: true),
                let (step, after) = Self.take(at, situation, moment)
            else { break }
            if let step { steps.append(step) }
            situation = after
        }
    }

    private static func next(_ user: User, _ moment: Moment, repeats: Bool) -> Instant? {
        user.deadlines(gap: moment.gap, settings: moment.settings)
            .filter { repeats || $0.kind != .repeat }.map(\.at).min()
    }

    /// The step at `instant`, none if nobody would notice, and the situation after it; nil if the
    /// look changes nothing, so that nothing else can follow.
    private static func take(_ instant: Instant, _ situation: Situation, _ moment: Moment)
        -> (step: Step?, after: Situation)?
    {
        var then = moment
        then.now = max(instant, moment.now)
        let effects = look(at: situation, then)
        var after = situation
        for case .saveUser(let user) in effects { after.user = user }
        guard after.user != situation.user else { return nil }
        // A notice of what begins then will arrive for all that is known now.
        if situation.user.incident == nil { after.incidentReached = true }
        let what = what(effects, from: situation.user, to: after.user, then)
        guard !what.isEmpty else { return (nil, after) }
        var tells: [Recipient] = []
        for case .notify(let notification) in effects {
            let recipient = recipient(notification.recipient, in: situation)
            if !tells.contains(recipient) { tells.append(recipient) }
        }
        return (Step(at: then.now, what: what.joined(separator: "; "), tells: tells), after)
    }

    private static func recipient(_ id: UserID, in situation: Situation) -> Recipient {
        let contact = situation.responders.first { $0.id == id }
        return Recipient(
            id: id, name: contact?.name ?? situation.user.name,
            isReachable: contact?.isReachable ?? situation.isReachable)
    }

    private static func what(
        _ effects: [Effect], from user: User, to after: User, _ moment: Moment
    ) -> [String] {
        let isTransition = user.incident == nil && after.incident != nil
        var what: [String] = []
        for effect in effects {
            let words: String? =
                switch effect {
                case .record(let event): words(event.kind)
                case .notify(let notification):
                    words(notification.kind, isTransition: isTransition)
                // That nobody can be told is new at the start only.
                case .raise(let problem) where isTransition || problem.key.code != .nobodyToTell:
                    words(problem.key, moment)
                default: nil
                }
            if let words, !what.contains(words) { what.append(words) }
        }
        if what.isEmpty, after.progress.deadlinePassed, !user.progress.deadlinePassed {
            return ["the check-in is overdue"]
        }
        return what
    }

    private static func words(_ kind: Event.Kind) -> String {
        switch kind {
        case .reminderDue: "a reminder"
        case .becameNonResponsive: "becomes non-responsive"
        default: kind.rawValue
        }
    }

    private static func words(_ kind: Notification.Kind, isTransition: Bool) -> String? {
        switch kind {
        case .overdue: "the check-in is overdue, the grace begins"
        case .nonResponsive: isTransition ? nil : "the responders are told again"
        case .alertRaised: "the responders are told again"
        default: nil
        }
    }

    private static func words(_ key: Problem.Key, _ moment: Moment) -> String {
        let hasOperators = moment.operators.contains { $0 != key.user }
        return switch key.code {
        case .neverCheckedIn:
            hasOperators
                ? "the operators are told that no check-in ever came" : "no check-in ever came"
        case .nobodyToTell:
            "nobody can be told\(hasOperators ? "; the operators are" : "")"
        case .nobodyReached:
            "nobody has been reached\(hasOperators ? "; the operators are told" : "")"
        default: key.code.rawValue
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
