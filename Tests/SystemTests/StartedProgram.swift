import CLinux
import Foundation
import Synchronization

/// A program that a test has started, by posix_spawn(3). It gets its standard descriptors and no others.
///
/// Not Foundation's Process: up to Swift 6.3 its `run` reads beyond the buffer of readdir(3) when some
/// thousand descriptors are open, as they are while all tests run, and now and then crashes
/// (swift-corelibs-foundation, pull request 5472).
final class StartedProgram: Sendable {
    struct NotStarted: Error {
        var path: String
        var code: CInt
    }

    private let id: pid_t
    private let ended: Task<Int32, Never>
    /// Whether its id may already be another's.
    private let isGone: Mutex<Bool>

    /// - Parameters:
    ///   - program: its path, and its arguments.
    ///   - output: a descriptor that it writes to; /dev/null, if nil.
    ///   - errors: the same for its standard error.
    init(
        _ program: [String], environment: [String: String], output: CInt? = nil,
        errors: CInt? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (theirs, ours) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if let ours {
                posix_spawn_file_actions_adddup2(&actions, ours, theirs)
            } else {
                posix_spawn_file_actions_addopen(&actions, theirs, "/dev/null", O_WRONLY, 0)
            }
        }
        linux_spawn_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        linux_spawn_with_default_signals(&attributes, 0)
        var arguments = program.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id = pid_t()
        let code = posix_spawn(&id, program[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw NotStarted(path: program[0], code: code) }

        self.id = id
        isGone = Mutex(false)
        let (ending, ends) = AsyncStream.makeStream(of: Int32.self)
        ended = Task {
            for await status in ending { return status }
            return .min
        }
        Thread.detachNewThread { [self] in
            ends.yield(wait())
            ends.finish()
        }
    }

    /// Blocks until it has ended.
    private func wait() -> Int32 {
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return isGone.withLock { isGone in
            isGone = true
            var status: CInt = 0
            waitpid(id, &status, 0)
            let signal = status & 0x7f
            return signal == 0 ? status >> 8 & 0xff : -signal
        }
    }

    /// Under /proc.
    var directory: String { "/proc/\(id)" }

    /// Does nothing once it has ended.
    func signal(_ number: CInt) {
        isGone.withLock { isGone in
            if !isGone { _ = kill(id, number) }
        }
    }

    /// The exit status; a signal's number with a minus before it.
    func exit() async -> Int32 { await ended.value }
}
