/// What a caller wants changed; what is nil stays, an empty text clears an optional field.
public struct UserEdit: Hashable, Sendable {
    public var name: String?
    public var phoneNumber: String?
    public var emergencyNote: String?
    public var pictureURL: String?
    public var account: String?
    public var checkInInterval: Int64?
    public var reminders: [Int64]?
    public var grace: Int64?
    public var dependentSort: DependentSort?

    public init() {}
}

/// An edit with its result, or nothing if nothing changes.
///
/// Saves only what is valid as a whole. A change of schedule recomputes every deadline from the
/// last check-in; it never raises an alarm and never silences one (`WouldBeOverdue`) unless the
/// call also checks in.
public func edit(
    _ situation: Situation, _ edit: UserEdit, checksIn: Bool, by actor: Actor, _ moment: Moment
) throws(Refusal) -> (user: User, changed: Bool, effects: [Effect]) {
    let old = situation.user
    var user = old
    user.profile = try old.profile.edited(edit)
    user.schedule = try old.schedule.changed(
        interval: edit.checkInInterval, reminders: edit.reminders, grace: edit.grace)
    user.dependentSort = edit.dependentSort ?? old.dependentSort
    if user.schedule != old.schedule, !checksIn { try requireNotOverdue(old, user, moment) }
    // It was passed already if the clock has gone back since; another one lies ahead now.
    if user.nextCheckIn != old.nextCheckIn {
        user.progress.deadlinePassed = false
        user.progress.remindedLeads.remove(User.Progress.atDeadline)
        user.progress.takeUpPassedLeads(before: user.nextCheckIn, at: moment.now)
    }

    var effects: [Effect] = []
    if user != old {
        effects.append(
            moment.event(
                .userChanged, user.id, by: actor, ["fields": changedFields(old, user)]))
        if !checksIn {
            effects += scheduleChanged(situation, from: old, to: user, by: actor, moment)
            effects += withdrawnReminders(situation, from: old, to: &user)
        }
        effects.append(.editUser(user))
    }
    guard checksIn else { return (user, user != old, effects) }
    var after = situation
    after.user = user
    let checked = checkIn(after, source: .manual, by: actor, moment)
    return (checked.user, true, effects + checked.effects)
}

extension Profile {
    fileprivate func edited(_ edit: UserEdit) throws(Refusal) -> Profile {
        var profile = self
        if let name = edit.name { profile.name = try Self.validName(name) }
        if let number = edit.phoneNumber {
            profile.phoneNumber = try Self.validPhoneNumber(number)
        }
        if let note = edit.emergencyNote {
            profile.emergencyNote = try Self.validEmergencyNote(note)
        }
        if let url = edit.pictureURL { profile.pictureURL = try Self.validPictureURL(url) }
        if let account = edit.account { profile.account = try Self.validAccount(account) }
        return profile
    }
}

private func requireNotOverdue(_ old: User, _ new: User, _ moment: Moment) throws(Refusal) {
    guard let due = old.nextCheckIn, let newDue = new.nextCheckIn else { return }
    if old.needsHelp(at: moment.now) {
        throw .wouldBeOverdue(user: old.handle.text, nextCheckIn: due)
    }
    if newDue <= moment.now {
        throw .wouldBeOverdue(user: old.handle.text, nextCheckIn: newDue)
    }
}

/// A non-responsive instant that moves out without a check-in is told to the responders.
private func scheduleChanged(
    _ situation: Situation, from old: User, to new: User, by actor: Actor, _ moment: Moment
) -> [Effect] {
    guard let was = old.nonResponsiveAt(gap: moment.gap, settings: moment.settings),
        let limit = new.nonResponsiveAt(gap: moment.gap, settings: moment.settings), limit > was,
        let oldDue = old.nextCheckIn, let due = new.nextCheckIn
    else { return [] }
    // The check-in says it all where the limit moves as far as it does; grace moves the limit alone.
    let notice =
        limit - was == due - oldDue
        ? moment.texts.scheduleChanged(new, due: due, was: oldDue, by: actor)
        : moment.texts.scheduleChanged(new, alarm: limit, was: was, by: actor)
    return situation.responders.map {
        moment.notification(.scheduleChanged, to: $0.id, about: new.id, notice)
    }
}

/// A reminder that has not come yet names a deadline that is another now: in its stead one is told of the new one, when
/// that is due. One that was delivered is not repeated.
private func withdrawnReminders(
    _ situation: Situation, from old: User, to new: inout User
) -> [Effect] {
    let isMoved =
        (new.schedule.interval, new.schedule.grace) != (old.schedule.interval, old.schedule.grace)
    guard isMoved, let cause = old.reminding else { return [] }
    let told = new.schedule.reminders.filter(old.progress.remindedLeads.contains)
    switch situation.waiting {
    case .none: break
    case .newest: new.progress.remindedLeads.subtract([told.min()].compactMap(\.self))
    case .all:
        new.progress.remindedLeads.subtract(told)
        new.progress.passedLeads = []
    }
    return [
        .withdraw(Withdrawal(kinds: [.reminder], cause: cause, sparesGapReminders: true))
    ]
}

private func changedFields(_ old: User, _ new: User) -> String {
    let fields: [(String, Bool)] = [
        ("name", old.profile.name != new.profile.name),
        ("phoneNumber", old.profile.phoneNumber != new.profile.phoneNumber),
        ("emergencyNote", old.profile.emergencyNote != new.profile.emergencyNote),
        ("pictureUrl", old.profile.pictureURL != new.profile.pictureURL),
        ("account", old.profile.account != new.profile.account),
        ("checkInInterval", old.schedule.interval != new.schedule.interval),
        ("reminders", old.schedule.reminders != new.schedule.reminders),
        ("grace", old.schedule.grace != new.schedule.grace),
        ("dependentSort", old.dependentSort != new.dependentSort),
    ]
    return fields.filter(\.1).map(\.0).joined(separator: ", ")
}
