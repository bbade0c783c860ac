internal import Glibc
internal import Synchronization

/// The main thread of a service: it runs tasks, and hears the signals that are sent to the process.
///
/// Swift's pool of threads and libdispatch's sources for signals are not needed for it. From their first
/// use on libdispatch wakes once a second (docs/decisions/0014-the-main-thread-runs-the-tasks.md).
public final class MainThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// A pipe in which each byte is the number of a signal, or 0 for jobs.
    private let ear: CInt
    private let mouth: CInt
    private let hear: @Sendable (CInt) -> Void

    /// - Parameters:
    ///   - signals: Numbers, of signals that from now on do nothing else.
    ///   - hear: Called for each of them on the thread that runs tasks.
    public init(hearing signals: [CInt], _ hear: @escaping @Sendable (CInt) -> Void) {
        (ear, mouth) = OwnPipe.make()
        self.hear = hear
        // A handler that waits for room would wait for the thread that it has interrupted.
        _ = fcntl(mouth, F_SETFL, O_NONBLOCK)
        SignalHandler.mouth = mouth
        for number in signals { signal(number) { SignalHandler.tell($0) } }
        // Whoever started the process may have left them blocked.
        var heard = sigset_t()
        sigemptyset(&heard)
        for number in signals { sigaddset(&heard, number) }
        pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = jobs.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        if isFirst { wake() }
    }

    /// Runs `body`, and returns when it has ended: the calling thread does nothing else until then.
    public func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        let ending = Mutex<Result<Void, any Error>?>(nil)
        Task(executorPreference: self) {
            let result: Result<Void, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            ending.withLock { $0 = result }
        }
        while true {
            for job in takeJobs() { job.runSynchronously(on: asUnownedTaskExecutor()) }
            if let result = ending.withLock({ $0 }) { return try result.get() }
            listen()
        }
    }

    private func takeJobs() -> [UnownedJob] {
        jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
    }

    private func wake() {
        var none: UInt8 = 0
        // A pipe that is full wakes as well.
        _ = write(mouth, &none, 1)
    }

    /// Waits for jobs or a signal.
    private func listen() {
        var heard = [UInt8](repeating: 0, count: 64)
        let count = read(ear, &heard, heard.count)
        for number in heard.prefix(max(count, 0)) where number != 0 { hear(CInt(number)) }
    }
}

/// What runs when a signal comes, in the middle of anything: it may call write(2), and little else
/// (signal-safety(7)).
private enum SignalHandler {
    /// Set before any handler is.
    nonisolated(unsafe) static var mouth: CInt = -1

    static func tell(_ number: CInt) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(mouth, &byte, 1)
        errno = before
    }
}
