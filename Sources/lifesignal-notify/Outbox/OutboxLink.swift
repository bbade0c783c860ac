import LifeSignal
import LifeSignalAPI
import Varlink

/// The daemon's outbox as one sender uses it: a connection for the stream of jobs, and one for
/// calls. When one of them goes, both do.
struct OutboxLink: Sendable {
    private let taking: Client
    private let calls: Client

    static func connect(to socket: Address) async throws(CallError) -> OutboxLink {
        OutboxLink(
            taking: try await Client.connect(to: socket),
            calls: try await Client.connect(to: socket)
        )
    }

    func close() async {
        await taking.close()
        await calls.close()
    }

    func jobs(leaseSeconds: Int64, window: Int64) -> ReplySequence<Outbox.Take.Reply> {
        taking.stream(Outbox.Take.self, .init(lease: leaseSeconds, window: window))
    }

    /// What the daemon said to a call.
    enum Answer: Sendable {
        case done
        /// The delivery is over, or its cause is.
        case refused
        /// Not at this moment; the daemon may be asked again.
        case unavailable
        /// Nobody knows: the connection was cut.
        case lost
    }

    /// Begins the attempts of these, all at once; only those that are done may be sent.
    func begin(_ deliveries: [Identifier]) async -> [Identifier: Answer] {
        await withTaskGroup(of: (Identifier, Answer).self) { group in
            for delivery in deliveries {
                group.addTask {
                    (delivery, await call(Outbox.Begin.self, .init(delivery: delivery)))
                }
            }
            var answers: [Identifier: Answer] = [:]
            for await (delivery, answer) in group { answers[delivery] = answer }
            return answers
        }
    }

    /// - Returns: whether the daemon has taken it, or never will.
    func report(_ delivery: Identifier, _ outcome: Outcome) async -> Bool {
        let answer = await call(
            Outbox.Report.self,
            .init(
                delivery: delivery, delivered: outcome.isDelivered, detail: outcome.detail,
                permanent: outcome.isPermanent, retryAfter: outcome.retryAfter))
        return answer == .done || answer == .refused
    }

    private func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async -> Answer {
        do throws(CallError) {
            _ = try await calls.call(method, parameters)
            return .done
        } catch .failure(let name, _) {
            return ["NoSuchDelivery", "Withdrawn"].contains { name.hasSuffix(".\($0)") }
                ? .refused : .unavailable
        } catch {
            // The stream of jobs must not outlive the calls about them.
            await taking.close()
            return .lost
        }
    }

    func isSame(as other: OutboxLink) -> Bool { taking === other.taking }
}
