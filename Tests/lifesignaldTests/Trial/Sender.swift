import LifeSignal
import LifeSignalAPI
import Testing
import Varlink

@testable import lifesignald

/// A sender with a stream of its own.
struct Sender {
    typealias Job = LifeSignalAPI.Outbox.Job
    private let net: Net
    private let client: Client
    private var jobs: ReplySequence<LifeSignalAPI.Outbox.Take.Reply>.AsyncIterator

    init(_ net: Net, lease: Int64? = nil, window: Int64? = nil) async throws {
        self.net = net
        client = try await net.connect()
        net.accounts.become(.sender)
        jobs = client.stream(
            LifeSignalAPI.Outbox.Take.self, .init(lease: lease, window: window)
        ).makeAsyncIterator()
        // The stream is open when a call behind it on the engine's queue has been answered.
        while try await net.engine.read({ $0.memory.outbox.isConnected }) == false {
            await Task.yield()
        }
    }

    /// One that does not come fails the test, and does not stop it for good.
    mutating func next() async throws -> Job {
        let end = Task { [client] in
            try await Task.sleep(for: .seconds(300))
            await client.close()
        }
        defer { end.cancel() }
        return try #require(try await jobs.next()?.job)
    }

    /// The next job of a kind that somebody else's report has not withdrawn, begun; others are delivered.
    mutating func next(to recipients: [String], kind: String) async throws -> Job {
        while true {
            let job = try await next()
            guard try await begin(job) == nil else { continue }
            if recipients.contains(job.to), job.kind == kind { return job }
            try await report(job, delivered: true)
        }
    }

    mutating func next(_ count: Int) async throws -> [Job] {
        var taken: [Job] = []
        for _ in 0..<count { taken.append(try await next()) }
        return taken
    }

    func begin(_ job: Job) async throws -> String? {
        try await net.refusal(
            LifeSignalAPI.Outbox.Begin.self, .init(delivery: job.delivery), by: .sender)
    }

    func report(
        _ job: Job, delivered: Bool, detail: String? = nil, permanent: Bool? = nil,
        retryAfter: Int64? = nil
    ) async throws {
        _ = try await net.call(
            LifeSignalAPI.Outbox.Report.self,
            .init(
                delivery: job.delivery, delivered: delivered, detail: detail,
                permanent: permanent, retryAfter: retryAfter, attempt: job.attempt), by: .sender)
    }

    /// Begins and reports success.
    func deliver(_ job: Job) async throws {
        #expect(try await begin(job) == nil)
        try await report(job, delivered: true, detail: "250 OK")
    }

    /// Ends the stream, as a sender that is killed does.
    func end() async throws {
        await client.close()
        while try await net.engine.read({ $0.memory.outbox.isConnected }) {
            await Task.yield()
        }
    }
}
