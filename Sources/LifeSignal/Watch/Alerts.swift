/// The user calls for help: every responder is told at once.
public func raiseAlert(
    _ situation: Situation, message: String?, by actor: Actor, _ moment: Moment
) throws(Refusal) -> (alert: Alert, effects: [Effect]) {
    var user = situation.user
    if let active = user.alert {
        throw .alertActive(since: active.startedAt, tells: situation.tells)
    }
    let message = try message.flatMap { text throws(Refusal) in try validAlertMessage(text) }
    let active = ActiveAlert(id: moment.newID(), startedAt: moment.now, message: message)
    user.alert = active
    let alert = Alert(
        id: active.id, user: user.id, startedAt: active.startedAt, message: message)
    var effects: [Effect] = [
        .saveAlert(alert),
        moment.event(
            .alertRaised, user.id, by: actor,
            [
                "alert": alert.id,
                "telling": situation.responders.filter(\.isReachable).map(\.handle.text)
                    .joined(separator: ", "),
            ]),
    ]
    effects += situation.responders.map { responder in
        moment.notification(
            .alertRaised, to: responder.id, about: user.id, cause: alert.id,
            moment.texts.alertRaised(situation, active, to: responder.id, isRepeat: false))
    }
    if situation.tells.isEmpty {
        effects.append(.raise(Problem(.nobodyToTell(of: active.id, user), since: moment.now)))
    }
    effects.append(.saveUser(user))
    return (alert, effects)
}

/// The call is ended: the responders are told again.
///
/// - Parameter id: clear this one only.
public func clearAlert(
    _ situation: Situation, id: Identifier?, by actor: Actor, _ moment: Moment
) throws(Refusal) -> (alert: Alert, effects: [Effect]) {
    var user = situation.user
    guard let active = user.alert, id == nil || id == active.id else {
        throw .noActiveAlert(user: user.handle.text)
    }
    user.alert = nil
    let effects =
        endAlert(active, of: user, by: actor, moment)
        + situation.responders.map { responder in
            moment.notification(
                .alertCleared, to: responder.id, about: user.id, cause: active.id,
                moment.texts.alertCleared(user, active, at: moment.now, by: actor))
        } + [.saveUser(user)]
    let alert = Alert(
        id: active.id, user: user.id, startedAt: active.startedAt, endedAt: moment.now,
        message: active.message)
    return (alert, effects)
}

func endAlert(_ active: ActiveAlert, of user: User, by actor: Actor, _ moment: Moment)
    -> [Effect]
{
    let ended = Alert(
        id: active.id, user: user.id, startedAt: active.startedAt, endedAt: moment.now,
        message: active.message)
    return [
        .saveAlert(ended),
        .withdraw(Withdrawal(kinds: [.alertRaised], about: user.id, cause: active.id)),
        moment.event(.alertCleared, user.id, by: actor, ["alert": active.id]),
        .solve(.nobodyReached(of: active.id, user)),
        .solve(.nobodyToTell(of: active.id, user)),
    ]
}

extension Alert {
    /// What a message may have (spec/domain.md).
    public static let mostCharacters = 1000
    /// No thousand characters that people write come near it, but one character may have any number of marks.
    public static let mostBytes = 32_768
}

/// An empty message is none.
private func validAlertMessage(_ text: String) throws(Refusal) -> String? {
    guard text.utf8.count <= Alert.mostBytes, text.count <= Alert.mostCharacters,
        !text.utf8.contains(0)
    else {
        throw .invalid(
            parameter: "message",
            reason: "a message has at most 1,000 characters and 32,768 bytes, and no NUL")
    }
    return text.isEmpty ? nil : text
}

/// How far the taps of a button have come; kept in memory only.
public struct AlertTaps: Hashable, Sendable {
    /// Quarters: each tap adds 0.25, at 1.0 the alert is raised.
    private var quarters = 0
    private var lastTap: Instant?

    public init() {}

    /// Without a tap for so long the progress falls back to 0.
    public static let fallsBackAfter = Span.seconds(10)

    /// Counts a tap; at 1.0 the caller raises the alert and forgets this.
    public mutating func tap(at now: Instant) -> Double {
        if let lastTap, now - lastTap >= Self.fallsBackAfter || now < lastTap { quarters = 0 }
        lastTap = now
        quarters += 1
        return Double(quarters) / 4
    }

    public func isOver(at now: Instant) -> Bool {
        lastTap.map { now - $0 >= Self.fallsBackAfter || now < $0 } ?? true
    }
}
