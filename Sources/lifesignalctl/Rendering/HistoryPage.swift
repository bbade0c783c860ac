import LifeSignal
import LifeSignalAPI
import Varlink

/// What somebody did and was asked, the newest first, by local day.
struct HistoryPage {
    enum Entry {
        case checkIn(People.CheckInRecord)
        case ping(People.Ping)
        case alert(People.Alert)

        var at: String {
            switch self {
            case .checkIn(let record): record.at
            case .ping(let ping): ping.sentAt
            case .alert(let alert): alert.startedAt
            }
        }

        /// As the replies of the socket's listings have it.
        var json: JSON {
            switch self {
            case .checkIn(let record): People.ListCheckIns.Reply(checkIn: record).json
            case .ping(let ping): People.ListPings.Reply(ping: ping).json
            case .alert(let alert): People.ListAlerts.Reply(alert: alert).json
            }
        }
    }

    let entries: [Entry]

    /// - Parameter limit: only so many, the newest.
    init(_ entries: [Entry], limit: Int64? = nil) {
        // Instants of the socket's form sort as texts do.
        let sorted = entries.enumerated()
            .sorted { ($1.element.at, $0.offset) < ($0.element.at, $1.offset) }
            .map(\.element)
        self.entries = limit.map { Array(sorted.prefix(Int(clamping: $0))) } ?? sorted
    }

    func rendered(on screen: Screen, header: Bool) -> String {
        var text = ""
        var day: String?
        for entry in entries {
            let instant = Instant(rfc3339: entry.at)
            let entryDay = instant.map(screen.day) ?? ForeignText.line(entry.at)
            if header, entryDay != day {
                text += (day == nil ? "" : "\n") + screen.paint(entryDay, .heading) + "\n"
                day = entryDay
            }
            let time = header ? instant.map(screen.timeOfDay) : screen.exact(entry.at)
            text += "  \(screen.paint(time ?? "", .dim))  \(words(entry, screen))\n"
        }
        return text
    }

    private func words(_ entry: Entry, _ screen: Screen) -> String {
        switch entry {
        case .checkIn(let record): checkIn(record)
        case .ping(let ping):
            "\(ForeignText.line(ping.senderName)) asked \(ForeignText.line(ping.recipientName)): "
                + screen.paint(
                    PingWords.status(ping.status.rawValue), PingWords.tint(ping.status))
                + (ping.endedAt.map { ", \(screen.short($0))" } ?? "")
        case .alert(let alert):
            screen.paint("called for help", .danger)
                + (alert.message.map { " “\(ForeignText.line($0))”" } ?? "")
                + (alert.endedAt == nil ? ", still on after " : ", for ")
                + AlertTable.duration(alert, screen)
        }
    }

    private func checkIn(_ record: People.CheckInRecord) -> String {
        let by = PeopleWords.actor(record.by)
        let isOwn = record.by == "user:\(record.user)"
        switch record.source {
        case .manual: return "checked in" + (isOwn ? "" : ", entered by \(by)")
        case .web: return "checked in on the web page" + (isOwn ? "" : ", entered by \(by)")
        case .hook: return "checked in by something acting for them (\(by))"
        case .responder: return "checked in, entered by \(by), who vouched for it"
        case .other(let source): return "checked in (\(ForeignText.line(source)), by \(by))"
        }
    }
}
