import CLinux
import Dispatch
import Foundation
import Glibc

/// What a status page reads, by SQLite's own functions, on the thread that is asked for it at a socket, and an answer
/// that was worded before: what the socket, the wake-ups and the reads take where nobody decides who may see
/// what, and words it.
final class RawReads {
    let path: String
    private let listener: CInt
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - deadlines: so many come first.
    ///   - counts: whether users, alerts and deliveries are counted as well.
    ///   - answer: the daemon's.
    init(_ population: Population, deadlines: Int64, counts: Bool, answer: [UInt8]) throws {
        path = "\(population.home.path)/reads"
        listener = try Echo.listen(path)
        let (descriptor, file, ended) = (listener, population.home.database, ended)
        Thread.detachNewThread {
            do {
                try Self.serve(descriptor, file, deadlines, counts, answer)
            } catch {
                fatalError("\(error)")
            }
            ended.signal()
        }
    }

    deinit {
        // Its thread ends with the listener, and closes the database.
        shutdown(listener, CInt(SHUT_RDWR))
        ended.wait()
        unlink(path)
    }

    private static func serve(
        _ listener: CInt, _ file: String, _ deadlines: Int64, _ counts: Bool, _ answer: [UInt8]
    ) throws {
        let database = try SQLite(file)
        try database.makeDurable()
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
        Echo.serve(listener) { caller, _ in
            do {
                try begin.run()
                if counts {
                    _ = try counters.firstCells()
                    _ = try problems.firstCells()
                }
                _ = try first.firstCells(deadlines)
                _ = try pings.firstCells(deadlines)
                try commit.run()
                _ = send(caller, answer, answer.count, CInt(MSG_NOSIGNAL))
            } catch {
                fatalError("\(error)")
            }
        }
    }
}
