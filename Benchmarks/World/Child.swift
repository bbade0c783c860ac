import CLinux
import Foundation
import Glibc
import Synchronization

/// A program that was started, with its output in a file.
struct Child {
    let pid: pid_t

    init(
        _ program: String, _ arguments: [String], environment: [String] = [],
        output: String = "/dev/null"
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        linux_spawn_close_from(&actions, 3)
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        var envp = (["PATH=/usr/bin:/bin", "TZ=UTC"] + environment).map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // It hears what this process leaves to `endTogether`.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        pid = try Self.running.withLock { running in
            var pid = pid_t()
            let result = posix_spawn(&pid, program, &actions, &attributes, &argv, &envp)
            guard result == 0 else {
                throw Failure("\(program): \(String(cString: strerror(result)))")
            }
            running.insert(pid)
            return pid
        }
    }

    private static let running = Mutex<Set<pid_t>>([])

    /// From now on a signal that ends this process ends all that it has started.
    ///
    /// - Parameter work: what else is to be done then.
    static func endTogether(_ work: @escaping @Sendable () -> Void) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        Thread.detachNewThread { [signals] in
            var (signals, number) = (signals, CInt(0))
            sigwait(&signals, &number)
            running.withLock { for pid in $0 { kill(pid, SIGKILL) } }
            work()
            _exit(128 + number)
        }
    }

    func signal(_ number: CInt) { kill(pid, number) }

    /// Waits for its end.
    ///
    /// - Returns: its exit status; a signal's number with a minus before it.
    @discardableResult
    func wait() -> CInt {
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        Self.running.withLock { _ = $0.remove(pid) }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : -signal
    }
}
