import LifeSignal
import LifeSignalAPI

/// A user as a caller may see them, read in a round; who answers puts it into words, after the round and on another
/// thread, which is why it is in one place and not copied.
final class SeenUser: Sendable {
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
    /// The round's; the next two hold at this instant.
    let now: Instant
    let status: User.Status
    let nonResponsiveAt: Instant?
    /// Those between the two, if it is a dependent's life.
    let pendingPings: Int
    let nonResponsiveDependents: Int
    let missing: MissingStep?

    init(
        _ user: User, _ extent: Extent, at moment: Moment, pendingPings: Int = 0,
        nonResponsiveDependents: Int = 0, missing: MissingStep? = nil
    ) {
        self.user = user
        self.extent = extent
        now = moment.now
        status = user.status(at: moment.now)
        let limit = user.nonResponsiveAt(gap: moment.gap, settings: moment.settings)
        // What a later hold would have moved has been.
        nonResponsiveAt = [limit, user.incident?.since].compactMap { $0 }.min()
        self.pendingPings = pendingPings
        self.nonResponsiveDependents = nonResponsiveDependents
        self.missing = missing
    }
}

extension Visit {
    /// The user as the caller may see them.
    func seen(_ user: User, _ relation: Relation) throws -> SeenUser {
        try seen(user, SeenUser.Extent(caller, relation))
    }

    /// - Parameter standing: theirs, where it has been read.
    func seen(_ user: User, _ extent: SeenUser.Extent, _ standing: Standing? = nil) throws
        -> SeenUser
    {
        switch extent {
        case .whole: return seenWhole(user, try standing ?? Standing.of(user.id, db))
        case .life:
            return SeenUser(user, extent, at: moment, pendingPings: try hasPing(to: user) ? 1 : 0)
        case .name: return SeenUser(user, extent, at: moment)
        }
    }

    private func seenWhole(_ user: User, _ standing: Standing) -> SeenUser {
        let missing = MissingStep.first(
            user, isReachable: standing.isReachable, bestResponder: standing.bestResponder)
        return SeenUser(
            user, .whole, at: moment, pendingPings: standing.pendingPings,
            nonResponsiveDependents: standing.dependentsNeedingHelp, missing: missing)
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
        let (user, now) = (seen.user, seen.now)
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
