import GRDB
import GRDBSQLite
import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

struct AlarmStatementTests {
    private final class Seen: @unchecked Sendable { var statements: Set<String> = [] }

    @Test func `what a first reminder and deadline need until they are sent is prepared before`()
        async throws
    {
        let seen = Seen()
        let net = try await Net { db in
            db.database.trace { event in
                // Those of triggers are parts of others.
                if case .statement(let statement) = event, !statement.sql.hasPrefix("--") {
                    seen.statements.insert(statement.sql)
                }
            }
        }
        try await net.add("dora", reminders: [.hours(1)], channel: "mailto:d@x.org")
        try await net.add("ana", interval: .days(7), channel: "mailto:a@x.org")
        try await net.tie("dora", to: "ana")

        let stream = try await net.engine.write { turn in
            turn.memory.outbox.open(lease: .minutes(10), window: 64, at: turn.now)
        }
        try await Self.report(net, Self.begin(net, stream))
        await net.pass(.hours(23) - .seconds(1))
        seen.statements = []
        await net.pass(.seconds(1))
        let reminders = try await Self.begin(net, stream)
        #expect(reminders.count == 1)
        let ofReminder = seen.statements
        try await Self.report(net, reminders)
        await net.pass(.hours(1) - .seconds(1))

        seen.statements = ofReminder
        await net.pass(.seconds(1))
        #expect(try await Self.begin(net, stream).count == 2)
        #expect(seen.statements.contains(NotificationTable.insertion))

        let fresh = try await Net()
        let prepared = fresh.store.withConnection(Self.prepared)
        #expect(seen.statements.subtracting(prepared).sorted() == [])
        #expect(Set(AlarmStatements.all).subtracting(seen.statements).sorted() == [])
        try await net.end()
        try await fresh.end()
    }

    private static func report(_ net: Net, _ deliveries: [Identifier]) async throws {
        for delivery in deliveries {
            try await net.engine.write { turn in
                try OutboxQueue.report(
                    turn, delivery, DeliveryReport(delivered: true, permanent: false), detail: "",
                    jitter: 0.5)
            }
        }
    }

    /// A sender takes what there is, and begins with it.
    private static func begin(_ net: Net, _ stream: Int) async throws -> [Identifier] {
        let boot = net.clock.read().boot
        return try await net.engine.write { turn in
            let jobs = try OutboxOffer.take(turn, stream: stream, at: boot).map(\.delivery)
            for delivery in jobs { try OutboxQueue.begin(turn, delivery) }
            return jobs
        }
    }

    /// All statements that the connection has.
    private static func prepared(_ db: Connection) -> Set<String> {
        var (texts, statement): (Set<String>, OpaquePointer?) = ([], nil)
        while true {
            statement = sqlite3_next_stmt(db.sqliteConnection, statement)
            guard let statement else { return texts }
            texts.insert(String(cString: sqlite3_sql(statement)))
        }
    }
}
