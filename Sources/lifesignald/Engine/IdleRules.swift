import LifeSignal

/// When nobody needs what the daemon has in its memory: the rule alone, without a thread, a clock or a database.
///
/// It goes back to the system then (``Store/giveMemoryBack()``), and whoever comes next waits for the disk once.
struct IdleRules {
    /// With no more of them in a minute hardly anybody waits: a monitor that asks how the daemon is, a sender that has
    /// something to report.
    static let fewRequests = 10

    /// Since the last tick.
    private var requests = 0

    /// Whether a round ended a minute with few requests, and brought nothing about, and nothing is left to do.
    ///
    /// - Parameter count: its requests.
    mutating func isIdle(after report: EngineCore.Report, of count: Int) -> Bool {
        requests += count
        guard report.hasTicked else { return false }
        defer { requests = 0 }
        return requests <= Self.fewRequests && report.outcome.events.isEmpty
            && report.sleep > .zero
    }
}
