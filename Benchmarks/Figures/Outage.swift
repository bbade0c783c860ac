import Varlink

/// A start after half a day off, in which many should have checked in, or were overdue before and would have fallen
/// silent: each is asked to check in, and has until the end of the hold.
struct Outage {
    private let users: Int
    private let count: Int
    private let start: Double
    /// Milliseconds of SQLite's own check, if the start has made one.
    private let check: Double?
    /// From READY on, until all were asked.
    private let seconds: Double
    private let others: Samples
    private let status: Samples

    private static let length: Int64 = 12 * 3_600_000

    init(_ population: Population, _ effort: Effort) throws {
        let count = min(effort.silentAtOnce, population.users)
        (users, self.count) = (population.users, count)
        let step = users / count
        let begin = Clock.wallMilliseconds - Self.length
        try population.restore()
        try population.change(offSince: begin) { database in
            try database.run(
                """
                UPDATE users SET reminders = '', earliestDeadline = \(begin) + id * 7919 % \(Self.length),
                    lastCheckIn = \(begin) + id * 7919 % \(Self.length) - 604800000
                WHERE id % \(step) = 0;
                UPDATE users SET grace = \(Self.length) / 1000, lastCheckIn = lastCheckIn - \(Self.length),
                    deadlinePassed = 1, status = 'overdue'
                WHERE id % \(2 * step) = 0
                """)
        }
        check = try StartCheck.milliseconds(population.home)
        let daemon = try population.home.start()
        start = daemon.startMilliseconds
        let (line, ready) = (try daemon.connect(), Clock.now())
        let callers = try Callers(daemon, population, count: 1)
        // Who checks in may do so before their reminder.
        status = try line.look(at: "pendingDeliveries", until: count - 1)
        seconds = Clock.seconds(since: ready)
        others = try callers.end()
        try daemon.stop()
    }

    var figures: [Figure] {
        [
            Figure(
                name: "start to READY after 12 hours off, \(Table.grouped(count)) due meanwhile",
                users: users, value: start, unit: "ms", goal: .atMost(150),
                limit: StartCheck.limit(check)),
            Figure(
                name: "  from READY until all were asked to check in", users: users, value: seconds,
                unit: "s"),
        ] + Figure.meanwhile(others, looks: status, users: users)
    }
}
