/// What is told ahead of a deadline, about pings, and about who looks out for whom.
extension Texts {
    /// To the user ahead of the deadline; after a gap it begins with what happened.
    func reminder(_ names: [String], due: Instant, alarm: Instant, after gap: Gap?) -> Notice {
        let opening = gap.map {
            "The LifeSignal server was off from \(at($0.start)) to \(at($0.end))."
        }
        return Notice(
            title: "Please check in by \(at(due))",
            body: [opening, warning("If you have not checked in by", alarm, names)]
                .compactMap { $0 }.joined(separator: " "))
    }

    /// To the user at the deadline, when there is a grace.
    func overdue(_ names: [String], due: Instant, alarm: Instant) -> Notice {
        Notice(
            title: "Please check in now",
            body: "You were due by \(at(due)). \(warning("At", alarm, names))")
    }

    private func warning(_ opening: String, _ alarm: Instant, _ names: [String]) -> String {
        let told = names.isEmpty ? "nobody can be told" : "\(list(names)) will be told"
        return "\(opening) \(at(alarm)), \(told)."
    }

    func ping(from sender: String, due: Instant?) -> Notice {
        let next = due.map { "; your next check-in is due by \(at($0))" } ?? ""
        return Notice(
            title: "\(ForeignText.line(sender)) asks whether you are all right",
            body: "Answer, or check in\(next).")
    }

    /// What a response says about the check-in.
    enum Standing {
        case checkedIn, notCheckedIn, unsaid
    }

    /// - Parameter entered: by whom, if it was somebody else.
    func pingResponded(
        by name: String, at instant: Instant, _ standing: Standing, enteredBy entered: Actor?
    ) -> Notice {
        let name = ForeignText.line(name)
        let by = entered.map { ", entered by \(ForeignText.line($0.shownName))" } ?? ""
        let comma = by.isEmpty ? "" : ","
        let more =
            switch standing {
            case .checkedIn: "\(comma) and is checked in"
            case .notCheckedIn: ", but has not checked in"
            case .unsaid: ""
            }
        return Notice(
            title: "\(name) has answered you",
            body: "\(name) answered at \(at(instant))\(by)\(more).")
    }

    func pingExpired(_ recipient: User, wasDelivered: Bool) -> Notice {
        let name = ForeignText.line(recipient.name)
        let reached =
            wasDelivered
            ? "Your question reached a device of \(name)."
            : "Your question could not be delivered."
        let last = recipient.lastCheckIn.map { "Last check-in \(at($0))" }
        let next = recipient.nextCheckIn.map { ", next due \(at($0))" } ?? ""
        return Notice(
            title: "\(name) has not answered you",
            body: [reached, last.map { $0 + next + "." }].compactMap { $0 }
                .joined(separator: " "))
    }

    func pingCleared(by sender: String, sentAt: Instant) -> Notice {
        Notice(
            title: "\(ForeignText.line(sender)) no longer asks",
            body: "The question of \(at(sentAt)) was taken back.")
    }

    /// - Parameter isReachable: the responder has a channel.
    func nowLooksOut(_ responder: String, isReachable: Bool) -> Notice {
        let name = ForeignText.line(responder)
        let body =
            "\(name) will be told if you do not check in, or if you call for help, and may ask "
            + "whether you are all right."
        // It may be read after they have got one.
        let warning =
            "When this was written \(name) had no channel, and nothing could be told to \(name): ask "
            + "them to add one."
        return Notice(
            title: "\(name) now looks out for you",
            body: isReachable ? body : "\(warning) With one, \(body)")
    }

    func youLookOut(for dependent: String) -> Notice {
        let name = ForeignText.line(dependent)
        return Notice(
            title: "You now look out for \(name)",
            body: "You will be told if \(name) does not check in, or calls for help, and what to "
                + "do then.")
    }

    /// - Parameter norTheyForYou: the two looked out for each other, and neither does any more.
    func youNoLongerLookOut(for dependent: String, norTheyForYou: Bool = false) -> Notice {
        let name = ForeignText.line(dependent)
        let own = norTheyForYou ? " And \(notToldAnyMore(name))" : ""
        return Notice(
            title: "You no longer look out for \(name)",
            body: "You will be told nothing more about \(name).\(own) \(nothingIsSaid(of: name))")
    }

    func noLongerLooksOut(_ responder: String) -> Notice {
        let name = ForeignText.line(responder)
        return Notice(
            title: "\(name) no longer looks out for you",
            body: "\(notToldAnyMore(name)) \(nothingIsSaid(of: name))")
    }

    private func notToldAnyMore(_ name: String) -> String {
        "\(name) will not be told any more if you do not check in."
    }

    private func nothingIsSaid(of name: String) -> String {
        "This says nothing about how \(name) is."
    }

    func scheduleChanged(_ user: User, due: Instant, was old: Instant, by actor: Actor) -> Notice {
        let name = ForeignText.line(user.name)
        return Notice(
            title: "\(name) will check in less often",
            body: "The next check-in is now due by \(at(due)) (was \(at(old))), "
                + changed(user, by: actor))
    }

    /// Where the grace was changed, which says more than the check-in.
    func scheduleChanged(_ user: User, alarm: Instant, was old: Instant, by actor: Actor) -> Notice
    {
        let name = ForeignText.line(user.name)
        return Notice(
            title: "You will hear later if \(name) falls silent",
            body: "Without a check-in you are now told at \(at(alarm)) (was \(at(old))), "
                + changed(user, by: actor))
    }

    private func changed(_ user: User, by actor: Actor) -> String {
        "changed by \(ForeignText.line(actor.shownName)). If that surprises you, call "
            + "\(user.profile.phoneNumber ?? ForeignText.line(user.name))."
    }

    /// Says nothing about anybody, so it is the same on every channel.
    public static let test = Notice(
        title: "LifeSignal test", body: "This channel works. Nothing has happened.")
}
