internal import Foundation
internal import Logging
internal import Synchronization

/// Has entries written by a thread of its own, in their order.
///
/// Whatever reads them may stand still: a journal on a disk that hangs, a pipe that nobody empties. No alarm
/// and no check-in waits for that, nor until words are found. Entries that find no room any more are left
/// out, and an entry says how many.
public final class LogQueue: @unchecked Sendable {
    /// Some MiB; as many again may be on their way out.
    static let capacity = 4096

    /// What writes entries, and how many.
    private typealias Work = (count: Int, body: () -> Void)

    private let capacity: Int
    private let condition = NSCondition()
    private var waiting: [Work] = []
    /// How many entries these write.
    private var count = 0
    private var leftOut = 0
    /// The thread that writes, once there is one.
    private let writer = Atomic<pthread_t>(0)
    /// What wrote the last entry; for the writer only.
    private var lastHandler: (any LogHandler)?
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

    /// Has entries worded by that thread as well.
    ///
    /// - Parameters:
    ///   - count: how many these are.
    ///   - body: logs them by this queue's handlers. They are written before all that is logged elsewhere
    ///     from now on.
    public func perform(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        add((count, body))
    }

    fileprivate func add(_ event: LogEvent, to handler: any LogHandler) {
        if writer.load(ordering: .relaxed) == pthread_self() {
            write(event, to: handler)
        } else {
            add((1, { self.write(event, to: handler) }))
        }
    }

    private func add(_ work: Work) {
        let awakens = condition.withLock {
            guard count < capacity else {
                leftOut += work.count
                return false
            }
            count += work.count
            waiting.append(work)
            if !hasStarted {
                hasStarted = true
                Thread.detachNewThread { self.run() }
            }
            return waiting.count == 1 && !isWriting
        }
        // Not before: it would find the lock taken, and sleep once more.
        if awakens { condition.broadcast() }
    }

    private func run() {
        writer.store(pthread_self(), ordering: .relaxed)
        while true {
            let (works, leftOut) = take()
            for work in works { work.body() }
            if leftOut > 0 { lastHandler?.log(event: sayLeftOut(leftOut)) }
        }
    }

    private func write(_ event: LogEvent, to handler: any LogHandler) {
        handler.log(event: event)
        lastHandler = handler
    }

    /// Waits for some.
    private func take() -> (works: [Work], leftOut: Int) {
        condition.withLock {
            isWriting = false
            if waiting.isEmpty { condition.broadcast() }
            while waiting.isEmpty { condition.wait() }
            isWriting = true
            defer { (waiting, count, leftOut) = ([], 0, 0) }
            return (waiting, leftOut)
        }
    }

    private func sayLeftOut(_ count: Int) -> LogEvent {
        let id = MessageID.entriesNotTaken
        return LogEvent(
            level: id.level,
            message: "left out \(count) entries, which nobody took in time",
            metadata: EntryFields(id, [:]).metadata, source: nil, file: #fileID,
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
