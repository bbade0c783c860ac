/// A daemon that nobody asks anything.
enum Idle {
    /// What it does at its start is over by then.
    private static let settling = 3.0

    static func figures(_ population: Population, _ effort: Effort) throws -> [Figure] {
        let daemon = try population.home.start()
        Clock.sleep(min(settling, effort.idleSeconds))
        let (wakeUps, processor, start) = (
            daemon.wakeUps(), daemon.processorSeconds(), Clock.now()
        )
        Clock.sleep(effort.idleSeconds)
        let seconds = Clock.seconds(since: start)
        // A thread that was there at the start may have ended since.
        let woken = daemon.wakeUps().reduce(0.0) { $0 + Double($1.value - (wakeUps[$1.key] ?? 0)) }
        let busy = daemon.processorSeconds() - processor
        let memory = daemon.privateBytes() / 1_048_576
        let resident = daemon.residentBytes() / 1_048_576
        try daemon.stop()
        let users = population.users
        return [
            Figure(
                name: "idle: wake-ups of a thread", users: users, value: woken * 60 / seconds,
                unit: "/min", note: "over \(Table.number(seconds)) s"),
            Figure(
                name: "idle: processor", users: users, value: busy * 100 / seconds, unit: "%",
                goal: .atMost(0.05)),
            Figure(
                name: "idle: private memory", users: users, value: memory, unit: "MiB",
                goal: .atMost(6), note: "resident \(Table.number(resident)) MiB with its file"
            ),
        ]
    }
}
