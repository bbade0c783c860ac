import LifeSignal
import LifeSignalAPI

/// Why somebody's state is what it is, and what follows.
struct ExplainPage {
    var explanation: Daemon.Explain.Reply

    func rendered(on screen: Screen) -> String {
        var text = screen.paint("WHY", .heading) + "\n"
        for reason in explanation.why {
            text += screen.wrapped(
                ForeignText.line(reason), first: "  · ", firstColumns: 4, indent: 4)
        }
        text += "\n" + screen.paint("IF NOTHING HAPPENS UNTIL THEN", .heading) + "\n"
        guard !explanation.steps.isEmpty else { return text + "  nothing follows\n" }
        for step in explanation.steps {
            text += "  \(screen.exact(step.at))  \(screen.paint(screen.distance(step.at), .dim))\n"
            text += screen.wrapped(
                ForeignText.line(step.what), first: "    ", firstColumns: 4, indent: 4)
            guard !step.tells.isEmpty else { continue }
            text += screen.wrapped(
                "tells \(Words.list(step.tells.map(ForeignText.line)))", first: "    → ",
                firstColumns: 6, indent: 6)
        }
        return text
    }
}
