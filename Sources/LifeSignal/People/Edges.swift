/// At most so many responders look out for one user.
public let mostResponders = 100

/// `responder` looks out for the user of `situation` from now on; both are told. Someone who joins
/// during an incident is told of it at once.
public func addResponder(
    _ responder: Situation.Contact, to situation: Situation, by actor: Actor, _ moment: Moment
) throws(Refusal) -> [Effect] {
    let user = situation.user
    guard responder.id != user.id else {
        throw .invalid(parameter: "responder", reason: "nobody is a responder of themselves")
    }
    guard !situation.responders.contains(where: { $0.id == responder.id }) else {
        throw .alreadyResponder(dependent: user.handle.text, responder: responder.handle.text)
    }
    guard situation.responders.count < mostResponders else {
        throw .limitReached(what: "responders", limit: mostResponders)
    }
    let edge = cause(dependent: user.id, responder: responder.id)
    var effects: [Effect] = [
        .addEdge(dependent: user.id, responder: responder.id),
        .withdraw(Withdrawal(kinds: [.contactRemoved], cause: edge)),
        moment.event(
            .responderAdded, user.id, by: actor, ["responder": responder.handle.text]),
        moment.notification(
            .contactAdded, to: user.id, about: responder.id, cause: edge,
            moment.texts.nowLooksOut(responder.name, isReachable: responder.isReachable)),
        moment.notification(
            .contactAdded, to: responder.id, about: user.id, cause: edge,
            moment.texts.youLookOut(for: user.name)),
    ]
    var joined = situation
    joined.responders.append(responder)
    effects += currentNotices(joined, to: responder, moment)
    if responder.isReachable {
        effects += user.emergencies.map { .solve(.nobodyToTell(of: $0, user)) }
    }
    return effects
}

/// What the notices about an edge have as their cause: what is said of it last makes untrue what was said before,
/// and not what is said of the edge the other way round.
private func cause(dependent: UserID, responder: UserID) -> Identifier {
    "edge:\(dependent.number):\(responder.number)"
}

private func currentNotices(
    _ situation: Situation, to responder: Situation.Contact, _ moment: Moment
) -> [Effect] {
    let user = situation.user
    var effects: [Effect] = []
    if let alert = user.alert {
        effects.append(
            moment.notification(
                .alertRaised, to: responder.id, about: user.id, cause: alert.id,
                moment.texts.alertRaised(situation, alert, to: responder.id, isRepeat: false)))
    }
    if let incident = user.incident, let due = user.nextCheckIn {
        effects.append(
            moment.notification(
                .nonResponsive, to: responder.id, about: user.id, cause: incident.id,
                moment.texts.nonResponsive(
                    situation, to: responder.id, due: due, gap: moment.gap, isRepeat: false)))
    }
    return effects
}

/// `responder` no longer looks out for the user of `situation`; both are told, and questions still
/// pending along the edge are taken back.
public func removeResponder(
    _ responder: Situation.Contact, from situation: Situation, by actor: Actor, _ moment: Moment
) throws(Refusal) -> [Effect] {
    let user = situation.user
    guard situation.responders.contains(where: { $0.id == responder.id }) else {
        throw .notAResponder(dependent: user.handle.text, responder: responder.handle.text)
    }
    let edge = cause(dependent: user.id, responder: responder.id)
    var effects: [Effect] = [
        .removeEdge(dependent: user.id, responder: responder.id),
        .withdraw(
            Withdrawal(
                kinds: notForOutsiders(responder.id, moment), recipient: responder.id,
                about: user.id)),
        .withdraw(Withdrawal(kinds: [.contactAdded], cause: edge)),
        moment.event(
            .responderRemoved, user.id, by: actor, ["responder": responder.handle.text]),
    ]
    for pending in situation.received where pending.ping.sender == responder.id {
        effects += cleared(pending.ping, senderName: pending.otherName, by: actor, moment)
    }
    effects += [
        moment.notification(
            .contactRemoved, to: user.id, about: responder.id, cause: edge,
            moment.texts.noLongerLooksOut(responder.name)),
        moment.notification(
            .contactRemoved, to: responder.id, about: user.id, cause: edge,
            moment.texts.youNoLongerLookOut(for: user.name)),
    ]
    var left = situation
    left.responders.removeAll { $0.id == responder.id }
    return effects + nobodyLeftToTell(left, moment)
}

/// What a former responder is told no more. The two can be tied the other way round as well, so
/// the rest, such as a question that the user has put to them, still goes to them. To an operator problems do as well.
private func notForOutsiders(_ former: UserID, _ moment: Moment) -> Set<Notification.Kind> {
    let kinds: Set<Notification.Kind> = [
        .nonResponsive, .recovered, .alertRaised, .alertCleared, .scheduleChanged,
    ]
    return moment.operators.contains(former) ? kinds : kinds.union([.system])
}

/// The problem of a user in an incident of whom nobody can be told any more; to be asked when a
/// responder, or a channel of theirs, has gone.
public func nobodyLeftToTell(_ situation: Situation, _ moment: Moment) -> [Effect] {
    let user = situation.user
    guard situation.tells.isEmpty else { return [] }
    return user.emergencies.map { .raise(Problem(.nobodyToTell(of: $0, user), since: moment.now)) }
}

/// What a user still lacks before they are protected, in words that follow their name.
public enum MissingStep: String, Hashable, Sendable, CaseIterable {
    case checkIn = "has never checked in"
    case channel = "has no channel"
    case responder = "has no responder"
    case reachableResponder = "has no responder with a channel"
    case provenResponder = "has no responder whose channel has worked"

    /// The first step that is missing; nil when the user is protected.
    ///
    /// - Parameter isReachable: they have a channel.
    public static func first(_ user: User, isReachable: Bool, bestResponder: BestResponder)
        -> MissingStep?
    {
        if user.lastCheckIn == nil { return .checkIn }
        if !isReachable { return .channel }
        return switch bestResponder {
        case .nobody: .responder
        case .withoutChannel: .reachableResponder
        case .withChannel: .provenResponder
        case .proven: nil
        }
    }
}

/// The best of a user's responders, by whether they can be told.
public enum BestResponder: Int, Hashable, Sendable, CaseIterable {
    case nobody
    case withoutChannel
    case withChannel
    /// With a channel that has worked.
    case proven
}
