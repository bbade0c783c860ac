import Synchronization

/// How many entries each account may cause in a minute by calls that are refused and connections that
/// are closed: the journal drops what a service writes too fast, and with it what matters
/// (RateLimitBurst= of journald.conf(5)).
final class CallerAllowance: Sendable {
    static let perMinute = 20

    private let caused = Mutex<[UInt32: Int]>([:])

    /// Counts one more, and says whether it is to be written.
    func allows(uid: UInt32) -> Bool {
        caused.withLock { caused in
            caused[uid, default: 0] += 1
            return caused[uid, default: 0] <= Self.perMinute
        }
    }

    /// Begins the next minute, and says how many each account caused beyond its allowance.
    func renew() -> [(uid: UInt32, leftOut: Int)] {
        let caused = caused.withLock { caused in
            defer { caused = [:] }
            return caused
        }
        return caused.filter { $0.value > Self.perMinute }
            .map { ($0.key, $0.value - Self.perMinute) }.sorted { $0.0 < $1.0 }
    }
}
