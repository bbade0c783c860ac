/// What is due for one user: the same function whatever woke the daemon.
///
/// It judges the state at `moment.now`, so a wake-up is only a hint of when to look, and looking
/// twice does nothing the second time.
public func look(at situation: Situation, _ moment: Moment) -> [Effect] {
    var looking = Looking(situation: situation, moment: moment)
    looking.stillWaiting()
    looking.alertTelling()
    if looking.user.incident != nil {
        looking.incidentTelling()
    } else if situation.user.lastCheckIn != nil {
        looking.deadline()
    }
    if looking.user != situation.user {
        looking.effects.append(.saveUser(looking.user))
    }
    return looking.effects
}

/// The problem of an emergency that was looked at when it began to be told, and of which nobody has been reached since:
/// to be asked when a notice of it has long been tried in vain.
public func stillNobodyReached(_ situation: Situation, _ emergency: Identifier) -> [Effect] {
    let user = situation.user
    let since: Instant
    if let incident = user.incident, incident.id == emergency {
        guard incident.telling.checked, !situation.incidentReached else { return [] }
        since = incident.since
    } else if let alert = user.alert, alert.id == emergency {
        guard alert.telling.checked, !situation.alertReached else { return [] }
        since = alert.startedAt
    } else {
        return []
    }
    // That there is nobody to tell is a problem of its own.
    guard !situation.tells.isEmpty else { return [] }
    return [.raise(Problem(.nobodyReached(of: emergency, user), since: since))]
}

private struct Looking {
    let situation: Situation
    let moment: Moment
    var user: User
    var effects: [Effect] = []

    init(situation: Situation, moment: Moment) {
        self.situation = situation
        self.moment = moment
        user = situation.user
    }

    private var now: Instant { moment.now }

    // MARK: A user who never checked in

    mutating func stillWaiting() {
        guard user.lastCheckIn == nil, !user.progress.waitingTold,
            now >= user.addedAt + user.schedule.interval
        else { return }
        user.progress.waitingTold = true
        let key = Problem.Key(.neverCheckedIn, user: user.id)
        effects.append(.raise(Problem(key, since: user.addedAt)))
        let notice = moment.texts.system(
            Texts.ProblemFacts(
                code: .neverCheckedIn, since: user.addedAt, handle: user.handle, name: user.name),
            for: .responder)
        let responders = situation.responders.map(\.id)
        let operators = toldOfProblem(about: user.id, responders: responders, moment)
        for responder in responders where !operators.contains(responder) {
            effects.append(
                moment.notification(
                    .system, to: responder, about: user.id, cause: key.cause, notice))
        }
    }

    // MARK: Ahead of the deadline, at it, and past it

    mutating func deadline() {
        guard let due = user.nextCheckIn,
            let limit = user.nonResponsiveAt(gap: moment.gap, settings: moment.settings)
        else { return }
        if now >= limit { return becomeNonResponsive(due: due) }
        let gapTold = tellOfGap(due: due, limit: limit)
        if now < due {
            remind(due: due, limit: limit, isToldOtherwise: gapTold)
        } else if !user.progress.deadlinePassed {
            passDeadline(due: due, limit: limit, isToldOtherwise: gapTold)
        }
    }

    /// One reminder to each whose limit a hold has moved; it stands for those missed meanwhile.
    private mutating func tellOfGap(due: Instant, limit: Instant) -> Bool {
        guard let gap = moment.gap, user.isToBeTold(of: gap, settings: moment.settings) else {
            return false
        }
        user.progress.gapTold = gap.number
        let notice = moment.texts.reminder(
            situation.tells, due: now < due ? due : limit, alarm: limit, after: gap)
        effects.append(moment.event(.reminderDue, user.id, by: .daemon, ["after": "gap"]))
        tell(.reminder, ofGap: true, notice)
        return true
    }

    private mutating func remind(due: Instant, limit: Instant, isToldOtherwise: Bool) {
        let missed = user.schedule.reminders.filter {
            due - $0 <= now && user.progress.awaits($0)
        }
        guard let latest = missed.min() else { return }
        user.progress.passedLeads.formUnion(missed)
        if isToldOtherwise { return }
        user.progress.passedLeads.remove(latest)
        user.progress.remindedLeads.insert(latest)
        effects.append(
            moment.event(
                .reminderDue, user.id, by: .daemon, ["lead": Words.interval(latest)]))
        tell(
            .reminder, moment.texts.reminder(situation.tells, due: due, alarm: limit, after: nil))
    }

    /// What the user's check-in makes pointless.
    private mutating func tell(_ kind: Notification.Kind, ofGap: Bool = false, _ notice: Notice) {
        user.progress.noticeSent = user.progress.noticeSent ?? now
        effects.append(
            moment.notification(
                kind, to: user.id, about: user.id, cause: user.reminding, ofGap: ofGap, notice))
    }

