import LifeSignal

/// A wait in which somebody can still think better of it, shown as a bar that fills.
struct Hold {
    let world: World

    static let length = Span.seconds(3)
    private static let tick = Span(milliseconds: 50)
    private static let mostBarColumns = 24

    /// - Throws: ``NotDone`` on Ctrl-C.
    func wait(_ what: String) async throws(NotDone) {
        let isInterrupted = world.console.watchForInterrupt()
        let start = world.uptime()
        defer { world.console.writeError("\r\u{1B}[K") }
        while true {
            let passed = world.uptime() - start
            if isInterrupted() { throw NotDone.chosen("you kept it on") }
            guard passed < Self.length else { return }
            world.console.writeError("\r\u{1B}[K" + line(what, passed: passed))
            await world.sleep(Self.tick)
        }
    }

    /// One line of the terminal at the most: a line that wraps can't be drawn over.
    private func line(_ what: String, passed: Span) -> String {
        let screen = world.errorScreen()
        let left = "in \((Self.length - passed).secondsRoundedUp) s"
        let rest = "  (Ctrl-C keeps it on)"
        let free = screen.pageWidth - 1 - DisplayWidth.columns(of: what + " " + rest)
        let fraction = Double(passed.milliseconds) / Double(Self.length.milliseconds)
        let bar = screen.bar(
            fraction, columns: min(Self.mostBarColumns, max(0, free)), .warning)
        return bar.isEmpty
            ? DisplayWidth.truncated("\(what) \(left)\(rest)", to: screen.pageWidth - 1)
            : "\(what) \(bar)\(rest)"
    }
}
