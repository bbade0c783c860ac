import Foundation
import LifeSignalAPI
import Testing
import Varlink

/// A directory for a daemon and its socket.
final class DaemonHome: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.path
            + "/lifesignal-system-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var state: String { path + "/state" }
    var database: String { state + "/lifesignal.db" }
    var socket: String { path + "/socket" }
    var configuration: String { path + "/lifesignal.yaml" }
    var notify: String { path + "/notify" }

    func configure(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: configuration))
    }

    /// What tells a daemon of its configuration, if it has one.
    fileprivate var configured: [String] {
        FileManager.default.fileExists(atPath: configuration) ? ["--config", configuration] : []
    }
}

/// A real lifesignald, with a process of its own.
final class DaemonProcess: Sendable {
    private let process: StartedProgram
    private let log: URL
    let home: DaemonHome

    /// Starts it, and does not wait.
    ///
    /// - Parameter entries: where it writes what it has to say; a file, if nil.
    init(
        _ home: DaemonHome, arguments: [String]? = nil, socket: String? = nil,
        environment: [String: String] = [:], entries: Pipe? = nil
    ) throws {
        self.home = home
        log = URL(fileURLWithPath: "\(home.path)/log-\(UUID().uuidString.prefix(6))")
        try Data().write(to: log)
        var arguments =
            arguments ?? [
                "--state-directory", home.state, "--socket", socket ?? home.socket,
            ] + home.configured
        arguments.insert(BuiltPrograms.lifesignald.path, at: 0)
        let errors = try entries?.fileHandleForWriting ?? FileHandle(forWritingTo: log)
        process = try StartedProgram(
            arguments,
            environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"].merging(environment) { $1 },
            errors: errors.fileDescriptor)
        try errors.close()
    }

    deinit { process.signal(SIGKILL) }

    /// Starts it, and returns when its socket answers.
    static func serving(_ home: DaemonHome, entries: Pipe? = nil) async throws -> DaemonProcess {
        let notify = home.path + "/n-\(UUID().uuidString.prefix(6))"
        let systemd = NotifySocket(path: notify)
        let daemon = try DaemonProcess(
            home, environment: ["NOTIFY_SOCKET": notify], entries: entries)
        let messages = await systemd.messages(until: "READY=1")
        guard messages.last?.hasPrefix("READY=1") == true else {
            throw NotServing(log: daemon.logged)
        }
        // Systemd would go on listening; nobody here does.
        return daemon
    }

    struct NotServing: Error {
        var log: String
    }

    func signal(_ number: Int32) { process.signal(number) }

    /// The exit status; a signal's number with a minus before it.
    func exit() async -> Int32 { await process.exit() }

    @discardableResult
    func killed() async -> Int32 {
        signal(SIGKILL)
        return await exit()
    }

    /// What it wrote to standard error.
    var logged: String {
        (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    }

    /// Whether it says so, now or within some seconds: entries are written beside all else.
    func says(_ words: String) async throws -> Bool {
        for _ in 0..<1000 where !logged.contains(words) {
            try await Task.sleep(for: .milliseconds(9))
        }
        return logged.contains(words)
    }

    /// The memory it has in use, in bytes.
    func residentBytes() throws -> Int {
        try Self.number("VmRSS", of: process.directory) << 10
    }

    /// Of that what it alone has, and what can't be read anew from a file, in bytes.
    func privateBytes() throws -> Int {
        try Self.number("RssAnon", of: process.directory) << 10
    }

    /// How often a thread of its has gone to sleep so far.
    func sleeps() throws -> Int {
        let tasks = process.directory + "/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).map { thread in
            try Self.number("voluntary_ctxt_switches", of: "\(tasks)/\(thread)")
        }.reduce(0, +)
    }

    /// Of what the system says in a directory of `/proc`.
    private static func number(_ name: String, of directory: String) throws -> Int {
        let status = try String(contentsOfFile: directory + "/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        let words = try #require(line).split(whereSeparator: \.isWhitespace)
        return try #require(Int(words[1]))
    }

    func client() async throws -> Client {
        try await Client.connect(to: try Address(path: home.socket))
    }
}
