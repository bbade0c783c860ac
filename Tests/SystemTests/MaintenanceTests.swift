import Foundation
import GRDB
import LifeSignalAPI
import Testing
import Varlink

/// `lifesignald check` and `lifesignald restore`, on what a real daemon leaves.
@Suite(.serialized)
struct MaintenanceTests {
    let home: DaemonHome

    init() throws {
        home = try DaemonHome()
    }

    private func maintain(_ arguments: String...) async throws -> (status: Int32, said: String) {
        try await maintain(arguments)
    }

    private func maintain(_ arguments: [String]) async throws -> (status: Int32, said: String) {
        let process = try DaemonProcess(
            home, arguments: arguments + ["--state-directory", home.state])
        return (await process.exit(), process.logged)
    }

    private func daemon(knows handles: Set<String>) async throws {
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        var found: Set<String> = []
        for try await reply in client.stream(People.ListUsers.self, .init()) {
            if let user = reply.user { found.insert(user.handle) }
        }
        #expect(found == handles)
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 0)
    }

    /// A daemon that knows ana and was killed, and a backup from before it came to know ben.
    private func makeBackup() async throws -> String {
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        _ = try await client.call(People.AddUser.self, .init(handle: "ana", name: "Ana"))
        var bytes = Data()
        for try await reply in client.stream(LifeSignalAPI.Daemon.Backup.self, .init()) {
            bytes += try #require(Data(base64Encoded: reply.data ?? ""))
        }
        let file = home.path + "/backup.db"
        try bytes.write(to: URL(fileURLWithPath: file))
        _ = try await client.call(People.AddUser.self, .init(handle: "ben", name: "Ben"))
        let busy = try await maintain("check")
        #expect(busy.status == 75)
        #expect(busy.said.contains("another lifesignald uses"), "\(busy.said)")
        #expect(try await maintain("restore", file).status == 75)
        await daemon.killed()
        return file
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: home.state).sorted() }
    }

    @Test func `check finds what a killed daemon left in order`() async throws {
        let daemon = try await DaemonProcess.serving(home)
        _ = try await daemon.client().call(
            People.AddUser.self, .init(handle: "ana", name: "Ana", checkIn: true))
        await daemon.killed()
        let good = try await maintain("check")
        #expect(good.status == 0, "\(good.said)")
    }

    @Test func `check names what is wrong, and ends with 74`() async throws {
        let daemon = try await DaemonProcess.serving(home)
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 0)
        let queue = try DatabaseQueue(path: home.database)
        try await queue.write {
            try $0.execute(sql: "UPDATE counters SET value = 7 WHERE name = 'alerts'")
        }
        try queue.close()
        let bad = try await maintain("check")
        #expect(bad.status == 74)
        #expect(bad.said.contains("the counter alerts says 7"), "\(bad.said)")
        #expect(bad.said.contains("lifesignald check --repair"), "\(bad.said)")
        let mended = try await maintain("check", "--repair")
        #expect(mended.status == 0, "\(mended.said)")
        #expect(try await maintain("check").status == 0)
        #expect(try names.contains { $0.hasPrefix("lifesignal.db.until-") })
        // There is nothing left to repair, and nothing to keep.
        let names = try names
        #expect(try await maintain("check", "--repair").status == 0)
        #expect(try self.names == names)
    }

    @Test func `check advises a backup where something is lost, and repairs nothing of it`()
        async throws
    {
        let daemon = try await DaemonProcess.serving(home)
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 0)
        let queue = try DatabaseQueue(path: home.database)
        try await queue.write { try $0.execute(sql: "DROP TRIGGER countAlerts") }
        try queue.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: home.database))
        for arguments in [["check"], ["check", "--repair"]] {
            let bad = try await maintain(arguments)
            #expect(bad.status == 74)
            #expect(bad.said.contains("lifesignald restore FILE"), "\(bad.said)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: home.database)) == before)
        }
    }

    @Test func `check makes no directory where there is none`() async throws {
        let none = try await maintain("check")
        #expect(none.status == 74)
        #expect(!FileManager.default.fileExists(atPath: home.state))
    }

    @Test func `restore puts a backup in the place of the database, and keeps that beside it`()
        async throws
    {
        let file = try await makeBackup()
        let done = try await maintain("restore", file)
        #expect(done.status == 0, "\(done.said)")
        #expect(try await maintain("check").status == 0)
        try await daemon(knows: ["ana"])
        let kept = try #require(try names.first { $0.hasPrefix("lifesignal.db.until-") })
        // Nothing of what the killed daemon had acknowledged is missing there.
        let again = try await maintain("restore", "\(home.state)/\(kept)")
        #expect(again.status == 0, "\(again.said)")
        try await daemon(knows: ["ana", "ben"])
    }

    @Test func `restore makes anew what a backup keeps twice, where nothing else is wrong with it`()
        async throws
    {
        let file = try await makeBackup()
        let queue = try DatabaseQueue(path: file)
        try await queue.write {
            try $0.execute(sql: "UPDATE counters SET value = 7 WHERE name = 'alerts'")
        }
        try queue.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let done = try await maintain("restore", file)
        #expect(done.status == 0, "\(done.said)")
        #expect(try await maintain("check").status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        try await daemon(knows: ["ana"])
    }

    @Test func `restore by a link copies what it leads to`() async throws {
        let file = try await makeBackup()
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let link = home.path + "/latest.db"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "backup.db")
        #expect(try await maintain("restore", link).status == 0)
        try await daemon(knows: ["ana"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        let type = try FileManager.default.attributesOfItem(atPath: home.database)[.type]
        #expect(type as? FileAttributeType == .typeRegular)
    }

    @Test func `a start with a log and no database is refused, and a restore mends it`()
        async throws
    {
        let file = try await makeBackup()
        try FileManager.default.removeItem(atPath: home.database)
        let refused = try DaemonProcess(home)
        #expect(await refused.exit() == 74)
        #expect(refused.logged.contains("is gone, or empty; put it back"), "\(refused.logged)")
        let done = try await maintain("restore", file)
        #expect(done.status == 0, "\(done.said)")
        try await daemon(knows: ["ana"])
    }

    @Test(arguments: [false, true])
    func `a database that was moved away after a clean stop is missed`(leavesEmptyFile: Bool)
        async throws
    {
        let daemon = try await DaemonProcess.serving(home)
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 0)
        try FileManager.default.removeItem(atPath: home.database)
        // As SQLite's shell does that was asked what is in it.
        if leavesEmptyFile { try Data().write(to: URL(fileURLWithPath: home.database)) }
        let next = try DaemonProcess(home)
        #expect(await next.exit() == 74)
        #expect(next.logged.contains("is gone, or empty; put it back"), "\(next.logged)")
    }

    @Test func `a first start says where a net begins, and no later one does`() async throws {
        let words = "there was no database in \(home.state): a net begins there"
        let first = try await DaemonProcess.serving(home)
        #expect(first.logged.contains(words), "\(first.logged)")
        first.signal(SIGTERM)
        #expect(await first.exit() == 0)
        let second = try await DaemonProcess.serving(home)
        #expect(!second.logged.contains(words), "\(second.logged)")
    }

    @Test func `a daemon whose database was removed says so at its end`() async throws {
        let daemon = try await DaemonProcess.serving(home)
        try FileManager.default.removeItem(atPath: home.database)
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 74)
        #expect(daemon.logged.contains("was removed or replaced while it was in use"))
        for name in try names where name.hasPrefix("lifesignal.db") {
            try FileManager.default.removeItem(atPath: home.state + "/" + name)
        }
        let next = try DaemonProcess(home)
        #expect(await next.exit() == 74)
        #expect(next.logged.contains("is gone, or empty; put it back"), "\(next.logged)")
    }

    @Test func `restore refuses what is damaged, in use or no database, and changes nothing`()
        async throws
    {
        let file = try await makeBackup()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        bytes.replaceSubrange(8192..<12288, with: Data(repeating: 0xA5, count: 4096))
        let damaged = home.path + "/damaged.db"
        try bytes.write(to: URL(fileURLWithPath: damaged))
        let text = home.path + "/text.db"
        try Data("shopping list".utf8).write(to: URL(fileURLWithPath: text))
        let empty = home.path + "/empty.db"
        try Data().write(to: URL(fileURLWithPath: empty))
        for unfit in [damaged, text, empty, home.path + "/missing.db", home.database, home.path] {
            let refused = try await maintain("restore", unfit)
            #expect(refused.status == 74, "\(unfit): \(refused.said)")
            // It names what it was given, and not its own copy of it.
            #expect(refused.said.contains(unfit), "\(refused.said)")
            #expect(!refused.said.contains("unfinished"), "\(refused.said)")
        }
        #expect(try !names.contains { $0.contains("until") || $0.contains("backup") })
        try await daemon(knows: ["ana", "ben"])
    }

    @Test
    func `a directory that was copied by a restore is removed by a start and by the next one`()
        async throws
    {
        let file = try await makeBackup()
        let left = home.state + "/unfinished-backup-restored.db"
        func leave() throws {
            try FileManager.default.createDirectory(
                atPath: left + "/deep", withIntermediateDirectories: true)
        }
        try leave()
        #expect(try await maintain("restore", file).status == 0)
        try leave()
        try await daemon(knows: ["ana"])
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    @Test func `restore works where there was nothing before`() async throws {
        let file = try await makeBackup()
        try FileManager.default.removeItem(atPath: home.state)
        #expect(try await maintain("restore", file).status == 0)
        try await daemon(knows: ["ana"])
    }
}
