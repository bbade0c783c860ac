import LifeSignal
import LifeSignalAPI

/// The audit trail, a line an event, under a line for each local day; what a terminal has no room for
/// goes on below.
///
/// Events are drawn one by one, since more may come at any time; so the columns have fixed widths,
/// which a longer value pushes out.
struct EventLines {
    /// Whether the day has a line of its own; else it stands in each event's.
    var hasDayLines: Bool
    private var day: String?

    init(hasDayLines: Bool) {
        self.hasDayLines = hasDayLines
    }

    mutating func lines(for event: Daemon.Event, on screen: Screen) -> String {
        let instant = Instant(rfc3339: event.at)
        let eventDay = instant.map(screen.day)
        var text = ""
        if hasDayLines, eventDay != day {
            text +=
                (day == nil ? "" : "\n")
                + screen.paint(eventDay ?? ForeignText.line(event.at), .heading) + "\n"
            day = eventDay
        }
        let time: String
        if hasDayLines, let instant {
            time = screen.timeOfDay(instant)
        } else {
            time = screen.exact(event.at)
        }
        let detail = detail(event)
        var columns: [(text: String, width: Int, tint: Tint)] = [
            (time, 12, .dim), ("\(event.sequence)", 6, .dim),
            (event.user.map(ForeignText.line) ?? Words.waiting, 10, .bold),
            (ForeignText.line(event.kind), 19, Self.tint(event.kind)),
            (ForeignText.line(event.by), detail.isEmpty ? 0 : 12, .plain),
        ]
        if !detail.isEmpty { columns.append((detail, 0, .dim)) }
        let words = columns.map { (DisplayWidth.padded($0.text, to: $0.width), $0.tint) }
        return text + screen.wrapped(words, first: "", firstColumns: 0, indent: 4)
    }

    private func detail(_ event: Daemon.Event) -> String {
        event.detail.sorted { $0.key < $1.key }
            .map { ForeignText.line("\($0.key)=\($0.value)") }
            .joined(separator: " ")
    }

    private static func tint(_ kind: String) -> Tint {
        switch kind {
        case "becameNonResponsive", "alertRaised", "deliveryFailed": .danger
        case "pingExpired", "gap", "clockStepped": .warning
        case "recovered", "checkedIn": .good
        default: .plain
        }
    }
}
