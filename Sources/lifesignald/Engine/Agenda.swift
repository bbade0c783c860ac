import LifeSignal

/// What comes next by the database. It is read once, and anew only when something has been written since:
/// most rounds only read, and most others change little of it.
struct Agenda {
    /// The earliest deadline of anybody, or sooner: exact where it comes before the next tick.
    private(set) var deadline: Instant?
    /// The pending ping that was sent first.
    private(set) var ping: Ping?
    /// When operators are to be told of a problem.
    private(set) var telling: Instant?
    /// When the next delivery that waits for a retry is due; later than when this was read.
    private(set) var retry: Instant?
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
        guard isStale(db) || retry.map({ $0 <= turn.now }) ?? false else { return }
        deadline = try UserTable.nextLook(
            db, takingOut: turn.memory.systemProblems.isSparing ? 0 : Self.leftDeadlines,
            upTo: turn.now + Timekeeper.tick)
        ping =
            try PingTable.oldestPending(
                db, sentBy: Instant(milliseconds: .max), after: nil, limit: 1
            ).first?.ping
        telling = try ProblemTable.nextTelling(db)
        retry = try OutboxQueue.nextAttempt(db, after: turn.now)
        hasRemoved = try UserTable.removed(db) != nil
        changes = db.totalChangesCount
    }

    /// What was written since concerns nothing of it.
    mutating func stays(_ db: Connection) { changes = db.totalChangesCount }
}
