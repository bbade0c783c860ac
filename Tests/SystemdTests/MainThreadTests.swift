import Glibc
import Synchronization
import Testing

@testable import Systemd

/// Signals belong to the whole process, so that these can't run side by side.
@Suite(.serialized)
struct MainThreadTests {
    @Test
    func `tasks run on the thread that waits for them, before and after they waited themselves`()
        throws
    {
        let own = pthread_self()
        let seen = Seen()
        let thread = MainThread(hearing: []) { _ in }
        try thread.run {
            seen.note()
            await Self.resumedElsewhere()
            seen.note()
            async let child: Void = seen.note()
            await child
        }
        #expect(seen.threads.withLock { $0 } == [own, own, own])
    }

    private final class Seen: Sendable {
        let threads = Mutex<[pthread_t]>([])

        func note() { threads.withLock { $0.append(pthread_self()) } }
    }

    /// Waits for another thread, which comes back after this one has gone to sleep.
    private static func resumedElsewhere() async {
        await withCheckedContinuation { continuation in
            Task.detached {
                try? await Task.sleep(for: .milliseconds(20))
                continuation.resume()
            }
        }
    }

    @Test func `a signal is heard while tasks wait, on the same thread, and does nothing else`()
        throws
    {
        let own = pthread_self()
        let (signals, heard) = AsyncStream.makeStream(of: CInt.self)
        let isOwn = Mutex(true)
        let thread = MainThread(hearing: [SIGUSR1, SIGUSR2]) { number in
            isOwn.withLock { $0 = $0 && pthread_self() == own }
            heard.yield(number)
        }
        let numbers = Mutex<[CInt]>([])
        try thread.run {
            // The next is sent when the last was heard: two of the same that wait are one.
            kill(getpid(), SIGUSR1)
            for await number in signals {
                let count = numbers.withLock { numbers in
                    numbers.append(number)
                    return numbers.count
                }
                guard count < 3 else { break }
                kill(getpid(), count == 1 ? SIGUSR2 : SIGUSR1)
            }
        }
        #expect(numbers.withLock { $0 } == [SIGUSR1, SIGUSR2, SIGUSR1])
        #expect(isOwn.withLock { $0 })
    }

    @Test func `what its task throws is thrown where it was run`() {
        struct Broken: Error {}
        #expect(throws: Broken.self) {
            try MainThread(hearing: []) { _ in }.run { throw Broken() }
        }
    }
}
