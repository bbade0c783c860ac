import Foundation
import LifeSignal
import LifeSignalAPI
import Synchronization
import Testing
import Varlink

@testable import lifesignal_notify

struct DispatcherTests {
    /// A sender at a daemon that answers so when it is asked for deliveries.
    private func serve(
        _ log: SenderLog, until isDone: () -> Bool,
        take: @escaping @Sendable (Outbox.Take.Parameters) async throws -> Void
    ) async throws {
        var router = Router(
            vendor: "test", product: "test", version: "0", url: "", interfaces: [Outbox.self])
        router.onStream(Outbox.Take.self) { parameters, _, _ in try await take(parameters) }
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("sender-\(UInt64.random(in: .min ... .max))").path
        let server = Server(router: router)
        try await server.listen(path: path, replacingStale: true)
        let dispatcher = Dispatcher(socket: try Address(path: path), log: log) { _, _, _ in
            Outcome(isDelivered: true, detail: "")
        }
        let running = Task { await dispatcher.run() }
        let end = ContinuousClock.now + .seconds(120)
        while !isDone(), ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        running.cancel()
        await dispatcher.stop(within: .zero)
        await running.value
        await server.shutdown()
    }

    @Test func `a sender that the daemon refuses asks less and less often`() async throws {
        let asked = Mutex([ContinuousClock.Instant]())
        try await serve(
            SenderLog(Entries().logger), until: { asked.withLock { $0.count } >= 4 },
            take: { _ in
                asked.withLock { $0.append(.now) }
                throw Service.Failure.permissionDenied
            })
        // Pauses of 100, 200 and 400 ms lie between them.
        let times = asked.withLock { $0 }
        try #require(times.count >= 4)
        #expect(times[3] - times[0] >= .milliseconds(700))
    }

    @Test func `a sender says that it takes deliveries once the daemon has let it`() async throws {
        let entries = Entries()
        let asked = Mutex(0)
        try await serve(
            SenderLog(entries.logger), until: { entries.messages.count >= 2 },
            take: { parameters in
                let isLetIn = asked.withLock { asked in
                    asked += 1
                    return asked > 2
                }
                guard isLetIn else { throw Service.Failure.permissionDenied }
                // As the daemon does: it judges values once it knows that the caller may.
                guard parameters.lease != 0 else { throw InvalidParameter("lease") }
                try await Task.sleep(for: .seconds(120))
            })
        // Its end may be a third.
        #expect(
            Array(entries.messages.prefix(2)) == [
                "the daemon gives this account no deliveries; run it as root, as the account "
                    + "lifesignal-notify or as the one that the daemon runs as",
                "taking deliveries from the daemon",
            ])
    }
}
