import Varlink

/// What a status page asks for, over and over. The bare server takes turns with the daemon at it.
struct Reads {
    /// One of the calls.
    private struct Page {
        let name: String
        let frame: [UInt8]
        let deadlines: Int64
        let counts: Bool
        var samples = Samples()
        /// Of the bare server, which answers with the same.
        var bare = Samples()
    }

    private let users: Int
    private var pages = [
        Page(name: "GetStatus", frame: Frame.status, deadlines: 1, counts: true),
        Page(
            name: "ListDeadlines limit=20",
            frame: Frame.call("Daemon.ListDeadlines", #"{"limit":20}"#, more: true), deadlines: 20,
            counts: false),
    ]

    init(_ population: Population, _ effort: Effort) throws {
        users = population.users
        for turn in 0..<effort.turns {
            let calls = effort.share(of: effort.calls, in: turn).count
            let daemon = try population.home.start()
            let answers = try pages.indices.map { page in
                try pages[page].samples.call(daemon.connect(), pages[page].frame, calls)
            }
            try daemon.stop()
            for (page, answer) in zip(pages.indices, answers) {
                let server = try BareServer.ofReads(
                    population, deadlines: pages[page].deadlines, counts: pages[page].counts,
                    answer: answer)
                try withExtendedLifetime(server) {
                    _ = try pages[page].bare.call(
                        Line(path: server.path), pages[page].frame, calls)
                }
            }
        }
    }

    var figures: [Figure] {
        pages.map { page in
            Figure(
                name: "\(page.name), 99th percentile", users: users,
                value: page.samples.percentile(99) ?? 0, unit: "ms", goal: .atMost(1),
                limit: .init(name: "bare reads", value: page.bare.percentile(99) ?? 0),
                note: page.samples.medians(beside: page.bare))
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
