import Foundation
import Glibc
import Testing
import Varlink

/// The real tool against the real daemon.
@Suite(.serialized)
struct ToolTests {
    let home: DaemonHome

    init() throws {
        home = try DaemonHome()
    }

    struct Ran {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Runs lifesignalctl to its end.
    private func run(_ arguments: String...) async throws -> Ran {
        try await run(arguments)
    }

    private func run(_ arguments: [String]) async throws -> Ran {
        try await run(program: [BuiltPrograms.lifesignalctl.path] + arguments)
    }

    private func run(program: [String]) async throws -> Ran {
        let (output, errors) = (Pipe(), Pipe())
        let tool = try StartedProgram(
            program,
            environment: [
                "PATH": "/usr/bin:/bin", "TZ": "UTC", "LIFESIGNAL_SOCKET": home.socket,
                "HOME": home.path,
            ],
            output: output.fileHandleForWriting.fileDescriptor,
            errors: errors.fileHandleForWriting.fileDescriptor)
        for pipe in [output, errors] { try pipe.fileHandleForWriting.close() }
        let text = await onThread {
            (
                String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self),
                String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            )
        }
        return Ran(status: await tool.exit(), output: text.0, errors: text.1)
    }

    @Test func `what can't be written is no success`() async throws {
        let tool = BuiltPrograms.lifesignalctl.path
        let full = try await run(program: ["/bin/sh", "-c", "exec \(tool) --help >/dev/full"])
        #expect(full.status == 1)
        #expect(full.errors == "standard output can't be written: No space left on device\n")
    }

    @Test(arguments: [
        (
            "alert raise -u ana", "now? Every responder is told at once. [y/N]",
            "Nobody has been told"
        ),
        // Asked after a call, and so on another thread.
        ("user remove ana", "for good. Type the handle to go on:", "NOT removed"),
    ])
    func `Ctrl-C at a question ends it, and says that nothing happened`(
        command: String, question: String, undone: String
    ) async throws {
        let daemon = try await DaemonProcess.serving(home)
        _ = try await run("user", "add", "ana", "--name", "Ana")
        // script(1) is the terminal; the key is pressed once the question is there.
        let asked = try await run(program: [
            "/bin/bash", "-c",
            """
            coproc TERMINAL { script -qec "exec $0 $1" /dev/null; echo "ended with $?"; }
            exec 3>&"${TERMINAL[1]}" 4<&"${TERMINAL[0]}"
            read -r -d "${2: -1}" -u 4 question && echo "$question${2: -1}"
            printf '\\003' >&3
            cat <&4
            """, BuiltPrograms.lifesignalctl.path, command, question,
        ])
        #expect(asked.output.contains("ended with 1\n"), "\(asked.output) \(asked.errors)")
        #expect(asked.output.contains(question), "\(asked.output)")
        #expect(asked.output.contains(undone), "\(asked.output)")
        let status = try await run("status", "ana", "--json")
        #expect(status.status == 0)
        #expect(!status.output.contains("startedAt"))
        await daemon.killed()
    }

    @Test func `an interval that is too short for the usual reminder is said to have none`()
        async throws
    {
        let daemon = try await DaemonProcess.serving(home)
        let hint = "The usual reminder does not fit into that interval"
        let short = try await run("user", "add", "ana", "--name", "Ana", "--interval", "2h")
        #expect(short.output.contains("\(hint); for a shorter one: lifesignalctl user set ana"))
        let long = try await run("user", "add", "ben", "--name", "Ben", "--interval", "3h")
        #expect(!long.output.contains(hint))
        let asked = ["user", "add", "cara", "--name", "Cara", "--interval", "2h", "--reminder"]
        #expect(try await !run(asked + ["none"]).output.contains(hint))
        await daemon.killed()
    }

    @Test func `a household on the command line alone, found again after a kill`() async throws {
        let daemon = try await DaemonProcess.serving(home)
        for arguments in [
            ["user", "add", "ana", "--name", "Ana", "--interval", "24h", "--check-in"],
            ["user", "add", "ben", "--name", "陳大文", "--check-in"],
            ["responder", "add", "ana", "ben"],
            ["channel", "add", "mailto:ben@example.org", "-u", "ben"],
            ["check-in", "-u", "ana"],
        ] {
            let ran = try await run(arguments)
            #expect(ran.status == 0, "\(arguments) \(ran.errors)")
        }
        let raised = try await run("alert", "raise", "-u", "ana", "--yes")
        // The call is on, and nobody sends it on.
        #expect(raised.status == 1)
        #expect(raised.errors.contains("NOBODY HAS BEEN TOLD YET"), "\(raised.errors)")
        let again = try await run("alert", "raise", "-u", "ana", "--yes")
        #expect(again.errors.contains("is still on, but NOTHING GOES OUT"), "\(again.errors)")
        await daemon.killed()

        let next = try await DaemonProcess.serving(home)
        let status = try await run("status", "ana", "--json")
        #expect(status.status == 0)
        #expect(
            status.output.contains(#""handle":"ana""#)
                || status.output.contains(#""handle": "ana""#))
        #expect(status.output.contains("startedAt"))
        let cleared = try await run("alert", "clear", "-u", "ana", "--yes")
        #expect(cleared.status == 0, "\(cleared.errors)")
        next.signal(SIGTERM)
        #expect(await next.exit() == 0)
    }

    @Test func `a backup by the tool is a database that a daemon takes`() async throws {
        let daemon = try await DaemonProcess.serving(home)
        _ = try await run("user", "add", "ana", "--name", "Ana")
        let file = home.path + "/copy.db"
        let backup = try await run("backup", file)
        #expect(backup.status == 0, "\(backup.errors)")
        await daemon.killed()

        let other = try DaemonHome()
        try FileManager.default.createDirectory(
            atPath: other.state, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: file, toPath: other.database)
        let restored = try await DaemonProcess.serving(other)
        let client = try await restored.client()
        let reply = try await client.call("io.lifesignal.People.GetUser", ["user": "ana"])
        #expect("\(reply)".contains("Ana"))
        await restored.killed()
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a backup that is interrupted leaves nothing behind`(number: CInt) async throws {
        // It takes the call, and does not answer.
        let silent = try #require(SilentSocket(path: home.path + "/silent"))
        defer { silent.close() }
        let directory = home.path + "/backups"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: directory)
        }
        let tool = try StartedProgram(
            [
                BuiltPrograms.lifesignalctl.path, "backup", directory + "/monday.db", "--socket",
                home.path + "/silent",
            ], environment: ["PATH": "/usr/bin:/bin"])
        while try names().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        tool.signal(number)
        #expect(await tool.exit() == -number)
        #expect(try names() == [])
    }

    @Test func `without a daemon the tool says so, with 69`() async throws {
        let ran = try await run("user", "list", "--socket", home.path + "/nothing")
        #expect(ran.status == 69)
        #expect(ran.errors.contains("does not answer"))
    }
}
