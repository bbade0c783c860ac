internal import Glibc
public import Logging

/// Where a program logs to.
public enum LogDestination: Sendable, Equatable {
    case journal(program: String)
    case text(program: String, style: TextLogHandler.Style)

    /// The journal exactly when standard error is the journal's own stream, else text: a service
    /// whose output was redirected logs where it was sent (systemd.exec(5) on `$JOURNAL_STREAM`).
    public static func automatic(program: String) -> LogDestination {
        var file = stat()
        let isKnown = fstat(STDERR_FILENO, &file) == 0
        return choose(
            program: program,
            standardError: isKnown
                ? (device: UInt64(file.st_dev), inode: UInt64(file.st_ino)) : nil,
            isTerminal: isatty(STDERR_FILENO) == 1,
            environment: { getenv($0).map { String(cString: $0) } })
    }

    static func choose(
        program: String, standardError: (device: UInt64, inode: UInt64)?, isTerminal: Bool,
        environment: (String) -> String?
    ) -> LogDestination {
        if let standardError, let stream = environment("JOURNAL_STREAM"),
            stream == "\(standardError.device):\(standardError.inode)"
        {
            return .journal(program: program)
        }
        guard isTerminal else { return .text(program: program, style: .plain) }
        // no-color.org: set and not empty.
        let isPlain = environment("NO_COLOR")?.isEmpty == false || environment("TERM") == "dumb"
        return .text(program: program, style: .terminal(colour: !isPlain))
    }

    /// A handler for this destination; what swift-log calls a label is not shown.
    public func handler(level: Logger.Level = .info) -> any LogHandler {
        switch self {
        case .journal(let program):
            var handler = JournalLogHandler(program: program)
            handler.logLevel = level
            return handler
        case .text(let program, let style):
            var handler = TextLogHandler(program: program, style: style)
            handler.logLevel = level
            return handler
        }
    }

    /// Makes this the destination of every logger of the process; to be called once, at the start.
    ///
    /// - Returns: where entries wait until they are written; to be flushed before the process ends.
    public func bootstrap(level: Logger.Level = .info) -> LogQueue {
        let queue = LogQueue()
        LoggingSystem.bootstrap { _ in queue.handler(for: handler(level: level)) }
        return queue
    }
}
