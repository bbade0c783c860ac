import ConfigurationFile
import LifeSignal

/// What the engine keeps in memory only, and may lose with the process. The core's.
final class EngineMemory {
    var settings: Settings
    var startedAt: Instant
    /// Taps that have not yet raised an alert.
    var taps: [UserID: AlertTaps] = [:]
    var limits = RateLimits()
    var outbox = OutboxDesk()
    var systemProblems = SystemProblems()
    /// Whether heartbeat or watch is configured.
    var isWatched: Bool
    var heartbeat: Heartbeat

    init(
        settings: Settings, startedAt: Instant, isWatched: Bool,
        heartbeat: ServiceConfiguration.Heartbeat?
    ) {
        self.settings = settings
        self.startedAt = startedAt
        self.isWatched = isWatched
        self.heartbeat = Heartbeat(heartbeat)
    }

    /// What requests change, for a round that is undone. What is known of the disk stays.
    var changeable:
        (
            settings: Settings, taps: [UserID: AlertTaps], limits: RateLimits, outbox: OutboxDesk,
            isWatched: Bool, heartbeat: Heartbeat
        )
    {
        get { (settings, taps, limits, outbox, isWatched, heartbeat) }
        set { (settings, taps, limits, outbox, isWatched, heartbeat) = newValue }
    }
}

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

    /// Counts one more, as the last thing before it is done.
    mutating func count(_ deed: Deed, by user: UserID, at now: Instant) throws(Refusal) {
        let key = Key(user: user, deed: deed)
        var recent = (done[key] ?? []).filter { now - $0 < .hours(1) && $0 <= now }
        guard recent.count < deed.perHour else {
            throw .limitReached(what: "\(deed.rawValue) an hour", limit: deed.perHour)
        }
        recent.append(now)
        done[key] = recent
    }

    /// Drops what is older than an hour.
    mutating func forget(at now: Instant) {
        done = done.compactMapValues { instants in
            let recent = instants.filter { now - $0 < .hours(1) }
            return recent.isEmpty ? nil : recent
        }
    }
}
