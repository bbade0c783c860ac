import Varlink

/// A start after half a day off, in which many should have checked in: each is asked to, and has until the end of
/// the hold. Who has fallen silent in what was measured before is back.
struct Outage {
    private let users: Int
    private let count: Int
    private var start = 0.0
    /// From READY on, until all were asked.
    private var seconds = 0.0
    private var others = Samples()

    private static let length: Int64 = 12 * 3_600_000
    private static let pause = 0.002
    /// Every so many calls it is looked how many were asked.
    private static let looksEvery = 25

    init(_ population: Population, _ effort: Effort) throws {
        users = population.users
        let count = min(effort.silentAtOnce, users)
        self.count = count
        let begin = Clock.wallMilliseconds - Self.length
        var before = 0
        try population.change(offSince: begin) { database in
            try database.run(
                """
                \(Population.allAreBack);
                UPDATE users SET reminders = '', earliestDeadline = \(begin) + id * 7919 % \(Self.length),
                    lastCheckIn = \(begin) + id * 7919 % \(Self.length) - 604800000
                WHERE id % \(users / count) = 0
                """)
            before = Int(
                try database.number("SELECT value FROM counters WHERE name = 'delivery:pending'"))
        }
        let daemon = try population.home.start()
        start = daemon.startMilliseconds
        try call(daemon, population, until: before + count)
        try daemon.stop()
    }

    private mutating func call(_ daemon: Daemon, _ population: Population, until wanted: Int) throws
    {
        let line = try daemon.connect()
        let ready = Clock.now()
        let calls = [
            Frame.checkIn(population.handle(1)),
            Frame.call("People.GetUser", #"{"user":"\#(population.handle(0))"}"#),
        ]
        for number in 0... {
            if number % Self.looksEvery == 0 {
                let reply = try line.call(Frame.status).reply
                guard let count = reply.parameters["status"]?["pendingDeliveries"].int else {
                    throw Failure("GetStatus does not say how many deliveries are pending")
                }
                // Who checks in may do so before their reminder.
                if count >= wanted - 1 { break }
            }
            others.add(try line.call(calls[number % 2]).milliseconds)
            guard Clock.seconds(since: ready) < 300 else {
                throw Failure("not all were asked in five minutes")
            }
            Clock.sleep(Self.pause)
        }
        seconds = Clock.seconds(since: ready)
    }

    var figures: [Figure] {
        [
            Figure(
                name: "start to READY after 12 hours off, \(Table.grouped(count)) due meanwhile",
                users: users, value: start, unit: "ms", goal: .atMost(150)),
            Figure(
                name: "  from READY until all were asked to check in", users: users, value: seconds,
                unit: "s"),
        ]
            + [others.percentile(99)].compactMap { $0 }.map {
                Figure(
                    name: "  other calls meanwhile, 99th percentile", users: users, value: $0,
                    unit: "ms", goal: .atMost(50),
                    note: "median \(Table.number(others.median ?? 0)) ms, slowest "
                        + "\(Table.number(others.slowest ?? 0)) ms")
            }
    }
}
