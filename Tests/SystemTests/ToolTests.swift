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
        let (output, errors) = (Pipe(), Pipe())
        let tool = try StartedProgram(
            [BuiltPrograms.lifesignalctl.path] + arguments,
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
        #expect(raised.status == 0)
        #expect(raised.output.contains("陳大文"))
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

    @Test func `without a daemon the tool says so, with 69`() async throws {
        let ran = try await run("user", "list", "--socket", home.path + "/nothing")
        #expect(ran.status == 69)
        #expect(ran.errors.contains("does not answer"))
    }
}
