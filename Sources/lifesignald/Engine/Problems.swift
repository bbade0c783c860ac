import LifeSignal

/// Problems with their words, for operators and for `GetStatus`.
enum Problems {
    /// What operators are sent about a problem.
    static func telling(_ problem: ProblemTable.Record, _ turn: Turn) throws -> [Effect] {
        let responders = try problem.key.user.map {
            try EdgeTable.responders(turn.db, of: $0).map(\.id)
        }
        return tellOperators(
            of: problem.key, try facts(problem, turn), responders: responders ?? [], turn.moment)
    }

    static func facts(_ problem: ProblemTable.Record, _ turn: Turn) throws -> Texts.ProblemFacts {
        var facts = Texts.ProblemFacts(
            code: problem.key.code, since: problem.since, handle: problem.handle,
            name: problem.name, subject: problem.key.subject)
        if problem.key.code == .deliveryFailed,
            let record = try ChannelTable.channel(turn.db, problem.key.subject)
        {
            facts.subject = ChannelAddress(stored: record.channel.address).masked
            facts.wasGivenUp = record.unresolved > 0
            facts.unheard = try DeliveryTable.unheardAlarm(
                turn.db, channel: record.channel.id, at: turn.now)
        }
        return facts
    }
}
