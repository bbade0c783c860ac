/// Check-ins, of which each is on the disk before it is answered.
enum CheckIns {
    /// As many of a million call in one load at the most.
    private static let callersOfTurn = 1 << 17

    /// - Parameter inMemory: the same people where no disk has to be waited for, if they are not too many.
    static func figures(
        _ population: Population, inMemory: Population?, _ effort: Effort
    ) throws -> [Figure] {
        let users = population.users
        // Here and not once for all sizes: minutes later it is another machine.
        let plain = try PlainRows(in: population.home.path)
        let rows = try plain.perSecond(batch: 1, seconds: effort.seconds)
        let batchedRows = try plain.perSecond(batch: Limits.batch, seconds: effort.seconds)
        let unindexed = try PlainRows(in: population.home.path, isIndexed: false)
        let unindexedRows = try unindexed.perSecond(batch: 1, seconds: effort.seconds)
        let batchedUnindexedRows = try unindexed.perSecond(
            batch: Limits.batch, seconds: effort.seconds)
        let (load, mute, spoken) = try inTurn(population, effort)
        let (alone, together) = (load.alone, load.together)
        try population.restoreFew()
        let single = try RawSQLite.checkIns(population, batch: 1, seconds: effort.seconds)
        try population.restoreFew()
        let batched = try RawSQLite.checkIns(
            population, batch: Limits.batch, seconds: effort.seconds)
        let withoutDisk = try inMemory.map {
            try Load($0, seconds: effort.seconds, from: 0).together.perSecond
        }
        /// What callers made beside what is made of a part of it.
        func beside(_ part: String, _ flood: Flood, _ limit: String, _ perSecond: Double) -> Figure
        {
            Figure(
                name: "  beside \(part)", users: users, value: flood.perSecond, unit: "/s",
                limit: .init(name: limit, value: perSecond))
        }
        var figures = [
            Figure(
                name: "check-ins, one connection", users: users, value: alone.perSecond,
                unit: "/s",
                limit: .init(
                    name: "SQLite, one row a commit", value: rows,
                    goal: .atLeast(0.8)),
                note: "median \(Table.number(alone.latencies.median ?? 0)) ms"),
            beside(
                "rows that no index has", alone, "SQLite, one row a commit, no index", unindexedRows
            ),
            beside("the same rows", alone, "SQLite, a check-in a commit", single.perSecond),
            beside(
                "sockets, the same look-ups and rows", alone, "bare, on one thread",
                mute.alone.perSecond),
            beside(
                "these, a call read and its answer worded", alone,
                "bare, on one thread, in Varlink", spoken.alone.perSecond),
            Figure(
                name: "check-ins, \(Limits.batch) connections", users: users,
                value: together.perSecond, unit: "/s", goal: .atLeast(20_000),
                limit: .init(
                    name: "SQLite, \(Limits.batch) rows a commit",
                    value: batchedRows, goal: .atLeast(0.3))),
            beside(
                "rows that no index has", together,
                "SQLite, \(Limits.batch) rows a commit, no index", batchedUnindexedRows),
            beside(
                "the same rows", together, "SQLite, \(Limits.batch) check-ins a commit",
                batched.perSecond),
            beside(
                "sockets, the same look-ups and rows", together, "bare, handed over",
                mute.together.perSecond),
            beside(
                "these, a call read and its answer worded", together,
                "bare, handed over, in Varlink", spoken.together.perSecond),
        ]
        if let withoutDisk {
            figures.append(
                beside("the daemon itself without a disk", together, "in memory", withoutDisk))
        }
        figures += [
            Figure(
                name: "  processor time of one", users: users, value: load.microseconds,
                unit: "µs",
                limit: .init(
                    name: "SQLite, a check-in of \(Limits.batch)", value: batched.microseconds),
                note: "whoever else waits for the disk"),
            Figure(
                name: "  all processors, idle meanwhile", users: users,
                value: together.processors.idle, unit: "%",
                limit: .init(name: "bare, handed over", value: mute.together.processors.idle)),
            Figure(
                name: "  all processors, stolen meanwhile", users: users,
                value: together.processors.stolen, unit: "%",
                limit: .init(name: "bare, handed over", value: mute.together.processors.stolen)),
            Figure(
                name: "check-ins, \(Limits.batch) connections, 99th percentile", users: users,
                value: together.latencies.percentile(99) ?? 0, unit: "ms", goal: .atMost(15),
                limit: .init(
                    name: "bare, handed over", value: mute.together.latencies.percentile(99) ?? 0),
                note: together.latencies.medians(beside: mute.together.latencies)),
            Figure(
                name: "private memory after \(Limits.batch) callers", users: users,
                value: load.memory / 1_048_576, unit: "MiB"),
        ]
        return figures
    }

