import Glibc

/// From a start to READY, after the daemon was stopped as systemd does it.
enum Starts {
    /// As the daemon has it (Store.examinedBytes): a larger database is not read whole.
    private static let examinedBytes = 256 << 20

    static func figures(_ population: Population, _ effort: Effort) throws -> [Figure] {
        var database = stat()
        stat(population.home.database, &database)
        let isExamined = database.st_size <= examinedBytes
        var (samples, checks) = (Samples(), Samples())
        for _ in 0..<effort.starts {
            let daemon = try population.home.start()
            samples.add(daemon.startMilliseconds)
            try daemon.stop()
            if isExamined { checks.add(try checkMilliseconds(population.home.database)) }
        }
        return [
            Figure(
                name: "start to READY, median", users: population.users,
                value: samples.median ?? 0, unit: "ms", goal: .atMost(150),
                limit: checks.median.map { .init(name: "SQLite, the same check", value: $0) },
                note: "database of \(Table.grouped(Int(database.st_size) >> 20)) MiB")
        ]
    }

    /// Of SQLite's own look at every page, on a connection that has just been opened.
    private static func checkMilliseconds(_ path: String) throws -> Double {
        let start = Clock.now()
        do {
            let database = try SQLite(path)
            try withExtendedLifetime(database) {
                try database.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON")
                try database.run("PRAGMA quick_check(3)")
            }
        }
        return Clock.milliseconds(since: start)
    }
}
