/// What people really went through, by a clock that nothing in a story can set: when they could reach the
/// daemon, and when they did. All times are milliseconds.
///
/// The model follows the daemon's clocks as the daemon does, and would follow them into the same mistake. This
/// knows of none but the daemon's time as it was shown: whatever of it went by while nobody could
/// check in is an outage.
struct Reality {
    /// What really went by, but for the little by which clocks may run away unnoticed.
    private var clock: Int64 = 0
    /// What of it went by since the last look, and what of that people could check in in.
    private var sinceLook: (all: Int64, reachable: Int64) = (0, 0)
    private var hasRebooted = false
    /// The daemon's time at the last look.
    private var shown: Int64?
    /// By how much the daemon's time has run ahead of what really went by, in all.
    private var ahead: Int64 = 0
    /// By how much it has fallen behind, in all.
    private var behind: Int64 = 0
    private var went: Int64 = 0
    private var checkIns: [Int: (went: Int64, ahead: Int64, behind: Int64)] = [:]
    /// What had gone by when anything ended that may have been an outage.
    private var lastOutage: Int64?
    /// The hold that is due: the end of the last outage and of the first of its row.
    private var outage: (end: Int64, firstEnd: Int64)?

    /// All that may have been outages by what the daemon knows, of the last hour.
    private var row: [(start: Int64, end: Int64)] = []

    private static let minute: Int64 = 60_000
    private static let shortestOutage = 2 * minute
    private static let catchUpGrace = 15 * minute
    private static let holdLimit = 60 * minute
    /// A clock that is moved by so little is believed without a word.
    private static let unnoticed: Int64 = 10_000
    /// How long a machine has run when the daemon starts (`FakeClock.restart`).
    private static let boot: Int64 = 20_000
    /// The daemon knows no better than by its last tick when it died.
    private static let tick = 70_000 as Int64

    mutating func pass(_ span: Int64, isReachable: Bool) {
        went += span
        sinceLook.all += span
        if isReachable { sinceLook.reachable += span }
    }

    mutating func reboot() { hasRebooted = true }

    mutating func checkedIn(_ number: Int) { checkIns[number] = (went, ahead, behind) }

    /// The daemon has looked at its clocks and kept it, and says that it is `now`.
    mutating func looked(_ now: Int64) {
        defer {
            shown = now
            sinceLook = (0, 0)
            hasRebooted = false
        }
        guard let shown else { return }
        let elapsed = now - shown
        let moved = elapsed - sinceLook.all
        ahead += max(0, moved)
        behind += max(0, -moved)
        // A machine that was off does not know for how long if its clock was lost, only how long it runs.
        clock +=
            hasRebooted
            ? (elapsed > 0 ? elapsed : Self.boot)
            : sinceLook.all + (moved <= Self.unnoticed ? max(0, moved) : 0)
        let passed = hasRebooted ? elapsed : sinceLook.all
        let unanswerable = max(elapsed, passed) - sinceLook.reachable
        let isShort = max(unanswerable, abs(moved)) < Self.shortestOutage - Self.tick
        guard hasRebooted || !isShort else { return }
        lastOutage = went
        // What the clock was moved by took no time.
        let start = clock - max(0, passed - sinceLook.reachable)
        if unanswerable >= Self.shortestOutage { outage = (clock, firstEnd(start: start)) }
        row = row.filter { $0.end + Self.holdLimit > clock } + [(start, clock)]
    }

    /// The end of the first of a row, each of which began while the one before it held everybody.
    private func firstEnd(start: Int64) -> Int64 {
        var (first, start) = (clock, start)
        for earlier in row.reversed() where earlier.end + Self.holdLimit > clock {
            guard start - Self.tick < earlier.end + Self.catchUpGrace else { break }
            (first, start) = (earlier.end, earlier.start)
        }
        return first
    }

    /// Why somebody must be non-responsive now, by the most lenient reckoning: a clock that is set back gives
    /// time to everybody, and any outage a hold of its own. Nil if they need not be.
    func whyDue(_ number: Int, _ person: Model.Person) -> String? {
        guard let last = checkIns[number] else { return nil }
        let silent = went - last.went - (behind - last.behind)
        guard silent >= person.interval + person.grace + Self.unnoticed else { return nil }
        let chance = lastOutage.map { went - $0 } ?? silent
        guard chance >= Self.catchUpGrace + Self.unnoticed else { return nil }
        return "they were silent for \(silent) ms, and nothing was in their way for \(chance)"
    }

    /// Why it is not fair that somebody becomes non-responsive now; nil if it is.
    func whyUnfair(_ number: Int, _ person: Model.Person) -> String? {
        guard let last = checkIns[number] else { return "they never checked in" }
        let silent = went - last.went + ahead - last.ahead
        guard silent >= person.interval + person.grace else {
            return "they were silent for \(silent) ms only"
        }
        guard let outage else { return nil }
        let held = min(
            outage.end + min(Self.catchUpGrace, person.interval / 2),
            outage.firstEnd + Self.holdLimit)
        guard clock < held - Self.unnoticed else { return nil }
        return "they had a chance for \(clock - outage.end) ms only"
    }
}
