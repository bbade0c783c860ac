import ArgumentParser
import CLinux
import ConfigurationFile
import Foundation
import Glibc
import LifeSignal
import LocalTime
import Logging
import Systemd
import Varlink

/// The daemon: what it is told, and how it ends.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Keep people's check-in deadlines, and tell their responders when one passes.",
        discussion: """
            Runs in the foreground and serves Varlink on a Unix socket; lifesignalctl talks to it, \
            and lifesignal-notify sends what it has to say. SIGHUP reads the configuration anew, \
            SIGTERM ends it.
            """)

    @OptionGroup var common: CommonOptions

    @Option(help: "The socket to listen on (default: $LIFESIGNAL_SOCKET, \(defaultSocket)).")
    var socket: String?

    static let defaultSocket = "/run/lifesignal/lifesignal.sock"

    private func socketPath(_ environment: [String: String]) throws -> String {
        let path = socket ?? environment["LIFESIGNAL_SOCKET"] ?? Self.defaultSocket
        do {
            return try Address(path: path).path
        } catch {
            throw ValidationError("--socket: \(error)")
        }
    }

    func run() throws {
        umask(0o077)
        SessionNiceness.adopt()
        forbidCoreDumps()
        let entries = LogDestination.automatic(program: "lifesignald").bootstrap()
        defer { entries.flush(within: .seconds(1)) }
        let logger = Logger(label: "lifesignald")
        do {
            try serve(logger, entries)
        } catch let status as ExitStatus {
            throw ExitCode(status.rawValue)
        }
    }

    private func serve(_ logger: Logger, _ entries: LogQueue) throws {
        let environment = common.environment
        let options = LifesignalDaemon.Options(
            configurationFile: common.config, places: common.places,
            socket: try socketPath(environment), environment: environment)
        let journal = Journal(
            logger: logger, zone: LocalZone.make(), inOrder: { entries.perform($0, $1) })
        let daemon: LifesignalDaemon
        do {
            daemon = try make(options, journal)
        } catch let status as ExitStatus {
            ServiceNotifier.startFailed()
            throw status
        }
        try run(daemon, journal)
    }

    private func make(
        _ options: LifesignalDaemon.Options, _ journal: Journal
    ) throws -> LifesignalDaemon {
        do {
            let configuration = try common.configuration()
            return try LifesignalDaemon(
                options, configuration: configuration,
                directory: try StateDirectory(path: options.places.stateDirectory),
                journal: journal, notifier: ServiceNotifier())
        } catch let error as ConfigurationError {
            journal.configurationRefused(error, isFatal: true)
            throw ExitStatus.configuration
        } catch let error as StateDirectory.OpenError {
            journal.startFailed(error)
            if case .locked = error { throw ExitStatus.locked }
            throw ExitStatus.storage
        } catch let error as StoreError {
            journal.startFailed(error)
            throw ExitStatus.storage
        } catch let error as StorageFailure {
            journal.startFailed(error)
            throw ExitStatus.storage
        }
    }

    private func run(_ daemon: LifesignalDaemon, _ journal: Journal) throws {
        let thread = MainThread(hearing: [SIGTERM, SIGINT, SIGHUP]) { daemon.hear($0) }
        do {
            try thread.run { try await daemon.run() }
        } catch let error as ListenError {
            journal.startFailed(error)
            ServiceNotifier.startFailed()
            if case .inUse = error { throw ExitStatus.locked }
            throw ExitStatus.configuration
        } catch let error as ListenDescriptors.TakeError {
            journal.startFailed(error)
            ServiceNotifier.startFailed()
            throw ExitStatus.configuration
        }
    }

    /// A dump of the memory would hold people's notes.
    private func forbidCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        linux_forbid_dumps()
    }
}
