import Synchronization
import Testing

@testable import Systemd

struct ServiceNotifierTests {
    /// What a notifier said, one element a message.
    private func messages(_ body: (ServiceNotifier) -> Void) -> [String] {
        let heard = Heard()
        body(ServiceNotifier(watchdogEnabled: nil) { heard.add($0) })
        return heard.messages
    }

    @Test func `each call is one message of sd_notify`() {
        let heard = messages {
            $0.extendTimeout(microseconds: 90_000_000)
            $0.ready()
            $0.status("3 users, healthy")
            $0.watchdog()
            $0.stopping()
        }
        #expect(
            heard == [
                "EXTEND_TIMEOUT_USEC=90000000", "READY=1", "STATUS=3 users, healthy", "WATCHDOG=1",
                "STOPPING=1",
            ])
    }

    @Test func `a status goes out together with the state it belongs to`() {
        let heard = messages {
            $0.ready(status: "up")
            $0.stopping(status: "down")
        }
        #expect(heard == ["READY=1\nSTATUS=up", "STOPPING=1\nSTATUS=down"])
    }

    @Test func `a reload carries the monotonic time that notify-reload asks for`() throws {
        let lines = try #require(messages { $0.reloading() }.first).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        #expect(lines.last?.wholeMatch(of: /MONOTONIC_USEC=[1-9][0-9]*/) != nil)
    }

    @Test func `a line break in a status begins no further assignment`() {
        #expect(messages { $0.status("up\nWATCHDOG=trigger") } == ["STATUS=up\\nWATCHDOG=trigger"])
    }
}

final class Heard: Sendable {
    private let store = Mutex<[String]>([])
    func add(_ message: String) { store.withLock { $0.append(message) } }
    var messages: [String] { store.withLock { $0 } }
}
