import Foundation
import Glibc
import LifeSignalAPI
import Synchronization
import Testing
import Varlink

/// What has been acknowledged so far, by any number of tasks.
private final class Tally: Sendable {
    private let state = Mutex<[String]>([])

    @discardableResult
    func add(_ word: String) -> Int {
        state.withLock { words in
            words.append(word)
            return words.count
        }
    }

    var words: [String] { state.withLock { $0 } }
    var count: Int { words.count }
}

/// A real daemon that is stopped, killed and started anew.
@Suite(.serialized)
struct LifeTests {
    let home: DaemonHome

    init() throws {
        home = try DaemonHome()
    }

    @Test func `SIGTERM ends it within five seconds, and calls in flight are answered`()
        async throws
    {
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        _ = try await client.call(
            People.AddUser.self, .init(handle: "ana", name: "Ana", checkIn: true))
        // A stream and a follower that never end by themselves.
        let follower = try await daemon.client()
        var events = follower.stream(
            LifeSignalAPI.Daemon.ListEvents.self, .init(follow: true)
        ).makeAsyncIterator()
        _ = try await events.next()
        let sender = try await daemon.client()
        let taking = Task {
            for try await _ in sender.stream(LifeSignalAPI.Outbox.Take.self, .init()) {}
        }
        let answered = Tally()
        let acknowledged = try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do {
                        _ = try await client.call(People.CheckIn.self, .init(user: "ana"))
                        answered.add("a check-in")
                    } catch CallError.disconnected {
                        // Not taken up any more.
                    } catch CallError.failure(let name, _) {
                        #expect(name.hasSuffix("Unavailable"))
                    }
                }
            }
            group.addTask { daemon.signal(SIGTERM) }
            try await group.waitForAll()
            return answered.count
        }
        let start = ContinuousClock.now
        #expect(await daemon.exit() == 0)
        #expect(ContinuousClock.now - start < .seconds(5))
        _ = try? await taking.value
        #expect(!FileManager.default.fileExists(atPath: home.socket))

        let next = try await DaemonProcess.serving(home)
        let kept = try await next.client()
        var checkIns = 0
        for try await reply in kept.stream(People.ListCheckIns.self, .init(user: "ana"))
        where reply.checkIn != nil { checkIns += 1 }
        #expect(checkIns >= acknowledged + 1)
        var kinds: [String] = []
        for try await reply in kept.stream(LifeSignalAPI.Daemon.ListEvents.self, .init()) {
            kinds += [reply.event?.kind].compactMap { $0 }
        }
        #expect(kinds.filter { $0 == "stopped" }.count == 1)
        #expect(kinds.filter { $0 == "started" }.count == 2)
        await next.killed()
    }

    @Test(.timeLimit(.minutes(2)))
    func `it goes on, and ends, while nobody reads what it has to say`() async throws {
        let pipe = Pipe()
        // F_SETPIPE_SZ of fcntl(2), which Swift does not see.
        #expect(fcntl(pipe.fileHandleForWriting.fileDescriptor, 1031, 4096) == 4096)
        let daemon = try await DaemonProcess.serving(home, entries: pipe)
        let client = try await daemon.client()
        _ = try await client.call(
            People.AddUser.self, .init(handle: "ana", name: "Ana", checkIn: true))
        // Each writes a line, and the pipe has room for some fifty.
        for _ in 0..<300 { _ = try await client.call(People.CheckIn.self, .init(user: "ana")) }
        let status = try await client.call(LifeSignalAPI.Daemon.GetStatus.self, .init()).status
        #expect(status.users == 1)
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 0)
        try pipe.fileHandleForReading.close()
    }

    @Test func `killed at any moment under load, it has kept all that it acknowledged`()
        async throws
    {
        var expected: Set<String> = []
        for round in 0..<4 {
            let daemon = try await DaemonProcess.serving(home)
            let acknowledged = Tally()
            let enough = 20 + round * 57
            await withTaskGroup(of: Void.self) { group in
                for lane in 0..<4 {
                    group.addTask {
                        guard let client = try? await daemon.client() else { return }
                        for number in 0..<2000 {
                            let handle = "u\(round)-\(lane)-\(number)"
                            let added = try? await client.call(
                                People.AddUser.self,
                                .init(handle: handle, name: "N", checkIn: true))
                            guard added != nil else { return }
                            let count = acknowledged.add(handle)
                            if count == enough { daemon.signal(SIGKILL) }
                        }
                    }
                }
            }
            #expect(await daemon.exit() == -SIGKILL)
            expected.formUnion(acknowledged.words)
            let next = try await DaemonProcess.serving(home)
            let client = try await next.client()
            var found: Set<String> = []
            for try await reply in client.stream(People.ListUsers.self, .init()) {
                guard let user = reply.user else { continue }
                found.insert(user.handle)
                #expect(user.lastCheckIn != nil)
            }
            #expect(found.isSuperset(of: expected))
            let status = try await client.call(LifeSignalAPI.Daemon.GetStatus.self, .init()).status
            #expect(status.users == Int64(found.count))
            #expect(status.active == Int64(found.count))
            await next.killed()
        }
    }

    @Test func `deadlines that passed while it was dead are dealt with`() async throws {
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        _ = try await client.call(
            People.AddUser.self,
            .init(handle: "ana", name: "Ana", checkInInterval: 1, reminders: [], checkIn: true))
        await daemon.killed()
        try await Task.sleep(for: .milliseconds(1100))
        let next = try await DaemonProcess.serving(home)
        // The first look comes before READY.
        let user = try await next.client().call(People.GetUser.self, .init(user: "ana")).user
        #expect(user.status == .nonResponsive)
        await next.killed()
    }

    @Test func `a deadline is met while it runs`() async throws {
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        let follower = try await daemon.client()
        let added = try await client.call(
            People.AddUser.self,
            .init(handle: "ana", name: "Ana", checkInInterval: 1, reminders: [], checkIn: true)
        ).user
        for try await reply in follower.stream(
            LifeSignalAPI.Daemon.ListEvents.self, .init(follow: true))
        where reply.event?.kind == "becameNonResponsive" {
            let due = try #require(added.nextCheckIn)
            let at = try #require(reply.event?.at)
            #expect(at >= due)
            break
        }
        #expect(try await daemon.says("ana is non-responsive"))
        await daemon.killed()
    }

    @Test(arguments: ["hello", "", "[]", #"{"method":1}"#, "{", #"{"parameters":{}}"#])
    func `a frame that is no call closes its connection and nothing else`(frame: String)
        async throws
    {
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        let raw = try #require(RawSocket(path: home.socket))
        raw.send(frame)
        #expect(await raw.receive() == "")
        _ = try await client.call(LifeSignalAPI.Daemon.GetHealth.self, .init())
        await daemon.killed()
    }

    @Test func `SIGHUP and Reload read the configuration anew, and keep the old one if it is bad`()
        async throws
    {
        try home.configure("operators: [ana]\n")
        let systemd = NotifySocket(path: home.notify)
        let daemon = try DaemonProcess(home, environment: ["NOTIFY_SOCKET": home.notify])
        _ = await systemd.messages(until: "READY=1")
        let client = try await daemon.client()
        func codes() async throws -> Set<String> {
            let status = try await client.call(
                LifeSignalAPI.Daemon.GetStatus.self, .init()
            ).status
            return Set(status.problems.map(\.code))
        }
        #expect(try await codes().contains("unknownOperator"))
        try home.configure("operators: []\n")
        daemon.signal(SIGHUP)
        #expect(await systemd.messages(until: "RELOADING=1").last?.hasPrefix("RELOADING=1") == true)
        #expect(await systemd.messages(until: "READY=1").last?.hasPrefix("READY=1") == true)
        #expect(try await codes().contains("noOperators"))
        try home.configure("operators: 7\n")
        await #expect(throws: CallError.self) {
            _ = try await client.call(LifeSignalAPI.Daemon.Reload.self, .init())
        }
        #expect(try await codes().isSuperset(of: ["noOperators", "configurationRefused"]))
        #expect(try await daemon.says("operators"))
        try home.configure("operators: [ben]\n")
        _ = try await client.call(LifeSignalAPI.Daemon.Reload.self, .init())
        #expect(try await codes().contains("unknownOperator"))
        #expect(try await !codes().contains("configurationRefused"))
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 0)
    }

    @Test func `what to change is said to be in the file that it reads, after a reload too`()
        async throws
    {
        try home.configure("")
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        func remedy() async throws -> String? {
            let status = try await client.call(
                LifeSignalAPI.Daemon.GetStatus.self, .init()
            ).status
            return status.problems.first { $0.code == "nobodyWatches" }?.remedy
        }
        let words = "Set notify.heartbeat or notify.watch in \(home.configuration)"
        #expect(try await remedy() == words)
        _ = try await client.call(LifeSignalAPI.Daemon.Reload.self, .init())
        #expect(try await remedy() == words)
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 0)
    }

    @Test func `with nothing to do no thread of it wakes for seconds on end`() async throws {
        try home.configure("operators: [ana]\n")
        // The next one finds a database, and a log to take over.
        await (try await DaemonProcess.serving(home)).killed()
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        _ = try await client.call(
            People.AddUser.self, .init(handle: "ana", name: "Ana", checkIn: true))
        daemon.signal(SIGHUP)
        let sender = try await daemon.client()
        let taking = Task {
            for try await _ in sender.stream(LifeSignalAPI.Outbox.Take.self, .init()) {}
        }
        #expect(try await daemon.says("a sender takes"))
        taking.cancel()
        await sender.close()
        #expect(try await daemon.says("a sender is gone"))
        // It looks once a minute, and pruning may come in between.
        var wakes: [Int] = []
        while wakes.count < 10, !wakes.contains(0) {
            let before = try daemon.sleeps()
            try await Task.sleep(for: .seconds(3))
            wakes.append(try daemon.sleeps() - before)
        }
        #expect(wakes.contains(0))
        await daemon.killed()
    }

    @Test func `no secret, note, number or address is ever logged`() async throws {
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        _ = try await client.call(
            People.AddUser.self,
            .init(
                handle: "ana", name: "Ana Example", phoneNumber: "+49301234567",
                emergencyNote: "the key is at Dora's", checkIn: true))
        _ = try await client.call(
            People.AddChannel.self,
            .init(address: "ntfys://user:word@ntfy.example.org/secret-topic", user: "ana"))
        _ = try await client.call(
            People.RaiseAlert.self, .init(user: "ana", message: "in the cellar"))
        daemon.signal(SIGTERM)
        #expect(await daemon.exit() == 0)
        #expect(try await daemon.says("ana calls for help"))
        for secret in ["49301", "Dora", "word", "secret-topic", "ntfy.example", "cellar"] {
            #expect(!daemon.logged.contains(secret))
        }
    }
}
