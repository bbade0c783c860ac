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
            ] + (line.entry?.assignments ?? [])
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
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for field in fields {
            bytes += field.utf8
            ends.append(bytes.count)
        }
        return bytes.withUnsafeMutableBytes { bytes in
            let vectors = zip([0] + ends, ends).map { start, end in
                iovec(iov_base: bytes.baseAddress! + start, iov_len: end - start)
            }
            return -sd_journal_sendv(vectors, Int32(vectors.count))
        }
    }
}
