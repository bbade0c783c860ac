import Foundation

/// Measures one thing after the other, each against a daemon of its own.
struct Runner {
    let directory: String
    let programs: String
    let effort: Effort
    /// Empty: everything.
    let only: Set<String>
    private var latencies: [Int: Double] = [:]

    init(directory: String, programs: String, effort: Effort, only: Set<String>) {
        self.directory = directory
        self.programs = programs
        self.effort = effort
        self.only = only
    }

    mutating func figures() throws -> [Figure] {
        say("measuring what the machine can do")
        let limits = try Limits(in: directory, effort)
        var figures = limits.figures
        for users in effort.sizes { figures += try measure(users, limits) }
        figures += growth()
        if wants("history") {
            say("measuring a year of history")
            figures += try History(try makePopulation(effort.historians), effort).figures
        }
        return figures + Sizes.figures(programs: programs)
    }

    private mutating func measure(_ users: Int, _ limits: Limits) throws -> [Figure] {
        say("measuring with \(Table.grouped(users)) users")
        let population = try makePopulation(users)
        var figures: [Figure] = []
        if wants("starts") { figures += try Starts.figures(population, effort) }
        if wants("idle"), isExtreme(users) { figures += try Idle.figures(population, effort) }
        if wants("reads") { figures += try Reads.figures(population, limits, effort) }
        if wants("tool"), users == effort.sizes.first {
            figures += try Tool.figures(population, effort)
        }
        if wants("lateness") { figures += try Lateness(population, limits, effort).figures }
        if wants("checkIns") {
            let checkIns = try CheckIns(population, limits, effort)
            latencies[users] = checkIns.latency
            figures += checkIns.figures
        }
        if wants("avalanche"), users >= effort.silentAtOnce {
            figures += try Avalanche(population, effort).figures
        }
        say(Table.text(figures))
        return figures
    }

    private func makePopulation(_ users: Int) throws -> Population {
        let home = try Home(in: directory, "home-\(users)", programs: programs)
        try home.makeDatabase()
        return try Population(home, users: users)
    }

    /// What must be the same among few and among many is measured with the fewest and the most.
    private func isExtreme(_ users: Int) -> Bool {
        users == effort.sizes.min() || users == effort.sizes.max()
    }

    private func growth() -> [Figure] {
        let sizes = effort.sizes.filter { latencies[$0] != nil && $0 >= 1000 }
        guard let few = sizes.min(), let many = sizes.max(), few < many,
            let base = latencies[few], let grown = latencies[many]
        else { return [] }
        return [
            Figure(
                name: "check-in latency, times that of \(Table.grouped(few)) users", users: many,
                value: grown / base, unit: "×", goal: .atMost(1.5))
        ]
    }

    private func wants(_ name: String) -> Bool { only.isEmpty || only.contains(name) }

    /// On standard error, so that the whole table stays alone.
    private func say(_ what: String) {
        FileHandle.standardError.write(Data("\(what)\n".utf8))
    }
}
