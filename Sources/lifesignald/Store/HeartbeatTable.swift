import LifeSignal

/// The heartbeat that no sender has reported on yet: one at the most, since an old one says nothing
/// that its successor does not say better.
enum HeartbeatTable {
    struct Heartbeat: Equatable {
        var id: Identifier
        var at: Instant
    }

    static func current(_ db: Connection) throws -> Heartbeat? {
        try db.row("SELECT id, at FROM heartbeats") { Heartbeat(id: $0[0], at: $0[1]) }
    }

    /// Takes the place of the one before.
    static func replace(_ db: Connection, with heartbeat: Heartbeat?) throws {
        try db.run("DELETE FROM heartbeats")
        guard let heartbeat else { return }
        try db.run(
            "INSERT INTO heartbeats (id, at) VALUES (?, ?)", [heartbeat.id.cell, heartbeat.at.cell])
    }
}
