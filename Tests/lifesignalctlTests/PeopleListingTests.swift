import LifeSignalAPI
import Testing

@testable import lifesignalctl

/// What is listed of people, word for word.
struct PeopleListingTests {
    @Test func `user list lines up names in every script`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("user list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    HANDLE  NAME       STATUS                    LEFT  DUE            LAST                      PROTECTED
                    ana     Ana Kovač  active                 12h 12m  Sat 09:12 CET  Fri 09:12 CET             yes
                    ben     陳小明     overdue                Overdue  Fri 20:30 CET  Fri 12:30 CET             no
                    carla   Carla 🙂   ALERT, non-responsive  Overdue  Fri 20:00 CET  Thu 20:00 CET             yes
                    dora    Dora       waiting                      –  –              –                         no
                    emile   Émile      sabbatical              24h 0m  Sat 21:00 CET  Tue 2026-11-10 09:00 CET  no

                    """#)
        }
    }

    @Test func `user list without header has the rows alone`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("user list --no-header")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ana     Ana Kovač  active                 12h 12m  Sat 09:12 CET  Fri 09:12 CET             yes
                    ben     陳小明     overdue                Overdue  Fri 20:30 CET  Fri 12:30 CET             no
                    carla   Carla 🙂   ALERT, non-responsive  Overdue  Fri 20:00 CET  Thu 20:00 CET             yes
                    dora    Dora       waiting                      –  –              –                         no
                    emile   Émile      sabbatical              24h 0m  Sat 21:00 CET  Tue 2026-11-10 09:00 CET  no

                    """#)
        }
    }

    @Test func `user list fits a terminal of 80 columns`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "user list", console: TestConsole(columns: 80), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    HANDLE  NAME       STATUS                    LEFT  DUE            PROTECTED
                    ana     Ana Kovač  active                 12h 12m  Sat 09:12 CET  yes
                    ben     陳小明     overdue                Overdue  Fri 20:30 CET  no
                    carla   Carla 🙂   ALERT, non-responsive  Overdue  Fri 20:00 CET  yes
                    dora    Dora       waiting                      –  –              no
                    emile   Émile      sabbatical              24h 0m  Sat 21:00 CET  no

                    """#)
        }
    }

    @Test(arguments: [64, 80, 96, 120])
    func `user list cuts no handle while there is a bar or another column to leave out`(
        columns: Int
    ) async throws {
        var home = Household()
        home.users = [.ana, .carla]
        home.users[0].handle = "jo-with-a-long-handle"
        try await withDaemon(home) { daemon in
            let run = await daemon.run("user list", console: TestConsole(columns: columns))
            #expect(run.output.contains("jo-with-a-long-handle  "))
            #expect(run.output.contains("█") == (columns == 120))
        }
    }

    @Test func `user list of nobody says what to type next`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("user list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
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

    @Test func `user show tells profile, schedule and state`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("user show ben")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ● 陳小明 (ben) overdue
                      Next check-in   Fri 2026-11-20 20:30 CET  Overdue
                      Non-responsive  Fri 2026-11-20 21:30 CET
                      Last check-in   Fri 2026-11-20 12:30 CET  8h 30m ago
                      Schedule        every 8 hours; reminder 4 hours and 1 hour before; grace 1 hour
                      Protected       no: has no channel → lifesignalctl channel add -u ben ADDRESS
                      Phone           –
                      Looks out for   1 needs help now
                      Added           Sun 2026-11-01 10:00 CET

                    """#)
        }
    }

    @Test func `user explain tells why, and what follows`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("user explain ana")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    WHY
                      · Ana Kovač is active: the deadline lies ahead.

                    IF NOTHING HAPPENS UNTIL THEN
                      Sat 2026-11-21 07:12:33 CET  in 10h 12m
                        a reminder
                        → tells Ana Kovač
                      Sat 2026-11-21 09:12:33 CET  in 12h 12m
                        becomes non-responsive
                        → tells 陳小明; Carla 🙂; Ana Kovač

                    """#)
        }
    }

    @Test func `a step that the daemon has twice is told once`() async throws {
        var home = Household()
        home.explanation.steps.insert(home.explanation.steps[0], at: 1)
        home.explanation.steps[2].at = home.explanation.steps[0].at
        try await withDaemon(home) { daemon in
            let run = await daemon.run("user explain ana")
            #expect(
                run.output.hasSuffix(
                    """
                    IF NOTHING HAPPENS UNTIL THEN
                      Sat 2026-11-21 07:12:33 CET  in 10h 12m
                        a reminder
                        → tells Ana Kovač
                      Sat 2026-11-21 07:12:33 CET  in 10h 12m
                        becomes non-responsive
                        → tells 陳小明; Carla 🙂; Ana Kovač

                    """))
        }
    }

    @Test func `responder list tells who is told`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("responder list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    HANDLE  NAME      CAN BE TOLD  STATUS                 SINCE
                    ben     陳小明    yes          overdue                Sun 2026-11-01 10:00 CET
                    carla   Carla 🙂  yes          ALERT, non-responsive  Thu 10:00 CET

                    """#)
        }
    }

    @Test func `responder list without anybody says how to add one`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("responder list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Nobody looks out for you. Add somebody: lifesignalctl responder add HANDLE RESPONDER

                    """#)
        }
    }

    @Test func `dependents have what a responder needs`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("dependents")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    HANDLE  NAME      STATUS                    LEFT  DUE            LAST                      PHONE          SINCE
                    carla   Carla 🙂  ALERT, non-responsive  Overdue  Fri 20:00 CET  Thu 20:00 CET             +385911234567  Thu 10:00 CET
                    emile   Émile     sabbatical              24h 0m  Sat 21:00 CET  Tue 2026-11-10 09:00 CET  –              Wed 10:00 CET

                    """#)
        }
    }

    @Test func `dependents fit a terminal of 80 columns`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "dependents", console: TestConsole(columns: 80), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    HANDLE  NAME      STATUS                    LEFT  DUE            PHONE
                    carla   Carla 🙂  ALERT, non-responsive  Overdue  Fri 20:00 CET  +385911234567
                    emile   Émile     sabbatical              24h 0m  Sat 21:00 CET  –

                    """#)
        }
    }

    @Test func `dependents of nobody are none`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("dependents")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    You look out for nobody.

                    """#)
        }
    }

    @Test func `channel list tells what last worked`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("channel list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ID   ADDRESS                      PRIVATE  WORKED         FAILED         ADDED
                    ch1  ntfy://ntfy.example.org/***  no       Fri 19:00 CET  –              Sun 2026-11-01 10:00 CET
                    ch2  mailto:***@example.org       yes      never          Fri 19:00 CET  Sun 2026-11-01 10:00 CET

                    The last known outcome:
                    ch1  handed to ntfy.example.org: 200
                    ch2  failed: mail.example.org answered 550: no such\u{1b}[2J user

                    """#)
        }
    }

    @Test func `what a server asked for is told where something waits for it`() async throws {
        try await withDaemon(.paused) { daemon in
            let channels = await daemon.run("channel list")
            #expect(
                channels.output.hasSuffix(
                    "; it asked for a pause, so that all but alarms waits until Fri 21:05 CET "
                        + "(in 5m 0s)\n"))
            let notices = await daemon.run("notifications")
            // For alarms nobody is asked.
            let lines = notices.output.split(separator: "\n")
                .filter { $0.contains(", next attempt Fri 21:05 CET (in 5m 0s)") }
            #expect(lines.count == 2)
            #expect(lines.first?.hasSuffix("(in 5m 0s)") == true)
            #expect(lines.last?.hasSuffix(": a pause that was asked for there") == true)
        }
    }

    @Test func `channel list for programs has no words below its rows`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("channel list --no-header")
            #expect(run.output.split(separator: "\n").count == 2)
        }
    }

    @Test func `channel list fits a terminal of 80 columns`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "channel list", console: TestConsole(columns: 80), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ID   ADDRESS                      PRIVATE  WORKED         FAILED
                    ch1  ntfy://ntfy.example.org/***  no       Fri 19:00 CET  –
                    ch2  mailto:***@example.org       yes      never          Fri 19:00 CET

                    The last known outcome:
                    ch1  handed to ntfy.example.org: 200
                    ch2  failed: mail.example.org answered 550: no such\u{1b}[2J user

                    """#)
        }
    }

    @Test(arguments: [
        (
            70,
            """
            ID                ADDRESS                 WORKED         FAILED
            ke4mfd3ozn3yry7b  ntfy://ntfy.example.o…  Fri 19:00 CET  –
            vh56dn4l7wnpxpk4  mailto:***@example.org  Fri 19:00 CET  Fri 19:30 CET

            """
        ),
        (
            60,
            """
            ID                ADDRESS                      FAILED
            ke4mfd3ozn3yry7b  ntfy://ntfy.example.org/***  –
            vh56dn4l7wnpxpk4  mailto:***@example.org       Fri 19:30 CET

            """
        ),
        (
            40,
            """
            ID                ADDRESS  FAILED
            ke4mfd3ozn3yry7b  ntfy:/…  –
            vh56dn4l7wnpxpk4  mailto…  Fri 19:30 CET

            """
        ),
    ])
    func `that a channel fails is read on the narrowest terminal`(
        columns: Int, table: String
    ) async throws {
        var home = Household()
        home.channels[0].id = "ke4mfd3ozn3yry7b"
        home.channels[1].id = "vh56dn4l7wnpxpk4"
        home.channels[1].lastSuccess = "2026-11-20T18:00:01.000Z"
        home.channels[1].lastFailure = "2026-11-20T18:30:02.000Z"
        try await withDaemon(home) { daemon in
            let run = await daemon.run(
                "channel list", console: TestConsole(columns: columns),
                variables: ["NO_COLOR": "1"])
            #expect(run.output.hasPrefix(table + "\nThe last known outcome:\n"))
        }
    }

    @Test func `channel list without any says how to add one`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("channel list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    No channels: nothing can be told to you. Add one: lifesignalctl channel add ADDRESS

                    """#)
        }
    }
}
