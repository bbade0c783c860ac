import Foundation

/// Where and when the figures came about.
struct Machine: Codable {
    var processor: String
    var cores: Int
    var kernel: String
    var sqlite: String
    /// What the directory of the databases lies on.
    var fileSystem: String
    /// The load averages of one minute, before and after.
    var loadBefore: Double
    var loadAfter: Double
    var at: String

    init(directory: String) {
        processor =
            Self.lines("/proc/cpuinfo").first { $0.hasPrefix("model name") }
            .flatMap { $0.split(separator: ":").last }
            .map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
        cores = ProcessInfo.processInfo.activeProcessorCount
        kernel = Self.lines("/proc/sys/kernel/osrelease").first ?? "unknown"
        sqlite = SQLite.version
        fileSystem = Self.fileSystem(of: directory)
        loadBefore = Self.load()
        loadAfter = loadBefore
        at = ISO8601DateFormatter().string(from: Date())
    }

    static func load() -> Double {
        lines("/proc/loadavg").first.flatMap { $0.split(separator: " ").first }
            .flatMap { Double($0) } ?? 0
    }

    static func lines(_ path: String) -> [String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The longest mount point that the directory lies below.
    private static func fileSystem(of directory: String) -> String {
        let mounts = lines("/proc/self/mounts").map { $0.split(separator: " ").map(String.init) }
            .filter { $0.count > 2 && ("\(directory)/".hasPrefix($0[1]) || $0[1] == "/") }
        return mounts.max { $0[1].count < $1[1].count }?[2] ?? "unknown"
    }
}
