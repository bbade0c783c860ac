/// Check-ins, of which each is on the disk before it is answered.
struct CheckIns {
    let figures: [Figure]
    /// Median of one connection, in milliseconds.
    let latency: Double

    init(_ population: Population, _ limits: Limits, _ effort: Effort) throws {
        let users = population.users
        let load = try Load(population, effort)
        let (alone, together) = (load.alone, load.together)
        let single = try RawSQLite.checkInsPerSecond(population, batch: 1, seconds: effort.seconds)
        let busy = Clock.processorSeconds
        let batched = try RawSQLite.checkInsPerSecond(
            population, batch: Limits.batch, seconds: effort.seconds)
        let rawMicroseconds = (Clock.processorSeconds - busy) * 1e6 / (batched * effort.seconds)
        let handedOver = try HandedOver(population, effort)
        latency = alone.latencies.median ?? 0
        figures = [
            Figure(
                name: "check-ins, one connection", users: users, value: alone.perSecond,
                unit: "/s",
                limit: .init(
                    name: "SQLite, one row a commit", value: limits.rowsPerSecond,
                    goal: .atLeast(0.8)), note: "median \(Table.number(latency)) ms"),
            Figure(
                name: "  beside the same rows", users: users, value: alone.perSecond, unit: "/s",
                limit: .init(name: "SQLite, a check-in a commit", value: single)),
            Figure(
                name: "  beside sockets and the same rows", users: users, value: alone.perSecond,
                unit: "/s", limit: .init(name: "handed over", value: handedOver.alone)),
            Figure(
                name: "check-ins, \(Limits.batch) connections", users: users,
                value: together.perSecond, unit: "/s", goal: .atLeast(20_000),
                limit: .init(
                    name: "SQLite, \(Limits.batch) rows a commit",
                    value: limits.batchedRowsPerSecond, goal: .atLeast(0.3))),
            Figure(
                name: "  beside the same rows", users: users, value: together.perSecond, unit: "/s",
                limit: .init(
                    name: "SQLite, \(Limits.batch) check-ins a commit", value: batched)),
            Figure(
                name: "  beside sockets and the same rows", users: users, value: together.perSecond,
                unit: "/s", limit: .init(name: "handed over", value: handedOver.together)),
            Figure(
                name: "  99th percentile", users: users,
                value: together.latencies.percentile(99) ?? 0, unit: "ms", goal: .atMost(15),
                note: "median \(Table.number(together.latencies.median ?? 0)) ms"),
            Figure(
                name: "  processor time of one", users: users, value: load.microseconds,
                unit: "µs",
                limit: .init(name: "SQLite, a check-in of \(Limits.batch)", value: rawMicroseconds),
                note: "whoever else waits for the disk"),
            Figure(
                name: "private memory after it", users: users, value: load.memory / 1_048_576,
                unit: "MiB"),
        ]
    }
}

/// What callers make of a server that does nothing but write.
private struct HandedOver {
    let alone: Double
    let together: Double

    init(_ population: Population, _ effort: Effort) throws {
        let server = try HandOver(population)
        func perSecond(_ connections: Int) throws -> Double {
            try Flood(server.path, connections: connections, seconds: effort.seconds) {
                Frame.checkIn(population.handle($0))
            }.perSecond
        }
        alone = try perSecond(1)
        together = try perSecond(Limits.batch)
    }
}

/// What callers make of one daemon.
private struct Load {
    let alone: Flood
    let together: Flood
    /// The daemon's processor time for each check-in of those who call together.
    let microseconds: Double
    /// Private bytes when all of it is over.
    let memory: Double

    init(_ population: Population, _ effort: Effort) throws {
        let daemon = try population.home.start()
        let socket = population.home.socket
        alone = try Flood(socket, connections: 1, seconds: effort.seconds) {
            Frame.checkIn(population.handle($0))
        }
        let busy = daemon.processorSeconds()
        together = try Flood(socket, connections: Limits.batch, seconds: effort.seconds) {
            Frame.checkIn(population.handle($0))
        }
        microseconds =
            (daemon.processorSeconds() - busy) * 1e6 / Double(together.latencies.count)
        memory = daemon.privateBytes()
        try daemon.stop()
    }
}
