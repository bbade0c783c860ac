import LifeSignalAPI
import Testing

@testable import lifesignalctl

/// What `status` says that the person who calls should do.
struct OwnDutiesTests {
    /// Ana's page as her own account sees it; nobody else on it wants anything from her.
    private func section(
        columns: Int? = nil, others: [People.User] = [.veiled], emergencyNumber: String? = nil,
        _ change: (inout People.User) -> Void = { _ in }
    ) async throws -> String? {
        var home = Household()
        home.users = [.ana]
        home.users[0].pendingPings = 0
        home.users[0].nonResponsiveDependents = 0
        change(&home.users[0])
        home.users += others
        home.emergencyNumber = emergencyNumber
        var section: String?
        try await withDaemon(home) { daemon in
            let run = await daemon.run(
                "status", console: TestConsole(columns: columns), variables: ["NO_COLOR": "1"])
            #expect(run.status == .done)
            section = run.output.split(separator: "\n\n").first {
                $0.hasPrefix("FOR YOU TO DO")
            }.map { $0 + "\n" }
        }
        return section
    }

    @Test func `nothing stands there while there is nothing to do`() async throws {
        #expect(try await section() == nil)
        // Somebody who needs help, for whom Ana does not look out.
        #expect(try await section(others: [.carla]) == nil)
    }

