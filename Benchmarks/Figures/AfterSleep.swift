/// Deadlines of a daemon that has slept for a second before each: in a household hours lie between two, and nothing of
/// what one needs is in the processor's caches any more.
struct AfterSleep {
    private var deadlines = Deadlines(every: spacing)
    private let users: Int
    private let bare: Samples

    /// No multiple of a second, at which much else on a machine wakes.
    private static let spacing: Int64 = 1009

    init(_ population: Population, _ effort: Effort) throws {
        users = population.users
        // Behind those who have fallen silent quickly after each other.
        let numbers = effort.silentInTurn..<effort.silentInTurn + effort.silentAfterSleep
        try deadlines.measure(numbers, population)
        bare = try WakeLateness.toldSamples(numbers, every: Self.spacing, population)
    }

    var figures: [Figure] {
        [
            Figure(
                name: "deadline to commit after a second's sleep, 99th percentile", users: users,
                value: deadlines.committed.percentile(99) ?? 0, unit: "ms",
                limit: .init(name: Lateness.limit, value: bare.percentile(99) ?? 0),
                note: deadlines.committed.medians(beside: bare)
                    + ", slowest \(Table.number(deadlines.committed.slowest ?? 0)) ms")
        ]
    }
}
