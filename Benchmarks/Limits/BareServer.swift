import Dispatch
import Foundation
import Glibc

/// A socket that is called in the daemon's place.
protocol BareSocket: AnyObject {
    var path: String { get }
}

/// A socket of which one thread takes what comes, works on the daemon's own database and answers: what the sockets, the
/// wake-ups and SQLite take where nobody decides about a call or keeps a journal, nor reads it and words an answer, but
/// by a ``Dialogue``.
final class BareServer: BareSocket {
    let path: String
    private let listener: CInt
    private let ended = DispatchSemaphore(value: 0)

    /// What is done for a call.
    typealias Work = (_ caller: CInt, _ frame: UnsafeBufferPointer<UInt8>) throws -> Void

    /// - Parameter prepare: makes of the database what is done for each call.
    init(
        _ population: Population,
        _ prepare:
            @escaping @Sendable (SQLite, Population) throws -> Work
    ) throws {
        path = "\(population.home.path)/bare"
        listener = try Echo.listen(path)
        let (descriptor, ready, ended) = (listener, DispatchSemaphore(value: 0), ended)
        let people = UncheckedSendable(value: population)
        Thread.detachNewThread {
            orEnd {
                try Self.serve(descriptor, people.value, ready, prepare)
            }
            // Closed by now: what is closed later takes the log away of whoever has the database next.
            ended.signal()
        }
        ready.wait()
    }

    deinit {
        // Its thread ends with the listener, and closes the database.
        shutdown(listener, CInt(SHUT_RDWR))
        ended.wait()
        unlink(path)
    }

    private static func serve(
        _ listener: CInt, _ population: Population, _ ready: DispatchSemaphore,
        _ prepare: (SQLite, Population) throws -> Work
    ) throws {
        let database = try SQLite(population.home.database)
        try database.makeDurable()
        let answer = try prepare(database, population)
        ready.signal()
        Echo.serve(listener) { caller, frame in
            orEnd {
                try answer(caller, frame)
            }
        }
    }
}

extension BareServer {
    /// Commits each check-in by itself.
    ///
    /// - Parameters:
    ///   - first: where its callers begin in their row.
    ///   - dialogue: what it makes of calls and answers.
    static func ofCheckIns(
        _ population: Population, from first: Int, _ dialogue: Dialogue
    ) throws -> BareServer {
        try BareServer(population) { database, population in
            let rows = try CheckInRows(database, population)
            let (begin, commit) = (try database.prepare("BEGIN"), try database.prepare("COMMIT"))
            var number = first
            return { caller, frame in
                try dialogue.read(frame)
                try begin.run()
                try rows.writeOfCommit()
                try rows.write(number, rows.lookUp(number))
                try commit.run()
                number += 1
                dialogue.answer(caller)
            }
        }
    }

    /// Reads what a status page reads.
    ///
    /// - Parameters:
    ///   - deadlines: so many come first.
    ///   - counts: whether users, alerts and deliveries are counted as well.
    ///   - answer: the daemon's.
    static func ofReads(
        _ population: Population, deadlines: Int64, counts: Bool, answer: [UInt8]
    ) throws -> BareServer {
        try BareServer(population) { database, _ in
            let (begin, commit) = (try database.prepare("BEGIN"), try database.prepare("COMMIT"))
            let counters = try database.prepare("SELECT name, value FROM counters")
            let problems = try database.prepare(
                """
                SELECT p.since, p.code, p.user, p.subject, u.handle, u.name
                FROM problems p LEFT JOIN users u ON u.id = p.user
                WHERE p.solvedAt IS NULL ORDER BY p.since LIMIT 100
                """)
            let first = try database.prepare(
                """
                SELECT u.* FROM deadlines d CROSS JOIN users u ON u.id = d.user
                WHERE d.at = u.earliestDeadline ORDER BY d.at, d.handle LIMIT ?
                """)
            let pings = try database.prepare(
                "SELECT * FROM pings WHERE status = 'pending' ORDER BY sentAt, sequence LIMIT ?")
            return { caller, _ in
                try begin.run()
                if counts {
                    _ = try counters.firstCells()
                    _ = try problems.firstCells()
                }
                _ = try first.firstCells(deadlines)
                _ = try pings.firstCells(deadlines)
                try commit.run()
                _ = send(caller, answer, answer.count, CInt(MSG_NOSIGNAL))
            }
        }
    }
}
