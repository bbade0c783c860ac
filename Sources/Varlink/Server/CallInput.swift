import NIOCore

/// What a connection has sent and not been answered for: whole calls that wait, and the beginning of
/// the next.
struct CallInput {
    private var reader: FrameReader
    private let maximumCalls: Int
    private var waiting: [[UInt8]] = []
    private var waitingBytes = 0
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

    mutating func append(_ bytes: ByteBuffer) throws(FrameReader.TooLong) {
        reader.append(bytes)
        try cut()
    }

    /// The oldest whole frame, without its NUL.
    mutating func next() throws(FrameReader.TooLong) -> [UInt8]? {
        guard !waiting.isEmpty else { return nil }
        let frame = waiting.removeFirst()
        waitingBytes -= frame.count
        try cut()
        return frame
    }

    private mutating func cut() throws(FrameReader.TooLong) {
        while !isFull, let bytes = try reader.next() {
            waiting.append(bytes)
            waitingBytes += bytes.count
            cutFrames += 1
        }
    }
}
