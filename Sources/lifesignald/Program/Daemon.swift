import ConfigurationFile
import LifeSignal
import LifeSignalAPI
import ServiceLifecycle
import Synchronization
import Systemd
import UnixSignals
import Varlink

/// The daemon as a whole: what is opened in which order, and closed in which.
struct LifesignalDaemon: ServiceLifecycle.Service {
    struct Options: Sendable {
        var configurationFile: String?
        var stateDirectory: String
        var socket: String
        var environment: [String: String]
    }

    /// How long calls that were taken in may take to finish when the daemon stops.
    static let grace = Duration.seconds(3)

    private let options: Options
    private let directory: StateDirectory
    private let journal: Journal
    private let notifier: ServiceNotifier
    private let engine: Engine
    private let server: Varlink.Server
    private let state: EngineState

    /// Opens what it takes: the lock, the database, the engine. Nothing is served yet.
    init(
        _ options: Options, configuration: ServiceConfiguration, directory: StateDirectory,
        journal: Journal, notifier: ServiceNotifier
    ) throws {
        self.options = options
        self.directory = directory
        self.journal = journal
        self.notifier = notifier
        let store = try Store(path: directory.database)
        if directory.needsCheck {
            notifier.status("checking the database")
            try store.check()
            directory.checkDone()
        }
        let core = try EngineCore(
            store: store, clock: LinuxClock(), zone: LocalZone.make(),
            settings: configuration.settings, isWatched: configuration.isWatched)
        let state = EngineState()
        self.state = state
        engine = Engine(
            core: core, timer: LinuxWakeTimer(),
            observer: Self.observer(state, directory, journal, notifier))
        let desk = Desk(
            engine: engine, accounts: Accounts(), journal: journal,
            stateDirectory: directory.path)
        server = Varlink.Server(
            router: desk.router(
                Desk.Controls(version: lifeSignalVersion) { [engine] actor in
                    try await Self.reload(options, engine, journal, by: actor)
                }), limits: Server.Limits(configuration.limits), observe: journal.noticed)
    }

    /// Ends when systemd says so, or when the engine can't go on.
    func run() async throws {
        engine.start()
        try await state.ready()
        try await listen()
        notifier.ready(status: state.status)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await gracefulShutdown() }
            group.addTask { try await state.stopped() }
            group.addTask { await reloadOnHangUp() }
            try await group.next()
            group.cancelAll()
        }
        notifier.stopping()
        await server.shutdown(within: Self.grace)
        engine.stop()
        try await state.stopped()
        if state.hasFailed { throw ExitStatus.storage }
    }

    private func listen() async throws {
        let handedOver = try ListenDescriptors.take()
        for descriptor in handedOver { try await server.adopt(descriptor: descriptor) }
        if handedOver.isEmpty {
            try await server.listen(path: options.socket, replacingStale: true)
        }
    }

    // MARK: Reloading

    private func reloadOnHangUp() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup) {
            notifier.reloading()
            // What is wrong is in the journal; the old configuration stays in force.
            try? await Self.reload(options, engine, journal, by: .daemon)
            notifier.ready(status: state.status)
        }
    }

    private static func reload(
        _ options: Options, _ engine: Engine, _ journal: Journal, by actor: Actor
    ) async throws {
        do {
            let configuration = try ConfigurationFile.load(
                path: options.configurationFile, environment: options.environment)
            try await engine.control { core, turn in
                try core.reconfigure(
                    configuration.settings, isWatched: configuration.isWatched, turn, by: actor)
            }
        } catch let error as ConfigurationError {
            journal.configurationRefused(error.description)
            throw LifeSignalAPI.Daemon.Failure.invalidConfiguration(reason: error.description)
        }
    }

    // MARK: What the engine tells

    private static func observer(
        _ state: EngineState, _ directory: StateDirectory, _ journal: Journal,
        _ notifier: ServiceNotifier
    ) -> Engine.Observer {
        Engine.Observer(
            committed: { report in
                journal.committed(report)
                if state.take(report) { notifier.status(state.status) }
                if report.hasTicked { notifier.watchdog() }
            },
            failed: { failure in
                journal.storageFailed(failure)
                switch failure {
                case .full: notifier.watchdog()
                case .broken:
                    directory.requestCheck()
                    state.fail()
                }
            }, ready: { state.becomeReady() }, stopped: { state.stop() })
    }
}

/// What the program knows of the engine's thread.
final class EngineState: Sendable {
    private struct State {
        var users = 0
        var isDegraded = false
        var hasFailed = false
        var isReady = false
        var hasStopped = false
        var waiting: [CheckedContinuation<Void, any Error>] = []
        var waitingForEnd: [CheckedContinuation<Void, any Error>] = []
    }

    private let state = Mutex(State())

    /// The unit's STATUS line, which everybody can read: the number of users and the health.
    var status: String {
        state.withLock { state in
            let users = state.users == 1 ? "1 user" : "\(state.users) users"
            return "\(users), \(state.isDegraded ? "degraded" : "healthy")"
        }
    }

    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// - Returns: whether the status has changed.
    func take(_ report: EngineCore.Report) -> Bool {
        state.withLock { state in
            let before = (state.users, state.isDegraded)
            state.users = report.users ?? state.users
            state.isDegraded = report.isDegraded
            return before != (state.users, state.isDegraded)
        }
    }

    func fail() {
        state.withLock { $0.hasFailed = true }
    }

    func becomeReady() {
        let waiting = state.withLock { state in
            state.isReady = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func stop() {
        let (waiting, waitingForEnd) = state.withLock { state in
            state.hasStopped = true
            defer { (state.waiting, state.waitingForEnd) = ([], []) }
            return (state.waiting, state.waitingForEnd)
        }
        for continuation in waiting { continuation.resume(throwing: ExitStatus.storage) }
        for continuation in waitingForEnd { continuation.resume() }
    }

    /// Returns when the first look at due deadlines is done.
    func ready() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let now = state.withLock { state -> Result<Void, ExitStatus>? in
                if state.hasStopped { return .failure(.storage) }
                if state.isReady { return .success(()) }
                state.waiting.append(continuation)
                return nil
            }
            if let now { continuation.resume(with: now.mapError { $0 as any Error }) }
        }
    }

    /// Returns when the engine's thread has ended.
    func stopped() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let hasStopped = state.withLock { state in
                if !state.hasStopped { state.waitingForEnd.append(continuation) }
                return state.hasStopped
            }
            if hasStopped { continuation.resume() }
        }
    }
}

extension Server.Limits {
    fileprivate init(_ limits: ServiceConfiguration.Limits) {
        self.init()
        connections = limits.connections
        connectionsPerUid = limits.connectionsPerUid
        frameBytes = limits.frameBytes
    }
}

extension ServiceConfiguration {
    /// Whether somebody outside would notice that the server is gone.
    fileprivate var isWatched: Bool { notify.heartbeat != nil || notify.watch != nil }
}

extension Desk {
    /// All interfaces of the socket.
    func router(_ controls: Controls) -> Router {
        var router = Router(
            vendor: "LifeSignal", product: "lifesignald", version: controls.version,
            url: "https://lifesignal.io/",
            interfaces: [
                People.self, LifeSignalAPI.Daemon.self, LifeSignalAPI.Outbox.self,
            ])
        addUserMethods(to: &router)
        addCheckInMethods(to: &router)
        addEdgeMethods(to: &router)
        addPingMethods(to: &router)
        addAlertMethods(to: &router)
        addChannelMethods(to: &router)
        addDaemonMethods(to: &router, controls)
        addOutboxMethods(to: &router)
        return router
    }
}
