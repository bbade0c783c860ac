/// What the machine does without LifeSignal.
struct Limits {
    let syncsPerSecond: Double
    /// Rows that SQLite commits one by one, when the run began.
    let rowsPerSecond: Double
    /// And 64 to a commit, as many as there are callers at once.
    let batchedRowsPerSecond: Double
    /// A call's way there and back, in milliseconds.
    let echo: Samples
    /// Calls a second that the load itself can make.
    let echoesPerSecond: Double
    /// In milliseconds.
    let wakeLateness: Samples

    static let batch = 64

    init(in directory: String, _ effort: Effort) throws {
        let seconds = effort.seconds
        syncsPerSecond = try Disk.syncsPerSecond(in: directory, seconds: seconds)
        let rows = try PlainRows(in: directory)
        rowsPerSecond = try rows.perSecond(batch: 1, seconds: seconds)
        batchedRowsPerSecond = try rows.perSecond(batch: Self.batch, seconds: seconds)
        let server = try Echo(in: directory)
        let call = Frame.checkIn("u0000001")
        echo = try Flood(server.path, connections: 1, seconds: seconds) { _ in call }.latencies
        echoesPerSecond = try Flood(server.path, connections: Self.batch, seconds: seconds) { _ in
            call
        }.perSecond
        wakeLateness = WakeLateness.samples(effort.silentInTurn, every: 23)
    }

    var figures: [Figure] {
        [
            Figure(name: "raw: fdatasync", value: syncsPerSecond, unit: "/s"),
            Figure(name: "raw: SQLite, one row a commit", value: rowsPerSecond, unit: "/s"),
            Figure(
                name: "raw: SQLite, \(Self.batch) rows a commit", value: batchedRowsPerSecond,
                unit: "/s"),
            Figure(
                name: "raw: echo, 99th percentile", value: echo.percentile(99) ?? 0, unit: "ms",
                note: "median \(Table.number(echo.median ?? 0)) ms"),
            Figure(
                name: "raw: echo, \(Self.batch) connections", value: echoesPerSecond, unit: "/s"),
            Figure(
                name: "raw: timerfd lateness, 99th percentile",
                value: wakeLateness.percentile(99) ?? 0, unit: "ms",
                note: "median \(Table.number(wakeLateness.median ?? 0)) ms"),
        ]
    }
}
