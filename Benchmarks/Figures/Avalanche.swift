import Varlink

/// Everybody falls silent at the same instant, while one caller goes on calling; then once more, while many do and a
/// sender sends.
struct Avalanche {
    private let users: Int
    private let count: Int
    private let quiet: Course
    private let busy: Course
    /// Seconds that the rows of all take in SQLite alone.
    private let bare: [(way: Way, seconds: Double)]

    private static let manyCallers = 8

    private struct Way {
        /// Users to a commit.
        let batch: Int
        var rows = RawSQLite.Rows.all
        /// Whom to tell, and where, is read before.
        var looksUp = false
        /// With all of it in memory and in the log, which is written back once at the end.
        var isRoomy = false

        private var without: String {
            switch rows {
            case .all: ""
            case .butMarks: " but counters and marks"
            case .butNotices: " but notices"
            }
        }

        /// What stands in the table.
        var limit: String { "bare \(those)rows\(without)" }

        private var those: String { looksUp ? "look-ups and " : "" }

        var name: String {
            "  beside the same \(those)rows\(without), \(Table.grouped(batch)) users a commit"
                + (isRoomy ? ", in memory and in one log" : "")
        }
    }

    private static func ways(_ effort: Effort) -> [Way] {
        let batches = effort.batches
        let whole =
            batches.map { Way(batch: $0, looksUp: true) } + batches.map { Way(batch: $0) }
            + batches.dropFirst().map { Way(batch: $0, isRoomy: true) }
        guard effort.takesRowsApart else { return whole }
        return whole + batches.map { Way(batch: $0, rows: .butMarks) }
            + batches.map { Way(batch: $0, rows: .butNotices) }
    }

    init(_ population: Population, _ effort: Effort) throws {
        let (count, users) = (min(effort.silentAtOnce, population.users), population.users)
        (self.count, self.users) = (count, users)
        // Not neighbours, where there are others.
        let step = users / count
        quiet = try Course(population, every: step, count: count, callers: 1, hasSender: false)
        bare = try Self.ways(effort).map { way in
            try population.restore()
            try population.silence(every: step, at: Clock.wallMilliseconds)
            Clock.sleep(Double(Course.lead(users)) / 1000)
            let seconds = try RawSQLite.secondsForIncidents(
                population, every: step, count: count, batch: way.batch, rows: way.rows,
                looksUp: way.looksUp, isRoomy: way.isRoomy)
            return (way, seconds)
        }
        busy = try Course(
            population, every: step, count: count, callers: Self.manyCallers, hasSender: true)
    }

    var figures: [Figure] {
        let name = "\(Table.grouped(count)) due at once"
        return [
            Figure(
                name: "\(name), all committed", users: users, value: quiet.seconds, unit: "s",
                goal: .atMost(5 * Double(count) / 100_000))
        ]
            + bare.map { way, alone in
                Figure(
                    name: way.name, users: users, value: quiet.seconds, unit: "s",
                    limit: .init(name: way.limit, value: alone))
            } + Figure.meanwhile(quiet.others, looks: quiet.status, users: users)
            + [
                Figure(
                    name: "\(name), with \(Self.manyCallers) callers and a sender, all committed",
                    users: users, value: busy.seconds, unit: "s",
                    note:
                        "\(busy.sent?.reported ?? 0) deliveries made meanwhile, the first offered "
                        + "\(Table.number(busy.firstJob ?? 0)) ms after all were due")
            ] + Figure.meanwhile(busy.others, looks: busy.status, users: users)
    }
}

/// What is seen from the instant at which all are due until all are committed.
private struct Course {
    private let due: Int64
    let seconds: Double
    /// Milliseconds of the others' calls, and of those that look how many are committed.
    let others: Samples
    let status: Samples
    let sent: Sender.Sent?

    /// Milliseconds after all were due.
    var firstJob: Double? { sent?.firstJob.map { Double($0) / 1e6 - Double(due) } }

    /// Milliseconds in which the database is changed and the daemon started, before they are due, and the disk rests from
    /// what was written.
    fileprivate static func lead(_ users: Int) -> Int64 { 2000 + Int64(users) / 50 }

    /// - Parameter step: every so many of the users fall silent.
    init(
        _ population: Population, every step: Int, count: Int, callers: Int, hasSender: Bool
    ) throws {
        try population.restore()
        let due = Clock.wallMilliseconds + Self.lead(population.users)
        try population.silence(every: step, at: due)
        let daemon = try population.home.start()
        let line = try daemon.connect()
        let sender = try hasSender ? Sender(daemon) : nil
        guard Clock.wallMilliseconds < due else { throw Failure("the start took too long") }
        while Clock.wallMilliseconds < due { Clock.sleep(0.0002) }
        let others = try Callers(daemon, population, count: callers)
        // Who checks in may have been among them.
        status = try line.look(at: "nonResponsive", until: count - callers)
        seconds = Double(Clock.wallMilliseconds - due) / 1000
        self.due = due
        self.others = try others.end()
        sent = try sender?.end()
        try daemon.stop()
    }
}

extension Population {
    /// Every so many of its users are due at one instant.
    fileprivate func silence(every step: Int, at due: Int64) throws {
        try change {
            try $0.run(
                """
                UPDATE users SET reminders = '', lastCheckIn = \(due) - 604800000,
                    earliestDeadline = \(due) WHERE id % \(step) = 0
                """)
        }
    }
}
