package import NIOCore

/// Cuts a stream of bytes into frames: everything up to a NUL.
package struct FrameReader {
    /// A frame is longer than allowed.
    package struct TooLong: Error {}

    /// The most bytes that a frame may have, its NUL not counted.
    package let maximumBytes: Int

    private var buffer = ByteBuffer()
    /// How many bytes from the front are known to hold no NUL, so that none is looked at twice.
    private var scanned = 0
    /// What has been consumed is given back only once there is enough of it to be worth the move.
    private static let discardedFrom = 1 << 14

    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// How many bytes are held that have not come out in a frame.
    package var heldBytes: Int { buffer.readableBytes }

    /// Takes in what has been read.
    package mutating func append(_ bytes: ByteBuffer) {
        if buffer.readableBytes == 0 {
            buffer = bytes
        } else {
            if buffer.readerIndex >= Self.discardedFrom { buffer.discardReadBytes() }
            buffer.writeImmutableBuffer(bytes)
        }
    }

    /// The next whole frame, without its NUL; nil if there is none yet.
    package mutating func next() throws(TooLong) -> [UInt8]? {
        let view = buffer.readableBytesView
        guard let end = view.dropFirst(scanned).firstIndex(of: 0) else {
            scanned = view.count
            guard scanned <= maximumBytes else { throw TooLong() }
            return nil
        }
        let length = end - view.startIndex
        guard length <= maximumBytes else { throw TooLong() }
        let frame = buffer.readBytes(length: length)
        buffer.moveReaderIndex(forwardBy: 1)
        scanned = 0
        if buffer.readableBytes == 0 { buffer = ByteBuffer() }
        return frame
    }
}
