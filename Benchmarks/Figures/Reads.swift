/// What a status page asks for, over and over.
enum Reads {
    static func figures(_ population: Population, _ limits: Limits, _ effort: Effort) throws
        -> [Figure]
    {
        let daemon = try population.home.start()
        let line = try daemon.connect()
        let calls = [
            ("GetStatus", Frame.status),
            (
                "ListDeadlines limit=20",
                Frame.call("Daemon.ListDeadlines", #"{"limit":20}"#, more: true)
            ),
        ]
        let figures = try calls.map { name, frame in
            var samples = Samples()
            for _ in 0..<effort.calls { samples.add(try line.call(frame).milliseconds) }
            return Figure(
                name: "\(name), 99th percentile", users: population.users,
                value: samples.percentile(99) ?? 0, unit: "ms", goal: .atMost(1),
                limit: .init(name: "echo", value: limits.echo.percentile(99) ?? 0),
                note: "median \(Table.number(samples.median ?? 0)) ms")
        }
        try daemon.stop()
        return figures
    }
}
