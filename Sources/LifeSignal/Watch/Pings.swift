extension Ping {
    /// When a pending ping gives up waiting: `settings.pingExpiry` after it was sent, and no
    /// earlier than catchUpGrace after the end of a gap that it waited in.
    public func expiry(gap: Gap?, settings: Settings) -> Instant {
        let expiry = sentAt + settings.pingExpiry
        guard let gap, sentAt <= gap.end else { return expiry }
        return max(expiry, gap.end + settings.catchUpGrace)
    }

    fileprivate func ended(_ status: Status, at instant: Instant) -> Ping {
        var ping = self
        ping.status = status
        ping.endedAt = instant
        return ping
    }

    fileprivate func requirePending() throws(Refusal) {
        guard status == .pending else { throw .pingEnded(id, status) }
    }

    /// An undelivered question is pointless once it has ended.
    fileprivate var withdrawal: Effect {
        .withdraw(Withdrawal(kinds: [.ping], recipient: recipient, cause: id))
    }
}

/// `sender` asks the user of `situation` whether they are all right.
///
/// - Parameter pending: the ping that waits already between the two, if any.
public func sendPing(
    to situation: Situation, from sender: User, pending: Identifier?, by actor: Actor,
    _ moment: Moment
) throws(Refusal) -> (ping: Ping, effects: [Effect]) {
    let recipient = situation.user
    guard situation.responders.contains(where: { $0.id == sender.id }) else {
        throw .notAResponder(dependent: recipient.handle.text, responder: sender.handle.text)
    }
    if let pending { throw .pingPending(pending) }
    let ping = Ping(
        id: moment.newID(), sender: sender.id, recipient: recipient.id, sentAt: moment.now)
    return (
        ping,
        [
            .savePing(ping),
            moment.event(
                .pingSent, recipient.id, by: actor,
                ["ping": ping.id, "sender": sender.handle.text]),
            moment.notification(
                .ping, to: recipient.id, about: sender.id, cause: ping.id,
                moment.texts.ping(
                    from: sender.name,
                    due: recipient.needsHelp(at: moment.now) ? nil : recipient.nextCheckIn)),
        ]
    )
}

/// The recipient answers the given pending pings.
///
/// An answer by the recipient's own account while overdue or non-responsive is a check-in too,
/// which answers all of them: who answers is not silent.
public func respondToPings(
    _ pings: [Ping], _ situation: Situation, by actor: Actor, _ moment: Moment
) throws(Refusal) -> [Effect] {
    for ping in pings { try ping.requirePending() }
    let user = situation.user
    if actor.isUser(user.id), user.needsHelp(at: moment.now), !pings.isEmpty {
        return checkIn(situation, source: .manual, by: actor, moment).effects
    }
    let isActive = user.status(at: moment.now) == .active
    let standing: Texts.Standing = isActive ? .unsaid : .notCheckedIn
    return pings.flatMap {
        respond(to: $0, by: actor, name: user.name, standing: standing, moment)
    }
}

func respond(
    to ping: Ping, by actor: Actor, name: String, standing: Texts.Standing, _ moment: Moment
) -> [Effect] {
    [
        .savePing(ping.ended(.responded, at: moment.now)), ping.withdrawal,
        moment.event(.pingResponded, ping.recipient, by: actor, ["ping": ping.id]),
        moment.notification(
            .pingResponded, to: ping.sender, about: ping.recipient, cause: ping.id,
            moment.texts.pingResponded(
                by: name, at: moment.now, standing,
                enteredBy: actor.isUser(ping.recipient) ? nil : actor)),
    ]
}

/// The sender takes the question back.
public func clearPing(_ ping: Ping, senderName: String, by actor: Actor, _ moment: Moment)
    throws(Refusal) -> [Effect]
{
    try ping.requirePending()
    return cleared(ping, senderName: senderName, by: actor, moment)
}

func cleared(_ ping: Ping, senderName: String, by actor: Actor, _ moment: Moment) -> [Effect] {
    [
        .savePing(ping.ended(.cleared, at: moment.now)), ping.withdrawal,
        moment.event(.pingCleared, ping.recipient, by: actor, ["ping": ping.id]),
        moment.notification(
            .pingCleared, to: ping.recipient, about: ping.sender, cause: ping.id,
            moment.texts.pingCleared(by: senderName, sentAt: ping.sentAt)),
    ]
}

/// A look at one pending ping: it expires when its time has come.
///
/// - Parameter wasDelivered: whether one of the recipient's channels accepted the question.
public func look(at ping: Ping, to recipient: User, wasDelivered: Bool, _ moment: Moment)
    -> [Effect]
{
    guard ping.status == .pending,
        moment.now >= ping.expiry(gap: moment.gap, settings: moment.settings)
    else { return [] }
    return [
        .savePing(ping.ended(.expired, at: moment.now)), ping.withdrawal,
        moment.event(.pingExpired, ping.recipient, by: .daemon, ["ping": ping.id]),
        moment.notification(
            .pingExpired, to: ping.sender, about: ping.recipient, cause: ping.id,
            moment.texts.pingExpired(recipient, wasDelivered: wasDelivered)),
    ]
}
