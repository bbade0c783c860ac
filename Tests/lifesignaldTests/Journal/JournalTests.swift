import LifeSignal
import Logging
import Synchronization
import Testing

@testable import lifesignald

/// What the daemon says of what a round has committed.
struct JournalTests {
    private final class Entries: LogHandler, Sendable {
        let messages = Mutex<[String]>([])

        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) { messages.withLock { $0.append("\(event.message)") } }
    }

    @Test func `after an outage the journal says until when alarms wait`() throws {
        let entries = Entries()
        let journal = Journal(logger: Logger(label: "test") { _ in entries }, zone: .utc)
        let core = try TestCore()
        try core.kill()
        core.clock.pass(.hours(3))
        try core.reopen()
        journal.committed(try core.round(isStart: true))
        journal.committed(try core.round())
        #expect(
            entries.messages.withLock { $0 } == [
                "nobody could check in from Fri 2026-11-20 08:00 UTC to Fri 2026-11-20 11:00 UTC",
                "started",
                "whose alarm would come too soon after that has until Fri 2026-11-20 11:15 UTC at "
                    + "the most",
            ])
    }
}
