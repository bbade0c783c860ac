import LifeSignalAPI
import Testing

@testable import lifesignalctl

/// The page an operator lives on, word for word.
struct StatusTests {
    @Test
    func
        `status tells the health, who needs help, what to do, what is wrong, and how everybody is`()
        async throws
    {
        try await withDaemon { daemon in
            let run = await daemon.run("status")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ● LifeSignal is healthy, with something to do, and 1 needs help now
                      5 users · 1 calling for help · 1 non-responsive · 1 overdue · 2 active · 1 waiting · 1 open question · 2 notices on the way
                      Next: becomes non-responsive, ben, Fri 2026-11-20 21:30 CET (in 30m 0s)
                      lifesignald 0.1.0, up since Fri 2026-11-20 07:00 CET

                    NEEDS HELP NOW
                      ✖ Carla 🙂 (carla) is calling for help since Fri 2026-11-20 20:54 CET (05:12): “fell\u{1b}[2J”
                      ✖ Carla 🙂 (carla) has not checked in: due by Fri 2026-11-20 20:00 CET, last seen Thu 2026-11-19 20:00 CET
                        Call: +385911234567

                    FOR YOU TO DO
                      ! Carla 🙂 (carla) needs help now, and you look out for them.
                        → Call them, or go there. If they are well: lifesignalctl check-in -u carla
                      ! 1 question waits for your answer.
                        → If you are all right: lifesignalctl ping respond

                    PROBLEMS
                      ! Dora has never checked in, since Thu 2026-11-19 21:00 CET.
                        → Ask Dora to check in, or do it together: lifesignalctl check-in -u dora

                    HANDLE  NAME       STATUS                    LEFT  DUE            LAST                      PROTECTED
                    carla   Carla 🙂   ALERT, non-responsive  Overdue  Fri 20:00 CET  Thu 20:00 CET             yes
                    emile   Émile      sabbatical              24h 0m  Sat 21:00 CET  Tue 2026-11-10 09:00 CET  no
                    ben     陳小明     overdue                Overdue  Fri 20:30 CET  Fri 12:30 CET             no
                    ana     Ana Kovač  active                 12h 12m  Sat 09:12 CET  Fri 09:12 CET             yes
                    dora    Dora       waiting                      –  –              –                         no

                    NOT PROTECTED YET
                      emile  has two left feet
                      ben    has no channel        lifesignalctl channel add -u ben ADDRESS
                      dora   has never checked in  lifesignalctl check-in -u dora

                    """#)
        }
    }

    @Test func `who is due at one instant stands in the order of their names, as dependents do`() {
        let names = [("b", "Zoe"), ("c", "Ánna"), ("d", "anne"), ("a", "Zoe"), ("e", "Émile")]
        let users = names.map { handle, name in
            var user = People.User.ana
            (user.handle, user.name) = (handle, name)
            return user
        }
        var late = users[0]
        late.handle = "late"
        late.nextCheckIn = "2026-11-22T08:12:33.000Z"
        let sorted = ([late] + users).sorted { $0.precedes($1) }
        #expect(sorted.map(\.handle) == ["c", "d", "e", "a", "b", "late"])
    }

    @Test func `a deadline that has passed is no alarm yet, but a look that comes`() async throws {
        var home = Household()
        home.status.nextDeadline?.at = "2026-11-20T18:00:00.000Z"
        try await withDaemon(home) { daemon in
            let run = await daemon.run("status")
            let line = "Fri 2026-11-20 19:00 CET (2h 0m ago), ben first"
            #expect(run.output.contains("  Next: a look at whoever has been due since \(line)\n"))
        }
    }

    @Test func `what is wrong with two emergencies of one person is said once, as of the first`()
        async throws
    {
        var home = Household()
        func add(_ code: String, _ user: String, minute: Int, _ text: String, _ remedy: String) {
            home.status.problems.append(
                Daemon.Problem(
                    code: code, user: user, since: "2026-11-20T19:\(minute):00.000Z",
                    text: text.replacing("TIME", with: "20:\(minute)"), remedy: remedy))
        }
        home.status.problems = []
        let unheard = "needs help since TIME, and no responder who can act has been reached."
        let unknown = "needs help since TIME, and no responder can be told."
        for minute in [10, 20] {
            add("nobodyReached", "ben", minute: minute, "Ben \(unheard)", "Call Ben.")
            add("nobodyReached", "dora", minute: minute, "Dora \(unheard)", "Call them all.")
            add("nobodyToTell", "dora", minute: minute, "Dora \(unknown)", "Call Dora.")
        }
        // These are of two channels.
        add("deliveryFailed", "ben", minute: 30, "A mail to Ben was given up.", "See why.")
        add("deliveryFailed", "ben", minute: 31, "A push to Ben was given up.", "See why.")
        try await withDaemon(home) { daemon in
            let run = await daemon.run("status")
            #expect(
                run.output.contains(
                    """

                    PROBLEMS
                      ! Ben needs help since 20:10, and no responder who can act has been reached.
                        → Call Ben.
                      ! Dora needs help since 20:10, and no responder can be told.
                        → Call Dora.
                      ! A mail to Ben was given up.
                        → See why.
                      ! A push to Ben was given up.
                        → See why.

                    HANDLE
                    """))
            #expect(await daemon.run("status --json").output.contains("Call them all."))
        }
    }

    @Test func `who is not shown why the net has a hole is told who is`() async throws {
        var home = Household()
        home.status.health = .degraded
        let words = "  Ask whoever runs this server: they are shown why.\n"
        try await withDaemon(home) { daemon in
            let run = await daemon.run("status")
            #expect(!run.output.contains(words))
        }
        home.status.problems = []
        try await withDaemon(home) { daemon in
            let run = await daemon.run("status")
            #expect(run.output.split(separator: "\n")[1] + "\n" == words)
        }
    }

    @Test func `where somebody needs help their note stands there, unless it is very long`()
        async throws
    {
        var home = Household()
        home.users = [.carla]
        home.users[0].emergencyNote = "Diabetic.\n\nThe key is with ben."
        try await withDaemon(home) { daemon in
            let page = await daemon.run("status").output
            #expect(
                page.contains(
                    """
                        Call: +385911234567
                        Note: Diabetic.
                              The key is with ben.

                    """))
        }
        home.users[0].emergencyNote = (1...9).map { "line \($0)" }.joined(separator: "\n")
        try await withDaemon(home) { daemon in
            let page = await daemon.run("status").output
            #expect(
                page.contains(
                    "          line 7\n          … (the rest: lifesignalctl status carla)\n"))
            #expect(!page.contains("line 8"))
        }
    }

    @Test func `status fits a terminal of 80 columns`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "status", console: TestConsole(columns: 80), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ● LifeSignal is healthy, with something to do, and 1 needs help now
                      5 users · 1 calling for help · 1 non-responsive · 1 overdue · 2 active ·
                      1 waiting · 1 open question · 2 notices on the way
                      Next: becomes non-responsive, ben, Fri 2026-11-20 21:30 CET (in 30m 0s)
                      lifesignald 0.1.0, up since Fri 2026-11-20 07:00 CET

                    NEEDS HELP NOW
                      ✖ Carla 🙂 (carla) is calling for help since Fri 2026-11-20 20:54 CET (05:12):
                        “fell\u{1b}[2J”
                      ✖ Carla 🙂 (carla) has not checked in: due by Fri 2026-11-20 20:00 CET, last
                        seen Thu 2026-11-19 20:00 CET
                        Call: +385911234567

                    FOR YOU TO DO
                      ! Carla 🙂 (carla) needs help now, and you look out for them.
                        → Call them, or go there. If they are well: lifesignalctl check-in -u carla
                      ! 1 question waits for your answer.
                        → If you are all right: lifesignalctl ping respond

                    PROBLEMS
                      ! Dora has never checked in, since Thu 2026-11-19 21:00 CET.
                        → Ask Dora to check in, or do it together: lifesignalctl check-in -u dora

                    HANDLE  NAME       STATUS                    LEFT  DUE            PROTECTED
                    carla   Carla 🙂   ALERT, non-responsive  Overdue  Fri 20:00 CET  yes
                    emile   Émile      sabbatical              24h 0m  Sat 21:00 CET  no
                    ben     陳小明     overdue                Overdue  Fri 20:30 CET  no
                    ana     Ana Kovač  active                 12h 12m  Sat 09:12 CET  yes
                    dora    Dora       waiting                      –  –              no

                    NOT PROTECTED YET
                      emile  has two left feet
                      ben    has no channel        lifesignalctl channel add -u ben ADDRESS
                      dora   has never checked in  lifesignalctl check-in -u dora

                    """#)
        }
    }

    @Test func `status fits a terminal of 40 columns`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "status", console: TestConsole(columns: 40), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            #expect(
                run.output == #"""
                    ● LifeSignal is healthy, with something
                      to do, and 1 needs help now
                      5 users · 1 calling for help ·
                      1 non-responsive · 1 overdue ·
                      2 active · 1 waiting ·
                      1 open question · 2 notices on the way
                      Next: becomes non-responsive, ben, Fri
                      2026-11-20 21:30 CET (in 30m 0s)
                      lifesignald 0.1.0, up since Fri
                      2026-11-20 07:00 CET

                    NEEDS HELP NOW
                      ✖ Carla 🙂 (carla) is calling for help
                        since Fri 2026-11-20 20:54 CET
                        (05:12): “fell\u{1b}[2J”
                      ✖ Carla 🙂 (carla) has not checked in:
                        due by Fri 2026-11-20 20:00 CET,
                        last seen Thu 2026-11-19 20:00 CET
                        Call: +385911234567

                    FOR YOU TO DO
                      ! Carla 🙂 (carla) needs help now, and
                        you look out for them.
                        → Call them, or go there. If they
                          are well:
                          lifesignalctl check-in -u carla
                      ! 1 question waits for your answer.
                        → If you are all right:
                          lifesignalctl ping respond

                    PROBLEMS
                      ! Dora has never checked in, since Thu
                        2026-11-19 21:00 CET.
                        → Ask Dora to check in, or do it
                          together:
                          lifesignalctl check-in -u dora

                    HANDLE  STATUS                    LEFT
                    carla   ALERT, non-responsive  Overdue
                    emile   sabbatical              24h 0m
                    ben     overdue                Overdue
                    ana     active                 12h 12m
                    dora    waiting                      –

                    NOT PROTECTED YET
                      emile has two left feet
                      ben has no channel
                        →
                    lifesignalctl channel add -u ben ADDRESS
                      dora has never checked in
                        → lifesignalctl check-in -u dora

                    """#)
        }
    }

    @Test(arguments: ["user show", "user show carla", "user show ben", "user explain"])
    func `a user's page fits a terminal of 40 columns`(line: String) async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                line, console: TestConsole(columns: 40), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            for line in run.output.split(separator: "\n") {
                #expect(DisplayWidth.columns(of: line) <= 40, "\(line)")
            }
        }
    }

    @Test func `status on a terminal is coloured`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("status", console: TestConsole(columns: 100))
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    \#u{1B}[1;31m●\#u{1B}[0m LifeSignal is \#u{1B}[33mhealthy, with something to do,\#u{1B}[0m and \#u{1B}[1;31m1 needs help now\#u{1B}[0m
                      5 users · \#u{1B}[1;31m1 calling for help\#u{1B}[0m · \#u{1B}[1;31m1 non-responsive\#u{1B}[0m · \#u{1B}[33m1 overdue\#u{1B}[0m · \#u{1B}[32m2 active\#u{1B}[0m · \#u{1B}[33m1 waiting\#u{1B}[0m ·
                      1 open question · 2 notices on the way
                      Next: becomes non-responsive, ben, Fri 2026-11-20 21:30 CET (in 30m 0s)
                      \#u{1B}[2mlifesignald 0.1.0, up since Fri 2026-11-20 07:00 CET\#u{1B}[0m

                    \#u{1B}[1;4mNEEDS HELP NOW\#u{1B}[0m
                      \#u{1B}[1;31m✖\#u{1B}[0m Carla 🙂 (carla) is calling for help since Fri 2026-11-20 20:54 CET (05:12): “fell\u{1b}[2J”
                      \#u{1B}[1;31m✖\#u{1B}[0m Carla 🙂 (carla) has not checked in: due by Fri 2026-11-20 20:00 CET, last seen Thu 2026-11-19
                        20:00 CET
                        Call: \#u{1B}[1m+385911234567\#u{1B}[0m

                    \#u{1B}[1;4mFOR YOU TO DO\#u{1B}[0m
                      \#u{1B}[33m!\#u{1B}[0m Carla 🙂 (carla) needs help now, and you look out for them.
                        → Call them, or go there. If they are well: lifesignalctl check-in -u carla
                      \#u{1B}[33m!\#u{1B}[0m 1 question waits for your answer.
                        → If you are all right: lifesignalctl ping respond

                    \#u{1B}[1;4mPROBLEMS\#u{1B}[0m
                      \#u{1B}[33m!\#u{1B}[0m Dora has never checked in, since Thu 2026-11-19 21:00 CET.
                        → Ask Dora to check in, or do it together: lifesignalctl check-in -u dora

                    \#u{1B}[1;4mHANDLE\#u{1B}[0m  \#u{1B}[1;4mNAME\#u{1B}[0m       \#u{1B}[1;4mSTATUS\#u{1B}[0m                    \#u{1B}[1;4mLEFT\#u{1B}[0m  \#u{1B}[1;4mDUE\#u{1B}[0m            \#u{1B}[1;4mPROTECTED\#u{1B}[0m
                    carla   \#u{1B}[1mCarla 🙂\#u{1B}[0m   \#u{1B}[1;31mALERT, non-responsive\#u{1B}[0m  \#u{1B}[1;31mOverdue\#u{1B}[0m  Fri 20:00 CET  \#u{1B}[32myes\#u{1B}[0m
                    emile   \#u{1B}[1mÉmile\#u{1B}[0m      \#u{1B}[33msabbatical\#u{1B}[0m              \#u{1B}[33m24h 0m\#u{1B}[0m  Sat 21:00 CET  \#u{1B}[33mno\#u{1B}[0m
                    ben     \#u{1B}[1m陳小明\#u{1B}[0m     \#u{1B}[33moverdue\#u{1B}[0m                \#u{1B}[33mOverdue\#u{1B}[0m  Fri 20:30 CET  \#u{1B}[33mno\#u{1B}[0m
                    ana     \#u{1B}[1mAna Kovač\#u{1B}[0m  \#u{1B}[32mactive\#u{1B}[0m                 \#u{1B}[32m12h 12m\#u{1B}[0m  Sat 09:12 CET  \#u{1B}[32myes\#u{1B}[0m
                    dora    \#u{1B}[1mDora\#u{1B}[0m       \#u{1B}[33mwaiting\#u{1B}[0m                      \#u{1B}[2m–\#u{1B}[0m  –              \#u{1B}[33mno\#u{1B}[0m

                    \#u{1B}[1;4mNOT PROTECTED YET\#u{1B}[0m
                      emile  \#u{1B}[33mhas two left feet\#u{1B}[0m
                      ben    \#u{1B}[33mhas no channel\#u{1B}[0m        lifesignalctl channel add -u ben ADDRESS
                      dora   \#u{1B}[33mhas never checked in\#u{1B}[0m  lifesignalctl check-in -u dora

                    """#)
        }
    }

