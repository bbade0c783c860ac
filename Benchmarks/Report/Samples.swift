import CLinux
import Glibc

/// What was measured again and again, in one unit.
struct Samples: Codable {
    private(set) var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }
    mutating func add(_ others: Samples) { values += others.values }
    mutating func reserve(_ count: Int) { values.reserveCapacity(count) }

    var count: Int { values.count }

    /// The value that so many per cent stay at or below; nil where nothing was measured.
    func percentile(_ part: Double) -> Double? {
        guard !values.isEmpty else { return nil }
        let index = Int((Double(values.count) * part / 100).rounded(.up)) - 1
        return values.sorted()[min(max(index, 0), values.count - 1)]
    }

    var median: Double? { percentile(50) }
    var slowest: Double? { values.max() }

    /// The medians of these and of their limit, in milliseconds, as a figure's note.
    func medians(beside limit: Samples) -> String {
        "median \(Table.number(median ?? 0)) ms, the limit's \(Table.number(limit.median ?? 0)) ms"
    }
}

/// Time as it is measured here: nanoseconds.
enum Clock {
    static func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Milliseconds since 1970: what deadlines are kept in.
    static var wallMilliseconds: Int64 { now(CLOCK_REALTIME) / 1_000_000 }

    /// What this process has used so far.
    static var processorSeconds: Double { Double(now(CLOCK_PROCESS_CPUTIME_ID)) / 1e9 }

    static func milliseconds(since start: Int64) -> Double { Double(now() - start) / 1e6 }
    static func seconds(since start: Int64) -> Double { Double(now() - start) / 1e9 }

    static func sleep(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }
}
