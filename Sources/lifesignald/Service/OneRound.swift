import Varlink

/// How a method is carried out that is one round's: the call has no task, since nothing of it waits but for that round
/// (docs/decisions/0020-a-method-of-one-round-has-no-task.md).
struct OneRound<Parameters: Sendable, Value: Sendable>: Sendable {
    /// Puts the request into the engine's queue; what came of it is `then`'s.
    let begin: @Sendable (Parameters, Call, _ then: @escaping Desk.Then<Value>) -> Void
}

extension Router {
    /// - Parameter reply: puts into words what the round has read or done, on the thread that replies.
    mutating func on<Method: VarlinkMethod, Value>(
        _ method: Method.Type, _ round: OneRound<Method.Parameters, Value>,
        reply: @escaping @Sendable (Value) -> Method.Reply
    ) {
        on(method) { parameters, call, answer in
            round.begin(parameters, call) { outcome in answer { reply(try outcome()) } }
        }
    }

    mutating func on<Method: VarlinkMethod>(
        _ method: Method.Type, _ round: OneRound<Method.Parameters, Method.Reply>
    ) {
        on(method, round) { $0 }
    }
}

extension Desk {
    /// By a method that only reads.
    func reading<Parameters, Value>(
        _ body: @escaping @Sendable (Visit, Parameters) throws -> Value
    ) -> OneRound<Parameters, Value> {
        OneRound { parameters, call, then in
            self.read(call, { try body($0, parameters) }, then: then)
        }
    }

    /// By a method that changes something, all of it or nothing.
    func writing<Parameters, Value>(
        _ body: @escaping @Sendable (Visit, Parameters) throws -> Value
    ) -> OneRound<Parameters, Value> {
        OneRound { parameters, call, then in
            self.write(call, { try body($0, parameters) }, then: then)
        }
    }

    /// As ``writing(_:)``, with the engine's own state.
    func controlling<Parameters, Value>(
        _ body: @escaping @Sendable (EngineCore, Visit, Parameters) throws -> Value
    ) -> OneRound<Parameters, Value> {
        OneRound { parameters, call, then in
            self.control(call, { try body($0, $1, parameters) }, then: then)
        }
    }
}
