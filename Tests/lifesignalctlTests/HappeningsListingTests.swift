import LifeSignalAPI
import Testing

@testable import lifesignalctl

/// What happened and what will, word for word.
struct HappeningsListingTests {
    @Test func `ping list tells each question and its end`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("ping list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ID  FROM  TO     SENT           STATUS               ENDED
                    q2  ben   ana    Fri 20:30 CET  waits for an answer  –
                    q1  ana   carla  Thu 20:30 CET  answered             Thu 20:42 CET

                    """#)
        }
    }

    @Test func `ping list on a narrow terminal tells how each stands, not when`() async throws {
        var home = Household()
        home.pings[0].id = "vh56dn4l7wnpxpk4"
        home.pings[1].id = "ke4mfd3ozn3yry7b"
        try await withDaemon(home) { daemon in
            let run = await daemon.run(
                "ping list", console: TestConsole(columns: 60), variables: ["NO_COLOR": "1"])
            #expect(
                run.output == #"""
                    ID                FROM  TO     STATUS
                    vh56dn4l7wnpxpk4  ben   ana    waits for an answer
                    ke4mfd3ozn3yry7b  ana   carla  answered

                    """#)
        }
    }

    @Test func `ping list without any says so`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("ping list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    No questions.

                    """#)
        }
    }

    @Test func `ping show of an open question tells how to answer`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("ping show q2")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    陳小明 asked Ana Kovač whether they are all right: waits for an answer
                      Asked    Fri 2026-11-20 20:30:00 CET  30m 0s ago
                      Id       q2
                      Answer   lifesignalctl ping respond q2

                    """#)
        }
    }

    @Test func `ping show of an answered question tells when`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("ping show q1")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Ana Kovač asked Carla 🙂 whether they are all right: answered
                      Asked    Thu 2026-11-19 20:30:00 CET  24h 30m ago
                      Ended    Thu 2026-11-19 20:42:00 CET  24h 18m ago
                      Id       q1

                    """#)
        }
    }

    @Test func `alert list tells how long each lasted`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("alert list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ID  STARTED                   ENDED                     DURATION  MESSAGE
                    a2  Fri 2026-11-20 20:54 CET  ACTIVE                       05:12  fell down the stairs
                    a1  Mon 2026-11-02 09:00 CET  Mon 2026-11-02 10:12 CET  01:12:05

                    """#)
        }
    }

    @Test func `alert list cuts a message where the terminal ends, and marks it`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "alert list", console: TestConsole(columns: 80), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    ID  STARTED                   ENDED                     DURATION  MESSAGE
                    a2  Fri 2026-11-20 20:54 CET  ACTIVE                       05:12  fell down the…
                    a1  Mon 2026-11-02 09:00 CET  Mon 2026-11-02 10:12 CET  01:12:05

                    """#)
        }
    }

    @Test func `alert list on a narrow terminal tells when, not for how long`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "alert list", console: TestConsole(columns: 60), variables: ["NO_COLOR": "1"])
            #expect(
                run.output == #"""
                    STARTED                   ENDED                     MESSAGE
                    Fri 2026-11-20 20:54 CET  ACTIVE                    fell do…
                    Mon 2026-11-02 09:00 CET  Mon 2026-11-02 10:12 CET

                    """#)
        }
    }

    @Test func `alert list without any says so`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("alert list")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    No calls for help.

                    """#)
        }
    }

    @Test func `notifications tell each attempt and who took it`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("notifications")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Fri 2026-11-20 20:00:00 CET  nonResponsive to ana, about carla
                      Carla 🙂 has not checked in
                      ✔ handed to ntfy.example.org
                          Fri 2026-11-20 20:00:00 CET  failed: connection refused
                          Fri 2026-11-20 20:00:06 CET  handed over
                      … not yet handed to the mail server, next attempt Fri 21:05 CET (in 5m 0s)
                          Fri 2026-11-20 20:00:00 CET  failed: 451 try later
                      ? lost: channel gone

                    Fri 2026-11-20 07:12:33 CET  reminder to ana, about ana
                      Please check in by Fri 2026-11-20 09:12 CET
                      ! no channel, so nothing was sent

                    """#)
        }
    }

    @Test func `where several channels lead to one server notifications name the channel`()
        async throws
    {
        var home = Household()
        home.channels.append(
            People.Channel(
                id: "ch3", user: "ana", address: "mailto:***@example.net", private: true,
                addedAt: "2026-11-01T09:00:00.000Z"))
        try await withDaemon(home) { daemon in
            let run = await daemon.run("notifications")
            #expect(run.output.contains("✔ handed to ntfy.example.org\n"))
            #expect(
                run.output.contains(
                    "… not yet handed to the mail server (channel ch2), next attempt"))
        }
    }

    @Test func `notifications without any say so`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("notifications")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Nothing was sent.

                    """#)
        }
    }

    @Test func `deadlines look like list-timers`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("deadlines")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    NEXT                         LEFT     USER   WHAT
                    Fri 2026-11-20 21:30:00 CET  30m 0s   ben    becomes non-responsive
                    Sat 2026-11-21 07:12:33 CET  10h 12m  ana    reminder
                    Sat 2026-11-21 09:12:33 CET  12h 12m  ana    check-in due
                    Fri 2026-11-20 20:59:00 CET  now      carla  vigil

                    4 deadlines listed.

                    """#)
        }
    }

    @Test(arguments: [
        (
            60,
            """
            NEXT           LEFT     USER   WHAT
            Fri 21:30 CET  30m 0s   ben    becomes non-responsive
            Sat 07:12 CET  10h 12m  ana    reminder
            Sat 09:12 CET  12h 12m  ana    check-in due
            Fri 20:59 CET  now      carla  vigil

            """
        ),
        (
            40,
            """
            NEXT           USER   WHAT
            Fri 21:30 CET  ben    becomes non-respo…
            Sat 07:12 CET  ana    reminder
            Sat 09:12 CET  ana    check-in due
            Fri 20:59 CET  carla  vigil

            """
        ),
    ])
    func `deadlines on a narrow terminal leave out the seconds, then how far away they are`(
        columns: Int, table: String
    ) async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "deadlines", console: TestConsole(columns: columns), variables: ["NO_COLOR": "1"])
            #expect(run.output == table + "\n4 deadlines listed.\n")
        }
    }

    @Test func `deadlines without header have the rows alone`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("deadlines --no-header")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Fri 2026-11-20 21:30:00 CET  30m 0s   ben    becomes non-responsive
                    Sat 2026-11-21 07:12:33 CET  10h 12m  ana    reminder
                    Sat 2026-11-21 09:12:33 CET  12h 12m  ana    check-in due
                    Fri 2026-11-20 20:59:00 CET  now      carla  vigil

                    """#)
        }
    }

    @Test func `deadlines without any count none`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("deadlines")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    0 deadlines listed.

                    """#)
        }
    }

    @Test func `events stand under their local day`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("events")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Thu 2026-11-19
                    23:30:00 CET 7      ana        userAdded           account:root

                    Fri 2026-11-20
                    09:12:33 CET 8      ana        checkedIn           user:ana     checkIn=c3 source=manual
                    20:00:00 CET 9      carla      becameNonResponsive daemon

                    """#)
        }
    }

    @Test(arguments: [
        (
            80,
            """
            Thu 2026-11-19
            23:30:00 CET 7      ana        userAdded           account:root

            Fri 2026-11-20
            09:12:33 CET 8      ana        checkedIn           user:ana     checkIn=c3
                source=manual
            20:00:00 CET 9      carla      becameNonResponsive daemon

            """
        ),
        (
            60,
            """
            Thu 2026-11-19
            23:30:00 CET 7      ana        userAdded
                account:root

            Fri 2026-11-20
            09:12:33 CET 8      ana        checkedIn           user:ana
                checkIn=c3 source=manual
            20:00:00 CET 9      carla      becameNonResponsive daemon

            """
        ),
    ])
    func `an event that is longer than the terminal goes on below, broken between words`(
        columns: Int, lines: String
    ) async throws {
        try await withDaemon { daemon in
            let run = await daemon.run(
                "events", console: TestConsole(columns: columns), variables: ["NO_COLOR": "1"])
            #expect(run.output == lines)
        }
    }

    @Test(arguments: [
        (false, "under way", "under way"),
        (false, "cut off; nobody knows how it ended", "cut off; nobody knows how it ended"),
        (false, "451 later", "failed: 451 later"), (false, "", "failed"),
        (true, "handed to ntfy.example.org: 200", "handed to ntfy.example.org: 200"),
        (true, "250 OK", "handed over: 250 OK"), (true, "", "handed over"),
    ])
    func `an attempt is failed only where it has failed`(
        delivered: Bool, detail: String, words: String
    ) {
        #expect(AttemptWords.outcome(delivered: delivered, detail: detail) == words)
    }

    @Test func `events without header carry their day`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("events --no-header")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Thu 2026-11-19 23:30:00 CET 7      ana        userAdded           account:root
                    Fri 2026-11-20 09:12:33 CET 8      ana        checkedIn           user:ana     checkIn=c3 source=manual
                    Fri 2026-11-20 20:00:00 CET 9      carla      becameNonResponsive daemon

                    """#)
        }
    }

    @Test func `events without any say so`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("events")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    No events.

                    """#)
        }
    }

    @Test func `history stands under the local day, the newest first`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("history")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Fri 2026-11-20
                      20:54:48 CET  called for help “fell down the stairs”, still on after 05:12
                      20:30:00 CET  陳小明 asked Ana Kovač: waits for an answer
                      09:12:33 CET  checked in
                      00:30:00 CET  checked in, entered by ben, who vouched for it

                    Thu 2026-11-19
                      20:30:00 CET  Ana Kovač asked Carla 🙂: answered, Thu 20:42 CET

                    Wed 2026-11-18
                      23:59:59 CET  checked in by something acting for them (account home)

                    Mon 2026-11-02
                      09:00:00 CET  called for help, for 01:12:05

                    """#)
        }
    }

    @Test func `history without header carries the day`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("history --no-header")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                      Fri 2026-11-20 20:54:48 CET  called for help “fell down the stairs”, still on after 05:12
                      Fri 2026-11-20 20:30:00 CET  陳小明 asked Ana Kovač: waits for an answer
                      Fri 2026-11-20 09:12:33 CET  checked in
                      Fri 2026-11-20 00:30:00 CET  checked in, entered by ben, who vouched for it
                      Thu 2026-11-19 20:30:00 CET  Ana Kovač asked Carla 🙂: answered, Thu 20:42 CET
                      Wed 2026-11-18 23:59:59 CET  checked in by something acting for them (account home)
                      Mon 2026-11-02 09:00:00 CET  called for help, for 01:12:05

                    """#)
        }
    }

    @Test func `history without any says so`() async throws {
        try await withDaemon(.empty) { daemon in
            let run = await daemon.run("history")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(
                run.output == #"""
                    Nothing has happened yet.

                    """#)
        }
    }
}