    /// The daemon and what is bare take turns, each first in every other, and each with callers of its own where there
    /// are enough: who has just called is found on other pages.
    private static func inTurn(
        _ population: Population, _ effort: Effort
    ) throws -> (load: Load, mute: BareLoad, spoken: BareLoad) {
        let seconds = effort.seconds
        var loads: [Load] = []
        var (mute, spoken) = (BareLoad(.mute), BareLoad(try .varlink(population, place: 0)))
        var first = callersOfTurn
        for turn in 0..<effort.loadTurns {
            let calls: [() throws -> Void] = [
                { loads.append(try Load(population, seconds: seconds, from: first)) },
                { try mute.callAlone(population, seconds: seconds, from: first) },
                { try spoken.callAlone(population, seconds: seconds, from: first) },
                { try mute.callTogether(population, seconds: seconds, from: first) },
                { try spoken.callTogether(population, seconds: seconds, from: first) },
            ]
            for call in turn.isMultiple(of: 2) ? calls : calls.reversed() {
                try population.restoreFew()
                try call()
                first += callersOfTurn
            }
        }
        return (Load(loads), mute, spoken)
    }
}

/// What callers make of a bare program, turn by turn.
private struct BareLoad {
    private let dialogue: Dialogue
    private var aloneByTurn: [Flood] = []
    private var togetherByTurn: [Flood] = []

    init(_ dialogue: Dialogue) { self.dialogue = dialogue }

    var alone: Flood { Flood(aloneByTurn) }
    var together: Flood { Flood(togetherByTurn) }

    mutating func callAlone(_ population: Population, seconds: Double, from first: Int) throws {
        let server = try BareServer.ofCheckIns(population, from: first, dialogue)
        aloneByTurn.append(
            try Self.flood(server, population, connections: 1, seconds: seconds, from: first))
    }

    mutating func callTogether(_ population: Population, seconds: Double, from first: Int) throws {
        let server = try HandOver(population, from: first, dialogue)
        togetherByTurn.append(
            try Self.flood(
                server, population, connections: Limits.batch, seconds: seconds, from: first))
    }

    /// The server is gone with its last answer, and leaves the database to the next.
    private static func flood(
        _ server: some BareSocket, _ population: Population, connections: Int, seconds: Double,
        from first: Int
    ) throws -> Flood {
        try withExtendedLifetime(server) {
            try Flood(server.path, connections: connections, seconds: seconds) {
                population.checkIn(first + $0)
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

    init(_ population: Population, seconds: Double, from first: Int) throws {
        let daemon = try population.home.start()
        func flood(connections: Int, from first: Int) throws -> Flood {
            try Flood(population.home.socket, connections: connections, seconds: seconds) {
                population.checkIn(first + $0)
            }
        }
        alone = try flood(connections: 1, from: first)
        let busy = daemon.processorSeconds()
        together = try flood(connections: Limits.batch, from: first + alone.latencies.count)
        microseconds = daemon.processorMicroseconds(since: busy, for: together.latencies.count)
        memory = daemon.privateBytes()
        try daemon.stop()
    }

    /// One after the other.
    init(_ turns: [Load]) {
        alone = Flood(turns.map(\.alone))
        together = Flood(turns.map(\.together))
        let calls = Double(together.latencies.count)
        microseconds = turns.reduce(0) {
            $0 + $1.microseconds * Double($1.together.latencies.count) / calls
        }
        memory = turns.map(\.memory).max() ?? 0
    }
}
