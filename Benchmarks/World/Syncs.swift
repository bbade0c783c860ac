import Foundation

/// Each time that a daemon waits for the disk, written down by a library that is preloaded into it.
final class Syncs {
    /// Nanoseconds of the wall clock.
    struct Sync {
        let begin: Int64
        let end: Int64
    }

    private let path: String
    private let room: Int

    /// - Parameter room: for so many. A deadline takes one or two, and every 15th some more, for the log.
    init(_ home: Home, room: Int = 16_384) throws {
        path = "\(home.path)/syncs"
        self.room = room
        let numbers = Data(count: (1 + 2 * room) * MemoryLayout<Int64>.size)
        try numbers.write(to: URL(fileURLWithPath: path))
    }

    /// For the daemon that is to be watched. The library lies beside this program, whosever the daemon is.
    var environment: [String] {
        let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        return ["LD_PRELOAD=\(programs)/lifesignal-bench-syncs.so", "BENCH_SYNCS=\(path)"]
    }

    /// All so far, one after the other.
    func taken() throws -> [Sync] {
        let numbers = try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes {
            Array($0.bindMemory(to: Int64.self))
        }
        let count = Int(numbers[0])
        guard count > 0 else { throw Failure("the daemon has waited for no disk") }
        guard count <= room else { throw Failure("the daemon has waited \(count) times") }
        return (0..<count).map { Sync(begin: numbers[1 + 2 * $0], end: numbers[2 + 2 * $0]) }
            .sorted { $0.begin < $1.begin }
    }

    /// Milliseconds of a time in which the daemon waited for the disk.
    static func waited(_ syncs: some Sequence<Sync>, from begin: Int64, to end: Int64) -> Double {
        syncs.reduce(0) { $0 + Double(max(0, min($1.end, end) - max($1.begin, begin))) / 1e6 }
    }
}
