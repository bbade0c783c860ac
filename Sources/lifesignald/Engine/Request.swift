import LifeSignal

/// One request and who waits for it. In the queue, and then a round's.
///
/// It has no type of its own for what it returns: who made it has made its code for that.
final class Request: EngineJob, @unchecked Sendable {
    private let body: (Turn) throws -> Void
    private let answer: (EngineCore.Ending) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Turn) throws -> Value,
        then: @escaping Engine.Then<Value>
    ) {
        var result: Result<Value, any Error>?
        self.body = { turn in
            do {
                result = .success(try body(turn))
            } catch  where Turn.concernsRound(error) {
                throw error
            } catch {
                result = .failure(error)
            }
        }
        answer = { ending in
            switch ending {
            case .committed: then(result!)
            case .failed(.full): then(.failure(Engine.Unavailable.diskFull))
            case .failed(.broken): then(.failure(Engine.Unavailable.stopping))
            }
        }
    }

    func run(_ turn: Turn) throws { try body(turn) }

    func finish(_ ending: EngineCore.Ending) { answer(ending) }
}

/// The last entry of the audit trail.
struct StopJob: EngineJob {
    func run(_ turn: Turn) throws {
        try turn.apply([.record(Event(.stopped, user: nil, at: turn.now, by: .daemon))])
    }

    func finish(_ ending: EngineCore.Ending) {}
}
