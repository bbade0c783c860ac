import LifeSignal
import LifeSignalAPI
import Synchronization
import Testing
import Varlink

@testable import lifesignalctl

struct UserEditTests {
    /// An editor that changes something each time it is opened, and what it was shown.
    final class Sitting: Sendable {
        private let state: Mutex<(shown: [String], edits: [@Sendable (String) -> String?])>

        init(_ edits: (@Sendable (String) -> String?)...) {
            state = Mutex((shown: [], edits: edits))
        }

        var shown: [String] { state.withLock { $0.shown } }

        func edit(_ text: String) -> String? {
            let edit = state.withLock { state in
                state.shown.append(text)
                return state.edits.isEmpty ? { $0 } : state.edits.removeFirst()
            }
            return edit(text)
        }
    }

    static let directory = try! TemporaryDirectory()

    /// What is asked before the editor opens: whether a change would be taken at all.
    static let mayChange = People.SetUser.Parameters(user: "ana")

    private func run(_ daemon: FakeDaemon, _ sitting: Sitting) async -> Invocation {
        await daemon.run(
            "user edit ana", variables: ["EDITOR": "ed", "TMPDIR": Self.directory.path],
            editor: { sitting.edit($0) })
    }

    @Test func `the text holds everything that can be changed, with its explanation`() async throws
    {
        try await withDaemon { daemon in
            let sitting = Sitting()
            let run = await run(daemon, sitting)
            #expect(run.output == "Nothing changed.\n")
            #expect(
                sitting.shown == [
                    """
                    # Profile and schedule of ana.
                    # Lines that begin with # are left out. Saving without a change changes nothing.

                    Name: Ana Kovač
                    # In full, such as +49 30 1234567; empty for none.
                    Phone: +49301234567
                    # An https address of a picture; empty for none.
                    Picture: 
                    # The Unix account that is this user; empty for none.
                    Account: ana

                    # How often to check in, such as 8h, 16h, 24h, 48h or 1d 12h.
                    Interval: 24h
                    # How long before the deadline to be reminded, such as 2h, 30min; none for none.
                    Reminders: 2h
                    # How long after the deadline responders are told; 0 for at once.
                    Grace: 0
                    # yes checks in with this change: for a schedule that would be overdue without.
                    Check-in: no

                    # All that follows the next line is the note: what responders must know in an
                    # emergency. Lines that begin with # belong to it.
                    Note:
                    Diabetic.
                    The key is with ben.

                    """
                ])
            #expect(daemon.parameters(of: People.SetUser.self) == [Self.mayChange])
        }
    }

    @Test func `what was changed is sent, and nothing else`() async throws {
        try await withDaemon { daemon in
            let sitting = Sitting { text in
                text.replacing("Phone: +49301234567", with: "Phone:")
                    .replacing("Reminders: 2h", with: "Reminders: 6h, 30min")
                    .replacing("The key is with ben.\n", with: "# of all: insulin\n\nKey: ben\n")
            }
            let run = await run(daemon, sitting)
            #expect(run.status == .done)
            #expect(run.output.hasPrefix("Changed Ana Kovač (ana)"))
            #expect(
                daemon.parameters(of: People.SetUser.self) == [
                    Self.mayChange,
                    .init(
                        user: "ana", phoneNumber: "",
                        emergencyNote: "Diabetic.\n# of all: insulin\n\nKey: ben",
                        reminders: [21_600, 1800]),
                ])
        }
    }

    @Test func `a mistake comes back into the editor with what was wrong`() async throws {
        try await withDaemon { daemon in
            let sitting = Sitting(
                { $0.replacing("Interval: 24h", with: "Interval: soon\nIntervall: 3h") },
                { $0.replacing("Interval: soon\nIntervall: 3h", with: "Interval: 12h") })
            let run = await run(daemon, sitting)
            #expect(run.status == .done)
            #expect(
                sitting.shown.last?.hasPrefix(
                    """
                    #! “Intervall: 3h” is no line that is known here
                    #! interval: “soon” is no time span; write it like 24h or 1day 30min
                    # Profile and schedule of ana.

                    """) == true)
            #expect(
                daemon.parameters(of: People.SetUser.self) == [
                    Self.mayChange, .init(user: "ana", checkInInterval: 43_200),
                ])
        }
    }

    @Test func `what the daemon finds wrong comes back as well`() async throws {
        try await withDaemon { daemon in
            let sitting = Sitting(
                { text in
                    daemon.arrange(
                        People.SetUser.self,
                        .refusal(
                            People.Failure.wouldBeOverdue(
                                user: "ana", nextCheckIn: "2026-11-20T09:12:33.000Z")),
                        .refusal(InvalidParameter("phoneNumber", reason: "written in full")),
                        .refusal(People.Failure.accountTaken(account: "ana")))
                    return text.replacing("Interval: 24h", with: "Interval: 1h")
                },
                { $0.replacing("Check-in: no", with: "Check-in: yes") },
                { $0.replacing("Phone: +49301234567", with: "Phone: +4930") },
                { $0.replacing("Account: ana", with: "Account: ann") })
            let run = await run(daemon, sitting)
            #expect(run.status == .done)
            #expect(
                sitting.shown.dropFirst().map { $0.split(separator: "\n").first } == [
                    "#! With that schedule ana was due by Fri 2026-11-20 10:12 CET. If ana is "
                        + "well, write “Check-in: yes”.",
                    "#! phone: written in full",
                    "#! account: “ana” is bound to another user",
                ])
            #expect(
                daemon.parameters(of: People.SetUser.self).last
                    == .init(
                        user: "ana", phoneNumber: "+4930", account: "ann", checkInInterval: 3600,
                        checkIn: true))
        }
    }

    @Test func `saving a mistake again unchanged gives up, and keeps the text`() async throws {
        let directory = try TemporaryDirectory()
        try await withDaemon { daemon in
            let run = await daemon.run(
                "user edit ana", variables: ["EDITOR": "ed", "TMPDIR": directory.path],
                editor: { $0.replacing("Grace: 0", with: "Grace: ever") })
            #expect(run.status == .failed)
            let kept = try #require(directory.names.first)
            #expect(
                run.error == "Your text is kept in \(directory.path)/\(kept)\n"
                    + "NOT changed: grace: “ever” is no time span; write it like 24h or "
                    + "1day 30min\n")
            #expect(
                try EditedFile(existing: "\(directory.path)/\(kept)").read()
                    .contains("Grace: ever"))
            #expect(daemon.parameters(of: People.SetUser.self) == [Self.mayChange])
        }
    }

    @Test func `who may not change it hears so before they have typed anything`() async throws {
        try await withDaemon { daemon in
            daemon.arrange(People.SetUser.self, .refusal(Service.Failure.permissionDenied))
            let sitting = Sitting { $0 }
            let run = await run(daemon, sitting)
            #expect(run.status == .notPermitted)
            #expect(sitting.shown == [])
        }
    }

    @Test func `an editor that empties the file, again and again, changes nothing`() async throws {
        try await withDaemon { daemon in
            let sitting = Mutex(0)
            let run = await daemon.run(
                "user edit ana", variables: ["EDITOR": "ed", "TMPDIR": Self.directory.path],
                editor: { _ in
                    sitting.withLock { $0 += 1 }
                    return ""
                })
            #expect(run.status != .done)
            #expect(sitting.withLock { $0 } == 2)
            #expect(daemon.parameters(of: People.SetUser.self) == [Self.mayChange])
        }
    }

    @Test func `an editor that fails changes nothing`() async throws {
        try await withDaemon { daemon in
            let run = await run(daemon, Sitting { _ in nil })
            #expect(run.status == .failed)
            #expect(run.error == "NOT changed: the editor ended with 1\n")
        }
    }

    @Test func `without a terminal and without an editor nobody can edit`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("user edit ana")
            #expect(run.status == .failed)
            #expect(
                run.error == "NOT changed: there is no terminal to edit on. Use: lifesignalctl "
                    + "user set ana …\n")
        }
    }

    @Test func `what was typed is kept where the daemon refused it, and removed where nothing was`()
        async throws
    {
        let directory = try TemporaryDirectory()
        try await withDaemon { daemon in
            let variables = ["EDITOR": "ed", "TMPDIR": directory.path]
            _ = await daemon.run("user edit ana", variables: variables)
            #expect(directory.names == [])
            let run = await daemon.run(
                "user edit ana", variables: variables,
                editor: { text in
                    daemon.arrange(
                        People.SetUser.self, .refusal(Service.Failure.permissionDenied))
                    return text.replacing("Grace: 0", with: "Grace: 1h")
                })
            #expect(run.status == .notPermitted)
            let kept = try #require(directory.names.first)
            #expect(run.error.hasPrefix("Your text is kept in \(directory.path)/\(kept)\n"))
            #expect(
                try EditedFile(existing: "\(directory.path)/\(kept)").read().contains("Grace: 1h"))
        }
    }

    @Test(arguments: ["", "one", "one\n", "\n\none\n\n", "# one\nNote:\n", "\ttab"])
    func `a note comes back as it was`(note: String) throws {
        var text = ProfileText(.ana)
        text.note = note
        #expect(try ProfileText(reading: text.text(handle: "ana")) == text)
    }

    @Test(
        arguments: [
            (0, "0"), (45, "45s"), (5400, "1h 30min"), (86_400, "24h"), (129_600, "36h"),
            (172_800, "48h"), (259_200, "3d"), (31_622_400, "366d"), (90, "1min 30s"),
        ] as [(Int64, String)])
    func `a span is written so that it is read as the same`(seconds: Int64, text: String) throws {
        #expect(Span.typed(seconds: seconds) == text)
        #expect(try Span(systemdText: text) == .seconds(seconds))
    }

    @Test func `every mistake in the text is named at once`() {
        #expect(
            throws: ProfileText.Mistakes(reasons: [
                "“name” stands twice", "“so what” is no line that is known here",
                "the line “Note:” is missing", "the line “picture” is missing",
                "the line “account” is missing", "the line “grace” is missing",
                "interval: a time span is needed, such as 24h or 1day 30min",
                "reminders: unknown unit of time “x”; use s, min, h, d or w", "check-in: yes or no",
            ])
        ) {
            try ProfileText(
                reading: """
                    Name: A
                    # Phone: 1
                    Phone: 2
                    name: B
                    so what
                    Interval:
                    Reminders: 2x, 1h
                    Check-in: perhaps
                    """)
        }
    }

    @Test func `an editor is a shell command, and its end is told`() throws {
        let directory = try TemporaryDirectory()
        let file = try EditedFile(in: directory.path, name: "it's")
        #expect(Editor.run("printf changed >", file.path) == 0)
        #expect(try file.read() == "changed")
        #expect(Editor.run("exit 3;", file.path) == 3)
        #expect(Editor.run("no-such-editor-anywhere 2>/dev/null", file.path) == 127)
    }
}
