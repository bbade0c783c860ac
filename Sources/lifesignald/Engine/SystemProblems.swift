import LifeSignal

/// Problems of the daemon itself: seen by looking, not by an event. Each is known here from when it
/// was first seen, by this daemon or the one before.
struct SystemProblems {
    private(set) var since: [Problem.Key: Instant] = [:]
    /// The store refused a write, and has not taken one since.
    var storeFailed = false
    /// The disk is full, and the reserve in use.
    var isSparing = false
    /// For so long there may be no sender.
    static let senderMayBeGone = Span.seconds(60)
    /// And for so long although something waits: while it or the daemon is restarted.
    static let senderMayBeRestarting = Span.seconds(10)

    /// Looks at everything, and remembers since when each has lasted.
    mutating func look(_ turn: borrowing Turn, isBehind: Bool) throws {
        let memory = turn.memory
        var seen: Set<Problem.Key> = []
        func see(_ code: Problem.Code, _ isThere: Bool, subject: String = "") {
            if isThere { seen.insert(Problem.Key(code, subject: subject)) }
        }
        see(.diskFull, isSparing)
        see(.storeNotWritable, storeFailed)
        see(.clockBehind, isBehind)
        // Nobody is late for what fell due while the daemon was off or the machine slept.
        let awakeSince = max(memory.startedAt, turn.moment.gap?.end ?? memory.startedAt)
        func isLate(_ due: Instant?) -> Bool {
            due.map { turn.now - max($0, awakeSince) > .seconds(60) } ?? false
        }
        see(.engineLate, isLate(try UserTable.earliestDue(turn.db, at: turn.now)))
        let waiting = try OutboxOffer.waiting(turn)
        let isConnected = memory.outbox.isConnected
        let goneSince = max(memory.outbox.goneSince ?? awakeSince, awakeSince)
        let goneFor = isConnected ? Span.zero : turn.now - goneSince
        let isGone = goneFor >= Self.senderMayBeGone
        let isMissed =
            goneFor >= Self.senderMayBeRestarting
            || (!isConnected && since[Problem.Key(.senderMissing)] != nil)
        see(.senderMissing, isGone || (isMissed && waiting.since != nil))
        // In doubt somebody's notice is among what was not looked at.
        see(
            .notTaken,
            isLate(waiting.since) || isLate(memory.outbox.unheardSince)
                || (isGone && !waiting.isAll))
        see(.configurationRefused, memory.hasRefusedConfiguration)
        if !memory.settings.operators.isEmpty, try !hasReachableOperator(turn) {
            see(.operatorsUnreachable, true)
        }
        see(.noOperators, memory.settings.operators.isEmpty)
        see(.nobodyWatches, !memory.isWatched)
        see(.heartbeatNotTaken, memory.heartbeat.failingSince != nil)
        for name in memory.settings.operators
        where try UserTable.user(turn.db, handle: name) == nil {
            see(.unknownOperator, true, subject: name)
        }
        since = since.filter { seen.contains($0.key) }
        for key in seen where since[key] == nil { since[key] = turn.now }
        if let failing = memory.heartbeat.failingSince {
            since[Problem.Key(.heartbeatNotTaken)] = failing
        }
        // A notice that waits has waited since then, and not since it was looked at.
        if let waiting = waiting.since, let alone = since[Problem.Key(.senderMissing)] {
            since[Problem.Key(.senderMissing)] = min(alone, waiting)
        }
    }

    /// At a start: what was seen before it, and is still there at the next look, has lasted since then.
    mutating func goOn(with stored: [ProblemTable.Record]) {
        for problem in stored where Self.codes.contains(problem.key.code) {
            since[problem.key] = problem.since
        }
    }

    /// The clock was set back: nothing has lasted since a later instant.
    mutating func startOver(at now: Instant) {
        since = since.mapValues { min($0, now) }
    }

    private func hasReachableOperator(_ turn: borrowing Turn) throws -> Bool {
        for name in turn.memory.settings.operators {
            if let user = try UserTable.user(turn.db, handle: name),
                try ChannelTable.isReachable(turn.db, user.id)
            {
                return true
            }
        }
        return false
    }

    /// Codes that are looked at here, and stored only so that operators are told of them.
    static let codes: Set<Problem.Code> = [
        .diskFull, .storeNotWritable, .clockBehind, .engineLate, .senderMissing, .notTaken,
        .configurationRefused, .noOperators, .nobodyWatches, .unknownOperator,
        .heartbeatNotTaken, .operatorsUnreachable,
    ]

    /// What has to be stored, so that operators are told in time.
    func effects(storedKeys: Set<Problem.Key>) -> [Effect] {
        let raised = since.filter { !storedKeys.contains($0.key) }
            .map { Effect.raise(Problem($0.key, since: $0.value)) }
        let solved = storedKeys.filter { Self.codes.contains($0.code) && since[$0] == nil }
            .map { Effect.solve($0) }
        return raised + solved
    }

    var isDegraded: Bool { isSparing || storeFailed || since.keys.contains { $0.code.degrades } }
}
