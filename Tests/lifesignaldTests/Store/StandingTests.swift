import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// What triggers write of a responder's channels into the rows of those who depend on them.
struct StandingTests {
    /// Ana and Ben are looked after by Carla, who has two channels, and Ana by Dora as well.
    private let net: Net
    private let first, second, ofDora: Identifier

    init() async throws {
        net = try await Net()
        for handle in ["ana", "ben", "carla", "dora"] { try await net.add(handle) }
        try await net.tie("ana", to: "carla", "dora")
        try await net.tie("ben", to: "carla")
        first = try await Self.channel(net, of: "carla", "first@example.org")
        second = try await Self.channel(net, of: "carla", "second@example.org")
        ofDora = try await Self.channel(net, of: "dora", "dora@example.org")
    }

    private static func channel(_ net: Net, of handle: String, _ address: String) async throws
        -> Identifier
    {
        Identifier(try await net.addChannel("mailto:\(address)", to: handle).id)
    }

    /// How many rows it writes beside the channel's own.
    private func rows(_ body: (Connection) throws -> Void) throws -> Int {
        try net.store.withConnection { db in
            let before = db.totalChangesCount
            try body(db)
            return db.totalChangesCount - before - 1
        }
    }

    private func succeed(_ channel: Identifier) throws -> Int {
        try rows { db in
            try ChannelTable.recordOutcome(
                db, channel, delivered: true, detail: "", at: FakeClock.start)
        }
    }

    private func remove(_ channel: Identifier) throws -> Int {
        try rows { db in try ChannelTable.remove(db, channel) }
    }

    private func best(_ handle: String) throws -> BestResponder? {
        let found: [Int] = try net.store.all(
            "SELECT bestResponder FROM users WHERE handle = '\(handle)'")
        return found.first.flatMap(BestResponder.init)
    }

    @Test func `a channel that works for the first time writes those who had none that worked`()
        throws
    {
        #expect(try best("ana") == .withChannel)
        #expect(try succeed(ofDora) == 1)
        #expect(try best("ana") == .proven)
        #expect(try best("ben") == .withChannel)
        #expect(try succeed(first) == 1)
        #expect(try best("ben") == .proven)
    }

    @Test func `a channel that works once more, or another of theirs, writes nobody`() throws {
        #expect(try succeed(first) == 2)
        #expect(try succeed(first) == 0)
        #expect(try succeed(second) == 0)
        #expect(try succeed(ofDora) == 0)
    }

    @Test func `a lost channel that had not worked writes nobody who has one that has`() throws {
        #expect(try succeed(first) == 2)
        // The row of her who loses it, for whether she has another.
        #expect(try remove(second) == 1)
        #expect(try best("ana") == .proven)
        #expect(try best("ben") == .proven)
    }

    @Test func `the last channel that is lost leaves a responder without, and the others' count`()
        throws
    {
        _ = try remove(first)
        #expect(try best("ben") == .withChannel)
        _ = try remove(second)
        #expect(try best("ben") == .withoutChannel)
        #expect(try best("ana") == .withChannel)
        _ = try remove(ofDora)
        #expect(try best("ana") == .withoutChannel)
    }

    @Test func `when one that has worked is lost, the best that is left counts`() throws {
        _ = try succeed(first)
        _ = try succeed(second)
        _ = try remove(first)
        #expect(try best("ben") == .proven)
        _ = try remove(second)
        #expect(try best("ben") == .withoutChannel)
        #expect(try best("ana") == .withChannel)
    }
}
