import LifeSignal
import LifeSignalAPI

/// The ways to reach somebody.
struct ChannelTable {
    var channels: [People.Channel]

    func table(_ screen: Screen) -> Table {
        // That a channel fails is never left out.
        var table = Table([
            Table.Column("ID"), Table.Column("ADDRESS", minimum: 16, lastResort: 5),
            Table.Column("PRIVATE", dropOrder: 1), Table.Column("WORKED", dropOrder: 2),
            Table.Column("FAILED"), Table.Column("ADDED", dropOrder: 0),
        ])
        table.rows = channels.map { channel in
            let hasFailedSince = channel.hasFailedSince
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

    /// What came of each channel's last attempt, in words, and until when its other side wants none;
    /// empty where none was ever tried.
    func outcomes(_ screen: Screen) -> String {
        let lines = channels.compactMap { channel -> String? in
            guard let detail = channel.lastDetail else { return nil }
            let id = ForeignText.line(channel.id)
            var outcome = AttemptWords.outcome(
                delivered: !channel.hasFailedSince, detail: ForeignText.line(detail))
            if let end = channel.pausedUntil {
                outcome +=
                    "; it asked for a pause, so that all but alarms waits until "
                    + screen.shortWithDistance(end)
            }
            return screen.wrapped(
                "\(id)  \(outcome)", first: "", firstColumns: 0, indent: id.count + 2,
                channel.hasFailedSince ? .danger : .plain)
        }
        return lines.isEmpty ? "" : "\nThe last known outcome:\n" + lines.joined()
    }
}

extension People.Channel {
    /// Whether the last attempt was no success.
    fileprivate var hasFailedSince: Bool { (lastFailure ?? "") > (lastSuccess ?? "") }
}

/// How an attempt ended.
enum AttemptWords {
    /// Whether nobody knows yet how it ends, or ever will: these are the daemon's own words.
    static func isOpen(delivered: Bool, detail: String) -> Bool {
        !delivered && (detail == "under way" || detail.hasPrefix("cut off; "))
    }

    /// - Parameter detail: fit to be shown; a sender of ours begins it with “handed to” where it
    ///   was.
    static func outcome(delivered: Bool, detail: String) -> String {
        if isOpen(delivered: delivered, detail: detail) { return detail }
        let outcome = delivered ? "handed over" : "failed"
        if detail.isEmpty { return outcome }
        return delivered && detail.hasPrefix("handed to ") ? detail : "\(outcome): \(detail)"
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
