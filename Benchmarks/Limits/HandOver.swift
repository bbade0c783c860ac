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

    /// - Parameters:
    ///   - first: where its callers begin in their row.
    ///   - dialogue: what the thread at the socket makes of calls and answers.
    init(_ population: Population, from first: Int, _ dialogue: Dialogue) throws {
        path = "\(population.home.path)/handover"
        listener = try Echo.listen(path)
        arrived = Arrived()
        let (descriptor, arrived) = (listener, arrived)
        let people = UncheckedSendable(value: population)
        Self.run(arrived) {
            arrived.ready.signal()
            Self.serve(descriptor, dialogue, arrived)
        }
        Self.run(arrived) { try Self.write(people.value, from: first, arrived) }
        for _ in 0..<Self.threads { arrived.ready.wait() }
    }

    private static let threads = 2

    private static func run(_ arrived: Arrived, _ body: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread {
            orEnd {
                try body()
            }
            // Closed by now: what is closed later takes the log away of whoever has the database next.
            arrived.ended.signal()
        }
    }

    deinit {
        // Its threads end with the listener.
        shutdown(listener, CInt(SHUT_RDWR))
        for _ in 0..<Self.threads { arrived.ended.wait() }
        unlink(path)
    }

    /// Callers whom one thread hands to another.
    private final class Handed: Sendable {
        private let callers = Mutex<[CInt]>([])
        let bell = eventfd(0, CInt(EFD_CLOEXEC))

        deinit { close(bell) }

        func add(_ more: [CInt]) { callers.withLock { $0 += more } }

        func ring() { eventfd_write(bell, 1) }

        /// All since the last time.
        func take() -> [CInt] {
            callers.withLock { callers in
                defer { callers = [] }
                return callers
            }
        }

        var isEmpty: Bool { callers.withLock(\.isEmpty) }
    }

    private final class Arrived: Sendable {
        /// Those who wait for a commit.
        let callers = Handed()
        /// Those whose check-ins are committed.
        let served = Handed()
        let isOver = Atomic(false)
        let ready = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
    }

    private static func serve(_ listener: CInt, _ dialogue: Dialogue, _ arrived: Arrived) {
        Echo.serve(listener, bell: arrived.served.bell) {
            for caller in arrived.served.take() { dialogue.answer(caller) }
        } passed: {
            // Once for all, so that they share a commit.
            if !arrived.callers.isEmpty { arrived.callers.ring() }
        } _: { caller, frame in
            orEnd { try dialogue.read(frame) }
            arrived.callers.add([caller])
        }
        arrived.isOver.store(true, ordering: .sequentiallyConsistent)
        arrived.callers.ring()
    }

    private static func write(_ population: Population, from first: Int, _ arrived: Arrived) throws
    {
        let database = try SQLite(population.home.database)
        try database.makeDurable()
        let rows = try CheckInRows(database, population)
        let (begin, commit) = (try database.prepare("BEGIN"), try database.prepare("COMMIT"))
        var number = first
        arrived.ready.signal()
        while !arrived.isOver.load(ordering: .sequentiallyConsistent) {
            var rings: eventfd_t = 0
            eventfd_read(arrived.callers.bell, &rings)
            let callers = arrived.callers.take()
            guard !callers.isEmpty else { continue }
            try begin.run()
            try rows.writeOfCommit()
            for _ in callers {
                try rows.write(number, rows.lookUp(number))
                number += 1
            }
            try commit.run()
            arrived.served.add(callers)
            arrived.served.ring()
        }
    }
}
