import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignalctl

struct FailureTests {
    /// Whatever the daemon may refuse with, and what a person reads then.
    private static let refusals: [(People.Failure, String)] = [
        (
            People.Failure.noSuchUser(user: "zoe"),
            "there is no user “zoe”. See: lifesignalctl user list"
        ),
        (
            .userExists(user: "ana"),
            "there is a user “ana” already. See: lifesignalctl user show ana"
        ),
        (
            .noAccount(account: "deploy"),
            """
            your account “deploy” is bound to no user. Say who is meant with -u HANDLE, or, as \
            an administrator, bind it: sudo lifesignalctl user set HANDLE --account deploy \
            --socket SOCKET
            """
        ),
        (
            .accountTaken(account: "ana"),
            """
            the account “ana” is bound to another user. See whose it is: sudo \
            lifesignalctl user list --json --socket SOCKET
            """
        ),
        (
            .wouldBeOverdue(user: "ana", nextCheckIn: "2026-11-20T19:00:00.000Z"),
            """
            with that schedule ana was due by Fri 2026-11-20 20:00 CET, and nobody becomes \
            overdue, or stops being so, by an edit. If ana is well, check in with the same \
            step: add --check-in
            """
        ),
        (
            .inIncident(user: "ana", since: "2026-11-20T19:00:00.000Z"),
            """
            ana may need help since Fri 2026-11-20 20:00 CET, and whoever is removed is \
            looked out for no more. See: lifesignalctl status ana; to remove them all the \
            same, add --force
            """
        ),
        (
            .alreadyResponder(dependent: "ana", responder: "ben"),
            "ben looks out for ana already. See: lifesignalctl responder list -u ana"
        ),
        (
            .notAResponder(dependent: "ana", responder: "ben"),
            """
            ben does not look out for ana. To change that: lifesignalctl responder add ana \
            ben
            """
        ),
        (
            .noSuchPing(id: "q7"),
            """
            there is no such question, or it is not yours to see. See: lifesignalctl ping \
            list
            """
        ),
        (
            .pingPending(id: "q7"),
            """
            your question q7 still waits for an answer. See: lifesignalctl ping show q7
            """
        ),
        (
            .pingEnded(id: "q7", status: .expired),
            "question q7 is over: not answered in time. See: lifesignalctl ping list"
        ),
        (
            .callIsOn,
            """
            the call of Fri 2026-11-20 20:00 CET is still on, and responders are \
            told of it until it is cleared. See: lifesignalctl alert list
            """
        ),
        (
            .noActiveAlert(user: "ana"),
            "ana is not calling for help. See: lifesignalctl alert list -u ana"
        ),
        (
            .noSuchChannel(id: "ch7"),
            """
            there is no such channel, or it is not yours to see. See: lifesignalctl \
            channel list
            """
        ),
        (
            .channelExists(id: "ch7"),
            "channel ch7 has this address already. See: lifesignalctl channel list"
        ),
        (
            .limitReached(what: "channels", limit: 16),
            """
            no more than 16 channels are possible. Remove one that is not needed
            """
        ),
        (
            .limitReached(what: "pings an hour", limit: 12),
            "no more than 12 pings an hour are possible. Try again later"
        ),
    ]