    @Test func `who has never checked in is asked to`() async throws {
        let section = try await section { user in
            user.status = .waiting
            (user.lastCheckIn, user.nextCheckIn, user.nonResponsiveAt) = (nil, nil, nil)
        }
        #expect(
            section == """
                FOR YOU TO DO
                  ! You have never checked in: no deadline runs for you yet, so nobody would be told if you fell silent.
                    → If you are well: lifesignalctl check-in

                """)
    }

    @Test func `who is overdue is told from when on that counts`() async throws {
        let section = try await section { user in
            user.status = .overdue
            user.nextCheckIn = "2026-11-20T19:30:00.000Z"
            user.nonResponsiveAt = "2026-11-20T20:30:00.000Z"
        }
        #expect(
            section == """
                FOR YOU TO DO
                  ! Your check-in was due by Fri 2026-11-20 20:30 CET; without it you become non-responsive at Fri 2026-11-20 21:30 CET.
                    → If you are well: lifesignalctl check-in

                """)
    }

    @Test(arguments: [
        (1, "1 question waits for your answer; a check-in answers it too."),
        (2, "2 questions wait for your answer; a check-in answers them too."),
    ])
    func `one check-in is asked for where it answers questions as well`(
        questions: Int64, words: String
    ) async throws {
        let section = try await section { user in
            user.status = .nonResponsive
            user.nextCheckIn = "2026-11-20T19:30:00.000Z"
            user.pendingPings = questions
        }
        #expect(
            section == """
                FOR YOU TO DO
                  ! You are non-responsive: your check-in was due by Fri 2026-11-20 20:30 CET. \(words)
                    → If you are well: lifesignalctl check-in

                """)
    }

    @Test(arguments: [
        (1, "1 question waits for your answer.", "lifesignalctl ping respond"),
        (2, "2 questions wait for your answer.", "lifesignalctl ping respond --all"),
    ])
    func `whoever is asked is told how to answer`(
        questions: Int64, words: String, command: String
    ) async throws {
        let section = try await section { $0.pendingPings = questions }
        #expect(
            section == """
                FOR YOU TO DO
                  ! \(words)
                    → If you are all right: \(command)

                """)
    }

    @Test(arguments: [(nil, "your local emergency number"), ("112", "112")])
    func `who calls for help is told whom else to call and how to end it`(
        number: String?, shown: String
    ) async throws {
        let section = try await section(emergencyNumber: number) { user in
            user.alert = People.Alert(
                id: "a2", user: "ana", startedAt: "2026-11-20T19:54:48.000Z")
        }
        #expect(
            section == """
                FOR YOU TO DO
                  ! You have been calling for help since Fri 2026-11-20 20:54 CET.
                    → If nobody comes, call \(shown). When you need help no more: lifesignalctl alert clear

                """)
    }

    @Test func `dependents in need come before what is one's own`() async throws {
        var calling = People.User.silentDependent
        (calling.handle, calling.name, calling.status) = ("gina", "Gina\u{1B}[2J", .active)
        let section = try await section(others: [.silentDependent, calling]) { user in
            user.nonResponsiveDependents = 2
            // Needs help as well, and is no dependent.
            user.status = .nonResponsive
            user.nextCheckIn = "2026-11-20T19:30:00.000Z"
        }
        #expect(
            section == #"""
                FOR YOU TO DO
                  ! Carla 🙂 (carla) needs help now, and you look out for them.
                    → Call them, or go there. If they are well: lifesignalctl check-in -u carla
                  ! Gina\u{1b}[2J (gina) needs help now, and you look out for them.
                    → Call them, or go there; see: lifesignalctl status gina
                  ! You are non-responsive: your check-in was due by Fri 2026-11-20 20:30 CET.
                    → If you are well: lifesignalctl check-in

                """#)
    }

    @Test func `where it is not known who of those in need are dependents they are counted`()
        async throws
    {
        var stranger = People.User.carla
        stranger.handle = "gina"
        let section = try await section(others: [.carla, stranger]) { user in
            user.nonResponsiveDependents = 1
        }
        #expect(
            section == """
                FOR YOU TO DO
                  ! 1 person needs help now, and you look out for them.
                    → Call them, or go there; see: lifesignalctl dependents

                """)
    }

    @Test func `many dependents in need are counted, not named`() async throws {
        let silent = (1...6).map { number in
            var user = People.User.silentDependent
            user.handle = "carla\(number)"
            return user
        }
        let section = try await section(others: silent) { $0.nonResponsiveDependents = 6 }
        #expect(
            section == """
                FOR YOU TO DO
                  ! 6 people need help now, and you look out for them.
                    → Call them, or go there; see: lifesignalctl dependents

                """)
    }

    @Test func `it fits a terminal of 40 columns`() async throws {
        let section = try await section(columns: 40, others: [.silentDependent]) { user in
            user.status = .overdue
            user.nextCheckIn = "2026-11-20T19:30:00.000Z"
            user.nonResponsiveAt = "2026-11-20T20:30:00.000Z"
            user.pendingPings = 1
            user.nonResponsiveDependents = 1
        }
        #expect(
            section == """
                FOR YOU TO DO
                  ! Carla 🙂 (carla) needs help now, and
                    you look out for them.
                    → Call them, or go there. If they
                      are well:
                      lifesignalctl check-in -u carla
                  ! Your check-in was due by Fri
                    2026-11-20 20:30 CET; without it you
                    become non-responsive at Fri
                    2026-11-20 21:30 CET. 1 question
                    waits for your answer; a check-in
                    answers it too.
                    → If you are well:
                      lifesignalctl check-in

                """)
    }

    @Test func `it stands below who needs help and above the problems`() async throws {
        try await withDaemon { daemon in
            let titles = await daemon.run("status").output.split(separator: "\n").filter {
                ["NEEDS HELP NOW", "FOR YOU TO DO", "PROBLEMS"].contains($0)
            }
            #expect(titles == ["NEEDS HELP NOW", "FOR YOU TO DO", "PROBLEMS"])
        }
    }

    @Test func `whoever sees others in part is found without another call`() async throws {
        var home = Household()
        home.users = [.ana, .silentDependent, .veiled]
        try await withDaemon(home) { daemon in
            #expect(await daemon.run("status").output.contains("lifesignalctl ping respond"))
            #expect(daemon.called == ["GetStatus", "ListUsers"])
        }
    }

    @Test func `an administrator is asked about only where somebody has an account`() async throws {
        var home = Household()
        home.caller = nil
        try await withDaemon(home) { daemon in
            let run = await daemon.run("status")
            #expect(run.status == .done)
            #expect(!run.output.contains("FOR YOU TO DO"))
            #expect(daemon.called == ["GetStatus", "ListUsers", "GetUser"])
        }
        home.users[0].account = nil
        try await withDaemon(home) { daemon in
            let run = await daemon.run("status")
            #expect(!run.output.contains("FOR YOU TO DO"))
            #expect(daemon.called == ["GetStatus", "ListUsers"])
        }
    }

    @Test func `for programs nothing is asked beyond what they are shown`() async throws {
        try await withDaemon { daemon in
            #expect(await daemon.run("status --json").status == .done)
            #expect(daemon.called == ["GetStatus", "ListUsers"])
        }
    }
}
