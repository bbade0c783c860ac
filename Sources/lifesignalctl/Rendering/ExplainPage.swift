import LifeSignal
import LifeSignalAPI

/// Why somebody's state is what it is, and what follows.
struct ExplainPage {
    var explanation: Daemon.Explain.Reply
    /// As it will be then; nil for now.
    var at: Instant?

    func rendered(on screen: Screen) -> String {
        let title = at.map { "AT \(screen.exact($0.rfc3339)), IF NOTHING HAPPENS BEFORE" } ?? "WHY"
        var text = screen.paint(title, .heading) + "\n"
        for reason in explanation.why {
            text += screen.wrapped(
                ForeignText.line(reason), first: "  · ", firstColumns: 4, indent: 4)
        }
        let ahead = at == nil ? "IF NOTHING HAPPENS UNTIL THEN" : "AND THEN"
        text += "\n" + screen.paint(ahead, .heading) + "\n"
        guard !explanation.steps.isEmpty else { return text + "  nothing follows\n" }
        // Two emergencies of one person may have the same step at the same instant.
        var shown: Set<String> = []
        for step in explanation.steps.map({ lines($0, screen) }) where shown.insert(step).inserted {
            text += step
        }
        return text
    }

    private func lines(_ step: Daemon.Step, _ screen: Screen) -> String {
        let text =
            screen.wrapped(
                [(screen.exact(step.at) + " ", .plain), (screen.distance(step.at), .dim)],
                first: "  ", firstColumns: 2, indent: 2)
            + screen.wrapped(
                ForeignText.line(step.what), first: "    ", firstColumns: 4, indent: 4)
        guard !step.tells.isEmpty else { return text }
        // Parted by what is in none of them: one may be told by several channels, another be a name alone.
        let tells = step.tells.map(ForeignText.line).joined(separator: "; ")
        return text
            + screen.wrapped("tells \(tells)", first: "    → ", firstColumns: 6, indent: 6)
    }
}
