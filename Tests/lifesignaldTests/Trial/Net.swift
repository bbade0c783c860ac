import Foundation
import GRDB
import LifeSignal
import LifeSignalAPI
import Logging
import Synchronization
import Varlink

@testable import lifesignald

/// A whole daemon in this process: engine, server and a client on a real socket, with clocks, timer
/// and callers that the test sets.
final class Net: Sendable {
    let directory: TemporaryDirectory
    let clock: FakeClock
    let timer = ManualTimer()
    let accounts = FakeAccounts()
    let engine: Engine
    let store: Store
    let client: Client
    private let server: Server

    /// - Parameters:
    ///   - logger: gets what the journal is told of calls; nobody does, if nil.
    ///   - prepare: runs on the connection before anything else does.
    init(
        _ settings: Settings = Settings(), directory: TemporaryDirectory? = nil,
        clock: FakeClock = FakeClock(), reserve: (any Reserve)? = nil, logger: Logger? = nil,
        prepare: (Connection) throws -> Void = { _ in }
    ) async throws {
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        self.clock = clock
        store = try Store(path: directory.file("lifesignal.db"))
        try store.withConnection(prepare)
        let core = try EngineCore(
            store: store, clock: clock, zone: .utc, settings: settings,
            places: Places(stateDirectory: directory.path), isWatched: true, reserve: reserve)
        let reports = Reports()
        engine = Engine(
            core: core, timer: timer,
            observer: Engine.Observer(
                committed: { reports.add($0) }, failed: { reports.add($0) },
                stopped: { reports.ended.finish() }))
        var quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        quiet.logLevel = .critical
        let desk = Desk(
            engine: engine, accounts: accounts,
            journal: Journal(logger: logger ?? quiet, zone: .utc), stateDirectory: directory.path)
        let (engine, reloaded) = (engine, Reloaded())
        self.reloadedSettings = reloaded
        self.seen = reports
        var router = desk.router(
            Desk.Controls(version: "0.0.0") { actor in
                guard let settings = reloaded.settings.withLock({ $0 }) else {
                    throw LifeSignalAPI.Daemon.Failure.invalidConfiguration(reason: "line 3")
                }
                try await engine.control { core, turn in
                    try core.reconfigure(settings, isWatched: true, turn, by: actor)
                }
            })
        router.checksReplies = true
        server = Server(router: router)
        engine.start()
        _ = await timer.idleSleep()
        let socket = directory.file("socket")
        try await server.listen(path: socket, replacingStale: true)
        client = try await Client.connect(to: try Address(path: socket))
    }

    private let reloadedSettings: Reloaded
    private let seen: Reports

    private final class Reloaded: Sendable {
        let settings = Mutex<Settings?>(nil)
    }

    private final class Reports: Sendable {
        let all = Mutex<[EngineCore.Report]>([])
        let failures = Mutex<[StorageFailure]>([])
        /// Ends with the engine's thread.
        let (end, ended) = AsyncStream.makeStream(of: Void.self)

        func add(_ report: EngineCore.Report) { all.withLock { $0.append(report) } }
        func add(_ failure: StorageFailure) { failures.withLock { $0.append(failure) } }
    }

    /// What Reload finds; nil is a mistake in the file.
    func configure(_ settings: Settings?) {
        reloadedSettings.settings.withLock { $0 = settings }
    }

    /// What the engine has reported so far.
    var reports: [EngineCore.Report] { seen.all.withLock { $0 } }
    var failures: [StorageFailure] { seen.failures.withLock { $0 } }

    /// Ends the daemon; its directory can be opened anew.
    func end() async throws {
        await client.close()
        engine.prepareToStop()
        await server.shutdown(within: .milliseconds(500))
        engine.stop()
        for await _ in seen.end {}
        try store.close()
    }

    /// A connection of its own, for a stream.
    func connect() async throws -> Client {
        try await Client.connect(to: try Address(path: directory.file("socket")))
    }

    // MARK: Time

    /// Time passes, and the engine looks whenever it wanted to.
    func pass(_ span: Span) async {
        let end = clock.now + span
        var sleep = await timer.idleSleep()
        while clock.now < end {
            clock.pass(min(max(sleep, Span(milliseconds: 1)), end - clock.now))
            timer.wake(.timer)
            sleep = await timer.idleSleep()
        }
    }

