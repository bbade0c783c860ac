import ArgumentParser
import CLinux
import ConfigurationFile
import Foundation
import Glibc
import LifeSignal
import Logging
import Systemd
import Varlink

/// The program: what it is told, and how it ends.
@main
struct LifesignalNotify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifesignal-notify",
        abstract: "Take notices from lifesignald and send them to people.",
        discussion: """
            Runs in the foreground. SIGHUP reads the configuration anew; SIGTERM ends it, and what \
            was not sent by then stays with the daemon.
            """,
        version: lifeSignalVersion)

    @Option(help: "The configuration (default: \(ConfigurationFile.defaultPath)).")
    var config: String?

    @Option(help: "The daemon's socket (default: $LIFESIGNAL_SOCKET, \(defaultSocket)).")
    var socket: String?

    static let defaultSocket = "/run/lifesignal/lifesignal.sock"

    func run() throws {
        umask(0o077)
        // A program or server that closes its end early is an error of that attempt, no more.
        signal(SIGPIPE, SIG_IGN)
        forbidCoreDumps()
        let entries = LogDestination.automatic(program: "lifesignal-notify").bootstrap()
        defer { entries.flush(within: .seconds(1)) }
        let logger = Logger(label: "lifesignal-notify")
        do {
            try send(logger)
        } catch let status as ExitStatus {
            throw ExitCode(status.rawValue)
        }
    }

    private func send(_ logger: Logger) throws {
        let environment = ProcessInfo.processInfo.environment
        let log = SenderLog(logger)
        do {
            let address = try Address(
                path: socket ?? environment["LIFESIGNAL_SOCKET"] ?? Self.defaultSocket)
            let configuration = try ConfigurationFile.load(path: config, environment: environment)
            let sender = Sender(
                socket: address, configurationFile: config, environment: environment,
                configuration: configuration, log: log)
            let (signals, heard) = AsyncStream.makeStream(of: CInt.self)
            try MainThread(hearing: [SIGTERM, SIGINT, SIGHUP]) { heard.yield($0) }
                .run { await sender.run(signals) }
        } catch let error as ConfigurationError {
            log.configurationRefused(error, isFatal: true)
            ServiceNotifier.startFailed()
            throw ExitStatus.configuration
        } catch let error as Address.ParseError {
            throw ValidationError("--socket: \(error)")
        }
    }

    /// A dump of the memory would hold people's notes and the channels' secrets.
    private func forbidCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        linux_forbid_dumps()
    }
}
