/// At most so many channels reach one user.
public let mostChannels = 16

/// A new channel; notices of incidents that are still on go to it at once, older ones never.
///
/// - Parameters:
///   - existing: the user's channels.
///   - current: the user's newest notice of each incident that is still on.
///   - dependents: those in an incident, or with an alert; from now on somebody can be told of them.
public func addChannel(
    _ address: String, isPrivate: Bool, to user: UserID, existing: [Channel],
    current: [Identifier], dependents: [User], by actor: Actor, _ moment: Moment
) throws(Refusal) -> (channel: Channel, effects: [Effect]) {
    if let same = existing.first(where: { $0.address == address }) {
        throw .channelExists(same.id)
    }
    guard existing.count < mostChannels else {
        throw .limitReached(what: "channels", limit: mostChannels)
    }
    let channel = Channel(
        id: moment.newID(), user: user, address: address, isPrivate: isPrivate,
        addedAt: moment.now)
    let effects: [Effect] =
        [
            .addChannel(channel),
            moment.event(.channelAdded, user, by: actor, ["channel": channel.id]),
        ] + current.map { .deliver(notification: $0, channel: channel.id) }
        + dependents.flatMap { dependent in
            dependent.emergencies.map { .solve(.nobodyToTell(of: $0, dependent)) }
        }
        + (existing.isEmpty && moment.operators.contains(user) ? [.tellUnheardProblems] : [])
    return (channel, effects)
}

/// A channel goes; what was still to be sent over it is withdrawn by the store with it.
public func removeChannel(_ channel: Channel, by actor: Actor, _ moment: Moment) -> [Effect] {
    [
        .removeChannel(channel.id),
        .solve(Problem.Key(.deliveryFailed, user: channel.user, subject: channel.id)),
        moment.event(.channelRemoved, channel.user, by: actor, ["channel": channel.id]),
    ]
}

/// A notice that goes the very same way as every other, on one channel.
public func testChannel(_ channel: Channel, _ moment: Moment) -> Notification {
    Notification(
        id: moment.newID(), kind: .test, recipient: channel.user, about: nil, at: moment.now,
        notice: Texts.test, channels: .only([channel.id]))
}
