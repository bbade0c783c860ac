import ConfigurationFile
import GRDBSQLite
import LifeSignal

/// The one writer, one round at a time; it knows no thread, no socket and no real clock, so that a
/// simulation can drive it.
///
/// A round is one transaction: requests are applied in the order in which they came, then one slice of
/// what is due is worked off, if it looks at that, all at the same instant. Nothing is answered, logged or
/// sent before its commit.
///
/// Used by whoever has the engine's lock, hence `@unchecked`.
final class EngineCore: @unchecked Sendable {
    /// How a round ended for those who wait for its commit.
    enum Ending: Sendable {
        case committed
        /// Nothing of the round was kept.
        case failed(StorageFailure)
    }

    /// What a round does besides its requests.
    enum Extent: Sendable {
        /// It looks at the clocks, and works off a slice of what is due.
        case whole
        /// What is due waits for calls to be let in, or for the rest of those that were.
        case withoutDueWork
        /// Not even the clocks are looked at, other than for the instant: a round by itself in which a
        /// request that writes nothing succeeds, whatever a look would have to write.
        case requestsAlone
    }

    /// What the round brought about, once it is committed.
    struct Report: Sendable {
        var now: Instant
        var outcome = EffectWriter.Outcome()
        var clockChanges: [ClockChange] = []
        /// The end of the hold that a gap has opened, for those whom it holds longest.
        var holdsUntil: Instant?
        /// How long nothing is due.
        var sleep: Span
        /// Somebody waits for what is due then, to the moment (``DueWork/awaited(_:_:)``).
        var isAwaited = false
        /// What is due at once is nothing but pruning, for which nobody waits.
        var onlyPrunes = false
        var isDegraded = false
        /// How many there are now, where that may have changed.
        var users: Int?
        var hasTicked = false
        /// It ends a minute in which nobody needed much (``IdleRules``).
        var isIdle = false
        /// What was due by then was looked at, or a slice of it.
        var hasLooked = false
        /// Whether the database took something.
        var hasWritten = false
        /// There may be something new for senders.
        var concernsSenders = false
        /// Why the reserve was opened for this round.
        var openedReserve: StorageFailure?
    }

    private let store: Store
    private let clock: any MachineClock
    private let zone: Zone
    private let places: Places
    private let reserve: (any Reserve)?
    let memory: EngineMemory
    private var timekeeper: Timekeeper
    private var state: DaemonState
    private var dueWork = DueWork()
    private var agenda = Agenda()
    private var lastTick: BootTime
    private var idleRules = IdleRules()
    /// When the last round ended that somebody had asked for, or that wrote.
    private var lastWork: BootTime
    /// Of which time the last round was.
    private(set) var bootTime: BootTime
    /// Found at the start, for the first round to deal with.
    private var foundChanges: [ClockChange]
    /// A request of this round failed after it had written.
    private var needsSavepoints = false
    /// An operator has said that the wall clock is right: the next round takes it over.
    private var acceptsClock = false

    init(
        store: Store, clock: any MachineClock, zone: Zone, settings: Settings,
        places: Places = Places(), isWatched: Bool,
        heartbeat: ServiceConfiguration.Heartbeat? = nil, reserve: (any Reserve)? = nil
    ) throws(StorageFailure) {
        self.store = store
        self.reserve = reserve
        self.clock = clock
        self.zone = zone
        self.places = places
        let reading = clock.read()
        do {
            state = try store.withConnection { try DaemonRow.load($0) }
        } catch {
            throw StorageFailure(error)
        }
        (timekeeper, foundChanges) = Timekeeper.start(
            reading, mark: state.mark, settings: settings)
        lastTick = reading.boot - Timekeeper.tick
        (bootTime, lastWork) = (reading.boot, reading.boot)
        memory = EngineMemory(
            settings: settings, startedAt: timekeeper.now, isWatched: isWatched,
            heartbeat: heartbeat)
        if let reserve, !reserve.fill() { _ = opensReserve() }
    }

    /// All clocks, for the round that follows.
    func readClocks() -> ClockReading { clock.read() }

