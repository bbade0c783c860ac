import LifeSignal
import LifeSignalAPI

/// A user as a caller may see them, read in a round; who answers puts it into words, after the round.
struct SeenUser: Sendable {
    /// What of a user a caller sees (spec/interface.md, "What a bound account sees").
    enum Extent: Sendable {
        /// Of oneself, and for admins, everything.
        case whole
        /// Of a dependent: profile with note, schedule, status, and what follows from them.
        case life
        /// Of someone who is only a responder: handle and name.
        case name

        init(_ caller: Caller, _ relation: Relation) {
            if caller.isAdmin || relation == .itself {
                self = .whole
            } else {
                self = relation == .dependent ? .life : .name
            }
        }
    }

    let user: User
    let extent: Extent
    /// Of the round.
    let moment: Moment
    /// Those between the two, if it is a dependent's life.
    var pendingPings = 0
    var nonResponsiveDependents = 0
    var missing: MissingStep?

    var status: User.Status { user.status(at: moment.now) }

    var nonResponsiveAt: Instant? {
        user.nonResponsiveAt(gap: moment.gap, settings: moment.settings)
    }
}

extension Visit {
    /// The user as the caller may see them.
    func seen(_ user: User, _ relation: Relation) throws -> SeenUser {
        var seen = SeenUser(user: user, extent: SeenUser.Extent(caller, relation), moment: moment)
        switch seen.extent {
        case .whole: try lookAtWhole(&seen)
        case .life: seen.pendingPings = try hasPing(to: user) ? 1 : 0
        case .name: break
        }
        return seen
    }

    private func lookAtWhole(_ seen: inout SeenUser) throws {
        let standing = try Standing.of(seen.user.id, db)
        seen.pendingPings = standing.pendingPings
        seen.nonResponsiveDependents = standing.dependentsNeedingHelp
        seen.missing = MissingStep.first(
            seen.user, isReachable: standing.isReachable, hasResponder: standing.hasResponder,
            hasReachableResponder: standing.hasReachableResponder,
            hasProvenResponder: standing.hasProvenResponder)
    }

    /// Whether the caller has asked them and waits for an answer.
    private func hasPing(to user: User) throws -> Bool {
        guard let own = caller.user else { return false }
        return try PingTable.pending(db, from: own, to: user.id) != nil
    }
}

extension People.User {
    init(_ seen: SeenUser) {
        switch seen.extent {
        case .whole:
            self.init(lifeOf: seen)
            account = seen.user.profile.account
            nonResponsiveDependents = Int64(seen.nonResponsiveDependents)
            missing = seen.missing?.rawValue
            protected = missing == nil
        case .life: self.init(lifeOf: seen)
        case .name: self.init(nameOf: seen.user)
        }
    }

    private init(lifeOf seen: SeenUser) {
        let (user, now) = (seen.user, seen.moment.now)
        self.init(
            handle: user.handle.text, name: user.name, phoneNumber: user.profile.phoneNumber,
            emergencyNote: user.profile.emergencyNote, pictureUrl: user.profile.pictureURL,
            account: nil, checkInInterval: user.schedule.interval.wholeSeconds,
            reminders: user.schedule.reminders.map(\.wholeSeconds),
            grace: user.schedule.grace.wholeSeconds,
            dependentSort: .init(rawValue: user.dependentSort.rawValue),
            addedAt: user.addedAt.rfc3339, status: .init(rawValue: seen.status.rawValue),
            lastCheckIn: user.lastCheckIn?.rfc3339, nextCheckIn: user.nextCheckIn?.rfc3339,
            nonResponsiveAt: seen.nonResponsiveAt?.rfc3339,
            timeRemaining: user.timeRemaining(at: now).secondsRoundedUp,
            alert: user.alert.map {
                People.Alert(
                    id: $0.id, user: user.handle.text, startedAt: $0.startedAt.rfc3339,
                    endedAt: nil, message: $0.message)
            }, pendingPings: Int64(seen.pendingPings), nonResponsiveDependents: 0,
            protected: false, missing: nil)
    }

    private init(nameOf user: LifeSignal.User) {
        self.init(
            handle: user.handle.text, name: user.name, emergencyNote: "", checkInInterval: 0,
            reminders: [], grace: 0, dependentSort: .timeLeft, addedAt: "", status: .waiting,
            timeRemaining: 0, pendingPings: 0, nonResponsiveDependents: 0, protected: false)
    }
}
