import LifeSignal
import LifeSignalAPI

/// Questions whether somebody is all right.
struct PingTable {
    var pings: [People.Ping]

    func table(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("ID"), Table.Column("FROM", minimum: 8), Table.Column("TO", minimum: 8),
            Table.Column("SENT", dropOrder: 1), Table.Column("STATUS"),
            Table.Column("ENDED", dropOrder: 0),
        ])
        table.rows = pings.map { ping in
            [
                Table.Cell(ForeignText.line(ping.id)), Table.Cell(ForeignText.line(ping.sender)),
                Table.Cell(ForeignText.line(ping.recipient)),
                Table.Cell(screen.short(ping.sentAt)),
                Table.Cell(PingWords.status(ping.status.rawValue), PingWords.tint(ping.status)),
                Table.Cell(screen.short(ping.endedAt)),
            ]
        }
        return table
    }

    /// On the page about somebody.
    func brief(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column(""), Table.Column("", minimum: 20), Table.Column("", dropOrder: 0),
        ])
        table.rows = pings.map { ping in
            let words =
                "\(ForeignText.line(ping.senderName)) asks "
                + "\(ForeignText.line(ping.recipientName))"
            return [
                Table.Cell(ForeignText.line(ping.id)), Table.Cell(words),
                Table.Cell("since \(screen.short(ping.sentAt))", .dim),
            ]
        }
        return table
    }

    /// One question in full.
    static func page(_ ping: People.Ping, _ screen: Screen) -> String {
        let status = PingWords.status(ping.status.rawValue)
        var text =
            "\(ForeignText.line(ping.senderName)) asked \(ForeignText.line(ping.recipientName)) "
            + "whether they are all right: " + screen.paint(status, PingWords.tint(ping.status))
            + "\n  Asked    \(screen.exact(ping.sentAt))  \(screen.distance(ping.sentAt))\n"
        if let ended = ping.endedAt {
            text += "  Ended    \(screen.exact(ended))  \(screen.distance(ended))\n"
        }
        text += "  Id       \(ForeignText.line(ping.id))\n"
        if ping.status == .pending {
            text += "  Answer   \(screen.command("ping respond \(ForeignText.line(ping.id))"))\n"
        }
        return text
    }
}
