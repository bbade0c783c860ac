import Glibc
import LifeSignalAPI
import Varlink

/// What a bare program makes of the call by which somebody checks in, and of its answer.
enum Dialogue: Sendable {
    /// It looks at no call, and answers with as many blanks as the daemon has letters.
    case mute
    /// It reads each call by the daemon's own reader, and words this reply by its writer.
    case varlink(People.CheckIn.Reply)

    /// In the daemon's words, once it has been asked.
    ///
    /// - Parameter place: of who checks in, in the row of callers.
    static func varlink(_ population: Population, place: Int) throws -> Dialogue {
        let daemon = try population.home.start()
        let reply = try daemon.connect().call(population.checkIn(place)).reply
        try daemon.stop()
        return .varlink(try People.CheckIn.Reply(json: .object(reply.parameters)))
    }

    /// - Parameter frame: with the NUL that ends it.
    func read(_ frame: UnsafeBufferPointer<UInt8>) throws {
        guard case .varlink = self else { return }
        let call = try CallMessage(frame: Array(frame.dropLast()), maximumDepth: 32)
        let parameters = try People.CheckIn.Parameters(json: .object(call.parameters))
        guard call.method == People.CheckIn.name, parameters.user != nil else {
            throw Failure("a bare program was called for something else: \(call)")
        }
    }

    func answer(_ caller: CInt) {
        switch self {
        case .mute: Self.send(Self.blanks, to: caller)
        case .varlink(let reply):
            Self.send(Self.opening + JSONWriter.bytes(of: reply) + Self.closing, to: caller)
        }
    }

    private static func send(_ frame: [UInt8], to caller: CInt) {
        _ = Glibc.send(caller, frame, frame.count, CInt(MSG_NOSIGNAL))
    }

    private static let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 700) + [0]
    private static let opening = Array(#"{"parameters":"#.utf8)
    private static let closing = Array("}".utf8) + [0]
}
