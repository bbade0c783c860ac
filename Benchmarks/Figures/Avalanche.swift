import Varlink

/// Everybody falls silent at the same instant, and one caller goes on calling.
struct Avalanche {
    private let users: Int
    private let count: Int
    private var seconds = 0.0
    private var others = Samples()
    private var status = Samples()
    /// Seconds that the rows of all take in SQLite alone, by how many users there are to a commit.
    private var bare: [(batch: Int, seconds: Double)] = []

    /// Milliseconds in which the database is changed and the daemon started, before they are due.
    private static func lead(_ count: Int) -> Int64 { 2000 + Int64(count) / 10 }
    private static let pause = 0.002
    /// As many to a commit as the daemon takes, and many more.
    private static let batches = [32, 2048]
    /// Every so many calls it is looked how many are committed.
    private static let looksEvery = 25

    init(_ population: Population, _ effort: Effort) throws {
        users = population.users
        let count = min(effort.silentAtOnce, users)
        self.count = count
        let due = Clock.wallMilliseconds + Self.lead(count)
        // Not neighbours, where there are others.
        let silent = "id % \(users / count) = 0"
        // Who has fallen silent before, one after the other.
        var before = 0
        try population.change { database in
            try database.run(
                """
                UPDATE users SET reminders = '', lastCheckIn = \(due) - 604800000,
                    earliestDeadline = \(due) WHERE \(silent)
                """)
            before = Int(
                try database.number(
                    "SELECT value FROM counters WHERE name = 'user:nonResponsive'"))
        }
        let daemon = try population.home.start()
        try call(daemon, population, due: due, until: Int64(before + count))
        try daemon.stop()
        bare = try Self.batches.map { batch in
            try population.change {
                try $0.run(Population.allAreBack)
            }
            return (
                batch,
                try RawSQLite.secondsForIncidents(
                    population, every: users / count, count: count, batch: batch)
            )
        }
    }

    private mutating func call(
        _ daemon: Daemon, _ population: Population, due: Int64, until wanted: Int64
    ) throws {
        let line = try daemon.connect()
        guard Clock.wallMilliseconds < due else { throw Failure("the start took too long") }
        let calls = [
            Frame.checkIn(population.handle(1)),
            Frame.call("People.GetUser", #"{"user":"\#(population.handle(0))"}"#),
        ]
        while Clock.wallMilliseconds < due { Clock.sleep(0.0002) }
        for number in 0... {
            others.add(try line.call(calls[number % 2]).milliseconds)
            if number % Self.looksEvery == 0 {
                let (reply, took) = try line.call(Frame.status)
                status.add(took)
                guard let count = reply.parameters["status"]?["nonResponsive"].int else {
                    throw Failure("GetStatus does not say how many are non-responsive")
                }
                // The one who checks in may have been among them.
                if count >= wanted - 1 { break }
            }
            guard Clock.wallMilliseconds < due + 300_000 else {
                throw Failure("not all were dealt with in five minutes")
            }
            Clock.sleep(Self.pause)
        }
        seconds = Double(Clock.wallMilliseconds - due) / 1000
    }

    var figures: [Figure] {
        [
            Figure(
                name: "\(Table.grouped(count)) due at once, all committed", users: users,
                value: seconds, unit: "s", goal: .atMost(5 * Double(count) / 100_000))
        ]
            + bare.map { batch, alone in
                Figure(
                    name: "  beside the same rows, \(Table.grouped(batch)) users a commit",
                    users: users, value: seconds, unit: "s",
                    limit: .init(name: "bare rows", value: alone))
            } + [
                Figure(
                    name: "  other calls, 99th percentile", users: users,
                    value: others.percentile(99) ?? 0, unit: "ms", goal: .atMost(50),
                    note: "median \(Table.number(others.median ?? 0)) ms, slowest "
                        + "\(Table.number(others.slowest ?? 0)) ms"),
                Figure(
                    name: "  slowest GetStatus", users: users, value: status.slowest ?? 0,
                    unit: "ms",
                    note: "median \(Table.number(status.median ?? 0)) ms"),
            ]
    }
}
