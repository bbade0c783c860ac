import ConfigurationFile
import LifeSignal

/// A sign of life to a monitor elsewhere that goes the way of every notice: timer, engine, commit,
/// outbox, sender, network. Its silence means that something on this way is broken.
///
/// It stops while the daemon is degraded, and for nothing less. It is never tried again: the next
/// one comes soon enough.
struct Heartbeat {
    /// Nil: nobody waits for one.
    var configuration: ServiceConfiguration.Heartbeat? {
        didSet { if configuration != oldValue { (next, failingSince) = (nil, nil) } }
    }
    /// When the next one is made; nil: at once.
    private var next: Instant?
    private var isNew = false
    /// One may be in the database; a start does not know.
    private var mayBeOut = true
    /// Since when none has been taken by its server; nil while the last one was.
    private(set) var failingSince: Instant?

    /// At a start: none has been taken since then, as the daemon before knew.
    mutating func goOn(failingSince start: Instant?) {
        if configuration != nil { failingSince = start }
    }

    init(_ configuration: ServiceConfiguration.Heartbeat?) {
        self.configuration = configuration
    }

    /// What a job of this kind says, as no notification's kind does.
    static let kind = "heartbeat"

    /// Makes the next one where it is due.
    mutating func beat(_ turn: Turn) throws {
        guard let configuration else { return try withdraw(turn) }
        guard !turn.memory.systemProblems.isDegraded else {
            next = nil
            return try withdraw(turn)
        }
        // Due too where the clock was set back: it must not stop for that.
        if let next, turn.now < next, next - turn.now <= configuration.every { return }
        // One that a sender is at is waited for: of one that was replaced nobody would know how it ended. Not where all
        // begins anew.
        if next != nil, let old = try HeartbeatTable.current(turn.db),
            turn.memory.outbox.isHeld(old.id),
            turn.now < old.at + Delivery.longestAttempt, old.at <= turn.now
        {
            next = old.at + Delivery.longestAttempt
            return
        }
        try withdraw(turn)
        try HeartbeatTable.replace(
            turn.db, with: HeartbeatTable.Heartbeat(id: turn.moment.newID(), at: turn.now))
        next = turn.now + configuration.every
        (isNew, mayBeOut) = (true, true)
    }

    /// When it is due; nil where none will be before something else has changed.
    func due(_ turn: Turn) -> Instant? { configuration == nil ? nil : next }

    /// Whether one was made since this was asked last.
    mutating func takeNew() -> Bool {
        defer { isNew = false }
        return isNew
    }

    private mutating func withdraw(_ turn: Turn) throws {
        guard mayBeOut else { return }
        mayBeOut = false
        guard let old = try HeartbeatTable.current(turn.db) else { return }
        turn.memory.outbox.release(old.id)
        try HeartbeatTable.replace(turn.db, with: nil)
    }

    // MARK: As a job

    /// Hands it to `stream`, if nobody has it.
    static func take(_ turn: Turn, stream: Int, at boot: BootTime) throws -> OutboxOffer.Job? {
        guard let url = turn.memory.heartbeat.configuration?.url,
            let heartbeat = try HeartbeatTable.current(turn.db),
            !turn.memory.outbox.isHeld(heartbeat.id), turn.memory.outbox.room(stream) > 0
        else { return nil }
        let lane = OutboxDesk.Lane(channel: "", server: "", rank: .other)
        turn.memory.outbox.hold(heartbeat.id, in: lane, by: stream, at: boot)
        return OutboxOffer.Job(
            delivery: heartbeat.id, notification: heartbeat.id, kind: kind, cause: nil, to: "",
            about: nil, at: heartbeat.at, notice: Notice(title: "", body: ""), address: url.text,
            attempt: 1, isPrivate: true)
    }

    /// - Returns: whether this is the current one; if it is not, it may be a delivery.
    static func begin(_ turn: Turn, _ id: Identifier) throws -> Bool {
        try HeartbeatTable.current(turn.db)?.id == id
    }

    /// - Returns: whether this was one.
    static func report(_ turn: Turn, _ id: Identifier, delivered: Bool) throws -> Bool {
        guard let current = try HeartbeatTable.current(turn.db), current.id == id else {
            return false
        }
        if turn.memory.heartbeat.next != nil,
            let configuration = turn.memory.heartbeat.configuration
        {
            turn.memory.heartbeat.next = max(current.at + configuration.every, turn.now)
        }
        let failingSince = turn.memory.heartbeat.failingSince
        turn.memory.heartbeat.failingSince = delivered ? nil : failingSince ?? turn.now
        turn.memory.outbox.release(id)
        try HeartbeatTable.replace(turn.db, with: nil)
        return true
    }
}
