/// The programs beside this one and those of another build, called in turn, so that both meet the same moments: what
/// tells a tenth of a figure from the hour in which it was measured.
enum Pairs {
    /// How long one is called before the other is.
    private static let seconds = 0.5

    static func figures(_ ours: Population, _ others: Population, _ effort: Effort) throws
        -> [Figure]
    {
        try checkIns(ours, others, effort) + deadlines(ours, others, effort)
    }

    private static func checkIns(_ ours: Population, _ others: Population, _ effort: Effort) throws
        -> [Figure]
    {
        let daemons = (try ours.home.start(), try others.home.start())
        let figures = try [1, Limits.batch].map { connections in
            func perSecond(_ population: Population) throws -> Double {
                try Flood(population.home.socket, connections: connections, seconds: seconds) {
                    population.checkIn($0)
                }.perSecond
            }
            var (our, other) = (Samples(), Samples())
            for turn in 0..<effort.pairs {
                if turn.isMultiple(of: 2) { our.add(try perSecond(ours)) }
                other.add(try perSecond(others))
                if !turn.isMultiple(of: 2) { our.add(try perSecond(ours)) }
            }
            return figure(
                "check-ins, \(connections) connection\(connections == 1 ? "" : "s"), median",
                ours.users, our, other, percentile: 50, unit: "/s")
        }
        try daemons.0.stop()
        try daemons.1.stop()
        return figures
    }

    private static func deadlines(_ ours: Population, _ others: Population, _ effort: Effort) throws
        -> [Figure]
    {
        var (our, other) = (Deadlines(), Deadlines())
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