    private mutating func passDeadline(due: Instant, limit: Instant, isToldOtherwise: Bool) {
        user.progress.deadlinePassed = true
        if let cause = user.reminding {
            effects.append(
                .withdraw(
                    Withdrawal(kinds: [.reminder], cause: cause, sparesGapReminders: true)))
        }
        if user.schedule.grace > .zero, !isToldOtherwise,
            user.progress.remindedLeads.insert(User.Progress.atDeadline).inserted
        {
            tell(.overdue, moment.texts.overdue(situation.tells, due: due, alarm: limit))
        }
    }

    private mutating func becomeNonResponsive(due: Instant) {
        let incident = Incident(id: moment.newID(), since: now)
        user.incident = incident
        user.progress.deadlinePassed = true
        if let cause = user.reminding {
            effects.append(.withdraw(Withdrawal(kinds: [.reminder, .overdue], cause: cause)))
        }
        effects.append(
            moment.event(
                .becameNonResponsive, user.id, by: .daemon,
                [
                    "incident": incident.id, "due": due.rfc3339,
                    "lastCheckIn": user.lastCheckIn?.rfc3339 ?? "",
                    "telling": situation.responders.filter(\.isReachable)
                        .map(\.handle.text).joined(separator: ", "),
                ]))
        effects += situation.responders.map { responder in
            nonResponsiveNotice(to: responder.id, incident, due: due, isRepeat: false)
        }
        effects.append(
            moment.notification(
                .nonResponsive, to: user.id, about: user.id, cause: incident.id,
                moment.texts.respondersTold(situation.tells)))
        if situation.tells.isEmpty { raiseNobodyToTell(of: incident.id, since: now) }
    }

    private func nonResponsiveNotice(
        to responder: UserID, _ incident: Incident, due: Instant, isRepeat: Bool
    ) -> Effect {
        moment.notification(
            .nonResponsive, to: responder, about: user.id, cause: incident.id,
            moment.texts.nonResponsive(
                situation, to: responder, due: due, gap: moment.gap, isRepeat: isRepeat))
    }

    private mutating func raiseNobodyToTell(of emergency: Identifier, since: Instant) {
        effects.append(.raise(Problem(.nobodyToTell(of: emergency, user), since: since)))
    }

    // MARK: While an incident lasts

    mutating func incidentTelling() {
        guard var incident = user.incident, let due = user.nextCheckIn else { return }
        let (again, failed) = advance(
            &incident.telling, start: incident.since, reached: situation.incidentReached)
        user.incident = incident
        if again {
            effects += situation.responders.map {
                nonResponsiveNotice(to: $0.id, incident, due: due, isRepeat: true)
            }
        }
        if failed { raiseNobodyReached(subject: incident.id, since: incident.since) }
    }

    mutating func alertTelling() {
        guard var alert = user.alert else { return }
        let (again, failed) = advance(
            &alert.telling, start: alert.startedAt, reached: situation.alertReached)
        user.alert = alert
        if again {
            effects += situation.responders.map {
                moment.notification(
                    .alertRaised, to: $0.id, about: user.id, cause: alert.id,
                    moment.texts.alertRaised(situation, alert, to: $0.id, isRepeat: true))
            }
        }
        if failed { raiseNobodyReached(subject: alert.id, since: alert.startedAt) }
    }

    /// Whether the responders are told again now (after downtime only the latest repeat), and whether nobody who can
    /// act has been reached. That is looked at 5 minutes after the start; and whenever they are told again, whether all
    /// have fallen silent since. Of a notice that comes to nobody then its attempts tell (``stillNobodyReached``).
    private func advance(_ telling: inout Telling, start: Instant, reached: Bool)
        -> (again: Bool, nobodyReached: Bool)
    {
        let due = Telling.repeatsDue(start: start, now: now)
        let again = due > telling.repeats
        telling.repeats = max(due, telling.repeats)
        let isFirst = !telling.checked && now >= start + Telling.checkAfter
        guard again || isFirst else { return (false, false) }
        telling.checked = true
        // Who has no channel hears of nothing.
        let allSilent = situation.responders.allSatisfy { $0.isNonResponsive || !$0.isReachable }
        return (again, situation.tells.isEmpty || allSilent || isFirst && !reached)
    }

    private mutating func raiseNobodyReached(subject: Identifier, since: Instant) {
        // The last channel may have gone since the start.
        if situation.tells.isEmpty { return raiseNobodyToTell(of: subject, since: since) }
        effects.append(.raise(Problem(.nobodyReached(of: subject, user), since: since)))
    }
}
