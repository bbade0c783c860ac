import LifeSignal
import LifeSignalAPI
import Varlink

extension Desk {
    func addAlertMethods(to router: inout Router) {
        router.on(People.RaiseAlert.self, writing { try $0.raiseAlert($1) })
        router.on(People.TapAlert.self, writing { try $0.tap($1.user) })
        router.on(People.ClearAlert.self, writing { try $0.clearAlert($1) })
        router.onStream(People.ListAlerts.self) { parameters, call, replies in
            try await self.list(call, replies, from: Int64?.none, limit: parameters.limit) {
                visit, before, limit in
                try visit.alerts(parameters, before: before, limit: limit)
            } reply: {
                People.ListAlerts.Reply(alert: $0)
            }
        }
    }
}

extension Visit {
    func raiseAlert(_ wanted: People.RaiseAlert.Parameters) throws -> People.RaiseAlert.Reply {
        try raise(try user(wanted.user, for: Deed.useAlert), message: wanted.message)
    }

    private func raise(_ user: User, message: String?) throws -> People.RaiseAlert.Reply {
        let situation = try Situations.whole(db, of: user)
        if let active = user.alert { throw stillOn(active, situation) }
        let raised = try LifeSignal.raiseAlert(
            situation, message: message, by: caller.actor, moment)
        try turn.apply(raised.effects)
        turn.memory.taps[user.id] = nil
        return People.RaiseAlert.Reply(
            alert: shown(raised.alert, of: user.handle), tells: situation.tells,
            senderConnected: turn.memory.outbox.isConnected)
    }

    /// Who tries once more has to hear whether anybody is told at all.
    private func stillOn(_ active: ActiveAlert, _ situation: Situation) -> Refusal {
        .alertActive(
            since: active.startedAt, tells: situation.tells,
            isSending: turn.memory.outbox.isConnected)
    }

    fileprivate func tap(_ handle: String?) throws -> People.TapAlert.Reply {
        let user = try user(handle, for: Deed.useAlert)
        if let active = user.alert {
            throw stillOn(active, try Situations.whole(db, of: user))
        }
        var taps = turn.memory.taps[user.id] ?? AlertTaps()
        let progress = taps.tap(at: turn.now)
        turn.memory.taps[user.id] = taps
        guard progress >= 1 else { return People.TapAlert.Reply(progress: progress) }
        let raised = try raise(user, message: nil)
        return People.TapAlert.Reply(
            progress: progress, alert: raised.alert, tells: raised.tells,
            senderConnected: raised.senderConnected)
    }

    func clearAlert(_ wanted: People.ClearAlert.Parameters) throws -> People.ClearAlert.Reply {
        let user = try user(wanted.user, for: Deed.useAlert)
        let situation = try Situations.whole(db, of: user)
        let cleared = try LifeSignal.clearAlert(
            situation, id: wanted.alert, by: caller.actor, moment)
        try turn.apply(cleared.effects)
        return People.ClearAlert.Reply(
            alert: shown(cleared.alert, of: user.handle), tells: situation.tells,
            senderConnected: turn.memory.outbox.isConnected)
    }

    fileprivate func alerts(
        _ wanted: People.ListAlerts.Parameters, before: Int64?, limit: Int
    ) throws -> [(Int64?, People.Alert)] {
        let user = try user(wanted.user, for: Deed.seeLife)
        var first = before
        if before == nil, let id = wanted.before {
            guard let sequence = try AlertTable.sequence(db, of: id, user: user.id) else {
                throw Refusal.invalid(parameter: "before", reason: "no such entry")
            }
            first = sequence
        }
        return try AlertTable.page(db, of: user.id, Page(before: first, limit: limit)).map {
            ($0.sequence, shown($0.alert, of: user.handle))
        }
    }
}
