/// By what a check-in came (spec/domain.md, Check-in).
public enum CheckInSource: String, Hashable, Sendable, CaseIterable {
    case manual, web, hook
    /// A responder who has seen or spoken to the user.
    case responder
}

/// A check-in at `moment.now` (spec/domain.md, Check-in). It does not clear an alert.
///
/// Its event is all that is kept of it: the history of check-ins is that part of the audit trail.
///
/// - Returns: the user as they are now, and what is to be done, saving them included.
public func checkIn(
    _ situation: Situation, source: CheckInSource, by actor: Actor, _ moment: Moment
) -> (user: User, effects: [Effect]) {
    var user = situation.user
    var effects: [Effect] = [
        moment.event(.checkedIn, user.id, by: actor, ["source": source.rawValue])
    ]
    if let cause = user.reminding {
        effects.append(.withdraw(Withdrawal(kinds: [.reminder, .overdue], cause: cause)))
    }
    if user.lastCheckIn == nil {
        effects.append(.solve(Problem.Key(.neverCheckedIn, user: user.id)))
    }
    let isVouchedFor = source == .responder
    let incident = user.incident
    user.incident = nil
    user.lastCheckIn = moment.now
    user.progress = User.Progress()
    user.progress.gapTold = situation.user.progress.gapTold
    if let incident {
        effects += recover(
            situation, user, from: incident, by: actor, isVouchedFor: isVouchedFor, moment)
    }
    if isVouchedFor {
        effects.append(
            moment.notification(
                .recovered, to: user.id, about: user.id, cause: incident?.id,
                moment.texts.recovered(user, at: moment.now, by: actor)))
    }
    for pending in situation.received {
        effects += respond(
            to: pending.ping, by: actor, name: user.name, standing: .checkedIn, moment)
    }
    effects.append(.saveUser(user))
    return (user, effects)
}

/// Ends the incident: everyone who was told of it is told that it is over, on the channels where
/// an attempt was begun. A former responder is told nothing more.
private func recover(
    _ situation: Situation, _ user: User, from incident: Incident, by actor: Actor,
    isVouchedFor: Bool, _ moment: Moment
) -> [Effect] {
    var effects: [Effect] = [
        .withdraw(Withdrawal(kinds: [.nonResponsive], about: user.id, cause: incident.id)),
        moment.event(.recovered, user.id, by: actor, ["incident": incident.id]),
        .solve(.nobodyReached(of: incident.id, user)),
        .solve(.nobodyToTell(of: incident.id, user)),
    ]
    let notice = moment.texts.recovered(user, at: moment.now, by: actor)
    let responders = Set(situation.responders.map(\.id))
    // A responder's vouching is told to the user on every channel, by the caller.
    for told in situation.told
    where responders.contains(told.recipient) || (told.recipient == user.id && !isVouchedFor) {
        effects.append(
            moment.notification(
                .recovered, to: told.recipient, about: user.id, cause: incident.id,
                channels: .only(told.begunChannels), notice))
    }
    return effects
}
