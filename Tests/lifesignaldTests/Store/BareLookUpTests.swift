import Foundation
import GRDB
import LifeSignal
import Synchronization
import Testing

@testable import lifesignald

/// The benchmark can't import the daemon, and has the statements by which a bare program looks up what the daemon does
/// once more.
struct BareLookUpTests {
    /// As one line.
    private static func flat(_ sql: some StringProtocol) -> String {
        sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What the benchmark looks up before it writes: all that it selects, but the old deadline of a row, which is read
    /// by itself only where nothing else is.
    private static func bareLookUps() throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Benchmarks/Limits/RawSQLite.swift")
        let source = flat(try String(contentsOf: file, encoding: .utf8))
        let columns = try #require(source.firstMatch(of: /userColumns = """ (.+?) """/)).1
        return source.replacing("\\(userColumns)", with: columns)
            .matches(of: /"(?:"" )?(SELECT .+?)(?: "")?"/).map { String($0.1) }
            .filter { !$0.hasPrefix("SELECT earliestDeadline") }
    }

    @Test func `what is bare is looked up by the daemon's own statements`() async throws {
        let seen = Mutex<Set<String>>([])
        let net = try await Net { db in
            db.database.trace { event in
                guard case .statement(let statement) = event else { return }
                _ = seen.withLock { $0.insert(Self.flat(statement.sql)) }
            }
        }
        try await net.add("ana", interval: .hours(1), channel: "mailto:ana@x.org")
        try await net.add("ben", channel: "mailto:ben@x.org")
        try await net.tie("ana", to: "ben")
        seen.withLock { $0 = [] }
        try await net.checkIn("ana", by: .admin)
        await net.pass(.hours(2))
        let lookUps = try Self.bareLookUps()
        #expect(lookUps.count == 8)
        let ours = seen.withLock { $0 }
        let others = lookUps.filter { !ours.contains($0) }
        #expect(others == [])
        try await net.end()
    }
}
