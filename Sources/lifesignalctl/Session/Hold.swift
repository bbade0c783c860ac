import LifeSignal

/// A wait in which somebody can still think better of it, shown as a bar that fills.
struct Hold {
    let world: World

    static let length = Span.seconds(3)
    private static let tick = Span(milliseconds: 50)
    private static let barColumns = 24

    /// - Throws: ``NotDone`` on Ctrl-C.
    func wait(_ what: String) async throws(NotDone) {
        let isInterrupted = world.console.watchForInterrupt()
        let start = world.uptime()
        defer { world.console.writeError("\r\u{1B}[K") }
        while true {
            let passed = world.uptime() - start
            if isInterrupted() { throw NotDone("you kept it on") }
            guard passed < Self.length else { return }
            world.console.writeError("\r\u{1B}[K" + line(what, passed: passed))
            await world.sleep(Self.tick)
        }
    }

    private func line(_ what: String, passed: Span) -> String {
        let fraction = Double(passed.milliseconds) / Double(Self.length.milliseconds)
        let bar = world.errorScreen.bar(fraction, columns: Self.barColumns, .warning)
        let left = "in \((Self.length - passed).secondsRoundedUp) s"
        return "\(what) \(bar.isEmpty ? left : bar)  (Ctrl-C keeps it on)"
    }
}
