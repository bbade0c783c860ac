import LifeSignal

/// What is due without anybody asking, worked off in slices so that requests in between stay quick.
struct DueWork {
    /// So many looks in one round before the time is looked at.
    static let sliceLimit = 32
    /// So many times that, where others are due and less than ``span`` has passed: on a fast machine a commit, for which
    /// the disk is waited for, is of more people, and on a slow one nobody who calls waits longer for it.
    private static let mostSlices = 8
    static let span = Span(milliseconds: 8)
    static let roundLimit = mostSlices * sliceLimit
    /// Rows that pruning looks at, or a removal deletes, in one round; fewer of those that weigh more.
    static let pruneLimit = 32
    /// Of either while the disk is full: a round must fit what is kept free for the log.
    static let sparingLimit = 8
    /// Pauses of which note is taken in one round; nothing is written for it.
    static let pauseLimit = 128
    /// Pages of the log while there is more to prune: it changes pages all over the database, and whoever calls
    /// while they are written back waits for that.
    static let logWhilePruning = 50
    /// So many users' numbers, in one round, among which those to be clamped are looked for.
    static let clampWindow: Int64 = 4096

    private var gapCursor: DeadlineTable.Entry?
    private var clampCursor = UserID(0)
    private var prunes = Pruning()

    /// A gap or a backward step was found: everybody it may concern is looked at anew.
    mutating func restartSweeps() {
        gapCursor = nil
        clampCursor = UserID(0)
    }

    /// - Parameters:
    ///   - clock: says what time it is by now.
    ///   - tick: done between deadlines and problems: after it nothing of what fell due
    ///     while the machine slept counts as late, and before it nobody is told of a problem.
    /// - Returns: whether more is due at this very instant, pruning not counted.
    mutating func slice(
        _ turn: Turn, _ state: inout DaemonState, _ agenda: Agenda, clock: () -> BootTime,
        tick: () throws -> Void
    ) throws -> Bool {
        let start = clock()
        let isSparing = turn.memory.systemProblems.isSparing
        var room = isSparing ? Self.sparingLimit : Self.sliceLimit
        /// Whether something may be due, as far as the agenda still holds.
        func mayBeDue(_ next: Instant?) -> Bool {
            agenda.isStale(turn.db) || next.map { $0 <= turn.now } ?? false
        }
        try clampSlice(turn, &state, &room)
        if mayBeDue(agenda.deadline) {
            try users(turn, &room)
            for _ in 1..<Self.mostSlices
            where room <= 0 && !isSparing && clock() - start < Self.span {
                room = Self.sliceLimit
                try users(turn, &room)
            }
        }
        // One that was sent later may expire earlier, but none this early.
        let soonest = agenda.ping.map { $0.sentAt + turn.moment.settings.pingExpiry }
        if mayBeDue(soonest) { try pings(turn, &room) }
        try gapSlice(turn, &state, &room)
        // Nothing of a slice begins one.
        let hasPauses = agenda.pauseEnd.map { $0 <= turn.now } ?? false
        let hasMorePauses = try hasPauses && pauses(turn)
        try tick()
        if mayBeDue(agenda.telling) { try tellProblems(turn, &room) }
        try turn.memory.heartbeat.beat(turn)
        if room > 0 {
            let limit = isSparing ? Self.sparingLimit : Self.pruneLimit
            let forgets = agenda.hasRemoved || agenda.isStale(turn.db)
            try prunes.slice(turn, state, forgetsRemoved: forgets, limit: limit)
            turn.db.log.limit =
                prunes.hasMore ? Self.logWhilePruning : WriteAheadLog.usualLimit
        }
        return room <= 0 || state.clamps || hasMorePauses
    }

    /// Whether a slice of pruning is left for this very instant; nobody waits for it.
    var hasMoreToPrune: Bool { prunes.hasMore }

    /// When something is due next, beyond now.
    func next(_ turn: Turn, _ agenda: Agenda) -> Instant? {
        [
            awaited(turn, agenda), agenda.telling, agenda.retry, agenda.pauseEnd,
            prunes.due, turn.memory.heartbeat.due(turn),
        ].compactMap { $0 }.min()
    }

    /// Of that, what somebody waits for to the moment: a deadline, or that a ping expires.
    func awaited(_ turn: Turn, _ agenda: Agenda) -> Instant? {
        [
            agenda.deadline,
            agenda.ping?.expiry(gap: turn.moment.gap, settings: turn.moment.settings),
        ].compactMap { $0 }.min()
    }

    // MARK: Slices

    private mutating func users(_ turn: Turn, _ room: inout Int) throws {
        let due = try UserTable.due(turn.db, at: turn.now, after: nil, limit: room)
        try lookOnce(turn, due)
        room -= due.count
    }

