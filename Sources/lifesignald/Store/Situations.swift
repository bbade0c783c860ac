import LifeSignal

/// Loads what a decision looks at, and not more.
enum Situations {
    /// Everything that a look at the user, an edge or an alert needs.
    static func whole(_ db: Connection, of user: User) throws -> Situation {
        var situation = Situation(user: user)
        situation.responders = try EdgeTable.responders(db, of: user.id)
        situation.isReachable = try ChannelTable.isReachable(db, user.id)
        situation.received = try PingTable.received(db, by: user.id)
        situation.reminded = try reminded(db, situation)
        if let incident = user.incident {
            situation.told = try DeliveryTable.told(db, incident: incident.id)
            situation.incidentReached = try DeliveryTable.hasReachedResponder(
                db, of: user.id, emergency: incident.id)
        }
        if let alert = user.alert {
            situation.alertReached = try DeliveryTable.hasReachedResponder(
                db, of: user.id, emergency: alert.id)
        }
        return situation
    }

    /// What a check-in needs: outside an incident that is very little.
    ///
    /// - Parameter hasPings: that wait for an answer; false only where that has been looked up.
    static func forCheckIn(_ db: Connection, of user: User, hasPings: Bool = true) throws
        -> Situation
    {
        if user.incident != nil { return try whole(db, of: user) }
        let received = hasPings ? try PingTable.received(db, by: user.id) : []
        return Situation(user: user, received: received)
    }

    /// With what an edit needs besides: what waits may name another deadline then.
    static func forEdit(_ db: Connection, of user: User) throws -> Situation {
        var situation = try whole(db, of: user)
        if let cause = user.reminding {
            situation.waiting = try DeliveryTable.waitingReminders(db, cause: cause)
        }
        return situation
    }

    /// With what a removal needs besides: the dependents, and the pings sent.
    static func forRemoval(_ db: Connection, of user: User) throws -> Situation {
        var situation = try whole(db, of: user)
        situation.dependents = try EdgeTable.dependents(db, of: user.id)
        situation.sent = try PingTable.sent(db, by: user.id)
        return situation
    }

    private static func reminded(_ db: Connection, _ situation: Situation) throws
        -> Situation.Reminded
    {
        // Mostly nothing was told since the check-in, where nobody is to be reminded.
        guard let cause = situation.user.reminding,
            let at = try DeliveryTable.lastReminder(db, cause: cause)
        else { return situation.isReachable ? .notReached : .noWay }
        return .at(at)
    }
}
