/// Time elapsed since the machine started, suspend included (CLOCK_BOOTTIME). Never steps.
public struct BootTime: Hashable, Comparable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (a: BootTime, b: BootTime) -> Bool { a.milliseconds < b.milliseconds }
    public static func - (a: BootTime, b: BootTime) -> Span {
        Span(milliseconds: a.milliseconds - b.milliseconds)
    }
    public static func - (a: BootTime, b: Span) -> BootTime {
        BootTime(milliseconds: a.milliseconds - b.milliseconds)
    }
    public static func + (a: BootTime, b: Span) -> BootTime {
        BootTime(milliseconds: a.milliseconds + b.milliseconds)
    }
}

/// All clocks of the machine, read together.
public struct ClockReading: Hashable, Sendable {
    public var wall: Instant
    public var boot: BootTime
    /// For how long of that the machine was suspended (CLOCK_BOOTTIME less CLOCK_MONOTONIC).
    public var suspended: Span
    /// Another one after every start of the machine.
    public var bootID: String
    /// What the system says; nil if it does not say.
    public var isSynchronised: Bool?

    public init(
        wall: Instant, boot: BootTime, suspended: Span = .zero, bootID: String,
        isSynchronised: Bool? = nil
    ) {
        self.wall = wall
        self.boot = boot
        self.suspended = suspended
        self.bootID = bootID
        self.isSynchronised = isSynchronised
    }
}

/// The last time the daemon is known to have lived, kept with every commit and tick.
public struct Mark: Hashable, Sendable {
    public var bootID: String
    /// The daemon's time then.
    public var wall: Instant
    public var boot: BootTime

    public init(bootID: String, wall: Instant, boot: BootTime) {
        self.bootID = bootID
        self.wall = wall
        self.boot = boot
    }
}

/// What a look at the clocks found besides the time.
public enum ClockChange: Hashable, Sendable {
    /// Nobody could check in from `start` to `end`, for `settings.gapThreshold` or more.
    case gap(start: Instant, end: Instant)
    /// The daemon's time was moved, by less than zero when back.
    case stepped(by: Span)
    /// The wall clock is behind the mark: the daemon goes by its own reckoning.
    case behindBegan
    case behindEnded

    public var isGap: Bool { if case .gap = self { true } else { false } }
}

/// Makes the daemon's time from the machine's clocks, by the rules of spec/time.md.
public struct Timekeeper: Hashable, Sendable {
    public private(set) var mark: Mark
    /// Since when the daemon goes by its own reckoning, the wall clock being behind the mark.
    public private(set) var behindSince: Instant?
    /// The wall clock was moved since then, whether or not the system has said so yet.
    private var movedWhileBehind = false
    /// When the next look is due at the latest; one that comes much later is a gap.
    private var lookDue: BootTime
    /// What the wall clock showed at the last look.
    private var wallSeen: Instant
    /// For how long the machine had been suspended at the last look.
    private var suspendedSeen: Span
    /// Since when nothing could be kept, if so.
    private var keepsNothingSince: BootTime?

    /// The daemon looks at least so often.
    public static let tick = Span.minutes(1)
    /// A forward step is one from here on, and after a start a backward one too.
    static let forwardTolerance = Span.seconds(10)
    /// A clock that is slewed back by less is waited for, so that time does not run backwards.
    static let backwardTolerance = Span.seconds(1)

    /// A resume moves the wall clock against CLOCK_BOOTTIME by less than this, and whoever sets it by more.
    private static let leastMove = Span(milliseconds: 500)

    /// The first look after a start.
    ///
    /// - Parameter mark: the one kept last; nil for a new database.
    public static func start(_ reading: ClockReading, mark: Mark?, settings: Settings)
        -> (timekeeper: Timekeeper, changes: [ClockChange])
    {
        guard let mark else {
            return (Timekeeper(reading, now: reading.wall), [])
        }
        let isBehind = reading.wall < mark.wall - backwardTolerance
        let isSameBoot = mark.bootID == reading.bootID
        let elapsed =
            isSameBoot
            ? reading.boot - mark.boot : Span(milliseconds: reading.boot.milliseconds)
        let expected = mark.wall + max(elapsed, .zero)
        let now = isBehind ? expected : max(reading.wall, mark.wall)
        var timekeeper = Timekeeper(reading, now: now)
        var changes: [ClockChange] = []
        // While the machine ran on, a step can be told from time that has passed.
        let step = isSameBoot && !isBehind ? reading.wall - expected : .zero
        let isBack = step < Span.zero - forwardTolerance
        if isBack || step > forwardTolerance { changes.append(.stepped(by: step)) }
        // A clock that was set back meanwhile shows less than the time that nobody could answer in.
        let start = isBack ? now - elapsed : mark.wall
        if now - start >= settings.gapThreshold { changes.append(.gap(start: start, end: now)) }
        if isBehind {
            timekeeper.behindSince = now
            changes.append(.behindBegan)
            if reading.isSynchronised == true {
                changes += timekeeper.takeOver(reading, settings: settings)
            }
        }
        return (timekeeper, changes)
    }

