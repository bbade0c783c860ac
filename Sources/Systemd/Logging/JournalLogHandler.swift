public import Logging

/// Writes each event as one native journal entry, with its fields: sd_journal_sendv(3).
///
/// An entry that journald does not take goes to standard error as a line instead.
public struct JournalLogHandler: LogHandler {
    public var logLevel: Logger.Level = .info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let program: String
    private let send: @Sendable (JournalEntry) -> Int32
    private let fallback: TextLogHandler

    /// `program` becomes SYSLOG_IDENTIFIER, which `journalctl -t` selects by.
    public init(program: String) {
        self.init(program: program, send: { $0.send() }, fallback: TextLogHandler(program: program))
    }

    /// `send` answers 0, or an errno.
    init(
        program: String, send: @escaping @Sendable (JournalEntry) -> Int32, fallback: TextLogHandler
    ) {
        self.program = program
        self.send = send
        self.fallback = fallback
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let context = metadataProvider.map { metadata.merging($0.get()) { $1 } } ?? metadata
        let line = LogLine(event, metadata: context)
        if send(JournalEntry(program: program, level: event.level, line: line)) != 0 {
            fallback.write(line, level: event.level)
        }
    }
}
