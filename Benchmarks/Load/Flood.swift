import CLinux
import Glibc

/// Callers side by side, each of which sends its next call when the last one is answered.
///
/// One thread on one core, and a poll(2) of all of them: ``Echo`` shows how little that is.
struct Flood {
    private(set) var latencies = Samples()
    private(set) var seconds = 0.0
    private(set) var failures = 0
    private(set) var processors = Processors.Shares()

    var perSecond: Double { seconds > 0 ? Double(latencies.count) / seconds : 0 }

    /// So many calls are worded before the first is made, so that the load takes little of the machine;
    /// then it begins anew.
    private static let calls = 1 << 17

    /// Several of the same length, one after the other.
    init(_ turns: [Flood]) {
        for turn in turns {
            latencies.add(turn.latencies)
            seconds += turn.seconds
            processors.idle += turn.processors.idle / Double(turns.count)
            processors.stolen += turn.processors.stolen / Double(turns.count)
        }
    }

    /// - Parameter frame: the call of this number.
    init(
        _ path: String, connections: Int, seconds: Double, frame: (Int) -> [UInt8]
    ) throws {
        let frames = (0..<Self.calls).map(frame)
        let lines = try (0..<connections).map { _ in try Line(path: path) }
        var waiting = lines.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        var sentAt = [Int64](repeating: 0, count: connections)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var number = 0
        latencies.reserve(1 << 20)
        let before = Processors()
        let start = Clock.now()
        let end = start + Int64(seconds * 1e9)
        func next(_ index: Int) throws {
            sentAt[index] = Clock.now()
            try lines[index].send(frames[number % frames.count])
            number += 1
        }
        for index in lines.indices { try next(index) }
        var open = connections
        while open > 0 {
            guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else {
                throw Failure("no answer in ten seconds")
            }
            for index in lines.indices where waiting[index].revents != 0 {
                let count = recv(lines[index].descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { throw Failure("the daemon hung up") }
                guard buffer[count - 1] == 0 else { continue }
                let now = Clock.now()
                latencies.add(Double(now - sentAt[index]) / 1e6)
                // {"error":… and not {"parameters":…
                if count > 2, buffer[2] == UInt8(ascii: "e") { failures += 1 }
                if now < end {
                    try next(index)
                } else {
                    waiting[index].fd = -1
                    open -= 1
                }
            }
        }
        self.seconds = Clock.seconds(since: start)
        processors = Processors().shares(since: before)
        guard failures == 0 else { throw Failure("\(failures) calls were refused") }
    }
}
