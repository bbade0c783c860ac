/// How much longer a check-in takes among many users than among few. Both daemons run at once and are called
/// in turn, so that an hour in which the machine is slower is one for both.
enum Growth {
    private static let turns = 5
    /// So far apart begin the callers of each turn.
    private static let apart = 20_000

    static func figures(few: Population, many: Population, _ effort: Effort) throws -> [Figure] {
        let populations = [few, many]
        let daemons = try populations.map { try $0.home.start() }
        var latencies = [Samples(), Samples()]
        for turn in 0..<turns {
            for (index, population) in populations.enumerated() {
                let flood = try Flood(
                    population.home.socket, connections: 1,
                    seconds: effort.seconds / Double(turns)
                ) {
                    population.checkIn(turn * apart + $0)
                }
                latencies[index].add(flood.latencies)
            }
        }
        for daemon in daemons { try daemon.stop() }
        func figure(_ name: String, _ part: Double, _ goal: Figure.Goal? = nil) throws -> Figure {
            guard let base = latencies[0].percentile(part),
                let grown = latencies[1].percentile(part)
            else { throw Failure("nobody was answered") }
            return Figure(
                name: name, users: many.users, value: grown / base, unit: "×", goal: goal,
                note: "\(Table.number(grown)) and \(Table.number(base)) ms")
        }
        return [
            try figure(
                "check-in latency, times that of \(Table.grouped(few.users)) users", 50,
                .atMost(1.5)), try figure("  99th percentile", 99),
        ]
    }
}
