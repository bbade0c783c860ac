import NIOCore
import NIOEmbedded
import Testing

@testable import Varlink

/// A connection's time limits, with a clock that is told.
@Suite struct ConnectionTimerTests {
    private static let frame = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]

    private struct Fixture {
        let channel: EmbeddedChannel
        let core: ServerCore
        let log = Log()

        init() throws {
            var limits = Server.Limits()
            limits.unfinishedFrame = .seconds(30)
            limits.unread = .seconds(20)
            let router = Router(vendor: "v", product: "p", version: "1", url: "u", interfaces: [])
            channel = EmbeddedChannel()
            core = ServerCore(loop: channel.eventLoop, router: router, limits: limits) {
                [log] event in log.note("\(event)")
            }
            let peer = Peer(pid: 1, uid: 2, gid: 3)
            #expect(core.occupancy.enter(uid: peer.uid) == nil)
            try channel.pipeline.syncOperations.addHandler(
                ServerConnection(peer: peer, core: core))
            channel.connect(to: try SocketAddress(unixDomainSocketPath: "/x"), promise: nil)
            #expect(channel.isActive)
        }

        func receive(_ bytes: [UInt8]) throws {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
            channel.embeddedEventLoop.run()
        }

        func advance(seconds: Int64) {
            channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        }

        func setWritable(_ isWritable: Bool) {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
            channel.embeddedEventLoop.run()
        }

        func replies() throws -> Int {
            var count = 0
            while let reply = try channel.readOutbound(as: ByteBuffer.self) {
                count += reply.readableBytesView.count { $0 == 0 }
            }
            return count
        }
    }

    @Test func `a frame has its time, to the second`() throws {
        let fixture = try Fixture()
        try fixture.receive(Array(Self.frame[..<5]))
        fixture.advance(seconds: 29)
        try fixture.receive(Array(Self.frame[5..<9]))
        #expect(fixture.channel.isActive)
        fixture.advance(seconds: 1)
        #expect(!fixture.channel.isActive)
        #expect(fixture.log.notes.count == 1)
        #expect(fixture.log.notes[0].contains("unfinishedFrame"))
    }

    @Test func `a connection may be idle for ever`() throws {
        let fixture = try Fixture()
        fixture.advance(seconds: 1_000_000)
        try fixture.receive(Self.frame)
        #expect(try fixture.replies() == 1)
        fixture.advance(seconds: 1_000_000)
        #expect(fixture.channel.isActive)
        #expect(try fixture.channel.finish().isClean)
    }

    @Test func `frames that follow each other without a gap are not unfinished`() throws {
        let fixture = try Fixture()
        try fixture.receive(Array(Self.frame[..<10]))
        for _ in 0..<20 {
            fixture.advance(seconds: 10)
            try fixture.receive(Array(Self.frame[10...]) + Array(Self.frame[..<10]))
        }
        #expect(try fixture.replies() == 20)
        fixture.advance(seconds: 29)
        #expect(fixture.channel.isActive)
        fixture.advance(seconds: 1)
        #expect(!fixture.channel.isActive)
    }

    @Test func `a peer that does not read has its time, and calls wait for it`() throws {
        let fixture = try Fixture()
        fixture.setWritable(false)
        try fixture.receive(Self.frame)
        fixture.advance(seconds: 19)
        #expect(try fixture.replies() == 0)
        fixture.setWritable(true)
        #expect(try fixture.replies() == 1)
        fixture.advance(seconds: 100)
        #expect(fixture.channel.isActive)
        fixture.setWritable(false)
        fixture.advance(seconds: 19)
        #expect(fixture.channel.isActive)
        fixture.advance(seconds: 1)
        #expect(!fixture.channel.isActive)
        #expect(fixture.log.notes.count == 1)
        #expect(fixture.log.notes[0].contains("doesNotRead"))
    }

    @Test func `a closed connection gives its place and what it held back`() throws {
        let fixture = try Fixture()
        try fixture.receive(Array(Self.frame[..<10]))
        #expect(fixture.core.occupancy.connections == 1)
        #expect(fixture.core.occupancy.heldBytes(ofUid: 2) == 10)
        fixture.advance(seconds: 30)
        fixture.channel.embeddedEventLoop.run()
        #expect(fixture.core.occupancy.connections == 0)
        #expect(fixture.core.occupancy.heldBytes(ofUid: 2) == 0)
    }
}
