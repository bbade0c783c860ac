/// `lifesignalctl status` as a person runs it: a process from its start to its end.
enum Tool {
    static func figures(_ population: Population, _ effort: Effort) throws -> [Figure] {
        let daemon = try population.home.start()
        let runs = max(effort.calls / 20, 3)
        let status = try samples(
            runs, population.home.program("lifesignalctl"),
            ["--socket", population.home.socket, "status"])
        let nothing = try samples(runs, "/bin/true", [])
        try daemon.stop()
        return [
            Figure(
                name: "lifesignalctl status, median", users: population.users,
                value: status.median ?? 0, unit: "ms", goal: .atMost(20),
                limit: .init(name: "/bin/true", value: nothing.median ?? 0),
                note: "99th percentile \(Table.number(status.percentile(99) ?? 0)) ms")
        ]
    }

    private static func samples(_ runs: Int, _ program: String, _ arguments: [String]) throws
        -> Samples
    {
        var samples = Samples()
        for _ in 0..<runs {
            let start = Clock.now()
            let status = try Child(program, arguments).wait()
            guard status == 0 else { throw Failure("\(program) ended with \(status)") }
            samples.add(Clock.milliseconds(since: start))
        }
        return samples
    }
}
