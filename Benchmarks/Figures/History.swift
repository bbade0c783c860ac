import Glibc

/// A year of check-ins, pings and notices: looked at, and forgotten when it is older than it is kept.
struct History {
    private let users: Int
    private let rows: Int
    private var listing = Samples()
    private var pruning = Samples()
    /// The same, but for what the daemon waited for the disk meanwhile.
    private var pruningBesidesDisk = Samples()
    /// As many calls of the same people when nothing is left to prune.
    private var afterwards = Samples()
    private var afterwardsBesidesDisk = Samples()
    private var seconds = 0.0

    private static let pause = 0.002
    private static let day: Int64 = 86_400_000
    /// As the daemon's, each in a place of its own in an index.
    private static let id = "lower(hex(randomblob(8)))"

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
                DELETE FROM pings;
                DELETE FROM notifications;
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
                CREATE TEMP TABLE weeks AS SELECT \(start) + i * \(Self.day) AS at FROM days WHERE i % 7 = 0;
                INSERT INTO pings (id, sender, recipient, sentAt, status, endedAt)
                    SELECT \(Self.id), 1 + u.id % \(population.users), u.id, w.at, 'responded', w.at + 60000
                    FROM weeks w CROSS JOIN users u;
                INSERT INTO notifications (id, kind, cause, recipient, about, at, title, ofGap, body)
                    SELECT \(Self.id), 'reminder', 'reminding:' || u.id || ':1', u.id, u.id, w.at,
                        'Please check in', 0, 'Your check-in is due in 2 hours.'
                    FROM weeks w CROSS JOIN users u;
                INSERT INTO deliveries (id, notification, channel, state, rank, attempts, failures, isBegun,
                        causeEnded, connectedBefore, failureEpoch)
                    SELECT \(Self.id), sequence, printf('c%015d', recipient), 'delivered', 1, 1, 0, 0, 0, 0, 0
                    FROM notifications CROSS JOIN (SELECT 1 UNION ALL SELECT 2);
                INSERT INTO attempts (delivery, number, at, delivered, detail)
                    SELECT d.sequence, 1, n.at, 1, '' FROM deliveries d JOIN notifications n
                        ON n.sequence = d.notification;
                """)
        }
    }

    /// While calls are taken, as it would be if the administrator had it kept for a day and no longer.
    private mutating func prune(_ population: Population) throws {
        try population.home.configure("retention: 1d\n")
        var calls = 50
        repeat {
            let start = Clock.now()
            try call(population, calls, \.pruning, besidesDisk: \.pruningBesidesDisk)
            seconds += Clock.seconds(since: start)
            calls *= 2
            guard seconds < 300 else { throw Failure("pruning does not end") }
        } while try !isPruned(population)
        try call(
            population, pruning.count, \.afterwards, besidesDisk: \.afterwardsBesidesDisk)
    }

    private mutating func call(
        _ population: Population, _ calls: Int, _ samples: WritableKeyPath<Self, Samples>,
        besidesDisk: WritableKeyPath<Self, Samples>
    ) throws {
        let syncs = try Syncs(population.home, room: 1 << 20)
        let daemon = try population.home.start(timing: syncs)
        let line = try daemon.connect()
        var times: [(begin: Int64, end: Int64)] = []
        for number in 0..<calls {
            let begin = Clock.now(CLOCK_REALTIME)
            try line.call(population.checkIn(number))
            times.append((begin, Clock.now(CLOCK_REALTIME)))
            Clock.sleep(Self.pause)
        }
        try daemon.stop()
        var rest = try syncs.taken()[...]
        for time in times {
            rest = rest.drop { $0.end < time.begin }
            let meanwhile = rest.prefix { $0.begin < time.end }
            let took = Double(time.end - time.begin) / 1e6
            self[keyPath: samples].add(took)
            self[keyPath: besidesDisk].add(
                took - Syncs.waited(meanwhile, from: time.begin, to: time.end))
        }
    }

    /// The daemon is alone with its database, so that it is looked between two of its lives.
    private func isPruned(_ population: Population) throws -> Bool {
        let database = try SQLite(population.home.database)
        let old = Clock.wallMilliseconds - 2 * Self.day
        return try database.number(
            """
            SELECT EXISTS (SELECT 1 FROM events WHERE at < \(old))
                OR EXISTS (SELECT 1 FROM notifications WHERE at < \(old))
                OR EXISTS (SELECT 1 FROM pings WHERE sentAt < \(old))
            """) == 0
    }

    var figures: [Figure] {
        [
            Figure(
                name: "latest page of \(Table.grouped(rows)) check-ins, 99th percentile",
                users: users, value: listing.percentile(99) ?? 0, unit: "ms", goal: .atMost(2),
                note: "median \(Table.number(listing.median ?? 0)) ms"),
            Figure(
                name: "slowest check-in while all that is old is pruned", users: users,
                value: pruning.slowest ?? 0, unit: "ms", goal: .atMost(20),
                limit: .init(name: "nothing to prune", value: afterwards.slowest ?? 0),
                note:
                    "of \(Table.grouped(pruning.count)), in \(Table.number(seconds)) s at the most"),
            Figure(
                name: "  besides its waits for the disk", users: users,
                value: pruningBesidesDisk.slowest ?? 0, unit: "ms",
                limit: .init(
                    name: "nothing to prune", value: afterwardsBesidesDisk.slowest ?? 0)),
            Figure(
                name: "  99th percentile", users: users, value: pruning.percentile(99) ?? 0,
                unit: "ms",
                limit: .init(name: "nothing to prune", value: afterwards.percentile(99) ?? 0),
                note: pruning.medians(beside: afterwards)),
        ]
    }
}
