import Glibc

/// From a start to READY, after the daemon was stopped as systemd does it.
enum Starts {
    static func figures(_ population: Population, _ effort: Effort) throws -> [Figure] {
        var samples = Samples()
        for _ in 0..<effort.starts {
            let daemon = try population.home.start()
            samples.add(daemon.startMilliseconds)
            try daemon.stop()
        }
        var database = stat()
        stat(population.home.database, &database)
        return [
            Figure(
                name: "start to READY, median", users: population.users,
                value: samples.median ?? 0, unit: "ms", goal: .atMost(150),
                note: "database of \(Table.grouped(Int(database.st_size) >> 20)) MiB")
        ]
    }
}
