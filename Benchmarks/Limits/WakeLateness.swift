import CLinux
import Dispatch
import Foundation
import Glibc

/// How late the system itself is.
enum WakeLateness {
    /// Of a thread that sleeps on a timer of the wall clock.
    ///
    /// - Returns: milliseconds.
    static func samples(_ count: Int, every spacing: Int64) -> Samples {
        var samples = Samples()
        WallTimer().fire(count, every: spacing) { due in
            samples.add(Double(Clock.now(CLOCK_REALTIME) - due) / 1e6)
        }
        return samples
    }

    /// Commits of some 24 pages, until the log is as long as the daemon has it.
    private static let betweenCheckpoints = 15
    /// As the daemon is awake before a deadline, in nanoseconds (docs/decisions/0021-awake-before-a-deadline.md).
    private static let lead: Int64 = 300_000

    /// In milliseconds.
    struct Bare {
        /// The commit has returned.
        private(set) var committed = Samples()
        /// Somebody at a socket was told.
        private(set) var told = Samples()

        mutating func add(_ others: Bare) {
            committed.add(others.committed)
            told.add(others.told)
        }

        fileprivate mutating func add(_ commit: Commit, toldAt now: Int64) {
            committed.add(Double(commit.end - commit.due) / 1e6)
            told.add(Double(now - commit.due) / 1e6)
        }
    }

    /// Nanoseconds of the wall clock.
    fileprivate struct Commit {
        var due: Int64 = 0
        var end: Int64 = 0
    }

    /// Of such a thread that commits the rows of a user who has fallen silent, and of somebody at a socket who is told
    /// of it then: what the timer, SQLite, the disk and a wake-up take where nobody decides about it and words it.
    ///
    /// - Parameter numbers: of users whom the daemon has found silent before; they fall silent once more.
    static func bare(
        _ numbers: Range<Int>, every spacing: Int64, _ population: Population
    ) throws -> Bare {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw Failure.system("socketpair")
        }
        let (teller, people, ended) = (
            ends[1], UncheckedSendable(value: population), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread {
            orEnd {
                try Self.tell(teller, numbers, every: spacing, people.value)
            }
            close(teller)
            // The database is closed by now: what is closed later takes the log away of whoever has it next.
            ended.signal()
        }
        var samples = Bare()
        var commit = Commit()
        while recv(ends[0], &commit, MemoryLayout<Commit>.size, 0) == MemoryLayout<Commit>.size {
            samples.add(commit, toldAt: Clock.now(CLOCK_REALTIME))
        }
        close(ends[0])
        ended.wait()
        return samples
    }

    private static func tell(
        _ teller: CInt, _ numbers: Range<Int>, every spacing: Int64, _ population: Population
    ) throws {
        let count = numbers.count
        let database = try SQLite(population.home.database)
        try database.makeDurable()
        let first = Int64(population.users + numbers.lowerBound) + 1
        try database.run(
            "UPDATE users SET incident = NULL, status = 'overdue' WHERE id >= \(first)")
        let rows = try IncidentRows(database, of: population.added(numbers))
        let (begin, commit) = (try database.prepare("BEGIN"), try database.prepare("COMMIT"))
        var number = 0
        WallTimer().fire(count, every: spacing, awake: lead) { due in
            orEnd {
                try begin.run()
                try rows.write(number, deadline: rows.lookUp(number))
                try commit.run()
            }
            number += 1
            var told = Commit(due: due, end: Clock.now(CLOCK_REALTIME))
            _ = send(teller, &told, MemoryLayout<Commit>.size, CInt(MSG_NOSIGNAL))
            // As the daemon does it: while nobody waits, and before a commit has to.
            if number % betweenCheckpoints == 0 {
                _ = try? database.number("PRAGMA wal_checkpoint(PASSIVE)")
            }
        }
    }
}

/// timerfd_create(2), as the daemon sleeps.
private final class WallTimer {
    private let timer = timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC))

    deinit { close(timer) }

    /// Calls `body` so often, with the nanosecond that it was due at, so many milliseconds apart.
    ///
    /// - Parameter lead: for so many nanoseconds before it is waited awake.
    func fire(_ count: Int, every spacing: Int64, awake lead: Int64 = 0, _ body: (Int64) -> Void) {
        let first = Clock.now(CLOCK_REALTIME) + spacing * 1_000_000
        for index in 0..<Int64(count) {
            let due = first + index * spacing * 1_000_000
            var spec = itimerspec()
            spec.it_value.tv_sec = Int((due - lead) / 1_000_000_000)
            spec.it_value.tv_nsec = Int((due - lead) % 1_000_000_000)
            timerfd_settime(timer, CInt(TFD_TIMER_ABSTIME), &spec, nil)
            var expirations: UInt64 = 0
            _ = read(timer, &expirations, 8)
            while Clock.now(CLOCK_REALTIME) < due {}
            body(due)
        }
    }
}
