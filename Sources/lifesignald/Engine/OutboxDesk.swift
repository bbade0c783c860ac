import LifeSignal

/// Which sender holds which delivery: leases live in memory, because a stream that ends, with the
/// daemon or without, gives its jobs back at once.
struct OutboxDesk {
    struct Stream {
        var lease: Span
        var window: Int
        var held: Set<Identifier> = []
        /// For each rank, by server.
        private var counts = OutboxBacklog.Rank.allCases.map { _ in [String: Int]() }
        /// Since when it has been given something and has neither begun nor reported anything; nil while
        /// nothing is expected of it.
        var unheardSince: Instant?
        /// Whose leases have run out since it was heard of last.
        var lapsed: Set<Identifier> = []

        fileprivate var openedAt: Instant

        init(lease: Span, window: Int, at now: Instant) {
            (self.lease, self.window, openedAt) = (lease, window, now)
        }

        /// How much of what it holds goes to a server.
        fileprivate subscript(server: String, rank: OutboxBacklog.Rank) -> Int {
            get { counts[rank.rawValue][server, default: 0] }
            set { counts[rank.rawValue][server] = newValue > 0 ? newValue : nil }
        }
    }

    /// Where a delivery goes.
    struct Lane: Hashable {
        var channel: Identifier
        /// What stands behind the channel, and behind others: ``ChannelAddress/place``.
        var server: String
        var rank: OutboxBacklog.Rank
    }

    private struct Lease {
        var stream: Int
        var lane: Lane
        var until: BootTime
    }

    private(set) var streams: [Int: Stream] = [:]
    private var leases: [Identifier: Lease] = [:]
    private var heldByChannel: [Identifier: Int] = [:]
    var backlog = OutboxBacklog()
    /// How far the ends of pauses have been noted.
    private(set) var lastPause = (at: Instant(milliseconds: .min), sequence: Int64(0))
    /// When the last of the senders left that stayed for as long as one may be gone; nil if none has.
    private(set) var goneSince: Instant?
    private var next = 0
    private var hasRoomMade = false
    /// Channels that have taken something in this round: a hundred notices that went as one are reported one by one.
    private var successes: Set<Identifier> = []

    var isConnected: Bool { !streams.isEmpty }
    var heldCount: Int { leases.count }

    mutating func open(lease: Span, window: Int, at now: Instant) -> Int {
        next += 1
        streams[next] = Stream(lease: lease, window: window, at: now)
        return next
    }

    /// - Returns: the deliveries that nobody holds any more.
    mutating func close(_ stream: Int, at now: Instant) -> [Identifier] {
        guard let closed = streams.removeValue(forKey: stream) else { return [] }
        for id in closed.held { endLease(id) }
        if streams.isEmpty {
            backlog.startOver()
            // One that fails again and again soon after it has come was not there.
            if now - closed.openedAt >= SystemProblems.senderMayBeGone { goneSince = now }
        }
        hasRoomMade = true
        return Array(closed.held)
    }

    /// How many more the stream may hold.
    ///
    /// - Parameter rank: an alarm may take what ``AlarmReserve`` keeps.
    func room(_ stream: Int, _ rank: OutboxBacklog.Rank = .alarm) -> Int {
        guard let stream = streams[stream] else { return 0 }
        let places =
            rank == .alarm ? stream.window : AlarmReserve.placesForOthers(of: stream.window)
        return places - stream.held.count
    }

    /// Whether any stream may hold more.
    func hasRoom(_ rank: OutboxBacklog.Rank) -> Bool {
        streams.keys.contains { room($0, rank) > 0 }
    }

    /// The sender behind the stream has been given something.
    mutating func given(_ stream: Int, at now: Instant) {
        guard streams[stream]?.unheardSince == nil else { return }
        streams[stream]?.unheardSince = now
    }

    /// The sender that has this delivery gives a sign of life.
    mutating func heard(of delivery: Identifier, at now: Instant) {
        guard let stream = leases[delivery]?.stream else { return }
        streams[stream]?.unheardSince = now
        streams[stream]?.lapsed = []
    }

    /// Of a sender that let all its leases run out nothing is expected once what they were for is done or true
    /// no more.
    mutating func settle(isOpen: (Identifier) throws -> Bool) rethrows {
        for (number, stream) in streams where stream.unheardSince != nil && stream.held.isEmpty {
            let lapsed = try stream.lapsed.filter(isOpen)
            streams[number]?.lapsed = lapsed
            if lapsed.isEmpty { streams[number]?.unheardSince = nil }
        }
    }

    /// Since when the sender that has been silent for longest does nothing with what it was given.
    var unheardSince: Instant? { streams.values.compactMap(\.unheardSince).min() }

    func isHeld(_ delivery: Identifier) -> Bool { leases[delivery] != nil }

    /// How many of one channel's deliveries may be held at once: as many as go as one message. A
    /// channel that hangs must not fill a sender's window, and so delay everybody else's notices.
    static let channelWindow = MergedNotice.most

    /// There is room for an alarm when others have filled theirs.
    func hasRoom(for channel: Identifier, _ rank: OutboxBacklog.Rank) -> Bool {
        heldByChannel[channel, default: 0] < Self.channelWindow * (rank == .alarm ? 2 : 1)
    }

