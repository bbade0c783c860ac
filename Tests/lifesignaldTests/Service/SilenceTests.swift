import GRDB
import LifeSignal
import LifeSignalAPI
import Synchronization
import Testing
import Varlink

@testable import lifesignald

/// Refusals tell nothing about what exists: neither by their text nor, as the statements that the
/// database runs are the same, by the time they take.
struct SilenceTests {
    private typealias Api = LifeSignalAPI.Daemon

    private final class Statements: Sendable {
        private let all = Mutex<[String]>([])

        func add(_ sql: String) { all.withLock { $0.append(sql) } }

        func take() -> [String] {
            all.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    /// What came of a call, and what it took.
    private struct Outcome: Equatable {
        var error: String
        var parameters: String
        var statements: [String]
    }

    private static let callers: [FakeAccounts.Caller] = [
        .account("dora"), .account("nobody"), .nameless, .sender,
    ]

    /// Asks by everybody who is outside ana's net about what is there, and about what is not.
    private func expectAlike<Method: VarlinkMethod>(
        _ net: Net, _ statements: Statements, _ method: Method.Type, there: String,
        missing: String, stream: Bool = false, _ parameters: (String) -> Method.Parameters,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for caller in Self.callers {
            var outcomes: [Outcome] = []
            for name in [there, missing] {
                _ = await net.timer.idleSleep()
                _ = statements.take()
                do {
                    if stream {
                        _ = try await net.list(method, parameters(name), by: caller)
                    } else {
                        _ = try await net.call(method, parameters(name), by: caller)
                    }
                    Issue.record("permitted", sourceLocation: sourceLocation)
                } catch CallError.failure(let error, let parameters) {
                    let text = parameters.description.split(separator: name).joined(separator: "…")
                    outcomes.append(
                        Outcome(error: error, parameters: text, statements: statements.take()))
                }
            }
            #expect(
                outcomes.first == outcomes.last, "\(Method.name) by \(caller)",
                sourceLocation: sourceLocation)
            #expect(outcomes.first?.statements.isEmpty == false)
        }
    }

    private func household(_ statements: Statements) async throws -> Net {
        let net = try await Net { db in
            db.database.trace { event in
                if case .statement(let statement) = event { statements.add(statement.sql) }
            }
        }
        for handle in ["ana", "ben", "dora"] { try await net.add(handle) }
        try await net.tie("ana", to: "ben")
        return net
    }

    @Test func `of users`() async throws {
        let statements = Statements()
        let net = try await household(statements)
        let (there, missing) = ("ana", "eve")
        try await expectAlike(
            net, statements, People.GetUser.self, there: there, missing: missing
        ) { .init(user: $0) }
        try await expectAlike(
            net, statements, People.SetUser.self, there: there, missing: missing
        ) { .init(user: $0, name: "X") }
        try await expectAlike(
            net, statements, People.CheckIn.self, there: there, missing: missing
        ) { .init(user: $0) }
        try await expectAlike(
            net, statements, People.ListCheckIns.self, there: there, missing: missing, stream: true
        ) { .init(user: $0) }
        try await expectAlike(
            net, statements, People.SendPing.self, there: there, missing: missing
        ) { .init(recipient: $0, sender: "ben") }
        try await expectAlike(
            net, statements, People.RaiseAlert.self, there: there, missing: missing
        ) { .init(user: $0) }
        try await expectAlike(
            net, statements, People.AddResponder.self, there: there, missing: missing
        ) { .init(dependent: $0, responder: "dora") }
        try await expectAlike(
            net, statements, People.RemoveResponder.self, there: there, missing: missing
        ) { .init(dependent: "ben", responder: $0) }
        try await expectAlike(
            net, statements, People.AddChannel.self, there: there, missing: missing
        ) { .init(address: "mailto:x@example.org", user: $0) }
        try await expectAlike(
            net, statements, Api.Explain.self, there: there, missing: missing
        ) { .init(user: $0) }
        try await expectAlike(
            net, statements, Api.ListEvents.self, there: there, missing: missing, stream: true
        ) { .init(user: $0) }
        try await expectAlike(
            net, statements, Api.ListDeadlines.self, there: there, missing: missing, stream: true
        ) { .init(user: $0) }
    }

    @Test func `of pings and channels`() async throws {
        let statements = Statements()
        let net = try await household(statements)
        let ping = try await net.call(
            People.SendPing.self, .init(recipient: "ana", sender: "ben")
        ).ping.id
        let channel = try await net.addChannel("mailto:ana@example.org", to: "ana").id
        let missing = String(repeating: "0", count: ping.count)
        try await expectAlike(
            net, statements, People.RespondPing.self, there: ping, missing: missing
        ) { .init(id: $0) }
        try await expectAlike(
            net, statements, People.ClearPing.self, there: ping, missing: missing
        ) { .init(id: $0) }
        try await expectAlike(
            net, statements, People.RemoveChannel.self, there: channel, missing: missing
        ) { .init(id: $0) }
        try await expectAlike(
            net, statements, People.TestChannel.self, there: channel, missing: missing
        ) { .init(id: $0) }
    }
}
