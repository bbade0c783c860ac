import LifeSignal
import LifeSignalAPI
import Varlink

/// Profiles, schedules and check-ins.
extension Desk {
    func addUserMethods(to router: inout Router) {
        router.on(People.AddUser.self, writing { try $0.addUser($1, self.accounts) }) {
            People.AddUser.Reply(user: People.User($0))
        }
        router.on(People.SetUser.self, writing { try $0.setUser($1, self.accounts) })
        router.on(People.RemoveUser.self, writing { try $0.removeUser($1) }) {
            People.RemoveUser.Reply()
        }
        router.on(
            People.GetUser.self,
            reading { visit, parameters in
                let (user, relation) = try visit.user(parameters.user)
                try visit.require(.seeUser(relation))
                return try visit.seen(user, relation)
            }
        ) {
            People.GetUser.Reply(user: People.User($0))
        }
        router.onStream(People.ListUsers.self) { _, call, replies in
            func reply(_ user: SeenUser) -> People.ListUsers.Reply {
                People.ListUsers.Reply(user: People.User(user))
            }
            if let net = try await self.read(call, { try $0.net() }) {
                try await self.list(
                    call, replies, of: net, page: { try $0.users($1) }, reply: reply)
            } else {
                try await self.list(
                    call, replies, from: "", page: { try $0.users(after: $1, limit: $2) },
                    reply: reply)
            }
        }
    }

    func addCheckInMethods(to router: inout Router) {
        router.on(People.CheckIn.self, writing { try $0.checkIn($1) }) {
            People.CheckIn.Reply(user: People.User($0))
        }
        router.onStream(People.ListCheckIns.self) { parameters, call, replies in
            try await self.list(call, replies, from: Int64?.none, limit: parameters.limit) {
                visit, before, limit in
                let user = try visit.user(parameters.user, for: Deed.seeLife)
                let before = try before ?? Visit.number(parameters.before)
                return try EventTable.checkIns(
                    visit.db, of: user.id, Page(before: before, limit: limit)
                ).map { checkIn in
                    (
                        checkIn.sequence,
                        People.CheckInRecord(
                            id: String(checkIn.sequence), user: user.handle.text,
                            at: checkIn.at.rfc3339, source: .init(rawValue: checkIn.source),
                            by: checkIn.by)
                    )
                }
            } reply: {
                People.ListCheckIns.Reply(checkIn: $0)
            }
        }
    }
}

extension Visit {
    /// A check-in's id is its number.
    static func number(_ id: Identifier?) throws(InvalidParameter) -> Int64? {
        guard let id else { return nil }
        guard let number = Int64(id), number > 0 else {
            throw InvalidParameter("before", reason: "no such entry")
        }
        return number
    }

    func addUser(_ wanted: People.AddUser.Parameters, _ accounts: any Accounts) throws
        -> SeenUser
    {
        try require(.addOrRemoveUser)
        let handle = try Handle(wanted.handle)
        let profile = Profile(
            name: try Profile.validName(wanted.name),
            phoneNumber: try Profile.validPhoneNumber(wanted.phoneNumber ?? ""),
            emergencyNote: try Profile.validEmergencyNote(wanted.emergencyNote ?? ""),
            pictureURL: try Profile.validPictureURL(wanted.pictureUrl ?? ""),
            account: try Profile.validAccount(wanted.account ?? ""))
        let schedule = try Schedule(
            interval: wanted.checkInInterval, reminders: wanted.reminders, grace: wanted.grace)
        guard try UserTable.user(db, handle: handle.text) == nil else {
            throw Refusal.userExists(handle.text)
        }
        try requireFree(profile.account, for: nil, accounts)
        let added = LifeSignal.addUser(
            try UserTable.nextID(db), handle: handle, profile: profile, schedule: schedule,
            checksIn: wanted.checkIn ?? false, by: caller.actor, moment)
        try turn.apply(added.effects)
        return try seen(added.user, .itself)
    }

