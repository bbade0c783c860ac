import ArgumentParser
import ConfigurationFile
import Foundation
import Glibc
import LifeSignal

/// The program: the daemon itself, and what is done to its database while it does not run.
@main
struct Lifesignald: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifesignald",
        abstract: "Keep people's check-in deadlines, and tell their responders when one passes.",
        discussion: """
            Without a subcommand it runs as the daemon; its options: lifesignald run --help
            """,
        version: lifeSignalVersion,
        subcommands: [RunCommand.self, CheckCommand.self, RestoreCommand.self],
        defaultSubcommand: RunCommand.self)
}

/// What every subcommand is told.
struct CommonOptions: ParsableArguments {
    @Option(help: "The configuration (default: \(ConfigurationFile.defaultPath)).")
    var config: String?

    @Option(help: "Where the database is kept (default: $STATE_DIRECTORY, /var/lib/lifesignal).")
    var stateDirectory: String?

    var environment: [String: String] { ProcessInfo.processInfo.environment }

    var directory: String {
        stateDirectory ?? environment["STATE_DIRECTORY"] ?? Places().stateDirectory
    }

    /// Whoever reads of them is in another directory.
    var places: Places {
        Places(
            configurationFile: Self.absolute(config ?? ConfigurationFile.defaultPath),
            stateDirectory: Self.absolute(directory))
    }

    /// No place at all stays none, and is refused by whoever opens it.
    private static func absolute(_ path: String) -> String {
        guard !path.isEmpty, !path.hasPrefix("/") else { return path }
        return "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    func configuration() throws -> ServiceConfiguration {
        try ConfigurationFile.load(path: config, environment: environment)
    }
}

/// A subcommand that works on the database of a daemon that does not run.
protocol OfflineCommand: ParsableCommand {
    var common: CommonOptions { get }
    func perform() throws
}

extension OfflineCommand {
    func run() throws {
        umask(0o077)
        do {
            try perform()
        } catch let error as ConfigurationError {
            try end(.configuration, error.mistakes.map(\.description))
        } catch let error as StateDirectory.OpenError {
            if case .locked = error { try end(.locked, ["\(error)"]) }
            try end(.storage, ["\(error)"])
        } catch let error as StoreError {
            try end(.storage, ["\(error)"])
        } catch let error as Restoration.Failure {
            try end(.storage, ["\(error)"])
        }
    }

    func end(_ status: ExitStatus, _ lines: [String]) throws -> Never {
        for line in lines {
            FileHandle.standardError.write(Data("lifesignald: \(line)\n".utf8))
        }
        throw ExitCode(status.rawValue)
    }
}
