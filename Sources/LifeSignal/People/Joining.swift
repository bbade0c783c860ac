/// A new user; they wait until their first check-in.
///
/// - Parameter checksIn: check in within the same step.
public func addUser(
    _ id: UserID, handle: Handle, profile: Profile, schedule: Schedule, checksIn: Bool,
    by actor: Actor, _ moment: Moment
) -> (user: User, effects: [Effect]) {
    let user = User(
        id: id, handle: handle, profile: profile, schedule: schedule, addedAt: moment.now)
    let effects: [Effect] = [
        .addUser(user), moment.event(.userAdded, id, by: actor),
    ]
    guard checksIn else { return (user, effects) }
    let checked = checkIn(Situation(user: user), source: .manual, by: actor, moment)
    return (checked.user, effects + checked.effects)
}

/// A user leaves: their pings end as cleared, their alert ends, what was still to be sent to and
/// about them is withdrawn, and each contact is told once.
///
/// - Parameter force: even during an incident.
public func removeUser(
    _ situation: Situation, force: Bool, by actor: Actor, _ moment: Moment
) throws(Refusal) -> [Effect] {
    let user = situation.user
    let starts = [user.incident?.since, user.alert?.startedAt].compactMap { $0 }
    if let since = starts.min(), !force {
        throw .inIncident(user: user.handle.text, since: since)
    }
    var effects: [Effect] = []
    for pending in situation.received {
        effects += cleared(pending.ping, senderName: pending.otherName, by: actor, moment)
    }
    for pending in situation.sent {
        effects += cleared(pending.ping, senderName: user.name, by: actor, moment)
    }
    if let alert = user.alert { effects += endAlert(alert, of: user, by: actor, moment) }
    effects += [
        .withdraw(Withdrawal(recipient: user.id)), .withdraw(Withdrawal(about: user.id)),
    ]
    let responders = Set(situation.responders.map(\.id))
    let dependents = Set(situation.dependents.map(\.id))
    effects += situation.responders.map {
        moment.notification(
            .contactRemoved, to: $0.id, about: user.id,
            moment.texts.youNoLongerLookOut(
                for: user.name, norTheyForYou: dependents.contains($0.id)))
    }
    effects += situation.dependents.filter { !responders.contains($0.id) }.map {
        moment.notification(
            .contactRemoved, to: $0.id, about: user.id, moment.texts.noLongerLooksOut(user.name))
    }
    return effects + [moment.event(.userRemoved, user.id, by: actor), .removeUser(user.id)]
}
