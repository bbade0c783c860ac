import LifeSignal
import LifeSignalAPI

/// What comes next, in the manner of `systemctl list-timers`.
struct DeadlineTable {
    var deadlines: [Daemon.Deadline]

    func rendered(on screen: Screen, header: Bool) -> String {
        var table = self.table(screen, screen.exact)
        // The seconds go before a column does.
        if let width = screen.width, table.naturalWidth > width {
            table = self.table(screen, screen.short)
        }
        let text = deadlines.isEmpty ? "" : table.rendered(on: screen, header: header)
        guard header else { return text }
        return text + (text.isEmpty ? "" : "\n")
            + Words.count(deadlines.count, "deadline") + " listed.\n"
    }

    private func table(_ screen: Screen, _ instant: (String?) -> String) -> Table {
        var table = Table([
            Table.Column("NEXT"), Table.Column("LEFT", dropOrder: 0),
            Table.Column("USER", lastResort: 8), Table.Column("WHAT", lastResort: 12),
        ])
        table.rows = deadlines.map { deadline in
            [
                Table.Cell(instant(deadline.at)), Table.Cell(left(deadline, screen)),
                Table.Cell(ForeignText.line(deadline.user)),
                Table.Cell(Self.what(deadline.kind)),
            ]
        }
        return table
    }

    private func left(_ deadline: Daemon.Deadline, _ screen: Screen) -> String {
        guard let at = Instant(rfc3339: deadline.at) else { return Words.waiting }
        return at > screen.now ? Words.remaining(at - screen.now) : "now"
    }

    static func what(_ kind: Daemon.Deadline.Kind) -> String {
        switch kind {
        case .reminder: "reminder"
        case .checkIn: "check-in due"
        case .nonResponsive: "becomes non-responsive"
        case .repeat: "still needs help: told again"
        case .pingExpiry: "a question expires"
        case .other(let word): ForeignText.line(word)
        }
    }
}