    /// One transaction.
    ///
    /// - Parameters:
    ///   - reading: the clocks as they were before the jobs were taken.
    ///   - wasSet: the system said that the clock was set.
    ///   - isStart: the first round after a start.
    ///   - extent: what it does besides the jobs.
    ///   - answer: does the work that tells the jobs how the round ended; not asked where there are none.
    /// - Throws: `StorageFailure`; then nothing of the round was kept. Its jobs were told, but where there is no
    ///   room for all that the round would have done: then each can be tried alone (``Extent/requestsAlone``).
    func round(
        _ jobs: [any EngineJob], at reading: ClockReading, wasSet: Bool = false,
        isStart: Bool = false, extent: Extent = .whole,
        answer: (_ work: @escaping @Sendable () -> Void) -> Void = { $0() }
    ) throws(StorageFailure) -> Report {
        func finish(_ ending: Ending) {
            if !jobs.isEmpty { answer { for job in jobs { job.finish(ending) } } }
        }
        bootTime = reading.boot
        if extent != .requestsAlone { lookForRoom(reading) }
        var opened: StorageFailure?
        needsSavepoints = false
        while true {
            do {
                var report = try transaction {
                    if extent == .requestsAlone {
                        return try serve($0, jobs, reading)
                    }
                    return try work(
                        $0, jobs, reading, wasSet: wasSet, isStart: isStart,
                        looks: extent == .whole)
                }
                // A round that wrote nothing says nothing about the disk.
                if report.hasWritten { memory.systemProblems.storeFailed = false }
                if extent != .requestsAlone, !memory.systemProblems.storeFailed {
                    timekeeper.keepsAgain()
                }
                report.openedReserve = opened
                memory.leftDeadlines.add(report.outcome.deadlines, soonest: agenda.deadline)
                if !jobs.isEmpty || report.hasWritten { lastWork = clock.readBoot() }
                report.isIdle = idleRules.isIdle(after: report, of: jobs.count)
                finish(.committed)
                return report
            } catch is Turn.HalfDone {
                needsSavepoints = true
            } catch {
                let failure = StorageFailure(error)
                if case .full = failure {
                    if opensReserve() {
                        opened = failure
                        continue
                    }
                    memory.systemProblems.storeFailed = true
                    timekeeper.keepsNothing(from: reading.boot)
                    if extent != .requestsAlone { throw failure }
                }
                finish(.failed(failure))
                throw failure
            }
        }
    }

