import LifeSignal

/// One request and who waits for it. In the queue, and then a round's.
final class Request<Value: Sendable>: EngineJob, @unchecked Sendable {
    private let body: @Sendable (Turn) throws -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    private var result: Result<Value, any Error>?

    init(
        body: @escaping @Sendable (Turn) throws -> Value,
        continuation: CheckedContinuation<Value, any Error>
    ) {
        self.body = body
        self.continuation = continuation
    }

    func run(_ turn: Turn) throws {
        do {
            result = .success(try body(turn))
        } catch  where Turn.concernsRound(error) {
            throw error
        } catch {
            result = .failure(error)
        }
    }

    func finish(_ ending: EngineCore.Ending) {
        switch ending {
        case .committed: continuation.resume(with: result!)
        case .failed(.full): continuation.resume(throwing: Engine.Unavailable.diskFull)
        case .failed(.broken): continuation.resume(throwing: Engine.Unavailable.stopping)
        }
    }
}

/// The last entry of the audit trail.
struct StopJob: EngineJob {
    func run(_ turn: Turn) throws {
        try turn.apply([.record(Event(.stopped, user: nil, at: turn.now, by: .daemon))])
    }

    func finish(_ ending: EngineCore.Ending) {}
}
