/// What is told when somebody is silent or calls for help, and when that ends.
extension Texts {
    /// To one responder: the user did not check in.
    func nonResponsive(
        _ situation: Situation, to responder: UserID, due: Instant, gap: Gap?, isRepeat: Bool
    ) -> Notice {
        let user = situation.user
        let name = ForeignText.line(user.name)
        let reminded =
            switch situation.reminded {
            case .at(let instant): "Reminded at \(at(instant))."
            case .notReached: "No reminder reached \(name), so this may be an oversight."
            case .noWay: "\(name) has no way to be reminded."
            }
        var opening = "\(name) was due to check in by \(at(due))."
        if let last = user.lastCheckIn { opening += " Last check-in: \(at(last))." }
        opening += " \(reminded)"
        if let gap, let last = user.lastCheckIn, gap.end > last {
            opening += " The LifeSignal server was off from \(at(gap.start)) to \(at(gap.end)); "
            opening += "\(name) could not check in then."
        }
        return withSteps(
            situation, to: responder,
            title: title("\(name) has not checked in", isRepeat: isRepeat),
            opening: opening,
            closing: "You will be told when \(name) checks in.")
    }

    /// To one responder: the user calls for help.
    func alertRaised(
        _ situation: Situation, _ alert: ActiveAlert, to responder: UserID, isRepeat: Bool
    ) -> Notice {
        let name = ForeignText.line(situation.user.name)
        let message = alert.message.map { ": \"\(shown($0, of: situation.user))\"" } ?? ""
        return withSteps(
            situation, to: responder,
            title: title("\(name) is calling for help", isRepeat: isRepeat),
            opening: "\(name) called for help at \(at(alert.startedAt))\(message). "
                + "Treat it as real until you have spoken to \(name).",
            closing: nil)
    }

    /// Of an alert's message so much that on every channel there is room for what to do after it, with
    /// the longest name (400 bytes, and it stands there four times).
    private static let messageBytes = 1500

    private func shown(_ message: String, of user: User) -> String {
        Notice.cut(
            ForeignText.line(message), bytes: Self.messageBytes,
            mark: "… (the rest: lifesignalctl status \(user.handle))")
    }

    private func title(_ title: String, isRepeat: Bool) -> String {
        isRepeat ? "Still: \(title)" : title
    }

    /// The steps, the names and the note that both alarms share.
    private func withSteps(
        _ situation: Situation, to responder: UserID, title: String, opening: String,
        closing: String?
    ) -> Notice {
        let user = situation.user
        let name = ForeignText.line(user.name)
        let others = situation.responders.filter { $0.isReachable && $0.id != responder }
            .map(\.name)
        let also = others.isEmpty ? "nobody else, it is up to you" : list(others)
        var body = """
            \(opening)
            What to do now:
            1. Call \(name): \(user.profile.phoneNumber ?? "no number stored").
            2. No answer: go there, or send someone near.
            3. If you fear for \(name)'s life, call \(settings.emergency).
            Also told: \(also).
            """
        var place: Range<Int>?
        let note = Self.noteText(user.profile.emergencyNote)
        if let last = note.last {
            body += "\n\(name) wrote for this case: "
            let start = body.utf8.count
            body += note
            place = start..<body.utf8.count
            if !Self.sentenceEnds.contains(last) { body += "." }
        }
        if let closing { body += "\n" + closing }
        return Notice(title: title, body: body, note: place)
    }

    /// What ends a note as a sentence, so that no period follows.
    private static let sentenceEnds = ".!?…。！？"

    /// A note as it is shown, without the blanks at its end.
    private static func noteText(_ note: String) -> String {
        var scalars = note.unicodeScalars
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return ForeignText.note(String(scalars))
    }

    /// To the user: the responders have been told.
    func respondersTold(_ names: [String]) -> Notice {
        let told =
            names.isEmpty
            ? "Nobody could be told that you did not check in."
            : "\(list(names)) have been told that you did not check in."
        return Notice(
            title: names.isEmpty
                ? "You did not check in" : "Your responders have been told",
            body:
                "\(told) If you are well, check in now\(names.isEmpty ? "" : "; they hear at once")"
                + ". If you need help, call \(settings.emergency).")
    }

    /// To those who were told: the user has checked in.
    func recovered(_ user: User, at instant: Instant, by actor: Actor) -> Notice {
        let name = ForeignText.line(user.name)
        let entered =
            actor.isUser(user.id) ? "" : ", entered by \(ForeignText.line(actor.shownName))"
        let still = user.alert == nil ? "" : ", but still calls for help"
        return Notice(
            title: "\(name) has checked in\(still)",
            body: "Checked in at \(at(instant))\(entered)."
                + (user.alert == nil ? " Nothing more to do." : ""))
    }

    /// To the responders: the call for help has ended.
    func alertCleared(_ user: User, _ alert: ActiveAlert, at end: Instant, by actor: Actor)
        -> Notice
    {
        let name = ForeignText.line(user.name)
        let silent = user.needsHelp(at: end) ? ", but has not checked in" : ""
        return Notice(
            title: "\(name) no longer calls for help\(silent)",
            body: "The call of \(at(alert.startedAt)) was ended at \(at(end)) by "
                + "\(ForeignText.line(actor.shownName)). If that surprises you, call "
                + "\(user.profile.phoneNumber ?? name).")
    }
}
