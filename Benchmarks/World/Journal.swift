import CLinux
import Glibc

/// What a daemon logs, line by line while it does: a pipe in place of a file.
final class Journal {
    let path: String
    let descriptor: CInt
    private var unfinished: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(_ home: Home) throws {
        path = "\(home.path)/journal"
        guard mkfifo(path, 0o600) == 0 else { throw Failure.system("mkfifo \(path)") }
        // To wait for who writes would be to wait for the daemon, which waits for who reads.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.system("open \(path)") }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The lines that have come whole.
    func receive() throws -> [String] {
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { throw Failure.system("read \(path)") }
        guard count > 0 else { throw Failure("the daemon has closed its log") }
        unfinished += buffer[..<count]
        var lines = unfinished.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        unfinished = Array(lines.removeLast())
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
