/// How a handler ended.
enum CallOutcome {
    /// The last reply.
    case reply(JSON)
    case refused(any VarlinkFailure)
    /// A mistake in the service: there is nothing to tell the caller.
    case failed(any Error)

    /// Runs a handler.
    static func of(
        _ handler: Router.Handler, _ parameters: JSON, _ call: Call, _ stream: ReplyStream
    ) async -> CallOutcome {
        do {
            switch handler {
            case .single(let handle): return .reply(try await handle(parameters, call))
            case .stream(let handle): return .reply(try await handle(parameters, call, stream))
            }
        } catch let failure as any VarlinkFailure {
            return .refused(failure)
        } catch {
            return .failed(error)
        }
    }
}
