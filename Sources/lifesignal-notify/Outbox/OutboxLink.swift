import LifeSignal
import LifeSignalAPI
import Varlink

/// The daemon's outbox as one sender uses it: a connection for the stream of jobs, and some for
/// calls. When one of them goes, all do.
struct OutboxLink: Sendable {
    private let taking: Client
    /// Several, because calls on one are answered one after the other, each after a commit of its
    /// own; those on different ones are committed together.
    private let calls: [Client]
    private static let callConnections = 16

    static func connect(to socket: Address) async throws(CallError) -> OutboxLink {
        let taking = try await Client.connect(to: socket)
        var calls: [Client] = []
        for _ in 0..<callConnections {
            let client = try await Client.connect(to: socket)
            calls.append(client)
            // A daemon that has as many as it may accepts another, and closes it.
            _ = try await client.call(Service.GetInfo.self, .init())
        }
        return OutboxLink(taking: taking, calls: calls)
    }

    func close() async {
        await taking.close()
        for client in calls { await client.close() }
    }

    /// Returns once the daemon has said that this account may take deliveries, which a stream does not say before there
    /// is one.
    ///
    /// It is asked for a lease that there can't be: permission is judged before values (spec/interface.md).
    func requirePermission() async throws(CallError) {
        do throws(CallError) {
            for try await _ in jobs(leaseSeconds: 0, window: 1) {}
        } catch {
            guard case .failure(let name, _) = error, name.hasSuffix(".InvalidParameter") else {
                throw error
            }
        }
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
                    (delivery, await call(delivery, Outbox.Begin.self, .init(delivery: delivery)))
                }
            }
            var answers: [Identifier: Answer] = [:]
            for await (delivery, answer) in group { answers[delivery] = answer }
            return answers
        }
    }

    /// - Returns: whether the daemon has taken it, or never will.
    func report(_ delivery: Identifier, _ outcome: Outcome, attempt: Int64) async -> Bool {
        let answer = await call(
            delivery, Outbox.Report.self,
            .init(
                delivery: delivery, delivered: outcome.isDelivered, detail: outcome.detail,
                permanent: outcome.isPermanent, retryAfter: outcome.retryAfter,
                attempt: attempt))
        return answer == .done || answer == .refused
    }

    /// Calls about one delivery go by one connection, and so in order.
    private func call<Method: VarlinkMethod>(
        _ delivery: Identifier, _ method: Method.Type, _ parameters: Method.Parameters
    ) async -> Answer {
        do throws(CallError) {
            let number = delivery.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
            _ = try await calls[number % calls.count].call(method, parameters)
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
