/// Problems that are about a person. Not operators alone read of them: responders are told of some, and whom they are
/// about sees them in `lifesignalctl status`. What a reader is asked to do is something that they may do
/// (docs/decisions/0025-who-cannot-be-told-is-said.md).
extension Texts {
    /// Who reads of a problem.
    public enum ProblemReader: Hashable, Sendable, CaseIterable {
        /// An administrator, who may do everything for anyone, or an operator, who is told of problems and may have to
        /// ask one.
        case administrator
        /// The one whom it is about.
        case themselves
        /// Somebody who looks out for them.
        case responder
    }

    /// Alarms that were given up on a channel, and have come to their recipient on no other.
    public struct UnheardAlarm: Hashable, Sendable {
        /// The names of those who need help.
        public var names: [String]
        /// There may be more of them.
        public var hasMore: Bool
        /// Since then it may have changed.
        public var asOf: Instant
        /// When the first of them is tried again.
        public var nextAttempt: Instant

        public init(names: [String], hasMore: Bool, asOf: Instant, nextAttempt: Instant) {
            self.names = names
            self.hasMore = hasMore
            self.asOf = asOf
            self.nextAttempt = nextAttempt
        }

        /// So many are named; of the others it is said that there are some.
        static let mostNamed = 5

        /// `Zoë`, `Zoë, Yves`, `Zoë, Yves and others`
        func people(_ texts: Texts) -> String {
            let named = texts.list(Array(names.prefix(Self.mostNamed)))
            return named + (hasMore || names.count > Self.mostNamed ? " and others" : "")
        }

        var isOfOne: Bool { names.count == 1 && !hasMore }
    }

    func neverCheckedIn(_ facts: ProblemFacts, for reader: ProblemReader) -> ProblemText {
        let (who, since) = (facts.who, since(facts))
        let remedy =
            switch reader {
            case .administrator:
                "Ask \(who) to check in, or do it together, as an administrator: lifesignalctl "
                    + "check-in -u \(facts.shownHandle)"
            case .themselves: "Check in: lifesignalctl check-in"
            case .responder:
                "Ask \(who) to check in. The first time only \(who), or an administrator, can do "
                    + "it."
            }
        if reader == .themselves {
            return ProblemText(
                title: "You have never checked in",
                text: "You have never checked in, \(since). No deadline runs for you yet, so "
                    + "nobody would be told if you fell silent.", remedy: remedy)
        }
        return ProblemText(
            title: "\(who) has never checked in",
            text: "\(who) has never checked in, \(since). No deadline runs for them yet, so "
                + "nobody would be told.", remedy: remedy)
    }

    func nobodyToTell(_ facts: ProblemFacts, for reader: ProblemReader) -> ProblemText {
        let (who, since, handle) = (facts.who, since(facts), facts.shownHandle)
        switch reader {
        case .administrator:
            return ProblemText(
                title: "Nobody can be told about \(who)",
                text: "\(who) needs help \(since), and no responder can be told: there is none, "
                    + "or none has a channel.",
                remedy:
                    "Call \(who) yourself. Then, as an administrator: lifesignalctl responder add "
                    + "\(handle) RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER")
        case .themselves:
            return ProblemText(
                title: "Nobody can be told about you",
                text: "No responder can be told that you may need help, \(since): you have none, "
                    + "or none has a channel.",
                remedy: "\(callSomebody) Then: lifesignalctl responder add \(handle) RESPONDER, "
                    + "and ask your responders to add a channel.")
        case .responder:
            // Nor have they themselves, or the problem would be over.
            return ProblemText(
                title: "Nobody can be told about \(who)",
                text: "\(who) needs help \(since), and no responder can be told: none has a "
                    + "channel, you neither.",
                remedy: "Call \(who) yourself. Then: lifesignalctl channel add ADDRESS")
        }
    }

    func nobodyReached(_ facts: ProblemFacts, for reader: ProblemReader) -> ProblemText {
        let (who, since) = (facts.who, since(facts))
        let remedy =
            switch reader {
            case .administrator:
                "Call \(who) and the responders yourself; see, as an administrator: lifesignalctl "
                    + "notifications -u RESPONDER"
            case .themselves: "\(callSomebody) Who looks out for you: lifesignalctl responder list"
            case .responder:
                "Call \(who) yourself. What became of the notices to you: lifesignalctl "
                    + "notifications"
            }
        if reader == .themselves {
            return ProblemText(
                title: "Nobody who can act has been reached about you",
                text: "No responder who can act has been reached, \(since). It may be that "
                    + "nobody knows that you need help.", remedy: remedy)
        }
        return ProblemText(
            title: "Nobody who can act has been reached about \(who)",
            text: "\(who) needs help \(since), and no responder who can act has been reached.",
            remedy: remedy)
    }

    /// What whoever may need help can do at once; LifeSignal calls nobody.
    private var callSomebody: String {
        "If you need help, call somebody yourself; if your life is in danger, call "
            + "\(settings.emergency)."
    }

    func deliveryFailed(_ facts: ProblemFacts, for reader: ProblemReader) -> ProblemText {
        // Whom somebody looks out for is nothing to those who look out for them.
        if let unheard = facts.unheard, reader != .responder {
            return alarmUnheard(unheard, facts, for: reader)
        }
        let (who, since, subject) = (facts.who, since(facts), facts.shownSubject)
        let isOwn = reader == .themselves
        return ProblemText(
            title: "\(isOwn ? "You" : who) can't be reached by \(subject)",
            text: (facts.wasGivenUp
                ? "A notice for \(isOwn ? "you" : who) by \(subject) was given up, and nothing has "
                    + "arrived there \(since). "
                : "Nothing that was sent to \(isOwn ? "you" : who) by \(subject) has arrived "
                    + "\(since). ") + "What comes next may not arrive there either.",
            remedy: seeWhyItFailed(facts, for: reader))
    }

    private func alarmUnheard(
        _ unheard: UnheardAlarm, _ facts: ProblemFacts, for reader: ProblemReader
    ) -> ProblemText {
        let (who, since, subject) = (facts.who, since(facts), facts.shownSubject)
        let people = unheard.people(self)
        let need = "\(people) \(unheard.isOfOne ? "needs" : "need") help"
        // It may be read hours later.
        let asOf = at(unheard.asOf)
        let next = "It is tried again at \(at(unheard.nextAttempt)), and every hour."
        let seeWhy = seeWhyItFailed(facts, for: reader)
        if reader == .themselves {
            return ProblemText(
                title: "You could not be told that \(need)",
                text: "As of \(asOf) \(need), and you could not be told: you can't be reached by "
                    + "\(subject), \(since). \(next)",
                remedy: "Call \(people) yourself. \(seeWhy)")
        }
        return ProblemText(
            title: "\(who) could not be told that \(need)",
            text: "As of \(asOf) \(who) does NOT know that \(need): \(who) can't be reached by "
                + "\(subject), \(since). \(next)",
            remedy: "Call \(who), or \(people), yourself. \(seeWhy)")
    }

    private func seeWhyItFailed(_ facts: ProblemFacts, for reader: ProblemReader) -> String {
        let (who, handle) = (facts.who, facts.shownHandle)
        return switch reader {
        case .administrator:
            "See why, as an administrator: lifesignalctl notifications -u \(handle); then: "
                + "lifesignalctl channel list -u \(handle)"
        case .themselves:
            "See why: lifesignalctl notifications; then: lifesignalctl channel list"
        case .responder:
            "Tell \(who) in another way. Only \(who), or an administrator, can see why and change "
                + "it."
        }
    }
}
