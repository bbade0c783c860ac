import LifeSignal
import LifeSignalAPI
import Varlink

/// Channels, and what was sent over them.
extension Desk {
    /// How long `TestChannel` waits for an outcome.
    static let testSeconds = 30
    /// How long it waits for a sender, which may be restarting: it is ready before it is connected.
    static let senderSeconds = 1

    func addChannelMethods(to router: inout Router) {
        router.on(People.AddChannel.self, writing { try $0.addChannel($1) }) {
            People.AddChannel.Reply(channel: $0)
        }
        router.on(People.RemoveChannel.self, writing { try $0.removeChannel($1.id) }) {
            People.RemoveChannel.Reply(user: $0.user.text, remaining: Int64($0.remaining))
        }
        router.onStream(People.ListChannels.self) { parameters, call, replies in
            let channels = try await self.read(call) { visit in
                let user = try visit.user(parameters.user, for: Deed.seeArrangements)
                return try ChannelTable.channels(visit.db, of: user.id)
                    .map { visit.shown($0, of: user.handle) }
            }
            for channel in channels {
                try await replies.send(People.ListChannels.Reply(channel: channel))
            }
        }
        router.on(People.TestChannel.self) { parameters, call in
            try await self.test(parameters.id, call)
        }
        router.onStream(People.ListNotifications.self) { parameters, call, replies in
            try await self.list(call, replies, from: Int64?.none, limit: parameters.limit) {
                visit, before, limit in
                try visit.notifications(parameters, before: before, limit: limit)
            } reply: {
                People.ListNotifications.Reply(notification: $0)
            }
        }
    }

    /// Answers once the test is delivered, its first attempt has failed, or the time is over; at once
    /// where a pause was asked for that is longer, and soon where nobody sends.
    private func test(_ id: Identifier, _ call: Call) async throws -> People.TestChannel.Reply {
        let (notification, user, pausedUntil) = try await write(call) { visit in
            let record = try visit.channel(id)
            let user = try UserTable.user(visit.db, record.channel.user)?.handle.text
            try visit.count(.tests)
            let test = testChannel(record.channel, visit.moment)
            try visit.turn.apply([.notify(test)])
            let pausedUntil = record.pause(at: visit.turn.now + .seconds(Int64(Self.testSeconds)))
            return (test.id, user, pausedUntil)
        }
        if let pausedUntil {
            return People.TestChannel.Reply(
                delivered: false,
                detail: "its other side asked for a pause; the test goes out when that is over",
                pausedUntil: pausedUntil.rfc3339, user: user)
        }
        let start = ContinuousClock.now
        let timeout = Task {
            try await Task.sleep(for: .seconds(Self.senderSeconds))
            engine.deliveries.raise()
            try await Task.sleep(for: .seconds(Self.testSeconds - Self.senderSeconds))
            engine.deliveries.raise()
        }
        defer { timeout.cancel() }
        for await _ in engine.deliveries.subscribe() {
            let attempt = try await read(call) { visit in
                try DeliveryTable.firstAttempt(visit.db, of: notification)
            }
            if let attempt {
                return People.TestChannel.Reply(
                    delivered: attempt.delivered, detail: attempt.detail, user: user,
                    nextAttempt: attempt.next?.rfc3339)
            }
            let waited = ContinuousClock.now - start
            if waited >= .seconds(Self.testSeconds) { break }
            if waited >= .seconds(Self.senderSeconds) {
                let isSending = try await read(call) { $0.turn.memory.outbox.isConnected }
                guard isSending else {
                    return People.TestChannel.Reply(
                        delivered: false,
                        detail: "no sender is connected; the test goes out when one is",
                        user: user, senderConnected: false)
                }
            }
        }
        try Task.checkCancellation()
        let isUnderWay = try await read(call) { visit in
            try DeliveryTable.hasBegun(visit.db, notification)
        }
        return People.TestChannel.Reply(
            delivered: false,
            detail: isUnderWay
                ? "nothing has answered within \(Self.testSeconds) s; it is still being tried"
                : "no sender has tried it within \(Self.testSeconds) s; it still waits",
            user: user)
    }
}

extension Visit {
    func addChannel(_ wanted: People.AddChannel.Parameters) throws -> People.Channel {
        let user = try user(wanted.user, for: Deed.manageChannels)
        let address = try ChannelAddress(wanted.address)
        guard caller.isAdmin || !address.needsAdmin else { throw Refusal.permissionDenied }
        let dependents = try EdgeTable.needingHelp(db, of: user.id)
            .compactMap { try UserTable.user(db, $0) }
        let causes = (dependents + [user]).flatMap(\.emergencies)
        let added = try LifeSignal.addChannel(
            address.text, isPrivate: wanted.private ?? address.isPrivateByDefault, to: user.id,
            existing: try ChannelTable.channels(db, of: user.id).map(\.channel),
            current: try NotificationTable.newest(db, to: user.id, ofCauses: causes),
            dependents: dependents, by: caller.actor, moment)
        try turn.apply(added.effects)
        return shown(ChannelTable.Record(channel: added.channel), of: user.handle)
    }

    /// - Returns: whose it was, and how many they still have.
    func removeChannel(_ id: Identifier) throws -> (user: Handle, remaining: Int) {
        let channel = try channel(id).channel
        guard let user = try UserTable.user(db, channel.user) else {
            throw Refusal.noSuchChannel(id)
        }
        try turn.apply(LifeSignal.removeChannel(channel, by: caller.actor, moment))
        try look(whoIsLeftFor: EdgeTable.needingHelp(db, of: channel.user))
        return (user.handle, try ChannelTable.channels(db, of: channel.user).count)
    }

    /// A channel that the caller may know of; any other is none.
    fileprivate func channel(_ id: Identifier) throws -> ChannelTable.Record {
        let found = try ChannelTable.channel(db, id)
        let relation = try relation(to: found?.channel.user ?? .nobody)
        guard let record = found, caller.may(.manageChannels(of: relation)) else {
            throw Refusal.noSuchChannel(id)
        }
        return record
    }

    fileprivate func notifications(
        _ wanted: People.ListNotifications.Parameters, before: Int64?, limit: Int
    ) throws -> [(Int64?, People.Notification)] {
        let user = try user(wanted.user, for: Deed.seeArrangements)
        var first = before
        if before == nil, let id = wanted.before {
            guard let sequence = try NotificationTable.sequence(db, of: id, user: user.id) else {
                throw Refusal.invalid(parameter: "before", reason: "no such entry")
            }
            first = sequence
        }
        return try NotificationTable.page(db, of: user.id, Page(before: first, limit: limit))
            .map { ($0.sequence, try shown($0)) }
    }
}
