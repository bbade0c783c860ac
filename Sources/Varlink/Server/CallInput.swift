import NIOCore

/// What a connection has sent and not been answered for: whole calls that wait, and the beginning of
/// the next.
struct CallInput {
    /// A whole frame, without its NUL.
    struct Frame: Sendable {
        var bytes: [UInt8]
        /// Nanoseconds of CLOCK_BOOTTIME.
        var readAt: Int64
    }

    private var reader: FrameReader
    private let maximumCalls: Int
    private var waiting: [Frame] = []
    private var waitingBytes = 0
    private var lastReadAt: Int64 = 0
    /// How many frames have been cut off so far: while this stays, the same frame is unfinished.
    private(set) var cutFrames = 0

    init(limits: Server.Limits) {
        reader = FrameReader(maximumBytes: limits.frameBytes)
        maximumCalls = limits.callsInFlight
    }

    /// No more is to be read for now. What comes all the same, as the rest before an end does, is
    /// kept.
    var isFull: Bool { waiting.count >= maximumCalls || waitingBytes > reader.maximumBytes }

    var hasUnfinishedFrame: Bool { !isFull && reader.heldBytes > 0 }

    var heldBytes: Int { reader.heldBytes + waitingBytes }

    mutating func append(_ bytes: ByteBuffer, readAt: Int64) throws(FrameReader.TooLong) {
        lastReadAt = readAt
        reader.append(bytes)
        try cut()
    }

    /// The oldest whole frame.
    mutating func next() throws(FrameReader.TooLong) -> Frame? {
        guard !waiting.isEmpty else { return nil }
        let frame = waiting.removeFirst()
        waitingBytes -= frame.bytes.count
        try cut()
        return frame
    }

    private mutating func cut() throws(FrameReader.TooLong) {
        while !isFull, let bytes = try reader.next() {
            waiting.append(Frame(bytes: bytes, readAt: lastReadAt))
            waitingBytes += bytes.count
            cutFrames += 1
        }
    }
}
