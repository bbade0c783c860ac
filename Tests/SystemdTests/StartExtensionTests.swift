import Glibc
import Testing

@testable import Systemd

/// A start is given more time for what it does, and none for hanging.
struct StartExtensionTests {
    /// What a start says that has used so much, one element an interval; then it is over.
    private func said(_ usages: [ProcessUsage]) -> [String] {
        let heard = Heard()
        var left = usages
        ServiceNotifier(watchdogEnabled: nil) { heard.add($0) }
            .extendStart(usage: { left.removeFirst() }, isOver: { left.isEmpty })
        return heard.messages
    }

    private func usage(_ computed: Duration, blocks: Int = 0) -> ProcessUsage {
        ProcessUsage(computed: computed, blocks: blocks)
    }

    private let extended = "EXTEND_TIMEOUT_USEC=60000000"

    @Test func `whoever computes is given more time`() {
        let said = said([usage(.zero), usage(.seconds(9)), usage(.seconds(18))])
        #expect(said == [extended, extended, extended])
    }

    @Test func `as is who reads from a slow disk`() {
        let said = said([usage(.zero), usage(.milliseconds(1), blocks: 8)])
        #expect(said == [extended, extended])
    }

    @Test func `whoever hangs is not, and whoever goes on after that is again`() {
        let said = said([
            usage(.seconds(1)), usage(.seconds(1)), usage(.milliseconds(1001)), usage(.seconds(2)),
        ])
        #expect(said == [extended, extended])
    }

    @Test func `after an hour nobody is, whatever they do`() {
        var start = StartExtension()
        var intervals = 0
        while !start.hasTakenLong {
            intervals += 1
            let getsOn = start.getsOn(usage(.seconds(intervals)))
            #expect(getsOn)
        }
        #expect(StartExtension.interval * intervals == .seconds(3600))
    }

    @Test func `a start that is over is known to be at once, and not after an interval`() {
        let start = LongStart()
        defer { close(start.reader) }
        start.finish()
        start.finish()
        #expect(StartExtension.isOver(start.reader))
    }

    @Test func `work of this process counts`() {
        let before = ProcessUsage.own()
        var sum: UInt64 = 0
        while ProcessUsage.own().computed - before.computed < .milliseconds(10) { sum &+= 1 }
        var start = StartExtension()
        _ = start.getsOn(before)
        let getsOn = start.getsOn(.own())
        #expect(getsOn)
    }
}
