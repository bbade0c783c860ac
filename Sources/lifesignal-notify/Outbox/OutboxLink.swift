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

    /// Begins the attempts of these, all at once.
    ///
    /// - Returns: those that may be sent; of the others the cause has ended, or nobody knows.
    func begin(_ deliveries: [Identifier]) async -> Set<Identifier> {
        await withTaskGroup(of: Identifier?.self) { group in
            for delivery in deliveries {
                group.addTask {
                    await call(Outbox.Begin.self, .init(delivery: delivery)) == .done
                        ? delivery : nil
                }
            }
            var begun: Set<Identifier> = []
            for await delivery in group { if let delivery { begun.insert(delivery) } }
            return begun
        }
    }

    /// - Returns: whether the daemon has taken it, or never will.
    func report(_ delivery: Identifier, _ outcome: Outcome) async -> Bool {
        let answer = await call(
            Outbox.Report.self,
            .init(
                delivery: delivery, delivered: outcome.isDelivered, detail: outcome.detail,
                permanent: outcome.isPermanent, retryAfter: outcome.retryAfter))
        return answer != .lost
    }

    private enum Answer { case done, refused, lost }

    private func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async -> Answer {
        do throws(CallError) {
            _ = try await calls.call(method, parameters)
            return .done
        } catch .failure(let name, _) {
            // The daemon can't write at this moment; it can be asked again.
            return name == Outbox.interfaceName + ".NoSuchDelivery"
                || name == Outbox.interfaceName + ".Withdrawn" ? .refused : .lost
        } catch {
            // The stream of jobs must not outlive the calls about them.
            await taking.close()
            return .lost
        }
    }
}
