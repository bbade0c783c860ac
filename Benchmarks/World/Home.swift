import Foundation
import Synchronization

/// A directory with a daemon's database and socket in it.
final class Home {
    let path: String
    private let programs: String

    /// - Parameter programs: where the programs to measure are.
    init(in directory: String, _ name: String, programs: String) throws {
        path = "\(directory)/\(name)"
        self.programs = programs
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        Self.all.withLock { [path] in _ = $0.insert(path) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        Self.all.withLock { [path] in _ = $0.remove(path) }
    }

    private static let all = Mutex<Set<String>>([])

    /// Removes all that there are, when the process is ended.
    static func clearAll() {
        for path in all.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }

    var state: String { "\(path)/state" }
    var database: String { "\(state)/lifesignal.db" }
    /// A socket's path has room for 107 bytes, so it may not be told from the root.
    var socket: String { "\(path)/socket" }
    var log: String { "\(path)/log" }
    var configuration: String { "\(path)/lifesignal.yaml" }

    func program(_ name: String) -> String { "\(programs)/\(name)" }

    /// Starts a daemon and waits until it is ready.
    ///
    /// - Parameters:
    ///   - journal: where it logs to, instead of ``log``.
    ///   - syncs: where it is written down when it waits for the disk.
    func start(loggingTo journal: Journal? = nil, timing syncs: Syncs? = nil) throws -> Daemon {
        try Daemon(self, output: journal?.path ?? log, timing: syncs)
    }

    /// A database as the daemon itself makes it, in place of any that is there.
    func makeDatabase() throws {
        try? FileManager.default.removeItem(atPath: state)
        try configure()
        try start().stop()
    }

    /// - Parameter settings: further lines of the configuration.
    func configure(_ settings: String = "") throws {
        try Data("limits:\n  connectionsPerUid: 128\n\(settings)".utf8)
            .write(to: URL(fileURLWithPath: configuration))
    }
}
