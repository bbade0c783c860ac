import Glibc

/// A year of check-ins: looked at, and forgotten when it is older than it is kept.
struct History {
    private let users: Int
    private let rows: Int
    private var listing = Samples()
    private var pruning = Samples()
    /// As many calls of the same people when nothing is left to prune.
    private var afterwards = Samples()
    private var seconds = 0.0

    private static let pause = 0.002
    private static let day: Int64 = 86_400_000

    init(_ population: Population, _ effort: Effort) throws {
        users = population.users
        rows = effort.historyDays * users
        try fill(population, days: effort.historyDays)
        let daemon = try population.home.start()
        let line = try daemon.connect()
        for number in 0..<effort.calls {
            let page = Frame.call(
                "People.ListCheckIns", #"{"user":"\#(population.handle(number))","limit":20}"#,
                more: true)
            listing.add(try line.call(page).milliseconds)
        }
        try daemon.stop()
        try prune(population)
    }

    private func fill(_ population: Population, days: Int) throws {
        let start = Clock.wallMilliseconds - Int64(days) * Self.day
        try population.change { database in
            try database.run(
                """
                DELETE FROM events;
                CREATE TEMP TABLE days AS WITH RECURSIVE n (i) AS (
                    SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(days)) SELECT i FROM n;
                INSERT INTO events (at, kind, user, by, detail)
                    SELECT \(start) + d.i * \(Self.day), 'checkedIn', u.id, 'account:' || u.handle,
                        'source=manual'
                    FROM days d CROSS JOIN users u;
                DELETE FROM eventRuns;
                UPDATE users SET checkInRun = '', eventRun = '';
                INSERT INTO eventRuns (sequence, user, isCheckIns, events)
                    SELECT max(sequence), user, 1, ',' || group_concat(sequence) FROM (
                        SELECT sequence, user, (row_number() OVER (
                            PARTITION BY user ORDER BY sequence) - 1) / 16 AS run FROM events)
                    GROUP BY user, run;
                """)
        }
    }

    /// While calls are taken, as it would be if the administrator had it kept for a day and no longer.
    private mutating func prune(_ population: Population) throws {
        try population.home.configure("retention: 1d\n")
        var calls = 50
        repeat {
            let start = Clock.now()
            try Self.call(population, calls, &pruning)
            seconds += Clock.seconds(since: start)
            calls *= 2
            guard seconds < 300 else { throw Failure("pruning does not end") }
        } while try !isPruned(population)
        try Self.call(population, pruning.count, &afterwards)
    }

    private static func call(_ population: Population, _ calls: Int, _ samples: inout Samples)
        throws
    {
        let daemon = try population.home.start()
        let line = try daemon.connect()
        for number in 0..<calls {
            samples.add(try line.call(population.checkIn(number)).milliseconds)
            Clock.sleep(pause)
        }
        try daemon.stop()
    }

    /// The daemon is alone with its database, so that it is looked between two of its lives.
    private func isPruned(_ population: Population) throws -> Bool {
        let database = try SQLite(population.home.database)
        let old = Clock.wallMilliseconds - 2 * Self.day
        return try database.number("SELECT EXISTS (SELECT 1 FROM events WHERE at < \(old))") == 0
    }

    var figures: [Figure] {
        [
            Figure(
                name: "latest page of \(Table.grouped(rows)) check-ins, 99th percentile",
                users: users, value: listing.percentile(99) ?? 0, unit: "ms", goal: .atMost(2),
                note: "median \(Table.number(listing.median ?? 0)) ms"),
            Figure(
                name: "slowest check-in while all of them are pruned", users: users,
                value: pruning.slowest ?? 0, unit: "ms", goal: .atMost(20),
                limit: .init(name: "nothing to prune", value: afterwards.slowest ?? 0),
                note:
                    "of \(Table.grouped(pruning.count)), in \(Table.number(seconds)) s at the most"),
            Figure(
                name: "  99th percentile", users: users, value: pruning.percentile(99) ?? 0,
                unit: "ms",
                limit: .init(name: "nothing to prune", value: afterwards.percentile(99) ?? 0),
                note: pruning.medians(beside: afterwards)),
        ]
    }
}
