/// What operators are told: what is wrong, since when, what it endangers, what to do. The same
/// words stand in `lifesignalctl status`.
extension Texts {
    /// What a problem's words are made from besides its code.
    public struct ProblemFacts: Hashable, Sendable {
        public var code: Problem.Code
        public var since: Instant
        public var handle: Handle?
        public var name: String?
        /// A masked address, or the configured name that is no user.
        public var subject: String
        /// What the user does not know because of a failed delivery.
        public var unheard: UnheardAlarm?

        public init(
            code: Problem.Code, since: Instant, handle: Handle? = nil, name: String? = nil,
            subject: String = ""
        ) {
            self.code = code
            self.since = since
            self.handle = handle
            self.name = name
            self.subject = subject
        }
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

    public struct ProblemText: Hashable, Sendable {
        /// One clause for a title.
        public var title: String
        /// What is wrong and since when, and what it endangers.
        public var text: String
        /// What to do.
        public var remedy: String
    }

    public func problem(_ facts: ProblemFacts) -> ProblemText {
        let since = "since \(at(facts.since))"
        let who = facts.name.map { ForeignText.line($0) } ?? facts.handle?.text ?? "a user"
        let handle = facts.handle?.text ?? "HANDLE"
        let subject = ForeignText.line(facts.subject)
        let file = ForeignText.line(settings.file)
        switch facts.code {
        case .neverCheckedIn:
            return ProblemText(
                title: "\(who) has never checked in",
                text: "\(who) has never checked in, \(since). No deadline runs for them yet, so "
                    + "nobody would be told.",
                remedy: "Ask \(who) to check in, or do it together: "
                    + "lifesignalctl check-in -u \(handle)")
        case .nobodyToTell:
            return ProblemText(
                title: "Nobody can be told about \(who)",
                text: "\(who) needs help \(since), and no responder can be told: there is none, "
                    + "or none has a channel.",
                remedy: "Call \(who) yourself. Then: lifesignalctl responder add \(handle) "
                    + "RESPONDER, and lifesignalctl channel add ADDRESS -u RESPONDER")
        case .nobodyReached:
            return ProblemText(
                title: "Nobody has been reached about \(who)",
                text: "\(who) needs help \(since), and no responder who could act has been "
                    + "reached.",
                remedy: "Call \(who) and the responders yourself; see: lifesignalctl "
                    + "notifications")
        case .deliveryFailed:
            if let unheard = facts.unheard {
                let people = unheard.people(self)
                let need = "\(people) \(unheard.isOfOne ? "needs" : "need") help"
                // It may be read hours later.
                return ProblemText(
                    title: "\(who) could not be told that \(need)",
                    text:
                        "As of \(at(unheard.asOf)) \(who) does NOT know that \(need): \(who) can't "
                        + "be reached by \(subject), \(since). It is tried again at "
                        + "\(at(unheard.nextAttempt)), and every hour.",
                    remedy: "Call \(who), or \(people), yourself. See why: lifesignalctl "
                        + "notifications -u \(handle); then: lifesignalctl channel list -u "
                        + "\(handle)")
            }
            return ProblemText(
                title: "\(who) can't be reached by \(subject)",
                text: "A notice for \(who) by \(subject) was given up, \(since). What comes next "
                    + "may not arrive there either.",
                remedy: "See why: lifesignalctl notifications -u \(handle); then: lifesignalctl "
                    + "channel list -u \(handle)")
        case .senderMissing:
            return ProblemText(
                title: "No sender is connected",
                text: "No sender is connected, \(since). Nobody is told of anything.",
                remedy: "sudo systemctl start lifesignal-notify")
        case .notTaken:
            return ProblemText(
                title: "Notices are not being sent",
                text: "A notice has waited over a minute and no sender took it, \(since). Nobody "
                    + "is told of anything.",
                remedy: "sudo systemctl restart lifesignal-notify; then: journalctl -u "
                    + "lifesignal-notify")
        case .clockBehind:
            return ProblemText(
                title: "The server's clock is wrong",
                text: "The clock shows an earlier time than it did before, \(since). LifeSignal "
                    + "goes on by its own reckoning; where that is off, people are told too "
                    + "early or too late.",
                remedy: "timedatectl; if the clock is right now: lifesignalctl clock accept")
        case .diskFull:
            return ProblemText(
                title: "LifeSignal's disk is full",
                text: "The disk is full, \(since). Check-ins, alerts and notices go on from a "
                    + "reserve that is not without end; other changes are refused.",
                remedy: "Make room: df -h /var/lib/lifesignal; the rest happens within a minute, "
                    + "by itself.")
        case .storeNotWritable:
            return ProblemText(
                title: "LifeSignal can't write to its disk",
                text: "The database can't be written, \(since). New check-ins may be refused.",
                remedy: "df -h /var/lib/lifesignal; journalctl -u lifesignald -p err")
        case .engineLate:
            return ProblemText(
                title: "LifeSignal is late",
                text: "A deadline has passed and not been dealt with for over a minute, \(since). "
                    + "People are told late, or not at all.",
                remedy: "When very many are due at once it ends by itself. If it does not: "
                    + "journalctl -u lifesignald; sudo systemctl restart lifesignald")
        case .configurationRefused:
            return ProblemText(
                title: "The configuration was refused",
                text: "The configuration has mistakes and was refused, \(since). The one before it "
                    + "stays in force, but with this one lifesignald could not start again.",
                remedy: "See the mistakes: journalctl -u lifesignald -p warning; correct "
                    + "\(file), then: sudo systemctl reload lifesignald")
        case .unknownOperator:
            return ProblemText(
                title: "The operator \(subject) is no user",
                text: "The configuration names \(subject) as an operator, but there is no such "
                    + "user, \(since). They are told of no problem.",
                remedy: "lifesignalctl user add \(subject) --name NAME, or correct operators in "
                    + "\(file) and: sudo systemctl reload lifesignald")
        case .noOperators:
            return ProblemText(
                title: "Nobody is told of problems",
                text: "No operator is configured, \(since), so nobody is told when something is "
                    + "wrong here.",
                remedy: "Set operators in \(file), then: sudo systemctl "
                    + "reload lifesignald")
        case .operatorsUnreachable:
            return ProblemText(
                title: "No operator can be told of problems",
                text: "No operator has a channel, \(since), so nobody is told when something is "
                    + "wrong here.",
                remedy: "lifesignalctl channel add ADDRESS -u OPERATOR")
        case .nobodyWatches:
            return ProblemText(
                title: "Nobody watches the server",
                text: "Neither a heartbeat nor a watch is configured, \(since): if this machine "
                    + "dies, nobody is told.",
                remedy: "Set notify.heartbeat or notify.watch in \(file)")
        case .heartbeatNotTaken:
            return ProblemText(
                title: "The heartbeat is not taken",
                text:
                    "The server of notify.heartbeat does not take the heartbeat, \(since): if this "
                    + "machine dies, nobody may be told.",
                remedy: "See why: journalctl -u lifesignal-notify -p warning; correct "
                    + "\(file), then: sudo systemctl reload lifesignald")
        case .hold:
            return ProblemText(
                title: "A hold is on after an outage",
                text: "LifeSignal was off, could not work or was shown a wrong time until "
                    + "\(at(facts.since)). \(subject)",
                remedy: "Nothing: everybody has been given time to check in.")
        }
    }

    func system(_ facts: ProblemFacts) -> Notice {
        let problem = problem(facts)
        return Notice(title: problem.title, body: "\(problem.text) What to do: \(problem.remedy)")
    }

    func gap(_ gap: Gap) -> Notice {
        let end = gap.holdEnd(settings: settings)
        return Notice(
            title: "LifeSignal was off until \(at(gap.end))",
            body: "Nobody could check in from \(at(gap.start)) to \(at(gap.end)). Those whose "
                + "deadline fell in that time are asked to check in, and have until \(at(end)), or "
                + "half their interval if that is less. What to do: find out why, with journalctl "
                + "-u lifesignald -b -1, and ask those who rely on it whether they are well.")
    }
}
