/// Everything that follows from a user's state and an instant; nothing here is ever stored.
extension User {
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case waiting, active, overdue, nonResponsive
    }

    /// lastCheckIn + interval; none while waiting.
    public var nextCheckIn: Instant? { lastCheckIn.map { $0 + schedule.interval } }

    /// nextCheckIn + grace, later only by a hold.
    public func nonResponsiveAt(gap: Gap?, settings: Settings) -> Instant? {
        guard let due = nextCheckIn.map({ $0 + schedule.grace }) else { return nil }
        guard let gap else { return due }
        return max(due, gap.heldUntil(interval: schedule.interval, settings: settings))
    }

    /// Whether the hold of `gap` moves the limit and the user has not been told of that. Who has checked
    /// in since has a limit beyond the hold, which is half an interval at most.
    public func isToBeTold(of gap: Gap, settings: Settings) -> Bool {
        progress.gapTold < gap.number
            && nonResponsiveAt(gap: gap, settings: settings)
                != nonResponsiveAt(gap: nil, settings: settings)
    }

    /// Non-responsive is what the daemon has acted on; the rest is judged by `now`, and the
    /// deadline's own instant counts as overdue.
    public func status(at now: Instant) -> Status {
        if incident != nil { return .nonResponsive }
        guard let next = nextCheckIn else { return .waiting }
        return now >= next ? .overdue : .active
    }

    /// Until nextCheckIn; zero while waiting, overdue or non-responsive.
    public func timeRemaining(at now: Instant) -> Span {
        guard incident == nil, let next = nextCheckIn else { return .zero }
        return max(.zero, next - now)
    }

    /// Whether a responder may vouch for the user.
    public func needsHelp(at now: Instant) -> Bool {
        switch status(at: now) {
        case .overdue, .nonResponsive: true
        case .waiting, .active: false
        }
    }
}

/// An instant at which something about a user has to be looked at.
public struct Deadline: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case reminder(lead: Span)
        /// A hold has moved the limit, and the user does not know of it yet.
        case gapReminder
        case checkIn
        case nonResponsive
        /// The responders are told again.
        case `repeat`
        /// Was anybody reached, 5 minutes after the start of an incident?
        case reached
        /// One interval after being added without a check-in.
        case stillWaiting

        /// As it is called where deadlines are listed; nil for looks that are nobody's deadline.
        public var listedName: String? {
            switch self {
            case .reminder: "reminder"
            case .checkIn: "checkIn"
            case .nonResponsive: "nonResponsive"
            case .repeat: "repeat"
            case .gapReminder, .reached, .stillWaiting: nil
            }
        }
    }

    public var kind: Kind
    public var at: Instant

    public init(_ kind: Kind, at: Instant) {
        self.kind = kind
        self.at = at
    }
}

extension User {
    /// All that is still to come for this user, in no order; pings have instants of their own.
    public func deadlines(gap: Gap?, settings: Settings) -> [Deadline] {
        var deadlines: [Deadline] = []
        if let alert {
            deadlines += Self.deadlines(of: alert.telling, start: alert.startedAt)
        }
        if let incident {
            return deadlines + Self.deadlines(of: incident.telling, start: incident.since)
        }
        guard let next = nextCheckIn, let limit = nonResponsiveAt(gap: gap, settings: settings)
        else {
            if !progress.waitingTold {
                deadlines.append(Deadline(.stillWaiting, at: addedAt + schedule.interval))
            }
            return deadlines
        }
        deadlines.reserveCapacity(schedule.reminders.count + 3)
        // A change of schedule may bring the limit into a hold.
        if let gap, isToBeTold(of: gap, settings: settings) {
            deadlines.append(Deadline(.gapReminder, at: gap.end))
        }
        if !progress.deadlinePassed {
            for lead in schedule.reminders where progress.awaits(lead) {
                deadlines.append(Deadline(.reminder(lead: lead), at: next - lead))
            }
            deadlines.append(Deadline(.checkIn, at: next))
        }
        deadlines.append(Deadline(.nonResponsive, at: limit))
        return deadlines
    }

    private static func deadlines(of telling: Telling, start: Instant) -> [Deadline] {
        let again = Deadline(
            .repeat, at: Telling.repeatInstant(telling.repeats, start: start))
        if telling.checked { return [again] }
        return [again, Deadline(.reached, at: start + Telling.checkAfter)]
    }

    /// The earliest of them.
    public func earliestDeadline(gap: Gap?, settings: Settings) -> Instant? {
        deadlines(gap: gap, settings: settings).map(\.at).min()
    }

    /// By what the store finds the user.
    public func earliestDeadlines(gap: Gap?, settings: Settings) -> EarliestDeadlines {
        EarliestDeadlines(deadlines(gap: gap, settings: settings))
    }
}

/// The two by which the store finds people, in an order of their own each. Together they say who is due, and the first
/// of them alone who comes first in a list.
public struct EarliestDeadlines: Hashable, Sendable {
    /// The earliest that is listed.
    public private(set) var listed: Instant?
    /// The earliest that is not, where no listed one is as early.
    public private(set) var unlisted: Instant?

    init(_ deadlines: [Deadline]) {
        for deadline in deadlines {
            if deadline.kind.listedName != nil {
                listed = min(listed ?? deadline.at, deadline.at)
            } else {
                unlisted = min(unlisted ?? deadline.at, deadline.at)
            }
        }
        if let first = listed, let other = unlisted, first <= other { unlisted = nil }
    }
}
