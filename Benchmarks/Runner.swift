import Foundation
import Glibc

/// Measures one thing after the other, each against a daemon of its own.
struct Runner {
    /// What can be measured by itself.
    static let parts = [
        "checkIns", "lateness", "reads", "idle", "starts", "avalanche", "outage", "growth",
        "history", "tool", "sizes",
    ]

    let directory: String
    let programs: String
    let effort: Effort
    /// Empty: everything.
    let only: Set<String>
    /// If one was built.
    let package: String?
    /// Where those of another build are, which alone they are measured beside then.
    let others: String?

    func figures() throws -> [Figure] {
        if let others { return try effort.sizes.flatMap { try pair($0, beside: others) } }
        say("measuring what the machine can do")
        let limits = try Limits(in: directory, effort)
        var figures = limits.figures
        for users in effort.sizes { figures += try measure(users, limits) }
        if wants("growth"), let many = effort.sizes.last,
            let few = effort.sizes.first(where: { $0 >= 1000 }) ?? effort.sizes.first, few < many
        {
            say("measuring what many cost beside few")
            figures += try Growth.figures(
                few: try makePopulation(few), many: try makePopulation(many), effort)
        }
        if wants("history") {
            say("measuring a year of history")
            figures += try History(try makePopulation(effort.historians), effort).figures
        }
        if wants("sizes") {
            figures += try Sizes.figures(
                programs: programs, package: package, packsParts: effort.packsParts, in: directory)
        }
        return figures
    }

    private func measure(_ users: Int, _ limits: Limits) throws -> [Figure] {
        say("measuring with \(Table.grouped(users)) users")
        let population = try makePopulation(users)
        var figures: [Figure] = []
        if wants("starts") { figures += try Starts.figures(population, effort) }
        if wants("idle"), isExtreme(users) { figures += try Idle.figures(population, effort) }
        if wants("reads") { figures += try Reads(population, effort).figures }
        if wants("tool"), users == effort.sizes.first {
            figures += try Tool.figures(population, effort)
        }
        if wants("lateness") {
            figures += try Lateness(population, effort).figures
            if users == effort.sizes.first {
                figures += try AfterSleep(population, effort).figures
            }
        }
        if wants("checkIns") {
            figures += try CheckIns.figures(
                population, inMemory: populationInMemory(users), effort)
        }
        if wants("avalanche"), users >= effort.silentAtOnce {
            figures += try Avalanche(population, effort).figures
        }
        if wants("outage"), users >= effort.silentAtOnce {
            figures += try Outage(population, effort).figures
        }
        say(Table.text(figures))
        return figures
    }

    private func pair(_ users: Int, beside others: String) throws -> [Figure] {
        say("measuring both builds with \(Table.grouped(users)) users")
        return try Pairs.figures(
            makePopulation(users),
            Population(Home(in: directory, "other-\(users)", programs: others), users: users),
            effort)
    }

    private func makePopulation(_ users: Int) throws -> Population {
        try Population(Home(in: directory, "home-\(users)", programs: programs), users: users)
    }

    /// The same people where no disk has to be waited for; nil if they would fill a small machine's memory.
    private func populationInMemory(_ users: Int) throws -> Population? {
        guard users <= Self.manyInMemory else { return nil }
        return try Population(
            Home(in: Self.memory, Self.inMemory, programs: programs), users: users)
    }

    private static let memory = "/dev/shm"
    /// Some 50 MB of database.
    private static let manyInMemory = 100_000
    private static let inMemory = "lifesignal-bench-\(getpid())"

    /// Memory is nobody's to clear away but the one who has used it.
    static func clearMemory() {
        try? FileManager.default.removeItem(atPath: "\(memory)/\(inMemory)")
    }

    /// What must be the same among few and among many is measured with the fewest and the most.
    private func isExtreme(_ users: Int) -> Bool {
        users == effort.sizes.min() || users == effort.sizes.max()
    }

    private func wants(_ name: String) -> Bool { only.isEmpty || only.contains(name) }

    /// On standard error, so that the whole table stays alone.
    private func say(_ what: String) {
        FileHandle.standardError.write(Data("\(what)\n".utf8))
    }
}
