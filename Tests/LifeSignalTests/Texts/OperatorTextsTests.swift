import Testing

@testable import LifeSignal

private let texts = Moment(.due).texts

struct OperatorTextsTests {
    private func facts(_ code: Problem.Code, subject: String = "***@example.org")
        -> Texts.ProblemFacts
    {
        Texts.ProblemFacts(
            code: code, since: .checkedIn, handle: Handle(stored: "ana"), name: "Ana",
            subject: subject)
    }

    @Test(arguments: Problem.Code.allCases, Texts.ProblemReader.allCases)
    func `every problem says what is wrong, since when, and what to do`(
        code: Problem.Code, reader: Texts.ProblemReader
    ) {
        let facts = facts(code, subject: code == .hold ? "It lasts until then." : "x")
        let problem = texts.problem(facts, for: reader)
        #expect(!problem.title.isEmpty && !problem.title.hasSuffix("."))
        #expect(problem.text.contains("Fri 2026-11-20 09:12 CET"))
        #expect(problem.text.hasSuffix("."))
        #expect(!problem.remedy.isEmpty)
        #expect(
            texts.system(facts, for: reader)
                == Notice(
                    title: problem.title, body: "\(problem.text) What to do: \(problem.remedy)"))
    }

    /// As where `--config` and `--state-directory` were given.
    private func elsewhere(_ code: Problem.Code) -> String {
        let places = Places(
            configurationFile: "/srv/net\u{7}.yaml", stateDirectory: "/srv/the\u{7} net")
        return Texts(zone: .berlin, settings: Settings(), places: places)
            .problem(facts(code), for: .administrator).remedy
    }

    @Test(arguments: [
        Problem.Code.unknownOperator, .noOperators, .nobodyWatches, .heartbeatNotTaken,
    ])
    func `what to change is said to be in the file that is read`(code: Problem.Code) {
        #expect(elsewhere(code).contains(#" /srv/net\u{7}.yaml"#))
    }

    @Test(arguments: [Problem.Code.diskFull, .storeNotWritable])
    func `what to look at is the disk that holds the database`(code: Problem.Code) {
        #expect(elsewhere(code).contains(#"df -h '/srv/the\u{7} net'; "#))
    }

    @Test(arguments: Problem.Code.allCases)
    func `no remedy names a place that is not this daemon's`(code: Problem.Code) {
        #expect(!elsewhere(code).contains("/etc/"))
        #expect(!elsewhere(code).contains("/var/"))
    }

    @Test(arguments: Texts.ProblemReader.allCases)
    func `problems are told apart by their titles`(reader: Texts.ProblemReader) {
        let titles = Problem.Code.allCases.map { texts.problem(facts($0), for: reader).title }
        #expect(Set(titles).count == titles.count)
    }

    @Test(
        arguments: [
            (
                .senderMissing, "No sender is connected",
                "No sender is connected, since Fri 2026-11-20 09:12 CET. Nobody is told of "
                    + "anything.",
                "sudo systemctl start lifesignal-notify"
            ),
            (
                .notTaken, "Notices are not being sent",
                "A notice has waited over a minute and no sender took it, since Fri 2026-11-20 "
                    + "09:12 CET. Nobody is told of anything.",
                "sudo systemctl restart lifesignal-notify; then: journalctl -u lifesignal-notify"
            ),
            (
                .clockBehind, "The server's clock is wrong",
                "The clock shows an earlier time than it did before, since Fri 2026-11-20 09:12 "
                    + "CET. LifeSignal goes on by its own reckoning; where that is off, people "
                    + "are told too early or too late.",
                "timedatectl; if the clock is right now: lifesignalctl clock accept"
            ),
            (
                .diskFull, "LifeSignal's disk is full",
                "The disk is full, since Fri 2026-11-20 09:12 CET. Check-ins, alerts and "
                    + "notices go on from a reserve that is not without end; other changes "
                    + "are refused.",
                "Make room: df -h /var/lib/lifesignal; the rest happens within a minute, by "
                    + "itself."
            ),
            (
                .storeNotWritable, "LifeSignal can't write to its disk",
                "The database can't be written, since Fri 2026-11-20 09:12 CET. New check-ins "
                    + "may be refused.",
                "df -h /var/lib/lifesignal; journalctl -u lifesignald -p err"
            ),
            (
                .engineLate, "LifeSignal is late",
                "A deadline has passed and not been dealt with for over a minute, since Fri "
                    + "2026-11-20 09:12 CET. People are told late, or not at all.",
                "When very many are due at once it ends by itself. If it does not: "
                    + "journalctl -u lifesignald; sudo systemctl restart lifesignald"
            ),
            (
                .unknownOperator, "The operator ***@example.org is no user",
                "The configuration names ***@example.org as an operator, but there is no such "
                    + "user, since Fri 2026-11-20 09:12 CET. They are told of no problem.",
                "lifesignalctl user add ***@example.org --name NAME, or correct operators in "
                    + "/etc/lifesignal/lifesignal.yaml, or in what overrides it, and: sudo "
                    + "systemctl reload lifesignald"
            ),
            (
                .noOperators, "Nobody is told of problems",
                "No operator is configured, since Fri 2026-11-20 09:12 CET, so nobody is told "
                    + "when something is wrong here.",
                "Set operators in /etc/lifesignal/lifesignal.yaml, then: sudo systemctl reload "
                    + "lifesignald"
            ),
            (
                .operatorsUnreachable, "No operator can be told of problems",
                "No operator has a channel, since Fri 2026-11-20 09:12 CET, so nobody is told when "
                    + "something is wrong here.",
                "lifesignalctl channel add ADDRESS -u OPERATOR"
            ),
            (
                .heartbeatNotTaken, "The heartbeat is not taken",
                "The server of notify.heartbeat does not take the heartbeat, since Fri 2026-11-20 "
                    + "09:12 CET: if this machine dies, nobody may be told.",
                "See why: journalctl -u lifesignal-notify -p warning; correct "
                    + "notify.heartbeat in /etc/lifesignal/lifesignal.yaml, or in what overrides "
                    + "it, then: sudo systemctl reload lifesignald"
            ),
            (
                .configurationRefused, "The configuration was refused",
                "The configuration has mistakes and was refused, since Fri 2026-11-20 09:12 CET. "
                    + "The one before it stays in force, but with this one lifesignald could not "
                    + "start again.",
                "Correct the mistakes that the journal names: journalctl -u lifesignald -p "
                    + "warning; then: sudo systemctl reload lifesignald"
            ),
            (
                .nobodyWatches, "Nobody watches the server",
                "Neither a heartbeat nor a watch is configured, since Fri 2026-11-20 09:12 CET: "
                    + "if this machine dies, nobody is told.",
                "Set notify.heartbeat or notify.watch in /etc/lifesignal/lifesignal.yaml"
            ),
            (
                .hold, "A hold is on after an outage",
                "LifeSignal was off, could not work or was shown a wrong time until "
                    + "Fri 2026-11-20 09:12 CET. ***@example.org",
                "Nothing: everybody has been given time to check in."
            ),
        ] as [(Problem.Code, String, String, String)])
    func `what concerns the server says what it endangers`(
        code: Problem.Code, title: String, text: String, remedy: String
    ) {
        let problem = texts.problem(facts(code), for: .administrator)
        #expect(problem.title == title)
        #expect(problem.text == text)
        #expect(problem.remedy == remedy)
    }

    @Test func `a gap is told with its ends and the hold's`() {
        let gap = Gap(
            number: 1, start: .due - .minutes(42), end: .due, firstEnd: .due)
        #expect(
            texts.gap(gap)
                == Notice(
                    title: "LifeSignal was off until Sat 2026-11-21 09:12 CET",
                    body: "Nobody could check in from Sat 2026-11-21 08:30 CET to "
                        + "Sat 2026-11-21 09:12 CET. Those whose deadline fell in that time are "
                        + "asked to check in, and have until Sat 2026-11-21 09:27 CET, or half "
                        + "their interval if that is less. What to do: find out why, with "
                        + "journalctl -u lifesignald -b -1, and ask those who rely on it whether they are "
                        + "well."))
    }
}
