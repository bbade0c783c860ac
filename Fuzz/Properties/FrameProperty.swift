import NIOCore
import Varlink

extension Property {
    /// However the bytes are cut into reads, the same frames come out, as long as they may be; and
    /// each is judged and, if it is a call, written and read back as the same.
    ///
    /// The first byte says how the rest is cut.
    /// - Returns: What does not hold, or nil.
    public static func ofFrames(_ bytes: [UInt8]) -> String? {
        guard let cut = bytes.first else { return nil }
        let bytes = Array(bytes.dropFirst())
        let maximumBytes = 200
        let expected = frames(in: bytes, maximumBytes: maximumBytes)
        let found = read(bytes, inPieces: cut, maximumBytes: maximumBytes)
        guard found == expected else { return "found \(found), not \(expected)" }
        for frame in found.frames {
            if let violation = ofFrame(frame) { return violation }
        }
        return nil
    }

    private struct Frames: Equatable {
        var frames: [[UInt8]] = []
        var hasTooLong = false
    }

    /// What has to come out, in the plainest way.
    private static func frames(in bytes: [UInt8], maximumBytes: Int) -> Frames {
        var frames = Frames()
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        for (position, part) in parts.enumerated() {
            if part.count > maximumBytes {
                frames.hasTooLong = true
                return frames
            }
            if position < parts.count - 1 { frames.frames.append(Array(part)) }
        }
        return frames
    }

    private static func read(_ bytes: [UInt8], inPieces cut: UInt8, maximumBytes: Int) -> Frames {
        var reader = FrameReader(maximumBytes: maximumBytes)
        var found = Frames()
        var rest = bytes[...]
        var size = Int(cut)
        do {
            while !rest.isEmpty {
                size = (size &* 31 &+ Int(cut)) % 97 + 1
                reader.append(ByteBuffer(bytes: rest.prefix(size)))
                rest = rest.dropFirst(size)
                while let frame = try reader.next() { found.frames.append(frame) }
            }
        } catch {
            found.hasTooLong = true
        }
        return found
    }

    private static func ofFrame(_ frame: [UInt8]) -> String? {
        _ = try? ReplyMessage(frame: frame, maximumDepth: JSON.defaultMaximumDepth)
        let judgement = router.judge(
            frame: frame, from: Peer(pid: 1, uid: 2, gid: 3),
            maximumDepth: JSON.defaultMaximumDepth)
        guard let message = try? CallMessage(frame: frame, maximumDepth: JSON.defaultMaximumDepth)
        else {
            if case .close = judgement { return nil }
            return "no call, but not closed for it"
        }
        if case .close = judgement { return "closed for a call" }
        if let mismatch = checker.mismatch(ofParameters: message.parameters, of: "Try"),
            mismatch.reason.isEmpty
        {
            return "a mismatch without a reason"
        }
        guard message.outsizedParameter == nil else { return nil }
        let written = Array(message.frame.dropLast())
        guard !written.contains(0) else { return "a NUL within a frame" }
        let again = try? CallMessage(frame: written, maximumDepth: JSON.defaultMaximumDepth)
        return again == message ? nil : "a call read back differently"
    }

    private static let router = Router(
        vendor: "v", product: "p", version: "1", url: "u", interfaces: [])

    /// Of a method with parameters of every type, whose names the fuzzer finds in its dictionary.
    private static let checker = TypeChecker(
        try! Interface(
            parsing: """
                interface a.b
                type Tree (value: ?object, trees: []Tree)
                method Try(number: ?int, text: ?string, isSo: ?bool, fraction: ?float, which: ?(one, two),
                  list: ?[][]int, map: ?[string]Tree, tree: ?Tree, any: ?object) -> ()
                """))
}
