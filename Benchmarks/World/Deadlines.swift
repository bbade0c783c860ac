import CLinux
import Glibc
import Varlink

/// How long after a deadline it is committed, told and offered to a sender: users fall silent one after the
/// other, and who reads the journal, a follower of events and a sender wait for them.
struct Deadlines {
    /// The disk had it.
    private(set) var committed = Samples()
    /// The same, but what of it was waited for the disk.
    private(set) var committedBesidesDisk = Samples()
    /// An entry came out at the journal.
    private(set) var entered = Samples()
    private(set) var told = Samples()
    private(set) var offered = Samples()
    /// When the first of the three heard, by the number of who has fallen silent.
    private var firstHeard: [Int64: Double] = [:]

    /// Milliseconds from one to the next.
    let spacing: Int64
    /// Milliseconds from when they are written until the first is due. With them the deadlines of all others are written
    /// anew: a virtual disk that has taken a lot stands still now and then for some seconds.
    private static func lead(_ users: Int) -> Int64 { 4000 + Int64(users) / 100 }

    init(every spacing: Int64) { self.spacing = spacing }

    /// Has users of these numbers fall silent one after the other; those of earlier turns have been seen before.
    mutating func measure(_ numbers: Range<Int>, _ population: Population) throws {
        var (first, begin, newest) = (Int64(0), Int64(0), Int64(0))
        try population.change { database in
            try database.run("\(Population.allAreBack); \(Population.allIsDelivered)")
            first = Clock.wallMilliseconds + Self.lead(population.users)
            begin = first - Int64(numbers.lowerBound) * spacing
            try database.run(
                Population.silent(
                    numbers, among: population.users, from: begin, every: spacing))
            newest = try database.number(
                "SELECT coalesce(max(sequence), 0) FROM events")
        }
        let (journal, syncs) = (try Journal(population.home), try Syncs(population.home))
        let daemon = try population.home.start(loggingTo: journal, timing: syncs)
        guard Clock.wallMilliseconds < first else { throw Failure("the daemon started too late") }
        let (follower, sender) = (try daemon.connect(), try daemon.connect())
        try follower.send(
            Frame.call("Daemon.ListEvents", #"{"since":\#(newest),"follow":true}"#, more: true))
        try sender.send(Frame.call("Outbox.Take", #"{"lease":600,"window":1024}"#, more: true))
        try watch(
            journal, follower, sender, count: entered.count + numbers.count, from: begin,
            patience: CInt(Self.lead(population.users)) + 10_000)
        try takeCommits(of: numbers, from: begin, syncs.taken())
        try daemon.stop()
    }

    /// The last wait for the disk that began after a deadline, and was over when the first of them heard, is for its
    /// commit, or is later: a log that begins anew is waited for twice, its beginning first.
    private mutating func takeCommits(
        of numbers: Range<Int>, from begin: Int64, _ syncs: [Syncs.Sync]
    ) throws {
        var rest = syncs[...]
        for number in numbers {
            let due = begin + Int64(number) * spacing
            rest = rest.drop { $0.begin < due * 1_000_000 }
            guard let heard = firstHeard[Int64(number)] else {
                throw Failure("nobody has heard of number \(number)")
            }
            func late(_ sync: Syncs.Sync) -> Double { Double(sync.end) / 1e6 - Double(due) }
            let ofCommit = rest.prefix { late($0) <= heard }
            guard let last = ofCommit.map(late).max() else {
                throw Failure("number \(number) was told before the disk had it")
            }
            committed.add(last)
            let end = due * 1_000_000 + Int64(last * 1e6)
            committedBesidesDisk.add(
                last - Syncs.waited(syncs, from: due * 1_000_000, to: end))
        }
    }

    /// Until so many have been seen, with those of earlier turns.
    ///
    /// - Parameter patience: milliseconds from one to the next.
    private mutating func watch(
        _ journal: Journal, _ follower: Line, _ sender: Line, count: Int, from begin: Int64,
        patience: CInt
    ) throws {
        var waiting = [journal.descriptor, follower.descriptor, sender.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while [entered, told, offered].contains(where: { $0.count < count }) {
            guard poll(&waiting, 3, patience) > 0 else {
                let seen = [entered, told, offered].map(\.count)
                throw Failure("\(seen) of \(count) deadlines were seen")
            }
            let now = Clock.now(CLOCK_REALTIME)
            if waiting[0].revents != 0 { try take(journal, at: now, from: begin) }
            if waiting[1].revents != 0 {
                try take(follower, at: now, from: begin, into: \.told) { reply in
                    let event = reply["event"] ?? .null
                    let isIt = event["kind"].string == "becameNonResponsive"
                    return isIt ? event["user"].string : nil
                }
            }
            if waiting[2].revents != 0 {
                try take(sender, at: now, from: begin, into: \.offered) { reply in
                    let job = reply["job"] ?? .null
                    return job["about"].string
                }
            }
        }
    }

    private mutating func take(_ journal: Journal, at now: Int64, from begin: Int64) throws {
        for line in try journal.receive() {
            let words = line.split(separator: " ")
            guard let verb = words.firstIndex(of: "non-responsive:"), verb >= 2 else { continue }
            add(words[verb - 2], at: now, from: begin, to: \.entered)
        }
    }

    private mutating func take(
        _ line: Line, at now: Int64, from begin: Int64,
        into samples: WritableKeyPath<Self, Samples>, handle: (JSONObject) -> String?
    ) throws {
        guard let frames = try line.receive() else { throw Failure("the daemon hung up") }
        for frame in frames {
            let reply = try ReplyMessage(frame: frame, maximumDepth: 32)
            if let error = reply.error { throw Failure(error) }
            guard let handle = handle(reply.parameters) else { continue }
            add(handle, at: now, from: begin, to: samples)
        }
    }

    /// Milliseconds; of somebody else none.
    private mutating func add(
        _ handle: some StringProtocol, at now: Int64, from begin: Int64,
        to samples: WritableKeyPath<Self, Samples>
    ) {
        guard let number = Int64(handle.dropFirst()) else { return }
        let late = Double(now) / 1e6 - Double(begin + number * spacing)
        self[keyPath: samples].add(late)
        firstHeard[number] = min(firstHeard[number] ?? late, late)
    }
}
