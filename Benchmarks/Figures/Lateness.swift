/// How late deadlines are, beside the bare rows, which take turns with the daemon at it.
struct Lateness {
    private var deadlines: Deadlines
    private let users: Int
    private var wakeLateness = Samples()
    private var bare = WakeLateness.Bare()

    static let commits = "timerfd and bare rows"
    static let people = "\(commits), and a socket"

    init(_ population: Population, _ effort: Effort) throws {
        users = population.users
        let spacing = effort.silentEvery
        deadlines = Deadlines(every: spacing)
        for turn in 0..<effort.turns {
            let numbers = effort.share(of: effort.silentInTurn, in: turn)
            try deadlines.measure(numbers, population)
            bare.add(
                try WakeLateness.bare(numbers, every: spacing, population))
            wakeLateness.add(WakeLateness.samples(numbers.count, every: spacing))
        }
    }

    var figures: [Figure] {
        func told(_ name: String, _ samples: Samples, _ goal: Figure.Goal? = nil) -> Figure {
            .lateness(name, users, samples, goal, beside: bare.told, Self.people)
        }
        let raw = wakeLateness.percentile(99) ?? 0
        return [
            .lateness(
                "deadline to commit", users, deadlines.committed, .atMost(3),
                beside: bare.committed, Self.commits),
            Figure(
                name: "  beyond the timer's own", users: users,
                value: (deadlines.committed.percentile(99) ?? 0) - raw, unit: "ms",
                goal: .atMost(2),
                limit: .init(
                    name: Self.commits, value: (bare.committed.percentile(99) ?? 0) - raw)),
            Figure(
                name: "  besides its waits for the disk", users: users,
                value: deadlines.committedBesidesDisk.percentile(99) ?? 0, unit: "ms",
                note: "median \(Table.number(deadlines.committedBesidesDisk.median ?? 0)) ms"),
            told("deadline to journal", deadlines.entered),
            told("deadline to follower", deadlines.told),
            told("deadline to job", deadlines.offered, .atMost(5)),
        ]
    }
}

extension Figure {
    /// How late the slowest of a hundred are, beside what is bare.
    static func lateness(
        _ name: String, _ users: Int, _ samples: Samples, _ goal: Goal? = nil,
        beside bare: Samples, _ limit: String, note: String = ""
    ) -> Figure {
        Figure(
            name: "\(name), 99th percentile", users: users, value: samples.percentile(99) ?? 0,
            unit: "ms", goal: goal, limit: .init(name: limit, value: bare.percentile(99) ?? 0),
            note: samples.medians(beside: bare) + note)
    }
}
