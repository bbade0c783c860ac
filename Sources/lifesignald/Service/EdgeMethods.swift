import LifeSignal
import LifeSignalAPI
import Varlink

/// Responders and dependents.
extension Desk {
    func addEdgeMethods(to router: inout Router) {
        router.on(People.AddResponder.self, writing { try $0.addResponder($1) }) {
            People.AddResponder.Reply(reachable: $0)
        }
        router.on(People.RemoveResponder.self, writing { try $0.removeResponder($1) }) {
            People.RemoveResponder.Reply()
        }
        router.onStream(People.ListResponders.self) { parameters, call, replies in
            let contacts = try await self.read(call) { try $0.responders(parameters.user) }
            for contact in contacts {
                try await replies.send(People.ListResponders.Reply(contact: contact))
            }
        }
        router.onStream(People.ListDependents.self) { parameters, call, replies in
            try await self.list(
                call, replies, of: try await self.sortedDependents(parameters, call)
            ) {
                try $0.dependents(parameters.user, $1)
            } reply: {
                People.ListDependents.Reply(contact: $0)
            }
        }
    }

    /// The order of all of them; a sort given is remembered.
    private func sortedDependents(
        _ wanted: People.ListDependents.Parameters, _ call: Call
    ) async throws -> [SortKey] {
        if wanted.sort != nil {
            return try await write(call) { try $0.sortedDependents(wanted) }
        }
        return try await read(call) { try $0.sortedDependents(wanted) }
    }
}

extension Visit {
    /// - Returns: whether the responder has a channel.
    func addResponder(_ wanted: People.AddResponder.Parameters) throws -> Bool {
        let (dependent, relation) = try user(wanted.dependent)
        try require(.addResponder(to: relation), about: dependent)
        guard let responder = try UserTable.user(db, handle: wanted.responder),
            let contact = try EdgeTable.contact(db, responder.id)
        else { throw Refusal.noSuchUser(wanted.responder) }
        let effects = try LifeSignal.addResponder(
            contact, to: try Situations.whole(db, of: dependent), by: caller.actor, moment)
        try count(.edgeChanges)
        try turn.apply(effects)
        return contact.isReachable
    }

    func removeResponder(_ wanted: People.RemoveResponder.Parameters) throws {
        let (dependent, ofDependent) = try user(wanted.dependent)
        let (responder, ofResponder) = try user(wanted.responder)
        try require(
            .removeEdge(dependent: ofDependent, responder: ofResponder), about: dependent)
        guard let contact = try EdgeTable.contact(db, responder.id) else {
            throw Refusal.noSuchUser(wanted.responder)
        }
        let effects = try LifeSignal.removeResponder(
            contact, from: try Situations.whole(db, of: dependent), by: caller.actor, moment)
        try count(.edgeChanges)
        try turn.apply(effects)
    }

    fileprivate func responders(_ handle: String?) throws -> [People.Contact] {
        let dependent = try user(handle, for: Deed.seeArrangements)
        return try EdgeTable.responders(db, of: dependent.id).compactMap {
            try contact($0.id, of: dependent)
        }
    }

    /// Someone tied to `user`, in either or both roles, since the older of the edges.
    private func contact(_ id: UserID, of user: User) throws -> People.Contact? {
        guard let other = try UserTable.user(db, id) else { return nil }
        let asResponder = try EdgeTable.dateAdded(db, dependent: user.id, responder: id)
        let asDependent = try EdgeTable.dateAdded(db, dependent: id, responder: user.id)
        let relation = caller.isAdmin ? .itself : try relation(to: id)
        let dates = [asResponder, asDependent].compactMap { $0 }
        guard let dateAdded = dates.min() else { return nil }
        return People.Contact(
            user: People.User(try seen(other, relation)), isResponder: asResponder != nil,
            isDependent: asDependent != nil, dateAdded: dateAdded.rfc3339,
            reachable: asResponder == nil
                ? nil : try ChannelTable.isReachable(db, id))
    }

    fileprivate func sortedDependents(_ wanted: People.ListDependents.Parameters) throws
        -> [SortKey]
    {
        let responder = try user(wanted.user, for: Deed.seeArrangements)
        var sort = responder.dependentSort
        if let given = wanted.sort.flatMap({ DependentSort(rawValue: $0.rawValue) }) {
            sort = given
            var edit = UserEdit()
            edit.dependentSort = sort
            let edited = try LifeSignal.edit(
                Situation(user: responder), edit, checksIn: false, by: caller.actor, moment)
            try turn.apply(edited.effects)
        }
        return try EdgeTable.sortKeys(db, ofDependentsOf: responder.id)
            .sorted { sort.precedes($0, $1) }
    }

    /// Those of them who are still dependents.
    fileprivate func dependents(_ handle: String?, _ keys: [SortKey]) throws -> [People.Contact] {
        let responder = try user(handle, for: Deed.seeArrangements)
        return try keys.compactMap { try contact($0.user, of: responder) }
    }
}
