/// A daemon that nobody asks anything, before anybody has and after many have.
enum Idle {
    /// What it does at its start is over by then.
    private static let settling = 3.0
    /// A minute, of which the bench may see a little more or less.
    private static let once = 1.01
    /// What follows a wake-up at once, such as a wait for the disk, belongs to it.
    private static let step = 1.0

    static func figures(_ population: Population, _ effort: Effort) throws -> [Figure] {
        let daemon = try population.home.start()
        Clock.sleep(min(settling, effort.idleSeconds))
        let (wakeUps, processor, start) = (
            daemon.wakeUps(), daemon.processorSeconds(), Clock.now()
        )
        let times = awakenings(of: daemon, for: effort.idleSeconds)
        let seconds = Clock.seconds(since: start)
        // A thread that was there at the start may have ended since.
        let woken = daemon.wakeUps().reduce(0.0) { $0 + Double($1.value - (wakeUps[$1.key] ?? 0)) }
        let busy = daemon.processorSeconds() - processor
        let memory = daemon.privateBytes() / 1_048_576
        let resident = daemon.residentBytes() / 1_048_576
        let afterLoad = try effort.restSeconds.map {
            try Self.memory(of: daemon, population, seconds: effort.seconds, rest: $0)
        }
        try daemon.stop()
        try population.restoreFew()
        let users = population.users
        return [
            Figure(
                name: "idle: wake-ups", users: users, value: Double(times) * 60 / seconds,
                unit: "/min", goal: seconds < 60 ? nil : .atMost(Self.once),
                note: "\(times) in \(Table.number(seconds)) s"),
            Figure(
                name: "  of its threads together", users: users, value: woken * 60 / seconds,
                unit: "/min", note: "each wait for the disk counts"),
            Figure(
                name: "idle: processor", users: users, value: busy * 100 / seconds, unit: "%",
                goal: .atMost(0.05)),
            Figure(
                name: "idle: private memory", users: users, value: memory, unit: "MiB",
                goal: .atMost(6), note: "resident \(Table.number(resident)) MiB with its file"
            ),
        ]
            + [afterLoad].compactMap(\.self).map {
                Figure(
                    name: "idle: private memory after \(Limits.batch) callers", users: users,
                    value: $0, unit: "MiB", goal: .atMost(6))
            }
    }

    /// What many callers leave behind, MiB.
    ///
    /// - Parameter rest: for so long nobody has called then.
    private static func memory(
        of daemon: Daemon, _ population: Population, seconds: Double, rest: Double
    ) throws -> Double {
        _ = try Flood(population.home.socket, connections: Limits.batch, seconds: seconds) {
            // Not those who are the first to call in what follows.
            population.checkIn(population.users / 2 + $0)
        }
        Clock.sleep(rest)
        return daemon.privateBytes() / 1_048_576
    }

    /// In how many steps of that time it was awake at all.
    private static func awakenings(of daemon: Daemon, for seconds: Double) -> Int {
        let end = Clock.now() + Int64(seconds * 1e9)
        var (count, before) = (0, daemon.wakeUps())
        while Clock.now() < end {
            Clock.sleep(min(step, max(Double(end - Clock.now()) / 1e9, 0)))
            let now = daemon.wakeUps()
            if now != before { count += 1 }
            before = now
        }
        return count
    }
}
