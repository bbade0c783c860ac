import LifeSignal
import LifeSignalAPI

/// The ways to reach somebody.
struct ChannelTable {
    var channels: [People.Channel]

    func table(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("ID"), Table.Column("ADDRESS", minimum: 16), Table.Column("PRIVATE"),
            Table.Column("WORKED"), Table.Column("FAILED", dropOrder: 1),
            Table.Column("ADDED", dropOrder: 0),
        ])
        table.rows = channels.map { channel in
            let hasFailedSince =
                (channel.lastFailure ?? "") > (channel.lastSuccess ?? "")
            let worked: Table.Cell =
                channel.lastSuccess == nil
                ? Table.Cell("never", .warning)
                : Table.Cell(screen.short(channel.lastSuccess), hasFailedSince ? .plain : .good)
            return [
                Table.Cell(ForeignText.line(channel.id)),
                Table.Cell(ForeignText.line(channel.address)),
                Table.Cell(channel.private ? "yes" : "no"), worked,
                Table.Cell(
                    screen.short(channel.lastFailure), hasFailedSince ? .danger : .plain),
                Table.Cell(screen.short(channel.addedAt)),
            ]
        }
        return table
    }
}

/// What stands behind `handed to`, read off an address as it is shown, its secrets masked.
enum ChannelWords {
    static func host(ofMasked address: String) -> String {
        let scheme = address.prefix { $0 != ":" }
        let rest = address.dropFirst(scheme.count + 1)
        switch scheme {
        // A mail goes to the server of the configuration, whatever the address.
        case "mailto": return "the mail server"
        case "exec": return "hook \(ForeignText.line(String(rest)))"
        case _ where scheme.hasPrefix("apprise+"):
            return "Apprise (\(ForeignText.line(String(scheme.dropFirst("apprise+".count)))))"
        default:
            guard rest.hasPrefix("//") else { return ForeignText.line(address) }
            let server = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
            let host = server.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            return ForeignText.line(String(host))
        }
    }
}
