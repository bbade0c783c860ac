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
    /// The newest configuration was refused.
    var hasRefusedConfiguration = false
    var heartbeat: Heartbeat
    /// A round that is undone has added none; what it has taken is lost, as it may be.
    var leftDeadlines = LeftDeadlines()

    init(
        settings: Settings, startedAt: Instant, isWatched: Bool,
        heartbeat: ServiceConfiguration.Heartbeat?
    ) {
        self.settings = settings
        self.startedAt = startedAt
        self.isWatched = isWatched
        self.heartbeat = Heartbeat(heartbeat)
    }

    /// What a round may change of it, but for what it undoes by itself: nothing here grows with the people.
    /// What is known of the disk stays.
    struct Before {
        fileprivate let settings: Settings
        fileprivate let taps: [UserID: AlertTaps]
        fileprivate let outbox: OutboxDesk
        fileprivate let isWatched: Bool
        fileprivate let hasRefusedConfiguration: Bool
        fileprivate let heartbeat: Heartbeat
    }

    /// A round begins.
    func begin() -> Before {
        limits.begin()
        return Before(
            settings: settings, taps: taps, outbox: outbox.begin(), isWatched: isWatched,
            hasRefusedConfiguration: hasRefusedConfiguration, heartbeat: heartbeat)
    }

    /// The round is undone.
    func undo(to before: Before) {
        limits.undo()
        outbox.undo(to: before.outbox)
        (settings, taps) = (before.settings, before.taps)
        (isWatched, heartbeat) = (before.isWatched, before.heartbeat)
        hasRefusedConfiguration = before.hasRefusedConfiguration
    }
}