    /// Who has been looked at is not due by their other deadline any more.
    ///
    /// An array: an alarm would wait until the runtime has made the first set of a type (docs/PERFORMANCE.md).
    private func lookOnce(
        _ turn: Turn, _ due: [(entry: DeadlineTable.Entry, holds: Bool)]
    ) throws {
        var seen: [UserID] = []
        for (entry, holds) in due where !seen.contains(entry.user) {
            guard holds else {
                try DeadlineTable.remove(turn.db, entry)
                continue
            }
            seen.append(entry.user)
            try lookAtUser(turn, entry.user)
        }
    }

    private func lookAtUser(_ turn: Turn, _ id: UserID) throws {
        guard let stored = try UserTable.stored(turn.db, id) else { return }
        let situation = try Situations.whole(turn.db, of: stored.user)
        let effects = look(at: situation, turn.moment)
        let saves = effects.contains { if case .saveUser = $0 { true } else { false } }
        // Saved even if nothing has changed: a hold may have moved the deadline that was kept.
        try turn.apply(saves ? effects : effects + [.saveUser(stored.user)], of: stored)
    }

    private mutating func pings(_ turn: Turn, _ room: inout Int) throws {
        guard room > 0 else { return }
        let settings = turn.moment.settings
        var cursor: (at: Instant, sequence: Int64)?
        while room > 0 {
            let pings = try PingTable.oldestPending(
                turn.db, sentBy: turn.now - settings.pingExpiry, after: cursor, limit: room)
            guard let last = pings.last else { return }
            cursor = (last.ping.sentAt, last.sequence)
            // A gap holds all of them or none but the newest; those need not be gone through.
            let due = pings.filter {
                $0.ping.expiry(gap: turn.moment.gap, settings: settings) <= turn.now
            }
            guard !due.isEmpty else { return }
            for (_, ping) in due { try lookAtPing(turn, ping) }
            room -= pings.count
        }
    }

    private func lookAtPing(_ turn: Turn, _ ping: Ping) throws {
        guard let recipient = try UserTable.user(turn.db, ping.recipient) else { return }
        let wasDelivered = try DeliveryTable.wasDelivered(
            turn.db, cause: ping.id, kind: .ping)
        try turn.apply(look(at: ping, to: recipient, wasDelivered: wasDelivered, turn.moment))
    }

    /// After a gap, or a step during a hold, everybody whose limit lies near its end is looked at,
    /// due or not.
    private mutating func gapSlice(
        _ turn: Turn, _ state: inout DaemonState, _ room: inout Int
    ) throws {
        guard room > 0, let limit = state.sweepUntil else { return }
        let near = try UserTable.due(turn.db, at: limit, after: gapCursor, limit: room)
        try lookOnce(turn, near)
        gapCursor = near.last?.entry ?? gapCursor
        if near.count < room { state.sweepUntil = nil }
        room -= near.count
    }

    /// Last check-ins, and the starts of what goes on, in the future of a corrected clock are clamped
    /// to now; those made since it was corrected are not in the future. Few may be concerned among many, and
    /// where many are, half of the room is for whoever is due.
    private mutating func clampSlice(
        _ turn: Turn, _ state: inout DaemonState, _ room: inout Int
    ) throws {
        guard state.clamps else { return }
        let (end, limit) = (UserID(clampCursor.number + Self.clampWindow), room / 2)
        let users = try UserTable.concerned(
            turn.db, bySetBackTo: turn.now, after: clampCursor, upTo: end, limit: limit)
        for id in users {
            clampCursor = id
            guard let user = try UserTable.user(turn.db, id) else { continue }
            try turn.apply([.editUser(user.clamped(to: turn.now))])
        }
        if users.count < limit { clampCursor = end }
        state.clamps = try clampCursor < UserTable.nextID(turn.db)
        room -= users.count
    }

    /// What waited for a channel's pause is looked at by its channel.
    ///
    /// - Returns: whether others may be over as well.
    private func pauses(_ turn: Turn) throws -> Bool {
        let ends = try OutboxQueue.pauseEnds(turn, upTo: turn.now, limit: Self.pauseLimit)
        for end in ends { turn.memory.outbox.passPause(end) }
        return ends.count == Self.pauseLimit
    }

    private func tellProblems(_ turn: Turn, _ room: inout Int) throws {
        guard room > 0 else { return }
        let problems = try ProblemTable.toTell(turn.db, at: turn.now, limit: room)
        for problem in problems {
            let notices = try Problems.telling(problem, turn).compactMap {
                if case .notify(let notice) = $0 { notice } else { nil }
            }
            let hasListener = try notices.contains {
                try ChannelTable.isReachable(turn.db, $0.recipient)
            }
            // Who has no channel is shown it among their notifications, once.
            for notice in notices
            where try hasListener
                || !NotificationTable.isWritten(turn.db, notice, since: problem.since)
            {
                try turn.apply([.notify(notice)])
            }
            try ProblemTable.told(
                turn.db, problem.key, hasListener: hasListener, at: turn.now)
        }
        room -= problems.count
    }
}
