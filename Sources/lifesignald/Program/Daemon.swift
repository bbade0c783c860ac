import ConfigurationFile
import Glibc
import LifeSignal
import LifeSignalAPI
import LocalTime
import Systemd
import Varlink

/// The daemon as a whole: what is opened in which order, and closed in which.
struct LifesignalDaemon {
    struct Options: Sendable {
        /// What `--config` names, and must exist.
        var configurationFile: String?
        var places: Places
        var socket: String
        var environment: [String: String]
    }

    /// How long calls that were taken in may take to finish when the daemon stops.
    static let grace = Duration.seconds(3)

    private let options: Options
    private let directory: StateDirectory
    private let journal: Journal
    private let notifier: ServiceNotifier
    private let store: Store
    private let engine: Engine
    private let server: Varlink.Server
    private let state: EngineState
    /// Asks systemd for more time: a large database takes long to check, and to be brought to a new version.
    private let starting: LongStart
    /// SIGHUP, once for any number that come while the configuration is read.
    private let hangUps: AsyncStream<Void>
    private let hangUp: AsyncStream<Void>.Continuation

    /// Opens what it takes: the lock, the database, the engine. Nothing is served yet.
    init(
        _ options: Options, configuration: ServiceConfiguration, directory: StateDirectory,
        journal: Journal, notifier: ServiceNotifier
    ) throws {
        self.options = options
        self.directory = directory
        self.journal = journal
        self.notifier = notifier
        (hangUps, hangUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        starting = notifier.extendStart()
        guard !directory.hasLostDatabase else { throw StoreError.gone(path: directory.database) }
        let reserve = ReserveFile(path: directory.reserve)
        // On a full disk it is given up here, or the store could not even be opened. There is none before there was a
        // database.
        let isNew = !directory.hasDatabase
        if !isNew { _ = reserve.fill() }
        store = try Store(path: directory.database)
        if isNew { journal.netBegun(in: directory.path) }
        if directory.needsCheck {
            notifier.status("checking the database")
            try store.check()
            directory.checkDone()
        }
        let core = try EngineCore(
            store: store, clock: LinuxClock(), zone: LocalZone.make(),
            settings: configuration.settings, places: options.places,
            isWatched: configuration.isWatched, heartbeat: configuration.notify.heartbeat,
            reserve: reserve)
        let state = EngineState()
        self.state = state
        var observer = Self.observer(state, directory, journal, notifier)
        observer.settle = { state.settle(then: $0) }
        observer.atPause = { state.atPause($0) }
        observer.answer = { state.answer($0) }
        engine = Engine(core: core, timer: LinuxWakeTimer(), observer: observer)
        let desk = Desk(
            engine: engine, accounts: SystemAccounts(), journal: journal,
            stateDirectory: directory.path)
        server = Varlink.Server(
            router: desk.router(
                Desk.Controls(version: lifeSignalVersion) { [engine] actor in
                    try await Self.reload(options, engine, journal, by: actor)
                }), limits: Server.Limits(configuration.limits), observe: journal.noticed)
    }

    /// Ends when systemd says so, or when the engine can't go on.
    func run() async throws {
        // A start that can't listen must leave no trace: whoever could not check in has a gap.
        let sockets = try Self.sockets(options)
        engine.start()
        await state.started()
        guard !state.hasFailed else {
            sockets.own?.abandon()
            ServiceNotifier.startFailed()
            throw ExitStatus.storage
        }
        try await listen(on: sockets)
        await state.looked()
        starting.finish()
        if !state.hasFailed { state.sayStatus { notifier.ready(status: $0) } }
        async let reloading: Void = reloadOnHangUp()
        await state.ending()
        hangUp.finish()
        notifier.stopping()
        engine.prepareToStop()
        await server.shutdown(within: Self.grace)
        engine.stop()
        await state.stopped()
        await reloading
        if state.hasFailed { throw ExitStatus.storage }
        guard store.isInPlace else {
            journal.storageFailed(StorageFailure(Store.Gone(path: store.path)))
            directory.requestCheck()
            throw ExitStatus.storage
        }
        // SQLite puts its log into the database and removes it: what lies there then is one whole file.
        try? store.close()
    }

    /// What a signal asks for: SIGHUP to reload, any other to end.
    func hear(_ signal: CInt) {
        if signal == SIGHUP {
            hangUp.yield()
        } else {
            state.end()
        }
    }

    private typealias Sockets = (handedOver: [Int32], own: ListeningSocket?)

    private static func sockets(_ options: Options) throws -> Sockets {
        let handedOver = try ListenDescriptors.take()
        guard handedOver.isEmpty else { return (handedOver, nil) }
        return ([], try ListeningSocket(path: options.socket, replacingStale: true))
    }

    private func listen(on sockets: Sockets) async throws {
        for descriptor in sockets.handedOver { try await server.adopt(descriptor: descriptor) }
        if let own = sockets.own { try await server.listen(on: own) }
        state.serve(by: server)
    }

    // MARK: Reloading

    private func reloadOnHangUp() async {
        for await _ in hangUps {
            notifier.reloading()
            // What is wrong is in the journal; the old configuration stays in force.
            try? await Self.reload(options, engine, journal, by: .daemon)
            state.sayStatus { notifier.ready(status: $0) }
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
                    configuration.settings, isWatched: configuration.isWatched,
                    heartbeat: configuration.notify.heartbeat, turn, by: actor)
            }
        } catch let error as ConfigurationError {
            journal.configurationRefused(error, isFatal: false)
            // Whoever called hears of the mistakes, even where the engine is about to stop.
            try? await engine.control { core, _ in core.refuseConfiguration() }
            throw LifeSignalAPI.Daemon.Failure.invalidConfiguration(
                reason: error.mistakes.map(\.description).joined(separator: "; "))
        }
    }

    // MARK: What the engine tells

    private static func observer(
        _ state: EngineState, _ directory: StateDirectory, _ journal: Journal,
        _ notifier: ServiceNotifier
    ) -> Engine.Observer {
        Engine.Observer(
            committed: { report in
                if let failure = report.openedReserve { journal.reserveOpened(failure) }
                journal.committed(report)
                if state.take(report) { state.sayStatus(notifier.status) }
                if report.hasTicked { notifier.watchdog() }
            },
            failed: { failure in
                switch failure {
                case .full:
                    notifier.watchdog()
                    if state.fill() { journal.storageFailed(failure) }
                    if state.degrade() { state.sayStatus(notifier.status) }
                case .broken:
                    journal.storageFailed(failure)
                    directory.requestCheck()
                    state.fail()
                }
            }, started: { state.start() }, stopped: { state.stop() })
    }
}

extension Server.Limits {
    fileprivate init(_ limits: ServiceConfiguration.Limits) {
        self.init()
        connections = limits.connections
        connectionsPerUid = limits.connectionsPerUid
        frameBytes = limits.frameBytes
        heldBytesPerUid = max(heldBytesPerUid, 4 * limits.frameBytes)
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
