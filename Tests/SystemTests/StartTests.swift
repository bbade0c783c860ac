import Foundation
import GRDB
import Glibc
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// How a real daemon starts, and how it refuses to.
@Suite(.serialized)
struct StartTests {
    let home: DaemonHome

    init() throws {
        home = try DaemonHome()
    }

    private func expectEnd(
        _ status: Int32, _ daemon: DaemonProcess, says words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        #expect(await daemon.exit() == status, sourceLocation: sourceLocation)
        #expect(
            daemon.logged.contains(words), "\(daemon.logged)", sourceLocation: sourceLocation)
    }

    @Test func `READY comes once the socket answers, with a status that names nobody`() async throws
    {
        let systemd = NotifySocket(path: home.notify)
        let daemon = try DaemonProcess(home, environment: ["NOTIFY_SOCKET": home.notify])
        var ready: String?
        while ready == nil {
            let message = try #require(await systemd.next(), "\(daemon.logged)")
            if message.hasPrefix("READY=1") { ready = message }
        }
        #expect(ready == "READY=1\nSTATUS=0 users, healthy")
        let client = try await daemon.client()
        let health = try await client.call(LifeSignalAPI.Daemon.GetHealth.self, .init()).health
        #expect(health == .healthy)
        _ = try await client.call(People.AddUser.self, .init(handle: "ana", name: "Ana"))
        #expect(await systemd.messages(until: "STATUS=1 user").last == "STATUS=1 user, healthy")
        daemon.signal(SIGTERM)
        #expect(await systemd.messages(until: "STOPPING=1").last == "STOPPING=1")
        #expect(await daemon.exit() == 0)
    }

    @Test func `what it makes is readable by itself only, but its socket is for everybody`()
        async throws
    {
        let daemon = try await DaemonProcess.serving(home)
        func mode(_ path: String) -> mode_t {
            var file = stat()
            return stat(path, &file) == 0 ? file.st_mode & 0o777 : 0
        }
        #expect(mode(home.state) == 0o700)
        #expect(mode(home.database) == 0o600)
        #expect(mode(home.database + "-wal") == 0o600)
        #expect(mode(home.socket) == 0o666)
        await daemon.killed()
    }

    @Test func `a second daemon on the same directory ends with 75 and disturbs nobody`()
        async throws
    {
        let first = try await DaemonProcess.serving(home)
        let second = try DaemonProcess(home)
        await expectEnd(75, second, says: "another lifesignald uses")
        let client = try await first.client()
        _ = try await client.call(LifeSignalAPI.Daemon.GetHealth.self, .init())
        await first.killed()
    }

    @Test func `a bad configuration ends it with 78 and names the mistake`() async throws {
        try home.configure("retention: soon\nnonsense: 1\n")
        let daemon = try DaemonProcess(home)
        #expect(await daemon.exit() == 78)
        #expect(daemon.logged.contains("retention"))
        #expect(daemon.logged.contains("nonsense"))
        #expect(!FileManager.default.fileExists(atPath: home.socket))
    }

    @Test func `a configuration file that is named and missing ends it with 78`() async throws {
        let daemon = try DaemonProcess(
            home,
            arguments: [
                "--state-directory", home.state, "--socket", home.socket, "--config",
                home.path + "/none.yaml",
            ])
        await expectEnd(78, daemon, says: "none.yaml")
    }

    @Test func `a damaged database ends it with 74 and stays as it is`() async throws {
        try FileManager.default.createDirectory(
            atPath: home.state, withIntermediateDirectories: false)
        let garbage = Data(String(repeating: "no database ", count: 1000).utf8)
        try garbage.write(to: URL(fileURLWithPath: home.database))
        let daemon = try DaemonProcess(home)
        await expectEnd(74, daemon, says: "is damaged")
        #expect(try Data(contentsOf: URL(fileURLWithPath: home.database)) == garbage)
    }

    @Test func `a directory that can't be ends it with 74`() async throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: home.state))
        let daemon = try DaemonProcess(home)
        await expectEnd(74, daemon, says: "can't be used")
    }

    @Test func `an option that there is not ends it with 64`() async throws {
        let daemon = try DaemonProcess(home, arguments: ["--frobnicate"])
        await expectEnd(64, daemon, says: "frobnicate")
    }

    @Test func `the version is printed`() async throws {
        let daemon = try DaemonProcess(home, arguments: ["--version"])
        #expect(await daemon.exit() == 0)
    }

    @Test func `a socket that a killed daemon left behind is replaced`() async throws {
        let first = try await DaemonProcess.serving(home)
        await first.killed()
        #expect(FileManager.default.fileExists(atPath: home.socket))
        let second = try await DaemonProcess.serving(home)
        let client = try await second.client()
        _ = try await client.call(LifeSignalAPI.Daemon.GetHealth.self, .init())
        await second.killed()
    }

    @Test func `a socket path that is too long is an error that says so`() async throws {
        let path = home.path + "/" + String(repeating: "s", count: 108 - home.path.utf8.count)
        #expect(path.utf8.count > 107)
        let daemon = try DaemonProcess(home, socket: path)
        #expect(await daemon.exit() == 64)
        #expect(daemon.logged.contains("107"), "\(daemon.logged)")
        #expect(!FileManager.default.fileExists(atPath: home.database))
    }

    @Test func `a daemon takes no other daemon's socket away`() async throws {
        let first = try await DaemonProcess.serving(home)
        let other = try DaemonHome()
        let second = try DaemonProcess(other, socket: home.socket)
        #expect(await second.exit() == 75)
        #expect(second.logged.contains("another program"), "\(second.logged)")
        let client = try await first.client()
        _ = try await client.call(LifeSignalAPI.Daemon.GetHealth.self, .init())
        await first.killed()
    }

    @Test func `a start that can't listen leaves no trace, so that the gap is seen`() async throws {
        let first = try await DaemonProcess.serving(home)
        await first.killed()
        let events = "SELECT count(*), max(markWall) FROM events, daemon"
        func trace() throws -> String? {
            let queue = try DatabaseQueue(path: home.database)
            defer { try? queue.close() }
            return try queue.read { try Row.fetchOne($0, sql: events)?.description }
        }
        let before = try trace()
        unlink(home.socket)
        try Data().write(to: URL(fileURLWithPath: home.socket))
        let second = try DaemonProcess(home)
        await expectEnd(78, second, says: "no socket")
        #expect(try trace() == before)
    }

    @Test func `each mistake in the configuration has a line of its own`() async throws {
        try home.configure("retention: 0\npings: { expireAfter: soon }\n")
        let daemon = try DaemonProcess(home)
        #expect(await daemon.exit() == 78)
        let lines = daemon.logged.split(separator: "\n").filter { $0.contains(" critical: ") }
        #expect(lines.count == 2, "\(daemon.logged)")
        #expect(lines.contains { $0.contains(":1: retention: ") })
        #expect(lines.contains { $0.contains(":2: pings.expireAfter: ") })
    }

    @Test func `a newer database ends it with 74`() async throws {
        let first = try await DaemonProcess.serving(home)
        first.signal(SIGTERM)
        #expect(await first.exit() == 0)
        let queue = try DatabaseQueue(path: home.database)
        try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
        try queue.close()
        let second = try DaemonProcess(home)
        await expectEnd(74, second, says: "newer LifeSignal")
    }

    @Test func `what the upgrade of a large database takes of memory is given back`() async throws {
        try FileManager.default.createDirectory(
            atPath: home.state, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let queue = try DatabaseQueue(path: home.database)
        try Schema.migrator.migrate(queue, upTo: "8")
        try await queue.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
                    INSERT INTO users (handle, name, foldedName, checkInInterval, reminders, grace,
                        dependentSort, addedAt, lastCheckIn, remindedLeads, deadlinePassed, noticeSent,
                        gapTold, waitingTold, status, earliestDeadline, emergencyNote)
                    SELECT printf('u%05d', i), 'User', 'user', 86400, '', 0, 'timeLeft', 0,
                        9000000000000, '', 0, 0, 0, 0, 'active', 9000086400000 - i, '' FROM n
                    """)
        }
        try queue.close()
        let upgraded = try await DaemonProcess.serving(home)
        let after = try upgraded.privateBytes()
        upgraded.signal(SIGTERM)
        #expect(await upgraded.exit() == 0)
        let usual = try await DaemonProcess.serving(home)
        let before = try usual.privateBytes()
        await usual.killed()
        #expect(before > 0)
        #expect(after < before + 1 << 20)
    }
}