    /// Runs `body` in a transaction; if it fails, nothing of it stays, in memory neither.
    private func transaction<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        let before = (timekeeper, state, foundChanges, acceptsClock, dueWork, agenda, lastTick)
        let memoryBefore = memory.begin()
        do {
            return try store.withConnection { db in
                do {
                    try db.run("BEGIN")
                    let value = try body(db)
                    try db.run("COMMIT")
                    return value
                } catch {
                    if db.isInsideTransaction { try? db.run("ROLLBACK") }
                    throw error
                }
            }
        } catch {
            (timekeeper, state, foundChanges, acceptsClock, dueWork, agenda, lastTick) = before
            memory.undo(to: memoryBefore)
            throw error
        }
    }

    // MARK: A full disk

    /// - Returns: whether the reserve is open from now on and was not before.
    private func opensReserve() -> Bool {
        guard let reserve, !memory.systemProblems.isSparing else { return false }
        memory.systemProblems.isSparing = true
        reserve.release(to: store)
        return true
    }

    /// Once a minute while the reserve is open.
    private func lookForRoom(_ reading: ClockReading) {
        guard let reserve, memory.systemProblems.isSparing,
            reading.boot - lastTick >= Timekeeper.tick, reserve.fill()
        else { return }
        reserve.restored(to: store)
        memory.systemProblems.isSparing = false
    }

    /// The jobs and nothing else: the state of the engine stays as it was, mark included.
    private func serve(
        _ db: Connection, _ jobs: [any EngineJob], _ reading: ClockReading
    ) throws -> Report {
        let changesBefore = db.totalChangesCount
        let now = timekeeper.reckoned(at: reading.boot)
        let turn = turn(db, try moment(db, at: now))
        for job in jobs { try job.run(turn) }
        release(turn.outcome.withdrawn)
        var report = Report(now: now, outcome: turn.outcome, sleep: .zero)
        report.isDegraded = memory.systemProblems.isDegraded
        report.hasWritten = db.totalChangesCount != changesBefore
        report.concernsSenders = turn.outcome.hasNewDeliveries || memory.outbox.takeRoomMade()
        return report
    }

    private func work(
        _ db: Connection, _ jobs: [any EngineJob], _ reading: ClockReading, wasSet: Bool,
        isStart: Bool, looks: Bool
    ) throws -> Report {
        let changesBefore = db.totalChangesCount
        let bootBefore = timekeeper.mark.boot
        var changes = foundChanges
        foundChanges = []
        changes += timekeeper.look(
            reading, wasSet: wasSet, accepts: acceptsClock, settings: memory.settings)
        acceptsClock = false
        // In a gap nobody could have sent anything.
        if memory.outbox.isConnected, !isStart, !changes.contains(where: \.isGap) {
            state.connectedFor = state.connectedFor + max(reading.boot - bootBefore, .zero)
        }
        let turn = try makeTurn(db, changes)
        let isRetryDue = agenda.retry.map { turn.now >= $0 } ?? false
        if isStart { try started(turn) }
        try OutboxQueue.giveBack(turn, memory.outbox.expire(at: reading.boot))
        for job in jobs { try job.run(turn) }
        // Whoever only reads waits for no disk.
        let isWritten = db.totalChangesCount != changesBefore
        if isWritten { try takeLeftDeadlinesOut(turn, .round) }
        let isTick = looks && reading.boot - lastTick >= Timekeeper.tick
        try agenda.read(turn)
        // Nobody is told of what is over.
        let tells = agenda.telling.map { $0 <= turn.now } ?? false
        let hasMore =
            try looks
            && dueWork.slice(
                turn, &state, agenda, clock: { clock.readBoot() },
                tick: { if isTick || tells { try tick(turn) } })
        if isTick, !isWritten, turn.outcome.events.isEmpty {
            try takeLeftDeadlinesOut(turn, .idleTick)
        }
        try agenda.read(turn)
        let hasWritten = db.totalChangesCount != changesBefore || isTick
        release(turn.outcome.withdrawn)
        if hasWritten {
            state.mark = timekeeper.mark
            try DaemonRow.save(db, state)
            agenda.stays(db)
        }
        if isTick {
            guard store.isInPlace else { throw Store.Gone(path: store.path) }
            lastTick = reading.boot
        }
        var report = try report(turn, reading, changes, hasMore: hasMore, hasTicked: isTick)
        report.concernsSenders =
            isRetryDue || turn.outcome.hasNewDeliveries || memory.outbox.takeRoomMade()
            || memory.heartbeat.takeNew()
        report.hasLooked = looks
        report.hasWritten = hasWritten
        if changes.contains(where: \.isGap) {
            report.holdsUntil = state.gap?.holdEnd(settings: memory.settings)
        }
        return report
    }

    // MARK: Parts of a round

    /// Not while the disk is full: they may stay. Nor where this round has given somebody a sooner deadline, which
    /// might be one that they had left.
    private func takeLeftDeadlinesOut(_ turn: Turn, _ occasion: LeftDeadlines.Occasion) throws {
        guard !memory.systemProblems.isSparing, !turn.outcome.deadlines.contains(where: \.isSooner)
        else { return }
        for leaving in memory.leftDeadlines.take(occasion) {
            try DeadlineTable.remove(turn.db, leaving.entry, unlessHolds: leaving.mayHold)
        }
    }

    private func moment(_ db: Connection, at now: Instant) throws -> Moment {
        Moment(
            now: now, zone: zone, settings: memory.settings, places: places, gap: state.gap,
            operators: try operators(db), newID: RandomID.ofOneRound())
    }

    private func makeTurn(_ db: Connection, _ changes: [ClockChange]) throws -> Turn {
        var moment = try moment(db, at: timekeeper.now)
        guard !changes.isEmpty else { return turn(db, moment) }
        let consequences = ClockConsequences(
            changes, earlier: state.gap, prunesNotBefore: state.prunesNotBefore, moment)
        // Before a step deadlines were kept by the hold as it was.
        sweep(until: [state.gap, consequences.gap].map { $0?.holdEnd(settings: memory.settings) })
        state.gap = consequences.gap
        state.prunesNotBefore = consequences.prunesNotBefore
        if consequences.clamps { state.clamps = true }
        moment.gap = state.gap
        let turn = turn(db, moment)
        if consequences.clamps {
            try PingTable.clamp(db, to: moment.now)
            try DeliveryTable.setBack(db, by: consequences.setBack, to: moment.now)
            try ChannelTable.setBack(db, by: consequences.setBack, to: moment.now)
            memory.outbox.startOver(at: moment.now)
            memory.systemProblems.startOver(at: moment.now)
            memory.startedAt = min(memory.startedAt, moment.now)
            try ProblemTable.setBack(db, by: consequences.setBack, to: moment.now)
        }
        try turn.apply(consequences.effects)
        return turn
    }

    private func turn(_ db: Connection, _ moment: Moment) -> Turn {
        Turn(
            db: db, moment: moment, memory: memory, connectedFor: state.connectedFor,
            hasSavepoints: needsSavepoints)
    }

    private func release(_ withdrawn: [Delivery]) {
        for delivery in withdrawn { memory.outbox.release(delivery.id, of: delivery.channel) }
    }

    private func operators(_ db: Connection) throws -> [UserID] {
        try memory.settings.operators.compactMap { try UserTable.user(db, handle: $0)?.id }
    }

    private func started(_ turn: Turn) throws {
        // By what it was configured until now nobody knows; mostly not at all.
        sweepHold([Settings(), memory.settings])
        memory.outbox.passPauses(upTo: turn.now)
        let problems = try ProblemTable.openAboutNobody(turn.db)
        memory.systemProblems.goOn(with: problems)
        memory.heartbeat.goOn(
            failingSince: problems.first { $0.key.code == .heartbeatNotTaken }?.since)
        try OutboxQueue.keepForTheirSenders(turn, at: bootTime)
        try turn.apply([
            .record(Event(.started, user: nil, at: turn.now, by: .daemon)), .tellUnheardProblems,
        ])
    }

    private func tick(_ turn: Turn) throws {
        try memory.outbox.settle { try DeliveryTable.delivery(turn.db, $0)?.isOpen ?? false }
        try memory.systemProblems.look(turn, isBehind: timekeeper.behindSince != nil)
        let stored = try ProblemTable.openAboutNobody(turn.db).map(\.key)
        try turn.apply(memory.systemProblems.effects(storedKeys: Set(stored)))
        try ProblemTable.expireFailures(turn.db, at: turn.now)
        memory.limits.forget(at: turn.now)
        memory.taps = memory.taps.filter { !$0.value.isOver(at: turn.now) }
    }

    private func report(
        _ turn: Turn, _ reading: ClockReading, _ changes: [ClockChange], hasMore: Bool,
        hasTicked: Bool
    ) throws -> Report {
        let countsUsers =
            hasTicked
            || turn.outcome.events.contains {
                $0.value.kind == .userAdded || $0.value.kind == .userRemoved
            }
        let users = countsUsers ? try DaemonRow.counters(turn.db).users : nil
        var sleep = max(lastTick + Timekeeper.tick - reading.boot, .zero)
        if hasMore || acceptsClock {
            sleep = .zero
        } else if let next = dueWork.next(turn, agenda) {
            sleep = min(sleep, max(next - turn.now, .zero))
        }
        if let expiry = memory.outbox.nextExpiry {
            sleep = min(sleep, max(expiry - reading.boot, .zero))
        }
        let onlyPrunes = dueWork.hasMoreToPrune && sleep > .zero
        if onlyPrunes { sleep = .zero }
        let isAwaited =
            sleep > .zero && dueWork.awaited(turn, agenda).map { $0 - turn.now <= sleep } ?? false
        timekeeper.sleeps(for: sleep, from: reading.boot)
        return Report(
            now: turn.now, outcome: turn.outcome, clockChanges: changes, sleep: sleep,
            isAwaited: isAwaited, onlyPrunes: onlyPrunes,
            isDegraded: memory.systemProblems.isDegraded, users: users, hasTicked: hasTicked)
    }

    // MARK: Between rounds

    /// Once, by a start. What fails here fails again in the round that needs it,
    /// and is dealt with there.
    func prepareForAlarms() {
        store.withConnection { db in
            for statement in AlarmStatements.all { try? db.prepare(statement) }
        }
    }

    /// When that of the store is written back.
    var log: WriteBackRules { WriteBackRules(pages: store.log.pages, lastWork: lastWork) }

    /// While nobody needs it (``Report/isIdle``).
    func giveMemoryBack() { store.giveMemoryBack() }

    /// What lies in the log goes to its place in the database.
    func writeLogBack() { store.withConnection { $0.log.writeBack() } }

    // MARK: For requests

    /// The wall clock is taken over although it is behind the mark.
    ///
    /// In the next round, which follows as soon as calls were let in: this one has its instant already.
    func acceptClock() {
        acceptsClock = timekeeper.behindSince != nil
    }

    /// A changed configuration is in force from this round on.
    func reconfigure(
        _ settings: Settings, isWatched: Bool, heartbeat: ServiceConfiguration.Heartbeat? = nil,
        _ turn: Turn, by actor: Actor
    ) throws {
        sweepHold([memory.settings, settings])
        memory.settings = settings
        turn.reconfigure(settings)
        memory.isWatched = isWatched
        memory.heartbeat.configuration = heartbeat
        memory.hasRefusedConfiguration = false
        try turn.apply([
            .record(Event(.reloaded, user: nil, at: turn.now, by: actor)), .tellUnheardProblems,
        ])
    }

    /// A configuration was refused; the one in force stays.
    func refuseConfiguration() {
        memory.hasRefusedConfiguration = true
    }

    /// Everybody whom a hold concerns is looked at, since it may have been longer or shorter when their
    /// deadlines were kept.
    private func sweepHold(_ settings: [Settings]) {
        sweep(until: settings.map { state.gap?.holdEnd(settings: $0) })
    }

    /// Everybody who has to be looked at before the last of these is looked at now.
    private func sweep(until ends: [Instant?]) {
        state.sweepUntil = (ends + [state.sweepUntil]).compactMap { $0 }.max()
        dueWork.restartSweeps()
    }

    /// Some pages of a copy, between two rounds.
    func backUpStep(_ copy: BackupCopy) throws -> Bool {
        if memory.systemProblems.isSparing { throw Engine.Unavailable.diskFull }
        do {
            return try store.withConnection { try copy.step($0) }
        } catch BackupCopy.CopyError.sqlite(SQLITE_FULL) {
            throw Engine.Unavailable.diskFull
        }
    }

    /// Whether a delivery waits for no more than to be tried again.
    func isRetryDue(at reading: ClockReading) -> Bool {
        agenda.retry.map { timekeeper.reckoned(at: reading.boot) >= $0 } ?? false
    }

    var isBehind: Bool { timekeeper.behindSince != nil }
    /// The disk was full at the last try, and the reserve used up.
    var isFull: Bool { memory.systemProblems.storeFailed }
}

extension [String: Int] {
    /// All users there are, from the counters.
    var users: Int {
        ["waiting", "active", "overdue", "nonResponsive"].reduce(0) {
            $0 + (self["user:\($1)"] ?? 0)
        }
    }
}

/// A request to the engine.
protocol EngineJob: Sendable {
    /// Within the round's transaction; throws only what concerns the whole round (``Turn/concernsRound(_:)``).
    func run(_ turn: Turn) throws
    /// After the round, whether or not it got as far as this job.
    func finish(_ ending: EngineCore.Ending)
}
