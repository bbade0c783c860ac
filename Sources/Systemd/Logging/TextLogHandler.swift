internal import Glibc
public import Logging

/// Writes each event as one line of text, for a terminal or for whoever collects standard error.
public struct TextLogHandler: LogHandler {
    /// How a line looks.
    public enum Style: Sendable, Equatable {
        /// For a person at a terminal: the local time of day, and the level.
        case terminal(colour: Bool)
        /// For a file or a pipe: the instant in UTC, the program, and the level.
        case plain
    }

    public var logLevel: Logger.Level = .info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let program: String
    private let style: Style
    private let now: @Sendable () -> Int64
    private let sink: @Sendable (String) -> Void

    /// Writes to standard error.
    public init(program: String, style: Style = .plain) {
        self.init(
            program: program, style: style,
            now: { Int64(time(nil)) }, sink: { StandardError.write($0) })
    }

    /// `now` is in seconds since 1970; `sink` takes whole lines, newline included.
    init(
        program: String, style: Style, now: @escaping @Sendable () -> Int64,
        sink: @escaping @Sendable (String) -> Void
    ) {
        self.program = program
        self.style = style
        self.now = now
        self.sink = sink
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let context = metadataProvider.map { metadata.merging($0.get()) { $1 } } ?? metadata
        write(LogLine(event, metadata: context), level: event.level)
    }

    func write(_ line: LogLine, level: Logger.Level) {
        switch style {
        case .plain:
            sink("\(WallTime.utc(now())) \(program): \(level.rawValue): \(line.text)\n")
        case .terminal(let colour):
            let time = WallTime.localTimeOfDay(now())
            guard colour else { return sink("\(time) \(level.rawValue): \(line.text)\n") }
            let (on, off) = ("\u{1B}[\(Self.colour(of: level))m", "\u{1B}[0m")
            sink("\u{1B}[2m\(time)\(off) \(on)\(level.rawValue):\(off) \(line.text)\n")
        }
    }

    /// SGR parameters of console_codes(4).
    private static func colour(of level: Logger.Level) -> String {
        switch level {
        case .critical: "1;31"
        case .error: "31"
        case .warning: "33"
        case .notice: "1"
        case .info: "32"
        case .debug, .trace: "2"
        }
    }
}

/// Standard error, a whole line at a time.
enum StandardError {
    /// A line that can't be written is lost: there is nowhere left to say so.
    static func write(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let base = rest.baseAddress, !rest.isEmpty {
                let written = Glibc.write(STDERR_FILENO, base, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
        }
    }
}
