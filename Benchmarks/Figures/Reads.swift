import Varlink

/// What a status page asks for, over and over. C takes turns with the daemon at it.
struct Reads {
    /// One of the calls.
    private struct Page {
        let name: String
        let frame: [UInt8]
        let deadlines: Int64
        let counts: Bool
        var samples = Samples()
        /// Of C, which answers with the same.
        var raw = Samples()
    }

    private let users: Int
    private let echo: Samples
    private let turns: Int
    private var pages = [
        Page(name: "GetStatus", frame: Frame.status, deadlines: 1, counts: true),
        Page(
            name: "ListDeadlines limit=20",
            frame: Frame.call("Daemon.ListDeadlines", #"{"limit":20}"#, more: true), deadlines: 20,
            counts: false),
    ]

    init(_ population: Population, _ limits: Limits, _ effort: Effort) throws {
        users = population.users
        echo = limits.echo
        turns = effort.turns
        for turn in 0..<effort.turns {
            let calls = effort.share(of: effort.calls, in: turn).count
            let daemon = try population.home.start()
            let answers = try pages.indices.map { page in
                try pages[page].samples.call(daemon.connect(), pages[page].frame, calls)
            }
            try daemon.stop()
            for (page, answer) in zip(pages.indices, answers) {
                let server = try RawReads(
                    population, deadlines: pages[page].deadlines, counts: pages[page].counts,
                    answer: answer)
                try withExtendedLifetime(server) {
                    _ = try pages[page].raw.call(
                        Line(path: server.path), pages[page].frame, calls)
                }
            }
        }
    }

    var figures: [Figure] {
        pages.flatMap { page in
            let value = page.samples.percentile(99) ?? 0
            return [
                Figure(
                    name: "\(page.name), 99th percentile", users: users, value: value, unit: "ms",
                    goal: .atMost(1), limit: .init(name: "echo", value: echo.percentile(99) ?? 0),
                    note: "median \(Table.number(page.samples.median ?? 0)) ms"),
                .inQuietest(
                    of: turns, page.samples, users: users,
                    limit: ("reads in C", page.raw)),
                Figure(
                    name: "  beside the same reads", users: users, value: value, unit: "ms",
                    limit: .init(name: "reads in C", value: page.raw.percentile(99) ?? 0),
                    note: page.samples.medians(beside: page.raw)),
            ]
        }
    }
}

extension Samples {
    /// Adds how long calls took, one after the other.
    ///
    /// - Returns: the last answer, as it came.
    fileprivate mutating func call(_ line: Line, _ frame: [UInt8], _ calls: Int) throws
        -> [UInt8]
    {
        var last: [[UInt8]] = []
        for _ in 0..<calls {
            let (frames, milliseconds) = try line.answer(to: frame)
            add(milliseconds)
            last = frames
        }
        guard let end = last.last,
            try ReplyMessage(frame: end, maximumDepth: 32).error == nil
        else { throw Failure("a call was refused") }
        return last.flatMap { $0 + [0] }
    }
}
