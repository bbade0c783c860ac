/// How a handler ended.
enum CallOutcome {
    /// The last reply.
    case reply(JSON)
    case refused(any VarlinkFailure)
    /// A mistake in the service: there is nothing to tell the caller.
    case failed(any Error)

    /// Runs a handler.
    static func of(
        _ task: Router.Task, _ call: Call, _ stream: ReplyStream
    ) async -> CallOutcome {
        do {
            switch task {
            case .single(let handle): return .reply(try await handle(call))
            case .stream(let handle): return .reply(try await handle(call, stream))
            }
        } catch let failure as any VarlinkFailure {
            return .refused(failure)
        } catch {
            return .failed(error)
        }
    }
}
