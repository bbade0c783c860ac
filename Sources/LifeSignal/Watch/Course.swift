/// What the daemon does about a user, one thing after the other, if nothing happens until then.
///
/// It asks the very functions that the daemon asks, in the daemon's order: at one instant first the
/// look at the user, then pings, then what operators are told of problems.
struct Course {
    private(set) var situation: Situation
    /// Those about the user; solved ones too, since one that comes back soon is the same one.
    private var problems: [KnownProblem]
    private(set) var moment: Moment
    /// The incident that begins in the course. What becomes of its notices is not known, so it is
    /// gone on as if one arrived.
    private(set) var foreseen: Identifier?
    /// A look has changed nothing, so it would not do so later either.
    private var isAtRest = false

    /// Something that is done at one instant.
    struct Act {
        var at: Instant
        var before: User
        var after: User
        var effects: [Effect] = []
        /// Whose question it is about.
        var asker: String?
        /// Problems that are new, or are told of now.
        var tellings: [ProblemTelling] = []
    }

    struct ProblemTelling {
        var key: Problem.Key
        /// What is sent about it.
        var effects: [Effect] = []
        /// It was told of before.
        var isAgain = false
        /// It comes to this only if no notice arrives until then.
        var isDoubtful = false
    }

    init(_ situation: Situation, _ problems: [KnownProblem], _ moment: Moment) {
        self.situation = situation
        self.problems = problems
        self.moment = moment
    }

    /// What is done next; nil if nothing follows.
    mutating func next() -> Act? {
        let looks = isAtRest ? nil : deadline(repeats: true)
        let pings = situation.received.map { expiry($0.ping) }.min()
        let tellings = problems.compactMap(nextTelling).min()
        let instants = [looks, pings, tellings].map { $0.map { max($0, moment.now) } }
        guard let at = instants.compactMap({ $0 }).min() else { return nil }
        if at == instants[0] {
            if let act = lookAtUser(at) { return act }
            isAtRest = true
            return next()
        }
        return at == instants[1] ? lookAtPing(at) : tellProblem(at)
    }

    /// Goes on to a later instant, at which all has been done until then.
    mutating func go(to later: Instant) {
        // Of several repeats missed only the latest counts, so they need no looks of their own.
        while let at = deadline(repeats: false), at <= later, lookAtUser(at) != nil {}
        situation.received = situation.received.filter { expiry($0.ping) > later }
        for index in problems.indices {
            guard let at = nextTelling(problems[index]), at <= later else { continue }
            let again = Problem.Code.toldAgainAfter
            let first = max(at, moment.now)
            let missed = (later - first).milliseconds / again.milliseconds
            problems[index].told(at: first + Span(milliseconds: missed * again.milliseconds))
        }
        moment.now = later
        _ = lookAtUser(later)
    }

    // MARK: When

    private func deadline(repeats: Bool) -> Instant? {
        situation.user.deadlines(gap: moment.gap, settings: moment.settings)
            .filter { repeats || $0.kind != .repeat }.map(\.at).min()
    }

    private func expiry(_ ping: Ping) -> Instant {
        ping.expiry(gap: moment.gap, settings: moment.settings)
    }

    /// When operators are told of a problem next.
    private func nextTelling(_ known: KnownProblem) -> Instant? {
        guard known.solvedAt == nil, let at = known.nextTelling else { return nil }
        if let end = known.expiry, max(at, moment.now) >= end { return nil }
        return at
    }

    private func moment(at instant: Instant) -> Moment {
        var then = moment
        then.now = max(instant, moment.now)
        return then
    }

    // MARK: What

    /// Nil if the look changes nothing.
    private mutating func lookAtUser(_ instant: Instant) -> Act? {
        let then = moment(at: instant)
        let effects = look(at: situation, then)
        var act = Act(at: then.now, before: situation.user, after: situation.user)
        for case .saveUser(let user) in effects { act.after = user }
        guard act.after != act.before else { return nil }
        act.effects = effects
        let certain = certainProblems(then)
        situation.user = act.after
        if act.before.incident == nil, let incident = act.after.incident {
            foreseen = incident.id
            situation.incidentReached = false
        }
        for case .raise(let problem) in effects {
            let isDoubtful =
                problem.key.code == .nobodyReached && !certain.contains(problem.key)
            if let telling = raise(problem, isDoubtful: isDoubtful, then) {
                act.tellings.append(telling)
            }
        }
        return act
    }

    /// What the look finds even if notices have arrived.
    private func certainProblems(_ then: Moment) -> [Problem.Key] {
        var reached = situation
        reached.incidentReached = true
        reached.alertReached = true
        return look(at: reached, then).compactMap {
            if case .raise(let problem) = $0 { problem.key } else { nil }
        }
    }

    /// Nil if it is no new problem, or would be told to nobody and does not come true either.
    private mutating func raise(_ problem: Problem, isDoubtful: Bool, _ then: Moment)
        -> ProblemTelling?
    {
        if let index = problems.firstIndex(where: { $0.problem.key == problem.key }) {
            if problems[index].isSame(at: then.now) {
                problems[index].seen(at: then.now)
                return nil
            }
            problems.remove(at: index)
        }
        var known = KnownProblem(problem, at: then.now)
        var telling = ProblemTelling(key: problem.key)
        if let at = known.nextTelling, at <= then.now { telling = tell(&known, then) }
        telling.isDoubtful = isDoubtful && then.now > moment.now
        if isDoubtful, problem.key.subject == foreseen {
            return telling.effects.isEmpty ? nil : telling
        }
        problems.append(known)
        return telling
    }

    private mutating func lookAtPing(_ instant: Instant) -> Act? {
        let indices = situation.received.indices
        let first = indices.min {
            expiry(situation.received[$0].ping) < expiry(situation.received[$1].ping)
        }
        guard let first else { return nil }
        let pending = situation.received.remove(at: first)
        let then = moment(at: instant)
        // Whether the question was delivered changes the words of the notice only.
        let effects = look(at: pending.ping, to: situation.user, wasDelivered: true, then)
        return Act(
            at: then.now, before: situation.user, after: situation.user, effects: effects,
            asker: pending.otherName)
    }

    private mutating func tellProblem(_ instant: Instant) -> Act? {
        let indices = problems.indices.filter { nextTelling(problems[$0]) != nil }
        let first = indices.min {
            (nextTelling(problems[$0]) ?? instant) < (nextTelling(problems[$1]) ?? instant)
        }
        guard let first else { return nil }
        let then = moment(at: instant)
        let telling = tell(&problems[first], then)
        return Act(
            at: then.now, before: situation.user, after: situation.user,
            // One that is told to nobody is news to nobody.
            tellings: telling.effects.isEmpty ? [] : [telling])
    }

    private func tell(_ known: inout KnownProblem, _ then: Moment) -> ProblemTelling {
        let problem = known.problem
        let user = situation.user
        let facts = Texts.ProblemFacts(
            code: problem.key.code, since: problem.since, handle: user.handle, name: user.name,
            subject: problem.key.subject)
        let effects = tellOperators(
            of: problem.key, facts, responders: situation.responders.map(\.id), then)
        let isAgain = known.toldAt != nil
        known.told(at: then.now)
        return ProblemTelling(key: problem.key, effects: effects, isAgain: isAgain)
    }
}
