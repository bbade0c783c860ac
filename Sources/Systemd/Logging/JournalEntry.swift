internal import CSystemd
internal import Logging

/// One entry in the journal's native form: a list of fields (systemd.journal-fields(7)).
struct JournalEntry: Equatable {
    /// `NAME=value`, in the order in which they are sent.
    let fields: [String]

    init(program: String, level: Logger.Level, line: LogLine) {
        fields =
            [
                "MESSAGE=\(line.text)",
                "PRIORITY=\(Self.priority(of: level))",
                "SYSLOG_IDENTIFIER=\(program)",
            ] + line.fields.map { "\($0.name)=\($0.value)" }
    }

    /// The levels of syslog(3); `info` is where a service normally speaks.
    static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }

    /// Hands the entry to journald; 0, or an errno.
    func send() -> Int32 {
        let bytes = fields.map { ContiguousArray($0.utf8) }
        return Self.withVectors(bytes[...], []) {
            -sd_journal_sendv($0.baseAddress, Int32($0.count))
        }
    }

    /// Nests one pointer scope per field, so that all of them are valid at once.
    private static func withVectors(
        _ rest: ArraySlice<ContiguousArray<UInt8>>, _ vectors: [iovec],
        _ body: (UnsafeBufferPointer<iovec>) -> Int32
    ) -> Int32 {
        guard let field = rest.first else { return vectors.withUnsafeBufferPointer(body) }
        return field.withUnsafeBufferPointer { buffer in
            let base = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            let vector = iovec(iov_base: base, iov_len: buffer.count)
            return withVectors(rest.dropFirst(), vectors + [vector], body)
        }
    }
}
