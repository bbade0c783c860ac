/// Deadlines of a daemon that has slept for a second before each: in a household hours lie between two, and nothing of
/// what one needs is in the processor's caches any more.
struct AfterSleep {
    private var deadlines = Deadlines(every: spacing)
    private let users: Int
    private let bare: WakeLateness.Bare

    /// No multiple of a second, at which much else on a machine wakes.
    private static let spacing: Int64 = 1009

    init(_ population: Population, _ effort: Effort) throws {
        users = population.users
        // Behind those who have fallen silent quickly after each other.
        let numbers = effort.silentInTurn..<effort.silentInTurn + effort.silentAfterSleep
        try deadlines.measure(numbers, population)
        bare = try WakeLateness.bare(numbers, every: Self.spacing, population)
    }

    var figures: [Figure] {
        [
            .lateness(
                "deadline to commit after a second's sleep", users, deadlines.committed,
                beside: bare.committed, Lateness.commits, note: slowest(deadlines.committed)),
            .lateness(
                "deadline to job after a second's sleep", users, deadlines.offered,
                beside: bare.told, Lateness.people, note: slowest(deadlines.offered)),
        ]
    }

    private func slowest(_ samples: Samples) -> String {
        ", slowest \(Table.number(samples.slowest ?? 0)) ms"
    }
}
