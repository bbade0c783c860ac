import LifeSignal

/// When the store's log is written back to the database between two rounds: the rule alone, without a thread, a
/// clock or a database.
///
/// It is a wait for the disk of several milliseconds, and a commit that finds the log full does it before anybody is
/// told. So the engine does it while the log is shorter, when nobody has asked for anything for a moment, and nothing
/// is due soon.
struct WriteBackRules {
    /// For so long nobody has asked for anything: after a deadline a follower and a sender do.
    static let quiet = Span(milliseconds: 5)
    /// For so long nothing will be due.
    static let margin = Span(milliseconds: 10)
    /// From so many pages on. The next commit begins the log anew, with one more wait for the disk.
    static let long = 350

    /// In the log.
    let pages: Int
    /// When the last round ended that somebody had asked for, or that wrote.
    let lastWork: BootTime

    private var isLong: Bool { pages >= Self.long }
    private var time: BootTime { lastWork + Self.quiet }

    /// Whether it is written back now.
    ///
    /// - Parameters:
    ///   - sleep: until something is due.
    ///   - callsWait: for a round.
    func isTime(
        at now: @autoclosure () -> ClockReading, before sleep: RoundRules.Sleep, callsWait: Bool
    ) -> Bool {
        guard isLong, !callsWait else { return false }
        let now = now()
        return now.boot >= time && sleep.rest(at: now) >= Self.margin
    }

    /// Until the log may be written back, where something is due later than that, and not soon after.
    func shorten(
        _ sleep: RoundRules.Sleep, at now: @autoclosure () -> ClockReading
    ) -> RoundRules.Sleep {
        guard isLong else { return sleep }
        let now = now()
        // Not at once, while somebody is about to run a round of what waits.
        let wait = max(time - now.boot, Span(milliseconds: 1))
        guard sleep.rest(at: now) >= wait + Self.margin else { return sleep }
        return RoundRules.Sleep(span: wait, since: now.wall)
    }
}
