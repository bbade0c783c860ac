/// One line of the table: what was measured, what it should be, and what the machine itself can do.
struct Figure: Codable {
    /// What a figure should be, in its own unit.
    enum Goal: Codable {
        case atMost(Double)
        case atLeast(Double)

        func isReached(by value: Double) -> Bool {
            switch self {
            case .atMost(let most): value <= most
            case .atLeast(let least): value >= least
            }
        }
    }

    /// What the machine does without LifeSignal, measured in the same run.
    struct Limit: Codable {
        var name: String
        var value: Double
        /// What the figure should be of the limit.
        var goal: Goal?
    }

    var name: String
    var users: Int?
    var value: Double
    var unit: String
    var goal: Goal?
    var limit: Limit?
    /// What is worth knowing beside it.
    var note: String?

    /// How much of the limit, or how many times the limit, the figure is.
    var ratio: Double? {
        limit.flatMap { $0.value > 0 ? value / $0.value : nil }
    }

    /// Nil where nothing was to be reached.
    var isReached: Bool? {
        var goals = [goal?.isReached(by: value)]
        if let ratio { goals.append(limit?.goal?.isReached(by: ratio)) }
        let judged = goals.compactMap { $0 }
        return judged.isEmpty ? nil : judged.allSatisfy { $0 }
    }

    private enum CodingKeys: String, CodingKey {
        case name, users, value, unit, goal, limit, note
    }
}

extension Figure {
    /// Calls beside what is measured, and those that look how far it has come.
    static func meanwhile(_ calls: Samples, looks: Samples, users: Int) -> [Figure] {
        [
            Figure(
                name: "  other calls meanwhile, 99th percentile", users: users,
                value: calls.percentile(99) ?? 0, unit: "ms", goal: .atMost(50),
                note: "median \(Table.number(calls.median ?? 0)) ms, slowest "
                    + "\(Table.number(calls.slowest ?? 0)) ms"),
            Figure(
                name: "  slowest GetStatus", users: users, value: looks.slowest ?? 0, unit: "ms",
                note: "median \(Table.number(looks.median ?? 0)) ms"),
        ]
    }
}

/// A run as it goes into the file.
struct Report: Codable {
    var machine: Machine
    var isQuick: Bool
    var figures: [Figure] = []
}
