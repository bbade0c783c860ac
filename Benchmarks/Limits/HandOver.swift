import CLinux
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Check-ins that come in at a socket on one thread, are committed on another, as many together as have come
/// meanwhile, and answered by the first: what ``BareServer`` is for many who call at once.
final class HandOver: BareSocket {
    let path: String
    private let listener: CInt
    private let arrived: Arrived

    /// - Parameter first: where its callers begin in their row.
    init(_ population: Population, from first: Int) throws {
        path = "\(population.home.path)/handover"
        listener = try Echo.listen(path)
        arrived = Arrived()
        let (descriptor, arrived) = (listener, arrived)
        Thread.detachNewThread { Self.serve(descriptor, arrived) }
        let people = UncheckedSendable(value: population)
        Thread.detachNewThread {
            do {
                try Self.write(people.value, from: first, arrived)
            } catch {
                fatalError("\(error)")
            }
            // Closed by now: what is closed later takes the log away of whoever has the database next.
            arrived.ended.signal()
        }
        arrived.ready.wait()
    }

    deinit {
        // Its threads end with the listener.
        shutdown(listener, CInt(SHUT_RDWR))
        arrived.ended.wait()
        unlink(path)
    }

    /// Of callers who wait for an answer.
    private final class Arrived: Sendable {
        let callers = Mutex<[CInt]>([])
        let bell = eventfd(0, CInt(EFD_CLOEXEC))
        /// Those whose check-ins are committed.
        let served = Mutex<[CInt]>([])
        let done = eventfd(0, CInt(EFD_CLOEXEC))
        let isOver = Atomic(false)
        let ready = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)

        deinit {
            close(bell)
            close(done)
        }
    }

    private static func serve(_ listener: CInt, _ arrived: Arrived) {
        Echo.serve(listener, bell: arrived.done) {
            let callers = arrived.served.withLock { callers in
                defer { callers = [] }
                return callers
            }
            for caller in callers {
                _ = send(
                    caller, BareServer.checkedIn, BareServer.checkedIn.count, CInt(MSG_NOSIGNAL))
            }
        } passed: {
            // Once for all, so that they share a commit.
            if arrived.callers.withLock({ !$0.isEmpty }) { eventfd_write(arrived.bell, 1) }
        } _: { caller, _ in
            arrived.callers.withLock { $0.append(caller) }
        }
        arrived.isOver.store(true, ordering: .sequentiallyConsistent)
        eventfd_write(arrived.bell, 1)
    }

    private static func write(_ population: Population, from first: Int, _ arrived: Arrived) throws
    {
        let database = try SQLite(population.home.database)
        try database.makeDurable()
        let rows = try CheckInRows(database, population, looksUp: true)
        let (begin, commit) = (try database.prepare("BEGIN"), try database.prepare("COMMIT"))
        var number = first
        arrived.ready.signal()
        while !arrived.isOver.load(ordering: .sequentiallyConsistent) {
            var rings: eventfd_t = 0
            eventfd_read(arrived.bell, &rings)
            let callers = arrived.callers.withLock { callers in
                defer { callers = [] }
                return callers
            }
            guard !callers.isEmpty else { continue }
            try begin.run()
            try rows.writeOfCommit()
            for _ in callers {
                try rows.lookUp(number)
                try rows.write(number)
                number += 1
            }
            try commit.run()
            arrived.served.withLock { $0 += callers }
            eventfd_write(arrived.done, 1)
        }
    }
}
