/// How a handler ended.
enum CallOutcome {
    /// The last reply.
    case reply(any VarlinkObject)
    case refused(any VarlinkFailure)
    /// A mistake in the service: there is nothing to tell the caller.
    case failed(any Error)

    /// Runs a handler.
    static func of(_ handle: () async throws -> any VarlinkObject) async -> CallOutcome {
        do { return .reply(try await handle()) } catch { return CallOutcome(error) }
    }

    /// Makes an answer.
    init(of make: () throws -> any VarlinkObject) {
        do { self = .reply(try make()) } catch { self.init(error) }
    }

    private init(_ error: any Error) {
        if let failure = error as? any VarlinkFailure {
            self = .refused(failure)
        } else {
            self = .failed(error)
        }
    }
}
