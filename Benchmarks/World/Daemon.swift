import CLinux
import Foundation
import Glibc

/// A real lifesignald, with a process of its own.
final class Daemon {
    let home: Home
    private let child: Child
    /// nil where it logs to a pipe, which would be waited for.
    private let log: String?
    private var hasEnded = false
    /// From before it was started until it said READY.
    let startMilliseconds: Double

    init(_ home: Home, output: String, timing syncs: Syncs? = nil) throws {
        self.home = home
        log = output == home.log ? output : nil
        let readiness = try Readiness(path: "\(home.path)/notify")
        let start = Clock.now()
        child = try Child(
            home.program("lifesignald"),
            [
                "--state-directory", home.state, "--socket", home.socket,
                "--config", home.configuration,
            ], environment: ["NOTIFY_SOCKET=\(home.path)/notify"] + (syncs?.environment ?? []),
            output: output)
        guard readiness.isReached(within: 120) else {
            child.signal(SIGKILL)
            child.wait()
            throw Failure("lifesignald did not start: \(Self.said(log))")
        }
        startMilliseconds = Clock.milliseconds(since: start)
    }

    deinit {
        guard !hasEnded else { return }
        child.signal(SIGKILL)
        let status = child.wait()
        // Something has gone wrong, and its home goes with what it has said of it.
        guard log != nil else { return }
        let said =
            "lifesignald was left running and ended with \(status). It said:\n\(Self.said(log))"
        FileHandle.standardError.write(Data(said.utf8))
    }

    private static func said(_ log: String?) -> String {
        let text = log.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
        return String(text.suffix(2000))
    }

    func stop() throws {
        child.signal(SIGTERM)
        hasEnded = true
        let status = child.wait()
        guard status == 0 else { throw Failure("lifesignald ended with \(status)") }
    }

    func connect() throws -> Line { try Line(path: home.socket) }

    // MARK: What it takes of the machine

    /// Memory that it alone has and that can't be read anew from a file: RssAnon of proc_pid_status(5).
    func privateBytes() -> Double { kilobytes("RssAnon") * 1024 }
    func residentBytes() -> Double { kilobytes("VmRSS") * 1024 }

    private func kilobytes(_ name: String) -> Double {
        let line = Machine.lines("/proc/\(child.pid)/status").first { $0.hasPrefix("\(name):") }
        return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }
            .flatMap { Double($0) } ?? 0
    }

    /// How often each of its threads has gone to sleep by itself so far, and so been woken.
    func wakeUps() -> [String: Int] {
        let tasks = "/proc/\(child.pid)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(into: [:]) { wakeUps, thread in
            let line = Machine.lines("\(tasks)/\(thread)/status")
                .first { $0.hasPrefix("voluntary_ctxt_switches:") }
            wakeUps[thread] = line.flatMap { Int($0.split(separator: "\t").last ?? "") }
        }
    }

    /// Processor time so far, in seconds.
    func processorSeconds() -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(child.pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return 0
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Of that for each of so many calls, in microseconds.
    ///
    /// - Parameter busy: what it had taken before them.
    func processorMicroseconds(since busy: Double, for calls: Int) -> Double {
        (processorSeconds() - busy) * 1e6 / Double(calls)
    }
}

/// The socket at which systemd would wait for READY=1.
private struct Readiness {
    private let descriptor: CInt

    init(path: String) throws {
        unlink(path)
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        var address = try Line.address(path)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure.system("bind \(path)") }
    }

    func isReached(within seconds: Double) -> Bool {
        defer { close(descriptor) }
        let start = Clock.now()
        while Clock.seconds(since: start) < seconds {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 100) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            let message = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            if message.split(separator: "\n").contains("READY=1") { return true }
        }
        return false
    }
}
