internal import Foundation
internal import Logging

/// Has entries written by a thread of its own, in their order.
///
/// Whatever reads them may stand still: a journal on a disk that hangs, a pipe that nobody empties. No alarm
/// and no check-in waits for that. Entries that find no room any more are left out, and an entry says how
/// many.
public final class LogQueue: @unchecked Sendable {
    /// Some MiB; as many again may be on their way out.
    static let capacity = 4096

    private typealias Entry = (event: LogEvent, handler: any LogHandler)

    private let capacity: Int
    private let condition = NSCondition()
    private var waiting: [Entry] = []
    private var leftOut = 0
    private var isWriting = false
    private var hasStarted = false

    init(capacity: Int = LogQueue.capacity) {
        self.capacity = capacity
    }

    /// The handler, whose entries wait here.
    func handler(for handler: any LogHandler) -> any LogHandler {
        QueuedLogHandler(handler: handler, queue: self)
    }

    /// Returns when nothing waits any more, or after this long.
    public func flush(within limit: Duration) {
        let end = Date(timeIntervalSinceNow: limit / .seconds(1))
        condition.withLock {
            while !waiting.isEmpty || isWriting, condition.wait(until: end) {}
        }
    }

    fileprivate func add(_ event: LogEvent, to handler: any LogHandler) {
        condition.withLock {
            guard waiting.count < capacity else {
                leftOut += 1
                return
            }
            waiting.append((event, handler))
            if waiting.count == 1, !isWriting { condition.broadcast() }
            guard !hasStarted else { return }
            hasStarted = true
            Thread.detachNewThread { self.write() }
        }
    }

    private func write() {
        while true {
            let (entries, leftOut) = take()
            for entry in entries { entry.handler.log(event: entry.event) }
            if leftOut > 0 { entries.last?.handler.log(event: sayLeftOut(leftOut)) }
        }
    }

    /// Waits for some.
    private func take() -> (entries: [Entry], leftOut: Int) {
        condition.withLock {
            isWriting = false
            if waiting.isEmpty { condition.broadcast() }
            while waiting.isEmpty { condition.wait() }
            isWriting = true
            defer { (waiting, leftOut) = ([], 0) }
            return (waiting, leftOut)
        }
    }

    private func sayLeftOut(_ count: Int) -> LogEvent {
        let id = MessageID.entriesNotTaken
        return LogEvent(
            level: id.level,
            message: "left out \(count) entries, which nobody took in time",
            metadata: id.metadata([:]), source: nil, file: #fileID,
            function: #function, line: #line)
    }
}

/// Puts entries into a queue, as they are.
private struct QueuedLogHandler: LogHandler {
    var handler: any LogHandler
    let queue: LogQueue

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }
    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }
    var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { queue.add(event, to: handler) }
}
