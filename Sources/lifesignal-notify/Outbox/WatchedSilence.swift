import Glibc
import LifeSignal

/// A time in which the daemon did not answer for too long, until somebody has been told that it
/// answers again.
struct WatchedSilence: Equatable {
    /// The last answer before it.
    var since: Instant
    /// Whether somebody has been told that there is no answer.
    var isTold = false

    /// Of the notices about it: the same when the sender ends before it knows that one was handed over.
    var id: Identifier { "silence-\(since.milliseconds)" }
}

extension WatchedSilence {
    init?(line: String) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let since = Instant(rfc3339: String(words[0])) else { return nil }
        self.init(since: since, isTold: words[1] == "told")
    }

    var line: String { "\(since.rfc3339) \(isTold ? "told" : "untold")\n" }
}

/// Where it is kept, so that a restart of the sender does not break the promise to tell the end.
///
/// Without a place of its own the sender knows of it as long as it runs; so it does where the place
/// can't be written to, since telling is more than keeping.
struct WatchedSilenceFile {
    let path: String?

    /// - Parameter directory: what systemd's `StateDirectory=` names; nil: nothing is kept.
    init(directory: String?) {
        path = directory.map { "\($0)/silence" }
    }

    func read() -> WatchedSilence? {
        guard let path, let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = fread(&bytes, 1, bytes.count, file)
        return WatchedSilence(line: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// - Parameter silence: nil: there is none any more.
    func write(_ silence: WatchedSilence?) {
        guard let path else { return }
        guard let silence else {
            unlink(path)
            return
        }
        let fresh = "\(path).new"
        guard let file = fopen(fresh, "we") else { return }
        let isWritten = fputs(silence.line, file) >= 0 && fflush(file) == 0
        let isSynced = fsync(fileno(file)) == 0
        guard fclose(file) == 0, isWritten, isSynced, rename(fresh, path) == 0 else {
            unlink(fresh)
            return
        }
    }
}
