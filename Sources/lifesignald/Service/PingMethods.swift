import LifeSignal
import LifeSignalAPI
import Varlink

extension Desk {
    func addPingMethods(to router: inout Router) {
        router.on(People.SendPing.self, writing { try $0.sendPing($1) })
        router.on(People.RespondPing.self, writing { try $0.respondPing($1.id) }) {
            People.RespondPing.Reply(ping: $0)
        }
        router.on(People.RespondAllPings.self, writing { try $0.respondAllPings($1.user) }) {
            People.RespondAllPings.Reply(count: Int64($0))
        }
        router.on(People.ClearPing.self, writing { try $0.clearPing($1.id) }) {
            People.ClearPing.Reply(ping: $0)
        }
        router.on(People.GetPing.self, reading { try $0.shown(try $0.ping($1.id)) }) {
            People.GetPing.Reply(ping: $0)
        }
        router.onStream(People.ListPings.self) { parameters, call, replies in
            try await self.list(call, replies, from: Int64?.none, limit: parameters.limit) {
                visit, before, limit in
                try visit.pings(parameters, before: before, limit: limit)
            } reply: {
                People.ListPings.Reply(ping: $0)
            }
        }
    }
}

extension Visit {
    func sendPing(_ wanted: People.SendPing.Parameters) throws
        -> People.SendPing.Reply
    {
        let sender = try user(wanted.sender, for: Deed.sendPing)
        let (recipient, relation) = try user(wanted.recipient)
        // A bound account pings its dependents; of others it is told nothing.
        guard caller.isAdmin || relation == .dependent else {
            throw RefusedCall(.permissionDenied, about: recipient.handle)
        }
        let situation = try Situations.whole(db, of: recipient)
        let sent = try LifeSignal.sendPing(
            to: situation, from: sender,
            pending: try PingTable.pending(db, from: sender.id, to: recipient.id),
            by: caller.actor, moment)
        try count(.pings)
        try turn.apply(sent.effects)
        return People.SendPing.Reply(
            ping: try shown(sent.ping), tells: situation.isReachable ? [recipient.name] : [],
            senderConnected: turn.memory.outbox.isConnected)
    }

    /// A ping that the caller may know of; any other is none.
    fileprivate func ping(_ id: Identifier) throws -> Ping {
        guard let ping = try PingTable.ping(db, id),
            caller.isAdmin || caller.user == ping.sender || caller.user == ping.recipient
        else { throw Refusal.noSuchPing(id) }
        return ping
    }

    func respondPing(_ id: Identifier) throws -> People.Ping {
        let ping = try ping(id)
        try require(.answerPing(to: try relation(to: ping.recipient)))
        try respond([ping], of: ping.recipient)
        return try shown(try self.ping(id))
    }

    func respondAllPings(_ handle: String?) throws -> Int {
        let recipient = try user(handle, for: Deed.answerPing)
        let pings = try PingTable.received(db, by: recipient.id).map(\.ping)
        try respond(pings, of: recipient.id)
        return pings.count
    }

    private func respond(_ pings: [Ping], of recipient: UserID) throws {
        guard let user = try UserTable.user(db, recipient) else { return }
        try turn.apply(
            respondToPings(
                pings, try Situations.forCheckIn(db, of: user), by: caller.actor, moment))
    }

    func clearPing(_ id: Identifier) throws -> People.Ping {
        let ping = try ping(id)
        try require(.clearPing(sentBy: try relation(to: ping.sender)))
        let sender = try UserTable.name(db, ping.sender)
        try turn.apply(
            LifeSignal.clearPing(ping, senderName: sender.name, by: caller.actor, moment))
        return try shown(try self.ping(id))
    }

    /// Of a dependent only the pings between the two.
    fileprivate func pings(
        _ wanted: People.ListPings.Parameters, before: Int64?, limit: Int
    ) throws -> [(Int64?, People.Ping)] {
        let (user, relation) = try user(wanted.user)
        try require(.seeLife(relation), about: user)
        let isWhole = caller.isAdmin || relation == .itself
        let selection = PingTable.Selection(
            user: user.id, other: isWhole ? nil : caller.user,
            isSent: wanted.direction?.rawValue != "received",
            isReceived: wanted.direction?.rawValue != "sent",
            isPending: wanted.pendingOnly ?? false)
        var first = before
        if before == nil, let id = wanted.before {
            guard let sequence = try PingTable.sequence(db, of: id, among: selection) else {
                throw Refusal.noSuchPing(id)
            }
            first = sequence
        }
        return try PingTable.page(db, selection, Page(before: first, limit: limit)).map {
            ($0.sequence, try shown($0.ping))
        }
    }
}