    private init(_ reading: ClockReading, now: Instant) {
        mark = Mark(reading, now: now)
        lookDue = mark.boot + Self.tick
        wallSeen = reading.wall
        suspendedSeen = reading.suspended
    }

    /// The daemon goes to sleep, and will look again after `span`.
    public mutating func sleeps(for span: Span, from boot: BootTime) {
        lookDue = boot + min(span, Self.tick)
    }

    /// What was asked for or due could not be kept: until something is, nobody can check in.
    public mutating func keepsNothing(from boot: BootTime) {
        keepsNothingSince = keepsNothingSince ?? boot
    }

    /// There is room again: nobody is kept from checking in any more.
    public mutating func keepsAgain() {
        keepsNothingSince = nil
    }

    /// The daemon's time of the last look.
    public var now: Instant { mark.wall }

    /// The daemon's time by its own reckoning, for what can't wait for a look: what the wall clock has done
    /// meanwhile counts once a look is kept, for all at once.
    public func reckoned(at boot: BootTime) -> Instant {
        mark.wall + max(boot - mark.boot, .zero)
    }

    /// A look at the clocks; it moves the mark.
    ///
    /// - Parameters:
    ///   - wasSet: the system said that the clock was set, which it also says after a suspend.
    ///   - accepts: an operator says that the clock is right.
    public mutating func look(
        _ reading: ClockReading, wasSet: Bool = false, accepts: Bool = false, settings: Settings
    ) -> [ClockChange] {
        let elapsed = max(reading.boot - mark.boot, .zero)
        let moved = reading.wall - wallSeen - elapsed
        let wasMoved = moved >= Self.leastMove || moved <= Span.zero - Self.leastMove
        wallSeen = reading.wall
        let expected = reckoned(at: reading.boot)
        let outage = outage(before: reading, settings: settings)
        lookDue = reading.boot + Self.tick
        suspendedSeen = reading.suspended
        if behindSince != nil {
            movedWhileBehind = movedWhileBehind || wasMoved
            mark = Mark(reading, now: expected)
            var changes: [ClockChange] = []
            if let outage { changes.append(.gap(start: expected - outage, end: expected)) }
            guard
                wasSet && movedWhileBehind || accepts || reading.isSynchronised == true
                    || reading.wall >= expected
            else { return changes }
            return changes + takeOver(reading, settings: settings)
        }
        let step = reading.wall - expected
        var gapStart = outage.map { expected - $0 }
        var changes: [ClockChange] = []
        if step > Self.forwardTolerance {
            changes.append(.stepped(by: step))
            gapStart = gapStart ?? expected
        } else if step < Span.zero - Self.backwardTolerance {
            changes.append(.stepped(by: step))
            // What passed before the step is named in the corrected reckoning.
            gapStart = gapStart.map { $0 + step }
        }
        let isBack = step < Span.zero - Self.backwardTolerance
        let now = isBack ? reading.wall : max(reading.wall, mark.wall)
        mark = Mark(reading, now: now)
        if let gapStart, now - gapStart >= settings.gapThreshold {
            changes.append(.gap(start: gapStart, end: now))
        }
        return changes
    }

    /// How long nobody could check in, up to a reading, if that makes a gap: the look comes late, the machine
    /// was suspended, or nothing could be kept.
    private func outage(before reading: ClockReading, settings: Settings) -> Span? {
        let sinceKept = keepsNothingSince.map { reading.boot - $0 } ?? .zero
        let longest = max(
            reading.boot - lookDue, reading.suspended - suspendedSeen, sinceKept)
        guard longest >= settings.gapThreshold else { return nil }
        return max(reading.boot - mark.boot, sinceKept)
    }

