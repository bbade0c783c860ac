import LifeSignal

/// What one request or one slice of due work sees: the database within the round's transaction, one
/// instant, and the engine's memory.
final class Turn {
    let db: Connection
    /// What lives in memory only.
    let memory: EngineMemory
    /// Whether a request that fails after it has written can be undone by itself.
    private let hasSavepoints: Bool
    private var writer: EffectWriter
    /// The request that is running does something vital (``Deed/isVital``).
    private var isVital = false

    init(
        db: Connection, moment: Moment, memory: EngineMemory, connectedFor: Span,
        hasSavepoints: Bool
    ) {
        self.db = db
        self.memory = memory
        self.hasSavepoints = hasSavepoints
        writer = EffectWriter(
            db, moment, connectedFor: connectedFor,
            leavesDeadlines: !memory.systemProblems.isSparing)
    }

    /// A request has failed after it has written, and there is no savepoint to go back to: nothing of the
    /// round may be kept.
    struct HalfDone: Error {}

    /// Whether an error is not about one request, but leaves nothing of the whole round.
    static func concernsRound(_ error: any Error) -> Bool {
        error is HalfDone || StorageFailure.concerns(error)
    }

    var moment: Moment { writer.moment }
    var now: Instant { writer.moment.now }
    var connectedFor: Span { writer.connectedFor }
    var outcome: EffectWriter.Outcome { writer.outcome }

    /// What is still to be done is done by these.
    func reconfigure(_ settings: Settings) { writer.reconfigure(settings) }

    /// Carries out what the core has decided.
    ///
    /// - Parameter stored: the user about whom it has, as read since anything was last written: else their row is read
    ///   once more.
    func apply(_ effects: [Effect], of stored: StoredUser? = nil) throws {
        try writer.write(effects, of: stored)
    }

    /// A permitted deed of the request that is running.
    func does(_ deed: Deed) {
        if deed.isVital { isVital = true }
    }

    /// Runs a request; when the disk is full it may write only if it turns out to be vital.
    ///
    /// It is judged after it has run, so that what would be refused anyway is refused for its own
    /// reason, and what reads only is answered.
    func sparingly<Value>(_ body: () throws -> Value) throws -> Value {
        isVital = false
        let before = db.totalChangesCount
        let value = try body()
        guard isVital || !memory.systemProblems.isSparing || db.totalChangesCount == before else {
            throw Engine.Unavailable.diskFull
        }
        return value
    }

    /// Runs `body` so that nothing of it stays if it throws.
    ///
    /// What the core decides is decided before anything is written, so that a request which fails has
    /// hardly ever written. One that has ends the round, which is run again with savepoints: for each
    /// request these would cost a copy of all pages that it changes (docs/PERFORMANCE.md).
    func atomically<Value>(_ body: () throws -> Value) throws -> Value {
        let (before, changes) = (outcome.mark, db.totalChangesCount)
        let counted = memory.limits.mark
        if hasSavepoints { try db.run("SAVEPOINT request") }
        do {
            let value = try body()
            if hasSavepoints { try db.run("RELEASE request") }
            return value
        } catch {
            writer.rewind(to: before)
            memory.limits.undo(to: counted)
            // With a storage error the whole round is undone, as it may be already.
            guard !StorageFailure.concerns(error) else { throw error }
            if hasSavepoints {
                try db.run("ROLLBACK TO request")
                try db.run("RELEASE request")
            } else if db.totalChangesCount != changes {
                throw HalfDone()
            }
            throw error
        }
    }
}
