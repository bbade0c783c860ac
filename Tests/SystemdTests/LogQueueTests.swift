import Dispatch
import Glibc
import Logging
import Synchronization
import Testing

@testable import Systemd

struct LogQueueTests {
    /// Takes entries, but stands still at each until it is let go on.
    private final class Reader: Sendable {
        let entries = Mutex<[String]>([])
        let isAtEntry = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)

        func logger(_ queue: LogQueue) -> Logger {
            let text = TextLogHandler(
                program: "x", style: .plain, now: { 0 },
                sink: { line in
                    self.isAtEntry.signal()
                    self.mayGoOn.wait()
                    self.entries.withLock { $0.append(line) }
                })
            return Logger(label: "test") { _ in queue.handler(for: text) }
        }

        func letGo(_ count: Int) {
            for _ in 0..<count { mayGoOn.signal() }
        }

        var messages: [String] {
            entries.withLock { $0 }.map { String($0.split(separator: ": ").last!.dropLast()) }
        }
    }

    @Test func `entries are written in their order, and flushed`() {
        let (reader, queue) = (Reader(), LogQueue())
        reader.letGo(1000)
        let logger = reader.logger(queue)
        for number in 0..<1000 { logger.info("\(number)") }
        queue.flush(within: .seconds(60))
        #expect(reader.messages == (0..<1000).map { "\($0)" })
    }

    @Test func `nobody waits for a reader who stands still, and it is said what that has cost`() {
        let (reader, queue) = (Reader(), LogQueue(capacity: 3))
        let logger = reader.logger(queue)
        logger.info("a")
        reader.isAtEntry.wait()
        for text in ["b", "c", "d", "e", "f"] { logger.info("\(text)") }
        reader.letGo(5)
        queue.flush(within: .seconds(60))
        #expect(
            reader.messages
                == ["a", "b", "c", "d", "left out 2 entries, which nobody took in time"])
        reader.letGo(1)
        logger.info("g")
        queue.flush(within: .seconds(60))
        #expect(reader.messages.last == "g")
    }

    @Test func `entries are worded by the thread that writes them, in their order`() {
        let (reader, queue) = (Reader(), LogQueue())
        reader.letGo(5)
        let logger = reader.logger(queue)
        let (mayWord, caller) = (DispatchSemaphore(value: 0), pthread_self())
        logger.info("a")
        queue.perform(3) {
            mayWord.wait()
            #expect(pthread_self() != caller)
            for text in ["b", "c", "d"] { logger.info("\(text)") }
        }
        logger.info("e")
        mayWord.signal()
        queue.flush(within: .seconds(60))
        #expect(reader.messages == ["a", "b", "c", "d", "e"])
    }

    @Test func `what is to be worded counts as the entries that it makes`() {
        let (reader, queue) = (Reader(), LogQueue(capacity: 3))
        let logger = reader.logger(queue)
        logger.info("a")
        reader.isAtEntry.wait()
        for texts in [["b", "c"], ["d", "e"], ["f", "g", "h"]] {
            queue.perform(texts.count) { for text in texts { logger.info("\(text)") } }
        }
        reader.letGo(6)
        queue.flush(within: .seconds(60))
        #expect(
            reader.messages
                == ["a", "b", "c", "d", "e", "left out 3 entries, which nobody took in time"])
    }

    @Test func `a flush ends although the reader stands still`() {
        let (reader, queue) = (Reader(), LogQueue())
        reader.logger(queue).info("a")
        queue.flush(within: .milliseconds(20))
        #expect(reader.messages.isEmpty)
        reader.letGo(1)
        queue.flush(within: .seconds(60))
        #expect(reader.messages == ["a"])
    }

    @Test func `a level that a logger is given decides what is written`() {
        let (reader, queue) = (Reader(), LogQueue())
        var logger = reader.logger(queue)
        logger.logLevel = .warning
        logger[metadataKey: "peer"] = "7"
        reader.letGo(2)
        logger.info("a")
        logger.warning("b")
        queue.flush(within: .seconds(60))
        #expect(reader.messages == ["b peer=7"])
    }
}
