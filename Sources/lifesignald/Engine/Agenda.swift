import LifeSignal

/// What comes next by the database. It is read once, and anew only when something has been written since:
/// most rounds only read, and most others change little of it.
struct Agenda {
    /// The earliest deadline of anybody, or sooner where it lies beyond ``exactUntil``.
    private(set) var deadline: Instant?
    private var exactUntil = Instant(milliseconds: .min)
    /// The pending ping that was sent first.
    private(set) var ping: Ping?
    /// When operators are to be told of a problem.
    private(set) var telling: Instant?
    /// When the next delivery that waits for a retry is due; later than when this was read.
    private(set) var retry: Instant?
    /// When the first channel's pause is over of which nobody has taken note.
    private(set) var pauseEnd: Instant?
    /// Histories of somebody who was removed are left.
    private(set) var hasRemoved = false
    /// How many rows had been changed when it was read.
    private var changes: Int?

    /// Whether something was written since it was read.
    func isStale(_ db: Connection) -> Bool { changes != db.totalChangesCount }

    /// So many entries that hold no more are taken out at a time where they come first.
    private static let leftDeadlines = 256

    mutating func read(_ turn: Turn) throws {
        let db = turn.db
        let end = turn.now + Timekeeper.tick
        let isExact = deadline.map { $0 <= exactUntil || $0 > end } ?? true
        // What has passed since changes without anything being written.
        let hasPassed = [retry, pauseEnd].contains { $0.map { $0 <= turn.now } ?? false }
        guard isStale(db) || !isExact || hasPassed else { return }
        deadline = try UserTable.nextLook(
            db, takingOut: turn.memory.systemProblems.isSparing ? 0 : Self.leftDeadlines,
            upTo: end)
        exactUntil = end
        ping =
            try PingTable.oldestPending(
                db, sentBy: Instant(milliseconds: .max), after: nil, limit: 1
            ).first?.ping
        telling = try ProblemTable.nextTelling(db)
        retry = try OutboxQueue.nextAttempt(db, after: turn.now)
        pauseEnd =
            try OutboxQueue.pauseEnds(turn, upTo: Instant(milliseconds: .max), limit: 1).first?.at
        hasRemoved = try UserTable.removed(db) != nil
        changes = db.totalChangesCount
    }

    /// What was written since concerns nothing of it.
    mutating func stays(_ db: Connection) { changes = db.totalChangesCount }
}
