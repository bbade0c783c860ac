import LifeSignal

/// Which sender holds which delivery: leases live in memory, because a stream that ends, with the
/// daemon or without, gives its jobs back at once.
struct OutboxDesk {
    struct Stream {
        var lease: Span
        var window: Int
        var held: Set<Identifier> = []
    }

    private struct Lease {
        var stream: Int
        var channel: Identifier
        var until: BootTime
    }

    private(set) var streams: [Int: Stream] = [:]
    private var leases: [Identifier: Lease] = [:]
    private var heldByChannel: [Identifier: Int] = [:]
    private var next = 0
    private var hasRoomMade = false

    var isConnected: Bool { !streams.isEmpty }
    var heldCount: Int { leases.count }

    mutating func open(lease: Span, window: Int) -> Int {
        next += 1
        streams[next] = Stream(lease: lease, window: window)
        return next
    }

    /// - Returns: the deliveries that nobody holds any more.
    mutating func close(_ stream: Int) -> [Identifier] {
        guard let closed = streams.removeValue(forKey: stream) else { return [] }
        for id in closed.held { endLease(id) }
        hasRoomMade = true
        return Array(closed.held)
    }

    /// How many more the stream may hold.
    ///
    /// - Parameter isUrgent: whether it may take what ``AlarmReserve`` keeps.
    func room(_ stream: Int, isUrgent: Bool = true) -> Int {
        guard let stream = streams[stream] else { return 0 }
        let places =
            isUrgent ? stream.window : AlarmReserve.placesForOthers(of: stream.window)
        return places - stream.held.count
    }

    func isHeld(_ delivery: Identifier) -> Bool { leases[delivery] != nil }

    /// How many of one channel's deliveries may be held at once: as many as go as one message. A
    /// channel that hangs must not fill a sender's window, and so delay everybody else's notices.
    static let channelWindow = MergedNotice.most

    /// - Parameter isAlarm: there is room for an alarm when others have filled theirs.
    func hasRoom(for channel: Identifier, isAlarm: Bool) -> Bool {
        heldByChannel[channel, default: 0] < Self.channelWindow * (isAlarm ? 2 : 1)
    }

    /// - Parameter channel: empty where there is none.
    mutating func hold(
        _ delivery: Identifier, of channel: Identifier, by stream: Int, at now: BootTime
    ) {
        guard let lease = streams[stream]?.lease else { return }
        streams[stream]?.held.insert(delivery)
        leases[delivery] = Lease(
            stream: stream, channel: channel, until: now + lease)
        heldByChannel[channel, default: 0] += 1
    }

    /// For the sender that was at it when the daemon stopped, whose stream nobody knows any more.
    mutating func hold(
        _ delivery: Identifier, of channel: Identifier, until end: BootTime
    ) {
        leases[delivery] = Lease(stream: 0, channel: channel, until: end)
        heldByChannel[channel, default: 0] += 1
    }

    mutating func release(_ delivery: Identifier) {
        hasRoomMade = true
        guard let stream = endLease(delivery) else { return }
        streams[stream]?.held.remove(delivery)
    }

    /// - Returns: the stream that held it.
    @discardableResult
    private mutating func endLease(_ delivery: Identifier) -> Int? {
        guard let lease = leases.removeValue(forKey: delivery) else { return nil }
        let left = heldByChannel[lease.channel, default: 0] - 1
        heldByChannel[lease.channel] = left > 0 ? left : nil
        return lease.stream
    }

    /// Whether a delivery was reported on or let go since this was asked last: another may fit now,
    /// or one that it held up.
    mutating func takeRoomMade() -> Bool {
        defer { hasRoomMade = false }
        return hasRoomMade
    }

    var nextExpiry: BootTime? { leases.values.map(\.until).min() }

    /// Takes back what was held too long.
    mutating func expire(at now: BootTime) -> [Identifier] {
        let over = leases.filter { $0.value.until <= now }.map(\.key)
        for delivery in over { release(delivery) }
        return over
    }
}