    @Test func `an empty net says what to type next`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("status")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ● LifeSignal is healthy
                      0 users
                      lifesignald 0.1.0, up since Fri 2026-11-20 07:00 CET

                    Nobody is protected yet. Two people make a net; begin like this:

                      lifesignalctl user add ana --name "Ana" --phone "+49 30 1234567" --check-in
                      lifesignalctl user add ben --name "Ben"
                      lifesignalctl responder add ana ben
                      lifesignalctl channel add -u ana mailto:ana@example.org
                      lifesignalctl channel add -u ben mailto:ben@example.org
                      lifesignalctl channel test ID

                    """#)
        }
    }

    @Test func `the status of one user tells everything about them`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("status ana")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ● Ana Kovač (ana) active
                      Next check-in   Sat 2026-11-21 09:12 CET  12h 12m
                      Last check-in   Fri 2026-11-20 09:12 CET  11h 47m ago
                      Schedule        every 1 day; reminder 2 hours before; no grace
                      Protected       yes
                      Phone           +49301234567
                      Account         ana
                      Looks out for   1 needs help now
                      Added           Sun 2026-11-01 10:00 CET
                      Note            Diabetic.
                                      The key is with ben.

                    RESPONDERS
                      ben    陳小明    overdue                Overdue
                      carla  Carla 🙂  ALERT, non-responsive  Overdue

                    LOOKS OUT FOR
                      carla  Carla 🙂  ALERT, non-responsive  Overdue
                      emile  Émile     sabbatical              24h 0m

                    OPEN QUESTIONS
                      q2  陳小明 asks Ana Kovač  since Fri 20:30 CET

                    CHANNELS
                      ID   ADDRESS                      PRIVATE  WORKED         FAILED         ADDED
                      ch1  ntfy://ntfy.example.org/***  no       Fri 19:00 CET  –              Sun 2026-11-01 10:00 CET
                      ch2  mailto:***@example.org       yes      never          Fri 19:00 CET  Sun 2026-11-01 10:00 CET

                    """#)
        }
    }

    @Test func `the status of one user fits a terminal of 80 columns`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "status ana", console: TestConsole(columns: 80), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ● Ana Kovač (ana) active
                      Next check-in   Sat 2026-11-21 09:12 CET  12h 12m
                      Last check-in   Fri 2026-11-20 09:12 CET  11h 47m ago
                      Schedule        every 1 day; reminder 2 hours before; no grace
                      Protected       yes
                      Phone           +49301234567
                      Account         ana
                      Looks out for   1 needs help now
                      Added           Sun 2026-11-01 10:00 CET
                      Note            Diabetic.
                                      The key is with ben.

                    RESPONDERS
                      ben    陳小明    overdue                Overdue
                      carla  Carla 🙂  ALERT, non-responsive  Overdue

                    LOOKS OUT FOR
                      carla  Carla 🙂  ALERT, non-responsive  Overdue
                      emile  Émile     sabbatical              24h 0m

                    OPEN QUESTIONS
                      q2  陳小明 asks Ana Kovač  since Fri 20:30 CET

                    CHANNELS
                      ID   ADDRESS                      PRIVATE  WORKED         FAILED
                      ch1  ntfy://ntfy.example.org/***  no       Fri 19:00 CET  –
                      ch2  mailto:***@example.org       yes      never          Fri 19:00 CET

                    """#)
        }
    }

    @Test func `the status of somebody in need begins with what happened`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("status carla")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ● Carla 🙂 (carla) ALERT, non-responsive
                      Carla 🙂 is calling for help since Fri 2026-11-20 20:54 CET (05:12): “fell\u{1b}[2J”
                      Carla 🙂 has not checked in: due by Fri 2026-11-20 20:00 CET, last seen Thu 2026-11-19 20:00 CET
                      Next check-in   Fri 2026-11-20 20:00 CET  Overdue
                      Last check-in   Thu 2026-11-19 20:00 CET  25h 0m ago
                      Schedule        every 1 day; no reminder; no grace
                      Protected       yes
                      Phone           +385911234567
                      Added           Sun 2026-11-01 10:00 CET

                    RESPONDERS
                      ben    陳小明    overdue                Overdue
                      carla  Carla 🙂  ALERT, non-responsive  Overdue

                    LOOKS OUT FOR
                      carla  Carla 🙂  ALERT, non-responsive  Overdue
                      emile  Émile     sabbatical              24h 0m

                    OPEN QUESTIONS
                      q2  陳小明 asks Ana Kovač  since Fri 20:30 CET

                    CHANNELS
                      ID   ADDRESS                      PRIVATE  WORKED         FAILED         ADDED
                      ch1  ntfy://ntfy.example.org/***  no       Fri 19:00 CET  –              Sun 2026-11-01 10:00 CET
                      ch2  mailto:***@example.org       yes      never          Fri 19:00 CET  Sun 2026-11-01 10:00 CET

                    """#)
        }
    }
}
