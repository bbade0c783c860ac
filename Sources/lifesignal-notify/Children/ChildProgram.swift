import CLinux
import Glibc

/// Another program, run with a time limit: its input is written to it, its output is read with a
/// bound, and when it has ended or its time is over, its whole process group is killed.
///
/// It gets no descriptors but its standard ones and those in `extraInputs`, and none of this
/// process's variables: they may name credentials.
///
/// posix_spawn(3) and not swift-subprocess: the latter reads output to its end, which a program
/// that leaves a child behind never comes to.
struct ChildProgram: Sendable {
    /// Why it did not run.
    enum SpawnError: Error, Equatable {
        case notStarted(path: String, code: CInt)
    }

    enum End: Equatable, Sendable {
        case exited(CInt)
        case killed(signal: CInt)
        case timeOver
        /// The task that waited for it was cancelled.
        case cut
    }

    struct Result: Equatable, Sendable {
        var end: End
        /// The first bytes of what it wrote to standard output and standard error.
        var output: [UInt8]
    }

    var path: String
    /// Without the program's own name.
    var arguments: [String] = []
    var environment: [String: String] = [
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
    ]
    /// What it reads on standard input.
    var input: [UInt8] = []
    /// What it reads on further descriptors, from 3 on.
    var extraInputs: [[UInt8]] = []
    var timeLimit: Duration = Outcome.timeLimit
    var outputLimit = 4096

    /// Runs it on a thread of its own, because waiting for it blocks.
    func run() async throws(SpawnError) -> Result {
        guard let stop = StopFlag() else { throw .notStarted(path: path, code: errno) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let code = Thread.start { continuation.resume(returning: runBlocking(stop)) }
                if code != 0 {
                    continuation.resume(
                        returning: .failure(SpawnError.notStarted(path: path, code: code)))
                }
            }
        } onCancel: {
            stop.raise()
        }
        return try result.get()
    }

    private func runBlocking(_ stop: StopFlag) -> Swift.Result<Result, SpawnError> {
        do throws(SpawnError) {
            var child = try RunningChild(self)
            return .success(child.wait(stop, timeLimit: timeLimit, outputLimit: outputLimit))
        } catch {
            return .failure(error)
        }
    }
}

extension ChildProgram.End: CustomStringConvertible {
    var description: String {
        switch self {
        case .exited(let status): "exit status \(status)"
        case .killed(let signal): "killed by signal \(signal)"
        case .timeOver: "took too long"
        case .cut: "cut off"
        }
    }
}

extension ChildProgram.SpawnError: CustomStringConvertible {
    var description: String {
        switch self {
        // execve(2) says so of a file that is there, too.
        case .notStarted(let path, ENOENT) where access(path, F_OK) == 0:
            "\(path) can't be run: the interpreter that its first line names is missing"
        case .notStarted(let path, let code):
            "\(path) can't be run: \(String(cString: strerror(code)))"
        }
    }
}

/// Tells a thread in poll(2) to end.
final class StopFlag: Sendable {
    let descriptor: CInt

    /// Nil where no more descriptors may be open; errno says so.
    init?() {
        descriptor = eventfd(0, CInt(EFD_CLOEXEC))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    func raise() { eventfd_write(descriptor, 1) }
}

/// A thread of its own for what blocks.
enum Thread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Returns: 0, or why there is none (errno).
    static func start(_ body: @escaping @Sendable () -> Void) -> CInt {
        let argument = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            return code
        }
        pthread_detach(thread)
        return 0
    }
}
