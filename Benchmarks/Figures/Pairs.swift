import Glibc

/// The programs beside this one and those of another build, called in turn, so that both meet the same moments: what
/// tells a tenth of a figure from the hour in which it was measured.
enum Pairs {
    /// How long one is called before the other is: long enough for each to write its log back many times.
    private static let seconds = 2.0
    /// After that what is left in the log is written back as well.
    private static let aside: useconds_t = 50_000

    static func figures(_ ours: Population, _ others: Population, _ effort: Effort) throws
        -> [Figure]
    {
        try checkIns(ours, others, effort) + deadlines(ours, others, effort)
    }

    /// Of one build, turn by turn.
    private struct CheckInTurns {
        private(set) var perSecond = Samples()
        /// The daemon's processor time for one, in microseconds.
        private(set) var microseconds = Samples()

        mutating func measure(_ daemon: Daemon, _ population: Population, connections: Int) throws {
            let busy = daemon.processorSeconds()
            let flood = try Flood(
                population.home.socket, connections: connections, seconds: seconds
            ) { population.checkIn($0) }
            perSecond.add(flood.perSecond)
            usleep(aside)
            microseconds.add(
                daemon.processorMicroseconds(since: busy, for: flood.latencies.count))
        }
    }

    private static func checkIns(_ ours: Population, _ others: Population, _ effort: Effort) throws
        -> [Figure]
    {
        let daemons = (try ours.home.start(), try others.home.start())
        let figures = try [1, Limits.batch].flatMap { connections in
            var (our, other) = (CheckInTurns(), CheckInTurns())
            for turn in 0..<effort.pairs {
                func measureOurs() throws {
                    try our.measure(daemons.0, ours, connections: connections)
                }
                if turn.isMultiple(of: 2) { try measureOurs() }
                try other.measure(daemons.1, others, connections: connections)
                if !turn.isMultiple(of: 2) { try measureOurs() }
            }
            return [
                figure(
                    "check-ins, \(connections) connection\(connections == 1 ? "" : "s"), median",
                    ours.users, our.perSecond, other.perSecond, percentile: 50, unit: "/s"),
                figure(
                    "  processor time of one, median", ours.users, our.microseconds,
                    other.microseconds, percentile: 50, unit: "µs"),
            ]
        }
        try daemons.0.stop()
        try daemons.1.stop()
        return figures
    }

    private static func deadlines(_ ours: Population, _ others: Population, _ effort: Effort) throws
        -> [Figure]
    {
        var (our, other) = (
            Deadlines(every: effort.silentEvery), Deadlines(every: effort.silentEvery)
        )
        for turn in 0..<effort.turns {
            let numbers = effort.share(of: effort.silentInTurn, in: turn)
            try our.measure(numbers, ours)
            try other.measure(numbers, others)
        }
        return [50.0, 90, 99].map {
            figure(
                "deadline to commit, \(Int($0))th percentile", ours.users, our.committed,
                other.committed, percentile: $0, unit: "ms")
        }
    }

    private static func figure(
        _ name: String, _ users: Int, _ our: Samples, _ other: Samples, percentile: Double,
        unit: String
    ) -> Figure {
        Figure(
            name: name, users: users, value: our.percentile(percentile) ?? 0, unit: unit,
            limit: .init(name: "the other build", value: other.percentile(percentile) ?? 0),
            note: "middle half \(middle(our)), the other's \(middle(other))")
    }

    private static func middle(_ samples: Samples) -> String {
        [25.0, 75].map { Table.number(samples.percentile($0) ?? 0) }.joined(separator: " to ")
    }
}