    func setUser(_ wanted: People.SetUser.Parameters, _ accounts: any Accounts) throws
        -> People.SetUser.Reply
    {
        let old = try user(
            wanted.user, for: { .editUser($0, changesBinding: wanted.account != nil) })
        var edit = UserEdit()
        edit.name = wanted.name
        edit.phoneNumber = wanted.phoneNumber
        edit.emergencyNote = wanted.emergencyNote
        edit.pictureURL = wanted.pictureUrl
        edit.account = wanted.account
        edit.checkInInterval = wanted.checkInInterval
        edit.reminders = wanted.reminders
        edit.grace = wanted.grace
        edit.dependentSort = wanted.dependentSort.flatMap { DependentSort(rawValue: $0.rawValue) }
        let edited = try LifeSignal.edit(
            try Situations.forEdit(db, of: old), edit, checksIn: wanted.checkIn ?? false,
            by: caller.actor, moment)
        if edited.user.profile.account != old.profile.account {
            try requireFree(edited.user.profile.account, for: old.id, accounts)
        }
        try turn.apply(edited.effects)
        return People.SetUser.Reply(
            user: People.User(try seen(edited.user, .itself)), changed: edited.changed)
    }

    func removeUser(_ wanted: People.RemoveUser.Parameters) throws {
        try require(.addOrRemoveUser)
        let user = try user(wanted.user).user
        let inIncident = try EdgeTable.needingHelp(db, of: user.id)
        try turn.apply(
            LifeSignal.removeUser(
                try Situations.forRemoval(db, of: user), force: wanted.force ?? false,
                by: caller.actor, moment))
        try look(whoIsLeftFor: inIncident)
    }

    /// One account, one user; and the account has to exist.
    private func requireFree(_ account: String?, for user: UserID?, _ accounts: any Accounts) throws
    {
        guard let account else { return }
        guard accounts.exists(account: account) else {
            throw Refusal.invalid(
                parameter: "account", reason: "this machine has no account “\(account)”")
        }
        if let owner = try UserTable.user(db, account: account), owner.id != user {
            throw Refusal.accountTaken(account)
        }
    }

    /// Whom a caller has listed, by handle: everybody (nil), or itself and its contacts.
    fileprivate func net() throws -> [UserID]? {
        try require(.seeOwnNet)
        if caller.isAdmin { return nil }
        return try caller.user.map { try UserTable.net(db, of: $0) } ?? []
    }

    /// Of everybody.
    fileprivate func users(after: String, limit: Int) throws -> [(String, SeenUser)] {
        guard caller.isAdmin else { throw Refusal.permissionDenied }
        return try UserTable.users(db, after: after, limit: limit).map {
            ($0.handle.text, try seen($0, .itself))
        }
    }

    /// Those of them who are still the caller's contacts, or itself.
    fileprivate func users(_ ids: [UserID]) throws -> [SeenUser] {
        try ids.compactMap { id in
            let relation = try relation(to: id)
            guard relation != .none, let user = try UserTable.user(db, id) else { return nil }
            return try seen(user, relation)
        }
    }

    func checkIn(_ wanted: People.CheckIn.Parameters) throws -> SeenUser {
        let (stored, relation) = try stored(wanted.user)
        let user = stored.user
        let needsHelp = user.needsHelp(at: turn.now)
        try require(.checkIn(relation, needsHelp: needsHelp), about: user)
        let isVouching = relation == .dependent && needsHelp
        let given = wanted.source.flatMap { CheckInSource(rawValue: $0.rawValue) }
        guard given != .responder else {
            throw RefusedCall(
                .invalid(parameter: "source", reason: "“responder” is the daemon's to set"),
                about: user.handle)
        }
        let extent = SeenUser.Extent(caller, relation)
        // What the reply says of them also tells whether a ping waits.
        let standing = extent == .whole ? try Standing.of(user.id, db) : nil
        let (after, effects) = LifeSignal.checkIn(
            try Situations.forCheckIn(db, of: user, hasPings: standing?.pendingPings != 0),
            source: isVouching ? .responder : given ?? .manual, by: caller.actor, moment)
        try turn.apply(effects, of: stored)
        return try seen(after, extent, standing?.withoutPings)
    }
}
