import LifeSignal
import LifeSignalAPI

/// Somebody's calls for help.
struct AlertTable {
    var alerts: [People.Alert]

    func table(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("ID", dropOrder: 0), Table.Column("STARTED"), Table.Column("ENDED"),
            Table.Column("DURATION", dropOrder: 1, right: true),
            Table.Column("MESSAGE", minimum: 12, lastResort: 8),
        ])
        table.rows = alerts.map { alert in
            let isActive = alert.endedAt == nil
            return [
                Table.Cell(ForeignText.line(alert.id)), Table.Cell(screen.full(alert.startedAt)),
                isActive ? Table.Cell("ACTIVE", .danger) : Table.Cell(screen.short(alert.endedAt)),
                Table.Cell(Self.duration(alert, screen)),
                Table.Cell(alert.message.map(ForeignText.line) ?? ""),
            ]
        }
        return table
    }

    /// `05:12`, from start to end or now.
    static func duration(_ alert: People.Alert, _ screen: Screen) -> String {
        guard let start = Instant(rfc3339: alert.startedAt) else { return Words.waiting }
        guard let ended = alert.endedAt else { return Words.clock(screen.now - start) }
        return Instant(rfc3339: ended).map { Words.clock($0 - start) } ?? Words.waiting
    }
}