    /// A server may have as many as are left after it for the others: one that hangs leaves the half of
    /// a window, the next a quarter, and so on.
    func hasRoom(at server: String, _ rank: OutboxBacklog.Rank, of stream: Int) -> Bool {
        (streams[stream]?[server, rank] ?? 0) < room(stream, rank)
    }

    /// The channel that was passed over and is to be looked at next.
    mutating func nextChannel(_ rank: OutboxBacklog.Rank, of stream: Int) -> Identifier? {
        let (held, room) = (streams[stream], room(stream, rank))
        return backlog.next(rank) { (held?[$0, rank] ?? 0) < room }
    }

    mutating func hold(_ delivery: Identifier, in lane: Lane, by stream: Int, at now: BootTime) {
        guard let lease = streams[stream]?.lease else { return }
        streams[stream]?.held.insert(delivery)
        begin(Lease(stream: stream, lane: lane, until: now + lease), delivery)
    }

    /// For the sender that was at it when the daemon stopped, whose stream nobody knows any more.
    mutating func hold(_ delivery: Identifier, in lane: Lane, until end: BootTime) {
        begin(Lease(stream: 0, lane: lane, until: end), delivery)
    }

    private mutating func begin(_ lease: Lease, _ delivery: Identifier) {
        leases[delivery] = lease
        heldByChannel[lease.lane.channel, default: 0] += 1
        streams[lease.stream]?[lease.lane.server, lease.lane.rank] += 1
    }

    mutating func release(_ delivery: Identifier) {
        guard let stream = letGo(delivery), streams[stream]?.held.isEmpty == true else { return }
        streams[stream]?.unheardSince = nil
    }

    /// - Returns: the stream that held it.
    private mutating func letGo(_ delivery: Identifier) -> Int? {
        hasRoomMade = true
        guard let stream = endLease(delivery) else { return nil }
        streams[stream]?.held.remove(delivery)
        return stream
    }

    /// Nobody need hold this delivery of the channel any more, and what it held up may go.
    mutating func release(_ delivery: Identifier, of channel: Identifier) {
        if !isHeld(delivery), isConnected { backlog.free(channel) }
        release(delivery)
    }

    /// - Returns: the stream that held it.
    @discardableResult
    private mutating func endLease(_ delivery: Identifier) -> Int? {
        guard let lease = leases.removeValue(forKey: delivery) else { return nil }
        let held = heldByChannel[lease.lane.channel, default: 0]
        heldByChannel[lease.lane.channel] = held > 1 ? held - 1 : nil
        streams[lease.stream]?[lease.lane.server, lease.lane.rank] -= 1
        if isConnected { backlog.free(lease.lane.channel, behind: lease.lane.server) }
        return lease.stream
    }

    /// A round begins.
    ///
    /// - Returns: what it is to be undone to; the backlog undoes itself.
    mutating func begin() -> OutboxDesk {
        backlog.begin()
        successes = []
        var before = self
        before.backlog = OutboxBacklog()
        return before
    }

    /// The round is undone; senders take up what it may have handed out.
    mutating func undo(to before: OutboxDesk) {
        backlog.undo()
        let backlog = backlog
        self = before
        self.backlog = backlog
        hasRoomMade = true
    }

    /// The clock was set back: everything is looked at anew, and nothing has been since a later instant.
    mutating func startOver(at now: Instant) {
        backlog.startOver()
        goneSince = goneSince.map { min($0, now) }
        streams = streams.mapValues { stream in
            var stream = stream
            stream.unheardSince = stream.unheardSince.map { min($0, now) }
            stream.openedAt = min(stream.openedAt, now)
            return stream
        }
        if lastPause.at > now { lastPause = (now, 0) }
        hasRoomMade = true
    }

    /// A notice was taken there.
    ///
    /// - Returns: whether it is the first in this round.
    mutating func isFirstSuccess(on channel: Identifier) -> Bool {
        successes.insert(channel).inserted
    }

    /// The search has not come to its end: another round is to take it up.
    mutating func goOn() { hasRoomMade = true }

    /// Whether a delivery was reported on or let go since this was asked last, so that another may fit now,
    /// or one that it held up; or the search goes on.
    mutating func takeRoomMade() -> Bool {
        defer { hasRoomMade = false }
        return hasRoomMade
    }

    /// At a start, when nobody is connected: whoever comes looks at everything.
    mutating func passPauses(upTo now: Instant) { lastPause = (now, .max) }

    /// What waited for this pause may go.
    mutating func passPause(_ end: ChannelTable.PauseEnd) {
        lastPause = (end.at, end.sequence)
        guard isConnected else { return }
        backlog.free(end.channel)
        hasRoomMade = true
    }

    /// Those of one channel that are no alarms.
    func heldOthers(of channel: Identifier) -> [Identifier] {
        leases.filter { $0.value.lane.channel == channel && $0.value.lane.rank == .other }.map(
            \.key)
    }

    var nextExpiry: BootTime? { leases.values.map(\.until).min() }

    /// Takes back what was held too long.
    mutating func expire(at now: BootTime) -> [Identifier] {
        let over = leases.filter { $0.value.until <= now }.map(\.key)
        // A sender that lets its leases run out is not heard by that.
        for delivery in over {
            guard let stream = letGo(delivery) else { continue }
            streams[stream]?.lapsed.insert(delivery)
        }
        return over
    }
}
