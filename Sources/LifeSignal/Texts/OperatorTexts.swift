/// What operators are told: what is wrong, since when, what it endangers, what to do. The same
/// words stand in `lifesignalctl status` for administrators.
extension Texts {
    /// What a problem's words are made from besides its code.
    public struct ProblemFacts: Hashable, Sendable {
        public var code: Problem.Code
        public var since: Instant
        public var handle: Handle?
        public var name: String?
        /// A masked address, or the configured name that is no user.
        public var subject: String
        /// A notice was given up, where a channel takes nothing.
        public var wasGivenUp = false
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

        var who: String { name.map { ForeignText.line($0) } ?? handle?.text ?? "a user" }
        var shownHandle: String { handle?.text ?? "HANDLE" }
        var shownSubject: String { ForeignText.line(subject) }
    }

    public struct ProblemText: Hashable, Sendable {
        /// One clause for a title.
        public var title: String
        /// What is wrong and since when, and what it endangers.
        public var text: String
        /// What to do.
        public var remedy: String
    }

    /// What is about the server has no other reader than administrators.
    public func problem(_ facts: ProblemFacts, for reader: ProblemReader) -> ProblemText {
        let since = since(facts)
        let subject = facts.shownSubject
        let file = ForeignText.line(places.configurationFile)
        let lookForRoom = "df -h " + ForeignText.line(ShellQuoting.joined([places.stateDirectory]))
        switch facts.code {
        case .neverCheckedIn: return neverCheckedIn(facts, for: reader)
        case .nobodyToTell: return nobodyToTell(facts, for: reader)
        case .nobodyReached: return nobodyReached(facts, for: reader)
        case .deliveryFailed: return deliveryFailed(facts, for: reader)
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
                remedy: "Make room: \(lookForRoom); the rest happens within a minute, "
                    + "by itself.")
        case .storeNotWritable:
            return ProblemText(
                title: "LifeSignal can't write to its disk",
                text: "The database can't be written, \(since). New check-ins may be refused.",
                remedy: "\(lookForRoom); journalctl -u lifesignald -p err")
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
                remedy: "Correct the mistakes that the journal names: journalctl -u lifesignald "
                    + "-p warning; then: sudo systemctl reload lifesignald")
        case .unknownOperator:
            return ProblemText(
                title: "The operator \(subject) is no user",
                text: "The configuration names \(subject) as an operator, but there is no such "
                    + "user, \(since). They are told of no problem.",
                remedy: "lifesignalctl user add \(subject) --name NAME, or correct operators in "
                    + "\(file), or in what overrides it, and: sudo systemctl reload lifesignald")
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
                    + "notify.heartbeat in \(file), or in what overrides it, then: sudo "
                    + "systemctl reload lifesignald")
        case .hold:
            return ProblemText(
                title: "A hold is on after an outage",
                text: "LifeSignal was off, could not work or was shown a wrong time until "
                    + "\(at(facts.since)). \(subject)",
                remedy: "Nothing: everybody has been given time to check in.")
        }
    }

    func since(_ facts: ProblemFacts) -> String { "since \(at(facts.since))" }

    func system(_ facts: ProblemFacts, for reader: ProblemReader) -> Notice {
        let problem = problem(facts, for: reader)
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
