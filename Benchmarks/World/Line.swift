import CLinux
import Glibc
import Varlink

/// One connection to a socket. Frames go out and come in as they are, so that what is measured is the
/// other end.
final class Line {
    let descriptor: CInt
    private var unfinished: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = try Self.address(path)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure.system("connect \(path)") }
    }

    deinit { close(descriptor) }

    static func address(_ path: String) throws -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.utf8.count <= room else {
            throw Failure("\(path) is too long for a socket; name a shorter --directory")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    func send(_ frame: [UInt8]) throws {
        guard Glibc.send(descriptor, frame, frame.count, CInt(MSG_NOSIGNAL)) == frame.count else {
            throw Failure.system("send")
        }
    }

    /// Waits for frames, without their NUL.
    ///
    /// - Returns: nil when the other end has closed.
    func receive() throws -> [[UInt8]]? {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure.system("recv") }
        guard count > 0 else { return nil }
        unfinished += buffer[..<count]
        var frames = unfinished.split(separator: 0, omittingEmptySubsequences: false)
        unfinished = Array(frames.removeLast())
        return frames.map(Array.init)
    }

    /// One reply and how long it took, in milliseconds.
    @discardableResult
    func call(_ frame: [UInt8]) throws -> (reply: ReplyMessage, milliseconds: Double) {
        let (frames, took) = try answer(to: frame)
        let reply = try ReplyMessage(frame: frames[frames.count - 1], maximumDepth: 32)
        if let error = reply.error { throw Failure("\(error): \(reply.parameters)") }
        return (reply, took)
    }

    /// All frames of the answer, without their NUL, of which there is at least one, and how long it took, in
    /// milliseconds.
    func answer(to frame: [UInt8]) throws -> (frames: [[UInt8]], milliseconds: Double) {
        let start = Clock.now()
        try send(frame)
        var answer: [[UInt8]] = []
        while true {
            guard let frames = try receive() else { throw Failure("the daemon hung up") }
            answer += frames
            // Of a listing every reply but the last says that another follows.
            guard let last = answer.last, !Self.continues(last) else { continue }
            return (answer, Clock.milliseconds(since: start))
        }
    }

    private static let pauseBetweenLooks = 0.1
    private static let longestLooking = 300.0

    /// Looks at a number of `GetStatus` until it is so high.
    ///
    /// - Returns: milliseconds of each look.
    func look(at name: String, until wanted: Int) throws -> Samples {
        var took = Samples()
        let start = Clock.now()
        while Clock.seconds(since: start) < Self.longestLooking {
            let (reply, milliseconds) = try call(Frame.status)
            took.add(milliseconds)
            guard let count = reply.parameters["status"]?[name].int else {
                throw Failure("GetStatus does not say \(name)")
            }
            if count >= wanted { return took }
            Clock.sleep(Self.pauseBetweenLooks)
        }
        throw Failure("not all were dealt with in five minutes")
    }

    private static let continuing = Array(#""continues":true}"#.utf8)

    private static func continues(_ frame: [UInt8]) -> Bool {
        frame.suffix(continuing.count).elementsEqual(continuing)
    }
}

/// Calls as they stand on the wire.
enum Frame {
    static func call(_ method: String, _ parameters: String = "{}", more: Bool = false) -> [UInt8] {
        let flag = more ? #","more":true"# : ""
        let text = #"{"method":"io.lifesignal.\#(method)","parameters":\#(parameters)\#(flag)}"#
        return Array(text.utf8) + [0]
    }

    static func checkIn(_ handle: String) -> [UInt8] {
        call("People.CheckIn", #"{"user":"\#(handle)"}"#)
    }

    static let status = call("Daemon.GetStatus")
}