    /// Time passes while the machine sleeps; the timer fires after it.
    func suspend(_ span: Span) async {
        _ = await timer.idleSleep()
        clock.pass(span)
        timer.wake([.timer, .clockSet])
        _ = await timer.idleSleep()
    }

    /// The wall clock is set, and the system says so.
    func step(by span: Span) async {
        _ = await timer.idleSleep()
        clock.step(by: span)
        timer.wake(.clockSet)
        _ = await timer.idleSleep()
    }

    // MARK: Calls

    /// A call by an admin.
    func call<Method: VarlinkMethod>(_ method: Method.Type, _ parameters: Method.Parameters)
        async throws -> Method.Reply
    {
        try await call(method, parameters, by: .admin)
    }

    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, by caller: FakeAccounts.Caller
    ) async throws -> Method.Reply {
        accounts.become(caller)
        return try await client.call(method, parameters)
    }

    func list<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters,
        by caller: FakeAccounts.Caller = .admin
    ) async throws -> [Method.Reply] {
        accounts.become(caller)
        var replies: [Method.Reply] = []
        for try await reply in client.stream(method, parameters) { replies.append(reply) }
        return replies
    }

    /// The last part of the error's name; nil if the call succeeds.
    func refusal<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters,
        by caller: FakeAccounts.Caller = .admin
    ) async throws -> String? {
        do {
            _ = try await call(method, parameters, by: caller)
            return nil
        } catch CallError.failure(let name, _) {
            return name.split(separator: ".").last.map(String.init)
        }
    }
}

extension Net {
    @discardableResult
    func add(
        _ handle: String, interval: Span = .hours(24), reminders: [Span]? = nil,
        grace: Span = .zero, checksIn: Bool = true, channel: String? = nil, note: String? = nil,
        phone: String? = nil
    ) async throws -> People.User {
        let user = try await call(
            People.AddUser.self,
            .init(
                handle: handle, name: handle.capitalized, phoneNumber: phone,
                emergencyNote: note, account: handle, checkInInterval: interval.wholeSeconds,
                reminders: reminders.map { $0.map(\.wholeSeconds) }, grace: grace.wholeSeconds,
                checkIn: checksIn)
        ).user
        if let channel { try await addChannel(channel, to: handle) }
        return user
    }

    @discardableResult
    func addChannel(_ address: String, to handle: String, isPrivate: Bool? = nil) async throws
        -> People.Channel
    {
        try await call(
            People.AddChannel.self,
            .init(address: address, user: handle, private: isPrivate)
        ).channel
    }

    func tie(_ dependent: String, to responders: String...) async throws {
        for responder in responders {
            _ = try await call(
                People.AddResponder.self, .init(dependent: dependent, responder: responder))
        }
    }

    func user(_ handle: String) async throws -> People.User {
        try await call(People.GetUser.self, .init(user: handle)).user
    }

    @discardableResult
    func checkIn(_ handle: String, by caller: FakeAccounts.Caller? = nil) async throws
        -> People.User
    {
        try await call(
            People.CheckIn.self, .init(user: handle), by: caller ?? .account(handle)
        ).user
    }

    /// All notices to a user, oldest first.
    func notices(to handle: String) async throws -> [People.Notification] {
        try await list(People.ListNotifications.self, .init(user: handle))
            .compactMap(\.notification).reversed()
    }

    func kinds(to handle: String) async throws -> [String] {
        try await notices(to: handle).map(\.kind.rawValue)
    }

    func events(_ user: String? = nil) async throws -> [LifeSignalAPI.Daemon.Event] {
        try await list(LifeSignalAPI.Daemon.ListEvents.self, .init(user: user))
            .compactMap(\.event)
    }

    func status(by caller: FakeAccounts.Caller = .admin) async throws
        -> LifeSignalAPI.Daemon.Status
    {
        try await call(LifeSignalAPI.Daemon.GetStatus.self, .init(), by: caller).status
    }

    func problems() async throws -> Set<String> {
        Set(try await status().problems.map(\.code))
    }
}
