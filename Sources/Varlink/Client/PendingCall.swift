/// A call that has been sent and the replies that have come for it. Belongs to the event loop of its
/// connection.
final class PendingCall: @unchecked Sendable {
    typealias Outcome = Result<JSONObject?, CallError>

    /// Whether the call was made with `more`.
    let takesMany: Bool

    /// What has come and was not taken yet; a failure or nil is the last.
    private var outcomes: [Outcome] = []
    private var reader: CheckedContinuation<Outcome, Never>?
    /// Whether the last reply has come, or none will.
    private(set) var isOver = false

    /// How many replies wait for a slow reader before nothing more is read from the connection.
    private static let window = 16

    init(takesMany: Bool) {
        self.takesMany = takesMany
    }

    /// Whether further replies are welcome.
    var hasRoom: Bool { outcomes.count < Self.window }

    func take(_ reply: ReplyMessage) {
        if let error = reply.error {
            deliver(.failure(.failure(name: error, parameters: .object(reply.parameters))))
            isOver = true
            return
        }
        deliver(.success(reply.parameters))
        guard !reply.continues else { return }
        deliver(.success(nil))
        isOver = true
    }

    func fail(_ error: CallError) {
        guard !isOver else { return }
        deliver(.failure(error))
        isOver = true
    }

    /// Gives the next reply, nil after the last, now or when it comes. Only one may ask at a time.
    func next(_ reader: CheckedContinuation<Outcome, Never>) {
        if !outcomes.isEmpty {
            reader.resume(returning: outcomes.removeFirst())
        } else if isOver {
            reader.resume(returning: .success(nil))
        } else {
            self.reader = reader
        }
    }

    private func deliver(_ outcome: Outcome) {
        guard !isOver else { return }
        if let reader {
            self.reader = nil
            reader.resume(returning: outcome)
        } else {
            outcomes.append(outcome)
        }
    }
}
