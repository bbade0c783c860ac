/// From a start to READY, after the daemon was stopped as systemd does it.
enum Starts {
    static func figures(_ population: Population, _ effort: Effort) throws -> [Figure] {
        let bytes = StartCheck.bytes(population.home)
        var (samples, checks) = (Samples(), Samples())
        for _ in 0..<effort.starts {
            let daemon = try population.home.start()
            samples.add(daemon.startMilliseconds)
            try daemon.stop()
            if let check = try StartCheck.milliseconds(population.home) { checks.add(check) }
        }
        return [
            Figure(
                name: "start to READY, median", users: population.users,
                value: samples.median ?? 0, unit: "ms", goal: .atMost(150),
                limit: StartCheck.limit(checks.median),
                note: "database of \(Table.grouped(bytes >> 20)) MiB")
        ]
    }
}
