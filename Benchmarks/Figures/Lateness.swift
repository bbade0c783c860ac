/// How late deadlines are, beside C, which takes turns with the daemon at it.
struct Lateness {
    private var deadlines = Deadlines()
    private let users: Int
    private let turns: Int
    private let wakeLateness: Samples
    private var limitLateness = Samples()

    init(_ population: Population, _ limits: Limits, _ effort: Effort) throws {
        users = population.users
        turns = effort.turns
        wakeLateness = limits.wakeLateness
        for turn in 0..<effort.turns {
            let numbers = effort.share(of: effort.silentInTurn, in: turn)
            try deadlines.measure(numbers, population)
            limitLateness.add(
                try WakeLateness.toldSamples(numbers, every: Deadlines.spacing, population))
        }
    }

    private func inQuietestTurn(_ samples: Samples) -> Figure {
        .inQuietest(
            of: turns, samples, users: users,
            limit: ("timerfd, rows and a socket", limitLateness))
    }

    var figures: [Figure] {
        let raw = wakeLateness.percentile(99) ?? 0
        let late = deadlines.committed.percentile(99) ?? 0
        let limit = limitLateness.percentile(99) ?? 0
        return [
            Figure(
                name: "deadline to commit, 99th percentile", users: users, value: late, unit: "ms",
                goal: .atMost(3), limit: .init(name: "timerfd", value: raw),
                note: "median \(Table.number(deadlines.committed.median ?? 0)) ms"),
            inQuietestTurn(deadlines.committed),
            Figure(
                name: "  beside a timer and the same rows", users: users, value: late, unit: "ms",
                limit: .init(name: "timerfd, rows and a socket", value: limit),
                note: deadlines.committed.medians(beside: limitLateness)),
            Figure(
                name: "  beyond the timer's own", users: users, value: late - raw, unit: "ms",
                goal: .atMost(2),
                limit: .init(name: "timerfd, rows and a socket", value: limit - raw)),
            Figure(
                name: "deadline to follower, 99th percentile", users: users,
                value: deadlines.told.percentile(99) ?? 0, unit: "ms",
                limit: .init(name: "timerfd, rows and a socket", value: limit),
                note: deadlines.told.medians(beside: limitLateness)),
            Figure(
                name: "deadline to job, 99th percentile", users: users,
                value: deadlines.offered.percentile(99) ?? 0, unit: "ms", goal: .atMost(5),
                limit: .init(name: "timerfd, rows and a socket", value: limit),
                note: deadlines.offered.medians(beside: limitLateness)),
            inQuietestTurn(deadlines.offered),
        ]
    }
}
