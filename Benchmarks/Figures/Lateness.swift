/// How late deadlines are, beside the bare rows, which take turns with the daemon at it.
struct Lateness {
    private var deadlines = Deadlines(every: spacing)
    private let users: Int
    private let wakeLateness: Samples
    private var bare = Samples()

    /// Far enough apart that each finds the daemon asleep, and no multiple of anything.
    static let spacing: Int64 = 23
    static let limit = "timerfd, bare rows and a socket"

    init(_ population: Population, _ limits: Limits, _ effort: Effort) throws {
        users = population.users
        wakeLateness = limits.wakeLateness
        for turn in 0..<effort.turns {
            let numbers = effort.share(of: effort.silentInTurn, in: turn)
            try deadlines.measure(numbers, population)
            bare.add(
                try WakeLateness.toldSamples(numbers, every: Self.spacing, population))
        }
    }

    var figures: [Figure] {
        func figure(_ name: String, _ samples: Samples, _ goal: Figure.Goal? = nil) -> Figure {
            Figure(
                name: "\(name), 99th percentile", users: users,
                value: samples.percentile(99) ?? 0, unit: "ms", goal: goal,
                limit: .init(name: Self.limit, value: bare.percentile(99) ?? 0),
                note: samples.medians(beside: bare))
        }
        let raw = wakeLateness.percentile(99) ?? 0
        return [
            figure("deadline to commit", deadlines.committed, .atMost(3)),
            Figure(
                name: "  beyond the timer's own", users: users,
                value: (deadlines.committed.percentile(99) ?? 0) - raw, unit: "ms",
                goal: .atMost(2),
                limit: .init(name: Self.limit, value: (bare.percentile(99) ?? 0) - raw)),
            figure("deadline to journal", deadlines.entered),
            figure("deadline to follower", deadlines.told),
            figure("deadline to job", deadlines.offered, .atMost(5)),
        ]
    }
}