    /// The wall clock is right again: a gap if it is ahead of the daemon's time, a backward step
    /// if it is behind.
    private mutating func takeOver(_ reading: ClockReading, settings: Settings) -> [ClockChange] {
        let own = mark.wall
        let step = reading.wall - own
        behindSince = nil
        mark = Mark(reading, now: reading.wall)
        var changes: [ClockChange] = [.behindEnded]
        if step != .zero { changes.append(.stepped(by: step)) }
        if step >= settings.gapThreshold {
            changes.append(.gap(start: own, end: reading.wall))
        }
        return changes
    }
}

extension Mark {
    fileprivate init(_ reading: ClockReading, now: Instant) {
        self.init(bootID: reading.bootID, wall: now, boot: reading.boot)
    }
}

/// What clock changes mean for the net: the hold, who is clamped, what operators are told.
public struct ClockConsequences: Hashable, Sendable {
    /// The gap whose hold is on from now, if any.
    public var gap: Gap?
    /// A new gap was found: everybody near their limit is looked at.
    public var opensHold = false
    /// Instants that lie in the future of the corrected clock are clamped to now.
    public var clamps = false
    /// How far the clock was set back, zero if it was not: what waits for an instant goes on waiting
    /// for as long as it would have.
    public var setBack = Span.zero
    /// Nothing is pruned before this instant.
    public var prunesNotBefore: Instant?
    public var effects: [Effect] = []

    public init(
        _ changes: [ClockChange], earlier: Gap?, prunesNotBefore: Instant?, _ moment: Moment
    ) {
        gap = earlier
        self.prunesNotBefore = prunesNotBefore
        var forward = Span.zero
        for change in changes {
            switch change {
            case .stepped(let step):
                stepped(by: step, moment)
                forward = max(step, .zero)
            case .gap(let start, let end):
                // The start is on the clock from before a forward step, the hold on the one after. It is that
                // of the last look; the daemon may have lived on for a tick.
                gap = .following(
                    gap, start: start, end: end, isHeldAt: start + forward + Timekeeper.tick,
                    settings: moment.settings)
                opensHold = true
                // It leapt, or was off: across a start of the machine nobody knows which.
                if end - start > .days(1) { self.prunesNotBefore = moment.now + .hours(24) }
                effects.append(
                    moment.event(
                        .gap, nil, by: .daemon, ["start": start.rfc3339, "end": end.rfc3339]))
                let notice = moment.texts.gap(gap!)
                effects += moment.operators.map {
                    moment.notification(.system, to: $0, about: nil, notice)
                }
            case .behindBegan:
                effects.append(
                    .raise(Problem(Problem.Key(.clockBehind), since: moment.now)))
            case .behindEnded:
                effects.append(.solve(Problem.Key(.clockBehind)))
            }
        }
    }

    private mutating func stepped(by step: Span, _ moment: Moment) {
        gap = gap.map { $0.shifted(by: step) }
        if step < .zero {
            clamps = true
            setBack = setBack - step
        }
        prunesNotBefore = prunesNotBefore.map { $0 + step }
        effects.append(
            moment.event(
                .clockStepped, nil, by: .daemon, ["seconds": String(step.wholeSeconds)]))
    }
}

extension User {
    /// This user on a clock that was set back: nothing that deadlines are reckoned from lies in the
    /// future, and what was said again too early is said again in its time. A deadline that had passed may lie ahead
    /// once more: what was told ahead of it and at it stays told, and what was not is in its time, if that lies ahead
    /// too. Histories keep their instants.
    public func clamped(to now: Instant) -> User {
        var user = self
        user.lastCheckIn = lastCheckIn.map { min($0, now) }
        if lastCheckIn == nil { user.addedAt = min(addedAt, now) }
        user.progress.takeUpPassedLeads(before: user.nextCheckIn, at: now)
        if incident == nil, progress.deadlinePassed, let due = user.nextCheckIn, now < due {
            user.progress.deadlinePassed = false
            // They were told at the deadline, or of the gap, in place of a reminder of which the time is over.
            user.progress.passedLeads.formUnion(
                schedule.reminders.filter { due - $0 <= now })
        }
        if let incident {
            user.incident!.since = min(incident.since, now)
            user.incident!.telling = incident.telling.after(
                start: user.incident!.since, setBackTo: now)
        }
        if let alert {
            user.alert!.startedAt = min(alert.startedAt, now)
            user.alert!.telling = alert.telling.after(
                start: user.alert!.startedAt, setBackTo: now)
        }
        return user
    }
}
