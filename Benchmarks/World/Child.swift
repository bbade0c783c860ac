import CLinux
import Glibc

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
        var pid = pid_t()
        let result = posix_spawn(&pid, program, &actions, nil, &argv, &envp)
        guard result == 0 else {
            throw Failure("\(program): \(String(cString: strerror(result)))")
        }
        self.pid = pid
    }

    func signal(_ number: CInt) { kill(pid, number) }

    /// Waits for its end.
    ///
    /// - Returns: its exit status; a signal's number with a minus before it.
    @discardableResult
    func wait() -> CInt {
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : -signal
    }
}
