import LifeSignal

/// What of the daemon itself survives a restart.
struct DaemonState: Equatable {
    var mark: Mark?
    var gap: Gap?
    /// Everybody whose kept deadline lies up to here is still to be looked at, due or not: a hold
    /// has begun or was moved.
    var sweepUntil: Instant?
    /// The clock was set back, and last check-ins that now lie in the future are still to be
    /// clamped.
    var clamps = false
    var prunesNotBefore: Instant?
    /// How long a sender has been connected, in all.
    var connectedFor: Span = .zero
}

enum DaemonRow {
    static func load(_ db: Connection) throws -> DaemonState {
        try db.row(
            """
            SELECT markBootID, markWall, markBoot, gapNumber, gapStart, gapEnd, gapFirstEnd,
                sweepUntil, clamps, prunesNotBefore, connectedFor FROM daemon
            """, [], state) ?? DaemonState()
    }

    private static func state(_ row: borrowing ResultRow) -> DaemonState {
        var state = DaemonState()
        if let bootID = row[0] as String?, let wall = row[1] as Instant?,
            let boot = row[2] as Int64?
        {
            state.mark = Mark(bootID: bootID, wall: wall, boot: BootTime(milliseconds: boot))
        }
        if let number = row[3] as Int64?, let start = row[4] as Instant?,
            let end = row[5] as Instant?, let firstEnd = row[6] as Instant?
        {
            state.gap = Gap(number: number, start: start, end: end, firstEnd: firstEnd)
        }
        state.sweepUntil = row[7]
        state.clamps = row[8]
        state.prunesNotBefore = row[9]
        state.connectedFor = Span(milliseconds: row[10])
        return state
    }

    static func save(_ db: Connection, _ state: DaemonState) throws {
        try db.run(
            """
            UPDATE daemon SET markBootID = ?, markWall = ?, markBoot = ?, gapNumber = ?,
                gapStart = ?, gapEnd = ?, gapFirstEnd = ?, sweepUntil = ?, clamps = ?,
                prunesNotBefore = ?, connectedFor = ?
            WHERE id = 1
            """,
            [
                (state.mark?.bootID).cell, (state.mark?.wall).cell,
                (state.mark?.boot.milliseconds).cell, (state.gap?.number).cell,
                (state.gap?.start).cell, (state.gap?.end).cell, (state.gap?.firstEnd).cell,
                state.sweepUntil.cell, state.clamps.cell, state.prunesNotBefore.cell,
                state.connectedFor.milliseconds.cell,
            ])
    }

    /// What the counters count, counted.
    static func counted(_ db: Connection) throws -> [String: Int] {
        var counted = [
            "user:waiting": 0, "user:active": 0, "user:overdue": 0, "user:nonResponsive": 0,
            "user:removed": 0,
        ]
        let users: [(status: String, count: Int)] = try db.rows(
            "SELECT status, count(*) FROM users GROUP BY status"
        ) { ($0[0], $0[1]) }
        for (status, count) in users { counted["user:\(status)"] = count }
        for (name, condition) in [
            ("alerts", "users WHERE alert IS NOT NULL"),
            ("pings", "pings WHERE status = 'pending'"),
            ("delivery:pending", "deliveries WHERE state = 'pending'"),
            (
                "delivery:unresolved",
                """
                deliveries d JOIN channels c ON c.id = d.channel AND c.failureEpoch = d.failureEpoch
                """
            ),
        ] {
            counted[name] = try db.value("SELECT count(*) FROM \(condition)")
        }
        return counted
    }

    /// The counters by name, as the triggers keep them.
    static func counters(_ db: Connection) throws -> [String: Int] {
        let counters: [(String, Int)] = try db.rows("SELECT name, value FROM counters") {
            ($0[0], $0[1])
        }
        return Dictionary(uniqueKeysWithValues: counters)
    }
}
