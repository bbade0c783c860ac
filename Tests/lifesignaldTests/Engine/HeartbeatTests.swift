import ConfigurationFile
import LifeSignal
import Testing

@testable import lifesignald

/// What is known of a monitor elsewhere; `Tests/Sending` has a real one.
struct HeartbeatTests {
    private let core: TestCore

    init() throws {
        core = try TestCore(
            heartbeat: .init(url: Secret("https://example.org/beat"), every: .minutes(1)))
    }

    /// The sender has tried the one that is to go out.
    private func report(delivered: Bool) throws {
        let isOne = try core.run { turn in
            let current = try #require(try HeartbeatTable.current(turn.db))
            return try Heartbeat.report(turn, current.id, delivered: delivered)
        }
        #expect(isOne)
    }

    private var notTakenSince: Instant? {
        get throws {
            try core.read { try ProblemTable.openAboutNobody($0) }
                .first { $0.key.code == .heartbeatNotTaken }?.since
        }
    }

    @Test func `one that is not taken is a problem until one is, over a restart as well`() throws {
        try core.pass(.minutes(1))
        let since = core.clock.now
        try report(delivered: false)
        try core.pass(.minutes(1))
        #expect(try notTakenSince == since)
        try core.restart { $0.pass(.seconds(10)) }
        try core.pass(.minutes(2))
        #expect(try notTakenSince == since)
        #expect(try !core.events().contains("problemSolved"))

        try report(delivered: true)
        try core.pass(.minutes(1))
        #expect(try notTakenSince == nil)
    }
}
