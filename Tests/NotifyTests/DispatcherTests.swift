import Foundation
import LifeSignal
import LifeSignalAPI
import Logging
import Synchronization
import Testing
import Varlink

@testable import lifesignal_notify

struct DispatcherTests {
    @Test func `a sender that the daemon refuses asks less and less often`() async throws {
        let asked = Mutex([ContinuousClock.Instant]())
        var router = Router(
            vendor: "test", product: "test", version: "0", url: "", interfaces: [Outbox.self])
        router.onStream(Outbox.Take.self) { _, _, _ in
            asked.withLock { $0.append(.now) }
            throw Service.Failure.permissionDenied
        }
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("sender-\(UInt64.random(in: .min ... .max))").path
        let server = Server(router: router)
        try await server.listen(path: path, replacingStale: true)
        var quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        quiet.logLevel = .critical
        let dispatcher = Dispatcher(socket: try Address(path: path), log: SenderLog(quiet)) {
            _, _, _ in
            Outcome(isDelivered: true, detail: "")
        }
        let running = Task { await dispatcher.run() }
        let end = ContinuousClock.now + .seconds(120)
        while asked.withLock({ $0.count }) < 4, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        running.cancel()
        await dispatcher.stop(within: .zero)
        await running.value
        await server.shutdown()
        // Pauses of 100, 200 and 400 ms lie between them.
        let times = asked.withLock { $0 }
        try #require(times.count >= 4)
        #expect(times[3] - times[0] >= .milliseconds(700))
    }
}
