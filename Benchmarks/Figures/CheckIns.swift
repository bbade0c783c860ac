/// Check-ins, of which each is on the disk before it is answered.
enum CheckIns {
    /// - Parameter inMemory: the same people where no disk has to be waited for, if they are not too many.
    static func figures(
        _ population: Population, inMemory: Population?, _ effort: Effort
    ) throws -> [Figure] {
        let users = population.users
        // Here and not once for all sizes: minutes later it is another machine.
        func rawRowsPerSecond(batch: Int) throws -> Double {
            try RawSQLite.rowsPerSecond(
                in: population.home.path, batch: batch, seconds: effort.seconds)
        }
        let rows = try rawRowsPerSecond(batch: 1)
        let batchedRows = try rawRowsPerSecond(batch: Limits.batch)
        let load = try Load(population, effort)
        let (alone, together) = (load.alone, load.together)
        try population.beginAgain()
        let single = try RawSQLite.checkInsPerSecond(population, batch: 1, seconds: effort.seconds)
        try population.beginAgain()
        let busy = Clock.processorSeconds
        let batched = try RawSQLite.checkInsPerSecond(
            population, batch: Limits.batch, seconds: effort.seconds)
        let rawMicroseconds = (Clock.processorSeconds - busy) * 1e6 / (batched * effort.seconds)
        let bareAlone = try bareFlood(population, effort)
        let handedOver = try handedOverFlood(population, effort)
        let withoutDisk = try inMemory.map { try Load($0, effort).together.perSecond }
        var figures = [
            Figure(
                name: "check-ins, one connection", users: users, value: alone.perSecond,
                unit: "/s",
                limit: .init(
                    name: "SQLite, one row a commit", value: rows,
                    goal: .atLeast(0.8)),
                note: "median \(Table.number(alone.latencies.median ?? 0)) ms"),
            Figure(
                name: "  beside the same rows", users: users, value: alone.perSecond, unit: "/s",
                limit: .init(name: "SQLite, a check-in a commit", value: single)),
            Figure(
                name: "  beside sockets and the same rows", users: users, value: alone.perSecond,
                unit: "/s", limit: .init(name: "bare, on one thread", value: bareAlone.perSecond)),
            Figure(
                name: "check-ins, \(Limits.batch) connections", users: users,
                value: together.perSecond, unit: "/s", goal: .atLeast(20_000),
                limit: .init(
                    name: "SQLite, \(Limits.batch) rows a commit",
                    value: batchedRows, goal: .atLeast(0.3))),
            Figure(
                name: "  beside the same rows", users: users, value: together.perSecond, unit: "/s",
                limit: .init(
                    name: "SQLite, \(Limits.batch) check-ins a commit", value: batched)),
            Figure(
                name: "  beside sockets and the same rows", users: users, value: together.perSecond,
                unit: "/s", limit: .init(name: "bare, handed over", value: handedOver.perSecond)),
        ]
        if let withoutDisk {
            figures.append(
                Figure(
                    name: "  beside the daemon itself without a disk", users: users,
                    value: together.perSecond, unit: "/s",
                    limit: .init(name: "in memory", value: withoutDisk)))
        }
        figures += [
            Figure(
                name: "  processor time of one", users: users, value: load.microseconds,
                unit: "µs",
                limit: .init(name: "SQLite, a check-in of \(Limits.batch)", value: rawMicroseconds),
                note: "whoever else waits for the disk"),
            Figure(
                name: "  all processors, idle meanwhile", users: users,
                value: together.processors.idle, unit: "%",
                limit: .init(name: "bare, handed over", value: handedOver.processors.idle)),
            Figure(
                name: "  all processors, stolen meanwhile", users: users,
                value: together.processors.stolen, unit: "%",
                limit: .init(name: "bare, handed over", value: handedOver.processors.stolen)),
            Figure(
                name: "check-ins, \(Limits.batch) connections, 99th percentile", users: users,
                value: together.latencies.percentile(99) ?? 0, unit: "ms", goal: .atMost(15),
                limit: .init(
                    name: "bare, handed over", value: handedOver.latencies.percentile(99) ?? 0),
                note: together.latencies.medians(beside: handedOver.latencies)),
            Figure(
                name: "private memory after \(Limits.batch) callers", users: users,
                value: load.memory / 1_048_576, unit: "MiB"),
        ]
        return figures
    }

    /// What one caller makes of a server that does nothing but write.
    private static func bareFlood(_ population: Population, _ effort: Effort) throws -> Flood {
        try population.beginAgain()
        let server = try BareServer.ofCheckIns(population)
        return try withExtendedLifetime(server) {
            try Flood(server.path, connections: 1, seconds: effort.seconds) {
                population.checkIn($0)
            }
        }
    }

    /// And many at once.
    private static func handedOverFlood(_ population: Population, _ effort: Effort) throws -> Flood
    {
        try population.beginAgain()
        let server = try HandOver(population)
        return try withExtendedLifetime(server) {
            try Flood(server.path, connections: Limits.batch, seconds: effort.seconds) {
                population.checkIn($0)
            }
        }
    }
}

/// What callers make of one daemon.
private struct Load {
    let alone: Flood
    let together: Flood
    /// The daemon's processor time for each check-in of those who call together.
    let microseconds: Double
    /// Private bytes when both are over.
    let memory: Double

    init(_ population: Population, _ effort: Effort) throws {
        let daemon = try population.home.start()
        let socket = population.home.socket
        alone = try Flood(socket, connections: 1, seconds: effort.seconds) {
            population.checkIn($0)
        }
        let busy = daemon.processorSeconds()
        together = try Flood(socket, connections: Limits.batch, seconds: effort.seconds) {
            population.checkIn($0)
        }
        microseconds = daemon.processorMicroseconds(since: busy, for: together.latencies.count)
        memory = daemon.privateBytes()
        try daemon.stop()
    }
}
