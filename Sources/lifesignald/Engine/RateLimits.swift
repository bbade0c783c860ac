import LifeSignal

/// What a user may do so many times an hour, so that nobody can flood another.
struct RateLimits {
    enum Deed: String, Hashable {
        case pings, edgeChanges, tests

        var perHour: Int {
            switch self {
            case .pings: 12
            case .edgeChanges, .tests: 20
            }
        }
    }

    private struct Key: Hashable {
        var user: UserID
        var deed: Deed
    }

    private var done: [Key: [Instant]] = [:]
    /// The same in the order in which it was done, the oldest first.
    private var order: ArraySlice<(key: Key, at: Instant)> = []
    /// How many of them are of this round.
    private var counted = 0

    /// Counts one more, as the last thing before it is done.
    mutating func count(_ deed: Deed, by user: UserID, at now: Instant) throws(Refusal) {
        let key = Key(user: user, deed: deed)
        var recent = (done[key] ?? []).filter { Self.isRecent($0, at: now) }
        guard recent.count < deed.perHour else {
            throw .limitReached(what: "\(deed.rawValue) an hour", limit: deed.perHour)
        }
        recent.append(now)
        done[key] = recent
        order.append((key, now))
        counted += 1
    }

    /// Drops what is older than an hour.
    mutating func forget(at now: Instant) {
        while let (key, at) = order.first, !Self.isRecent(at, at: now) {
            order.removeFirst()
            keep(key) { $0.filter { Self.isRecent($0, at: now) } }
        }
    }

    /// A round begins.
    mutating func begin() { counted = 0 }

    /// How many were counted since it began.
    var mark: Int { counted }

    /// What was counted since `mark`, or since the round began, has not been done.
    mutating func undo(to mark: Int = 0) {
        let count = min(counted - mark, order.count)
        for (key, _) in order.suffix(count).reversed() { keep(key) { Array($0.dropLast()) } }
        order.removeLast(count)
        counted = mark
    }

    private mutating func keep(_ key: Key, of instants: ([Instant]) -> [Instant]) {
        let kept = instants(done[key] ?? [])
        done[key] = kept.isEmpty ? nil : kept
    }

    /// What lies ahead was counted before the clock was set back.
    private static func isRecent(_ at: Instant, at now: Instant) -> Bool {
        at <= now && now - at < .hours(1)
    }
}
