import Glibc
import NIOCore
import NIOPosix
import Testing
import Varlink

/// What a client makes of a service that does not speak Varlink.
@Suite struct BadServiceTests {
    /// Answers whatever comes with the same bytes.
    private final class Parrot: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        let answer: [UInt8]

        init(_ answer: [UInt8]) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: nil)
        }
    }

    private func withClient(
        answered answer: String, _ body: (Client) async throws -> Void
    ) async throws {
        let path = TrialService.newPath()
        let service = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Parrot(Array(answer.utf8)))
                }
            }
            .bind(unixDomainSocketPath: path).get()
        try await body(try await Client.connect(to: Address(path: path)))
        try await service.close()
        unlink(path)
    }

    private func error(for answer: String, more: Bool = false) async throws -> CallError? {
        var caught: CallError?
        try await withClient(answered: answer) { client in
            do {
                if more {
                    for try await _ in client.stream(Trial.Count.self, .init(to: 1)) {}
                } else {
                    _ = try await client.call(Trial.Echo.self, .init(text: "x"))
                }
            } catch let error as CallError {
                caught = error
            }
        }
        return caught
    }

    @Test(arguments: [
        ("x\0", "the reply is not JSON: unexpected byte 0x78 at byte 0"),
        ("\0", "the reply is not JSON: the text ends within a value at byte 0"),
        ("[]\0", "the reply is not an object"),
        (#"{"error":5}"# + "\0", "the reply's 'error' is not a string"),
        (#"{"parameters":[]}"# + "\0", "the reply's 'parameters' is not an object"),
        (#"{"continues":1}"# + "\0", "the reply's 'continues' is not a bool"),
        (#"{"parameters":{},"continues":true}"# + "\0", "one reply was asked for, more follow"),
        (#"{"parameters":{}}"# + "\0", "text: missing"),
        (#"{"parameters":{"text":1}}"# + "\0", "text: expected string, found int"),
    ])
    func `what is no reply is malformed`(answer: String, reason: String) async throws {
        #expect(try await error(for: answer) == .malformed(reason))
    }

    @Test func `what a newer service adds to a reply is passed over`() async throws {
        let answer = #"{"parameters":{"text":"x","newer":[1]},"extra":true,"error":null}"# + "\0"
        #expect(try await error(for: answer) == nil)
        let unknown = #"{"parameters":{"text":"x","choice":"three"}}"# + "\0"
        #expect(try await error(for: unknown) == nil)
    }

    @Test func `a stream ends with what is malformed in it`() async throws {
        let answer = #"{"parameters":{"number":1},"continues":true}"# + "\0[]\0"
        #expect(
            try await error(for: answer, more: true) == .malformed("the reply is not an object"))
    }

    @Test func `a reply that nobody asked for ends the connection`() async throws {
        let answer = #"{"parameters":{"text":"x"}}"# + "\0"
        try await withClient(answered: answer + answer) { client in
            _ = try await client.call(Trial.Echo.self, .init(text: "x"))
            let error = await #expect(throws: CallError.self) {
                while true { _ = try await client.call(Trial.Echo.self, .init(text: "x")) }
            }
            #expect(error == .malformed("a reply came that nobody asked for"))
        }
    }
}
