import ConfigurationFile
import Glibc
import LifeSignal
import Synchronization
import Systemd
import Varlink

/// The sender as a whole: what runs, what a reload changes, and how it stops.
struct Sender: Sendable {
    /// How long attempts under way may take to end when the sender stops.
    static let grace = Duration.seconds(5)

    private let configurationFile: String?
    private let environment: [String: String]
    private let log: SenderLog
    private let notifier = ServiceNotifier()
    private let hooks: String
    private let transfers: Transfers
    private let channels: CurrentChannels
    private let dispatcher: Dispatcher
    private let watch: DaemonWatch
    private let firstWatch: ServiceConfiguration.Watch?

    init(
        socket: Address, configurationFile: String?, environment: [String: String],
        configuration: ServiceConfiguration, log: SenderLog
    ) {
        self.configurationFile = configurationFile
        self.environment = environment
        self.log = log
        let file = configurationFile ?? ConfigurationFile.defaultPath
        hooks = Self.hooks(beside: file)
        transfers = Transfers(certificates: environment["SSL_CERT_FILE"])
        channels = CurrentChannels(
            Self.channels(configuration, log, hooks, transfers, environment))
        Self.warnOfPassword(configuration.notify.smtp, log, environment)
        let channels = channels
        dispatcher = Dispatcher(socket: socket, log: log) { message, address, late in
            await channels.current.send(
                message, to: address, isConfigured: message.kind == Webhook.heartbeat, late: late)
        }
        watch = DaemonWatch(
            socket: socket, file: WatchedSilenceFile(directory: environment["STATE_DIRECTORY"]),
            log: log
        ) { message, address, late in
            await channels.current.send(message, to: address, isConfigured: true, late: late)
        }
        firstWatch = configuration.notify.watch
    }

    /// Ends when systemd says so.
    ///
    /// - Parameter signals: SIGHUP asks for a reload, any other for the end.
    func run(_ signals: AsyncStream<CInt>) async {
        await watch.configure(firstWatch)
        let taking = Task { await dispatcher.run() }
        let proving = Task { await proveAlive() }
        defer { proving.cancel() }
        notifier.ready()
        for await signal in signals {
            guard signal == SIGHUP else { break }
            notifier.reloading()
            tell(isTaken: await reload())
            notifier.ready()
        }
        notifier.stopping()
        await watch.stop()
        await dispatcher.stop(within: Self.grace)
        taking.cancel()
        await taking.value
    }

    /// Feeds systemd's watchdog, where there is one, as long as the dispatcher and the thread of all transfers
    /// take their turns.
    private func proveAlive() async {
        guard let limit = notifier.watchdogEnabled else { return }
        while !Task.isCancelled {
            try? await Task.sleep(for: limit / 3)
            await dispatcher.takeTurn()
            await transfers.takeTurn()
            if !Task.isCancelled { notifier.watchdog() }
        }
    }

    /// - Returns: whether the configuration that is there now was taken; else the old one stays.
    private func reload() async -> Bool {
        do throws(ConfigurationError) {
            let configuration = try ConfigurationFile.load(
                path: configurationFile, environment: environment)
            guard hasSecrets(configuration.notify) else { return false }
            channels.current = Self.channels(configuration, log, hooks, transfers, environment)
            await watch.configure(configuration.notify.watch)
            log.reloaded()
            return true
        } catch {
            log.configurationRefused(error, isFatal: false)
            return false
        }
    }

    private func hasSecrets(_ configuration: ServiceConfiguration.Notify) -> Bool {
        var isComplete = true
        for secret in configuration.secrets {
            let read = Self.read(secret, log, environment, or: "the configuration was not taken")
            if case .failure = read { isComplete = false }
        }
        return isComplete
    }

    /// - Parameter consequence: logged where it can't be read, with why.
    private static func read(
        _ secret: SecretSource, _ log: SenderLog, _ environment: [String: String],
        or consequence: String
    ) -> Result<Secret, SecretSource.ReadError> {
        do throws(SecretSource.ReadError) {
            return .success(
                try secret.read(credentialsDirectory: environment["CREDENTIALS_DIRECTORY"]))
        } catch {
            log.noSecret("\(consequence): \(error)")
            return .failure(error)
        }
    }

    /// For `systemctl reload`, which waits for one of two files: see lifesignal-notify.service.
    private func tell(isTaken: Bool) {
        guard let directory = environment["RUNTIME_DIRECTORY"] else { return }
        let file = open(
            "\(directory)/\(isTaken ? "taken" : "refused")", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// The key for webhooks is read here and not when it is needed: whether they are signed must not
    /// change from one to the next.
    private static func channels(
        _ configuration: ServiceConfiguration, _ log: SenderLog, _ hooks: String,
        _ transfers: Transfers, _ environment: [String: String]
    ) -> Channels {
        let key = configuration.notify.webhookKey.map {
            read($0, log, environment, or: "no webhook is sent, since none can be signed")
        }
        return Channels(
            configuration.notify, webhookKey: key?.map(Optional.some) ?? .success(nil),
            hooks: hooks, transfers: transfers,
            environment: environment)
    }

    /// The password of the mail server is read for each mail. That it can't be is known before the first.
    private static func warnOfPassword(
        _ smtp: ServiceConfiguration.SMTP?, _ log: SenderLog, _ environment: [String: String]
    ) {
        guard let password = smtp?.login?.password else { return }
        _ = read(password, log, environment, or: "no mail is sent, since nobody can log in")
    }

    /// Absolute: hooks are run in another directory than this one.
    private static func hooks(beside file: String) -> String {
        let directory = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        guard !directory.hasPrefix("/"), file.first != "/", let current = getcwd(nil, 0) else {
            return "\(directory)/hooks"
        }
        defer { free(current) }
        return "\(String(cString: current))/\(directory)/hooks"
    }
}

/// The channels as last configured; an attempt keeps those that it began with.
final class CurrentChannels: Sendable {
    private let channels: Mutex<Channels>

    init(_ channels: Channels) {
        self.channels = Mutex(channels)
    }

    var current: Channels {
        get { channels.withLock { $0 } }
        set { channels.withLock { $0 = newValue } }
    }
}