    @Test(arguments: ["-u ben", "--user ben", "--user=ben", "-u=ben"])
    func `the next command is about the same user`(option: String) async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                People.AddChannel.self, .refusal(People.Failure.channelExists(id: "ch7")))
            let run = await daemon.run("channel add mailto:ben@example.org \(option)")
            #expect(
                run.error == "NOT added: channel ch7 has this address already. See: "
                    + "lifesignalctl channel list -u ben\n")
        }
    }

    @Test(arguments: [
        ("ping respond -u ana", "ping respond --all -u ana"),
        ("ping respond q2 -u ana", "ping list -u ana"),
        ("ping respond q9 -u ana", "ping list -u ana"),
        ("events --since 3 -u ana", "events --since 8 -u ana"),
        ("events --since 99 -u ana", "events --since 2 -u ana"),
    ])
    func `whoever was named is in what is proposed`(line: String, proposed: String) async throws {
        var home = Household()
        home.pings.append(home.pings[0])
        try await withDaemon(home) { daemon in
            daemon.arrange(
                People.RespondPing.self,
                .refusal(People.Failure.pingEnded(id: "q2", status: .expired)))
            daemon.arrange(
                Daemon.ListEvents.self,
                .refusal(Daemon.Failure.fellBehind(oldest: 9, newest: 12)))
            let run = await daemon.run(line)
            #expect(run.status == .failed)
            #expect(run.error.hasSuffix(": lifesignalctl \(proposed)\n"))
        }
    }

    @Test func `what looks like the option in a message is none`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(People.RaiseAlert.self, .refusal(Service.Failure.permissionDenied))
            let run = await daemon.run("alert raise --yes", ["-m", "pain -u ben"])
            #expect(
                run.error.contains(
                    "sudo lifesignalctl alert raise --yes -m 'pain -u ben' -u HANDLE --socket "
                        + daemon.path))
        }
    }

    @Test func `who is named where the command can name somebody, and not elsewhere`() async throws
    {
        try await withDaemon { daemon in
            daemon.arrange(People.ClearPing.self, .refusal(Service.Failure.permissionDenied))
            daemon.arrange(People.CheckIn.self, .refusal(Service.Failure.permissionDenied))
            let clear = await daemon.run("ping clear q2")
            #expect(
                clear.error.hasSuffix(
                    "As an administrator: sudo lifesignalctl ping clear q2 --socket \(daemon.path)\n"
                ))
            daemon.arrange(People.ClearPing.self, .refusal(Service.Failure.permissionDenied))
            // What comes behind it would be no option.
            let operands = await daemon.run("ping clear -- q2")
            #expect(
                operands.error.hasSuffix(
                    "sudo lifesignalctl ping clear --socket \(daemon.path) -- q2\n"))
        }
    }

    /// By sudo it would be about root's user.
    @Test(arguments: [
        ("check-in", "-u HANDLE"), ("user set --phone 1", "HANDLE"), ("user show", "HANDLE"),
        ("user explain --at +1h", "HANDLE"), ("dependents", "-u HANDLE"),
    ])
    func `who has named nobody is told to, wherever the socket is named`(
        line: String, name: String
    ) async throws {
        try await withDaemon { daemon in
            let socket = "--socket \(daemon.path)"
            for (typed, shown) in [
                ("\(line) \(socket)", "\(line) \(socket) \(name)"),
                ("\(socket) \(line)", "\(socket) \(line) \(name)"),
                (line, "\(line) \(name) \(socket)"),
            ] {
                daemon.arrange(People.CheckIn.self, .refusal(Service.Failure.permissionDenied))
                daemon.arrange(People.SetUser.self, .refusal(Service.Failure.permissionDenied))
                daemon.arrange(People.GetUser.self, .refusal(Service.Failure.permissionDenied))
                daemon.arrange(Daemon.Explain.self, .refusal(Service.Failure.permissionDenied))
                daemon.arrange(
                    People.ListDependents.self, .refusal(Service.Failure.permissionDenied))
                let run = await daemon.run(typed)
                #expect(run.error.hasSuffix(": sudo lifesignalctl \(shown)\n"))
            }
        }
    }

    @Test(arguments: refusals)
    func `a refusal says what was wrong and what to do`(
        failure: People.Failure, words: String
    ) async throws {
        try await withDaemon { daemon in
            daemon.arrange(People.CheckIn.self, .refusal(failure))
            let run = await daemon.run("check-in")
            #expect(run.status == .failed)
            #expect(run.output == "")
            // By sudo the variable that names the socket is gone.
            let error = run.error.replacing(daemon.path, with: "SOCKET")
            #expect(error == "NOT checked in: \(words)\n")
        }
    }

    @Test(arguments: [
        (
            Daemon.Failure.invalidConfiguration(reason: "line 3: pings.expireAfter: no time span"),
            "line 3: pings.expireAfter: no time span; the old configuration stays in force. "
                + "Correct it, then: lifesignalctl reload"
        ),
        (
            .unavailable(reason: "its queue is full", retryAfter: 60),
            "the daemon can't take this now: its queue is full. Try again in 1m"
        ),
        (
            .unavailable(reason: "its disk is full", retryAfter: nil),
            "the daemon can't take this now: its disk is full. See: lifesignalctl status"
        ),
    ])
    func `a daemon that can't says why`(failure: Daemon.Failure, words: String) async throws {
        try await withDaemon { daemon in
            daemon.arrange(Daemon.Reload.self, .refusal(failure))
            let run = await daemon.run("reload")
            #expect(run.status == .failed)
            #expect(run.error == "NOT reloaded: \(words)\n")
        }
    }

    @Test func `a value that is refused is called by its option`() async throws {
        try await withDaemon { daemon in
            let reason = "each reminder is shorter than the interval"
            daemon.arrange(
                People.AddUser.self, .refusal(InvalidParameter("reminders", reason: reason)))
            let run = await daemon.run("user add zoe --name Zoe --reminder 48h")
            #expect(run.status == .failed)
            #expect(run.error == "NOT added: --reminder: \(reason)\n")
        }
    }

    @Test
    func `an interval that the reminders do not fit is called so where none of them was typed`()
        async throws
    {
        try await withDaemon { daemon in
            let reason = "each reminder lies between 0 and the interval, 2s, before the deadline"
            let refusal = InvalidParameter("reminders", reason: reason)
            daemon.arrange(People.SetUser.self, .refusal(refusal), .refusal(refusal))
            let alone = await daemon.run("user set ana --interval 2s")
            #expect(
                alone.error == "NOT changed: --interval: the reminders that are set do not fit "
                    + "into 2s. Give others with it: --reminder SPAN, or --reminder none\n")
            let both = await daemon.run("user set ana --interval 2s --reminder 3s")
            #expect(both.error == "NOT changed: --reminder: \(reason)\n")
        }
    }

    @Test func `who may not is told how an administrator does it`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(People.AddUser.self, .refusal(Service.Failure.permissionDenied))
            let run = await daemon.run("user add zoe --name", ["Zoë Müller"])
            #expect(run.status == .notPermitted)
            #expect(
                run.error == "NOT added: your account may not do this. As an administrator: sudo "
                    + "lifesignalctl user add zoe --name 'Zoë Müller' --socket \(daemon.path)\n")
        }
    }

    @Test func `who may not see the status learns whether the daemon is well`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(Daemon.GetStatus.self, .refusal(Service.Failure.permissionDenied))
            let run = await daemon.run("status")
            #expect(run.status == .notPermitted)
            #expect(run.output == "LifeSignal is healthy.\n")
            #expect(
                run.error == "Nothing to show: your account is bound to no user. Bind it: sudo "
                    + "lifesignalctl user set HANDLE --account $(id -un) --socket \(daemon.path); "
                    + "or see all as an administrator: sudo lifesignalctl status --socket "
                    + "\(daemon.path)\n")
        }
    }

    @Test func `a daemon that is too old is said to be so`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(
                Daemon.AcceptClock.self,
                .refusal(Service.Failure.methodNotFound(method: "io.lifesignal.Daemon.AcceptClock"))
            )
            let run = await daemon.run("clock accept")
            #expect(run.status == .failed)
            #expect(
                run.error == "NOT taken over: the daemon is older than this tool and has no "
                    + "io.lifesignal.Daemon.AcceptClock. Ask whoever runs this server, or "
                    + "restart it: sudo systemctl restart lifesignald\n")
        }
    }

    @Test func `an error that nobody knows is shown as it stands, in one line`() async throws {
        struct Strange: VarlinkFailure {
            var name = "io.lifesignal.People.Strange"
            var parameters: JSON = ["text": "one\ntwo \u{1B}[2J"]
            init() {}
            init?(name: String, parameters: JSON) { nil }
        }
        try await withDaemon { daemon in
            daemon.arrange(People.CheckIn.self, .refusal(Strange()))
            let run = await daemon.run("check-in")
            #expect(run.status == .failed)
            #expect(
                run.error == "NOT checked in: the daemon refused with io.lifesignal.People.Strange "
                    + #"{"text":"one\ntwo \u001b[2J"}"# + "\n")
        }
    }

    /// What a failure's line begins with.
    @Test(arguments: [
        ("status", "Nothing to show: "), ("check-in", "NOT checked in: "),
        ("user add zoe --name Zoe", "NOT added: "), ("user list", "Nothing to show: "),
        ("user set --name Zoe", "NOT changed: "), ("user edit", "NOT changed: "),
        ("user remove ana --yes", "NOT removed: "), ("user explain", "Nothing to show: "),
        ("responder add ana ben", "NOT added: "), ("responder remove ana ben", "NOT removed: "),
        ("dependents", "Nothing to show: "), ("ping send ben", "Nobody has been asked: "),
        ("ping respond q1", "NOT answered: "), ("ping clear q1", "NOT taken back: "),
        ("alert raise --yes", "Nobody has been told: "), ("alert tap", "Nobody has been told: "),
        ("alert clear --yes", "NOT cleared: "), ("channel add mailto:a@b.c", "NOT added: "),
        ("channel test ch1", "NOT handed over: "), ("channel remove ch1", "NOT removed: "),
        ("notifications", "Nothing to show: "), ("events", "Nothing to show: "),
        ("reload", "NOT reloaded: "), ("backup /tmp/never", "NO backup: "),
        ("clock accept", "NOT taken over: "),
    ])
    func `a failure begins with what did not happen, and asks for the right socket`(
        line: String, beginning: String
    ) async {
        let run = await Invocation.run(
            line, socket: "/nonexistent/socket", variables: ["EDITOR": "true"])
        #expect(run.status == .unavailable)
        #expect(run.output == "")
        let isAlarm = beginning.hasPrefix("Nobody has been told")
        #expect(
            run.error == beginning + "the daemon does not answer at /nonexistent/socket (No such "
                + "file or directory). Is that the right socket? The usual one is "
                + "/run/lifesignal/lifesignal.sock; see --socket and $LIFESIGNAL_SOCKET"
                + (isAlarm ? ". Call your local emergency number.\n" : "\n"))
    }

    @Test func `at the usual place the daemon is started by systemd, by whoever runs the server`() {
        let words = FailureWords(
            screen: Screen(
                width: nil, isColoured: false, zone: Invocation.zone, now: Household.now),
            address: try! Address(path: FailureWords.defaultPath), arguments: ["status"])
        #expect(
            words.notDone(for: .unreachable("Connection refused"))
                == NotDone(
                    .unavailable,
                    "the daemon does not answer at /run/lifesignal/lifesignal.sock (Connection "
                        + "refused)",
                    remedy: "Ask whoever runs this server, or start it: sudo systemctl start "
                        + "lifesignald"))
        #expect(
            words.notDone(for: .unreachable("Permission denied"))
                == NotDone(
                    .notPermitted, "you may not open /run/lifesignal/lifesignal.sock",
                    remedy: "Ask whoever runs this server, or run: sudo lifesignalctl status"))
    }
}
