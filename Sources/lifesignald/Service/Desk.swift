import LifeSignal
import LifeSignalAPI
import Varlink

/// What every method needs: the engine, and who is calling.
final class Desk: Sendable {
    let engine: Engine
    let accounts: any Accounts
    let journal: Journal
    /// Where a backup is made before it is sent.
    let stateDirectory: String

    init(engine: Engine, accounts: any Accounts, journal: Journal, stateDirectory: String) {
        self.engine = engine
        self.accounts = accounts
        self.journal = journal
        self.stateDirectory = stateDirectory
    }

    /// How many items a listing reads from the database at once.
    static let pageSize = 64

    /// Gets what came of a call in its round, from whoever ran that. To ask for it puts what went wrong into the words
    /// of the interface, and logs refusals that matter: that is for whoever replies.
    typealias Then<Value> = @Sendable (_ outcome: @escaping @Sendable () throws -> Value) -> Void

    /// A call that only reads.
    ///
    /// - Parameter rows: how many of a listing, at the most.
    func read<Value: Sendable>(
        _ call: Call, rows: Int = 0, _ body: @escaping @Sendable (Visit) throws -> Value,
        then: @escaping Then<Value>
    ) {
        let credentials = accounts.credentials(of: call.peer)
        engine.read(for: call.peer.uid, rows: rows) {
            try body(Visit($0, call, credentials))
        } then: { result in
            then { try self.value(of: result, call, credentials) }
        }
    }

    /// A call that changes something, all of it or nothing.
    func write<Value: Sendable>(
        _ call: Call, _ body: @escaping @Sendable (Visit) throws -> Value,
        then: @escaping Then<Value>
    ) {
        let credentials = accounts.credentials(of: call.peer)
        engine.write(for: call.peer.uid) { turn in
            try turn.sparingly { try body(Visit(turn, call, credentials)) }
        } then: { result in
            then { try self.value(of: result, call, credentials) }
        }
    }

    /// As ``write(_:_:then:)``, with the engine's own state.
    func control<Value: Sendable>(
        _ call: Call, _ body: @escaping @Sendable (EngineCore, Visit) throws -> Value,
        then: @escaping Then<Value>
    ) {
        let credentials = accounts.credentials(of: call.peer)
        engine.control(for: call.peer.uid) { core, turn in
            try turn.sparingly { try body(core, Visit(turn, call, credentials)) }
        } then: { result in
            then { try self.value(of: result, call, credentials) }
        }
    }

    // For methods of several rounds.

    func read<Value: Sendable>(
        _ call: Call, rows: Int = 0, _ body: @escaping @Sendable (Visit) throws -> Value
    ) async throws -> Value {
        try await outcome { read(call, rows: rows, body, then: $0) }
    }

    func write<Value: Sendable>(
        _ call: Call, _ body: @escaping @Sendable (Visit) throws -> Value
    ) async throws -> Value {
        try await outcome { write(call, body, then: $0) }
    }

    func control<Value: Sendable>(
        _ call: Call, _ body: @escaping @Sendable (EngineCore, Visit) throws -> Value
    ) async throws -> Value {
        try await outcome { control(call, body, then: $0) }
    }

    private func outcome<Value: Sendable>(
        of begin: (_ then: @escaping Then<Value>) -> Void
    ) async throws -> Value {
        let outcome = await withCheckedContinuation { continuation in
            begin { continuation.resume(returning: $0) }
        }
        return try outcome()
    }

    /// Sends a listing page by page. `page` gets the cursor that the page before gave; an empty
    /// page is the end.
    func list<Cursor: Sendable, Item: Sendable, Reply: VarlinkObject>(
        _ call: Call, _ replies: Replies<Reply>, from start: Cursor, limit: Int64? = nil,
        page: @escaping @Sendable (Visit, Cursor, Int) throws -> [(Cursor, Item)],
        reply: (Item) -> Reply
    ) async throws {
        var cursor = start
        var left = Int(min(limit ?? .max, Int64(Int32.max)))
        repeat {
            let (from, size) = (cursor, min(left, Self.pageSize))
            let items = try await read(call, rows: size) { visit in
                // A page of nothing still says whether the caller may see it.
                let items = try page(visit, from, max(size, 0))
                try Visit.requireCount(limit, "limit")
                return items
            }
            for (_, item) in items { try await replies.send(reply(item)) }
            guard let last = items.last, items.count == size else { return }
            cursor = last.0
            left -= items.count
        } while left > 0
    }

    /// Sends a listing whose order was read at once, page by page. `page` gets the next of its keys.
    func list<Key: Sendable, Item: Sendable, Reply: VarlinkObject>(
        _ call: Call, _ replies: Replies<Reply>, of keys: [Key],
        page: @escaping @Sendable (Visit, [Key]) throws -> [Item], reply: (Item) -> Reply
    ) async throws {
        for first in stride(from: 0, to: keys.count, by: Self.pageSize) {
            let keys = Array(keys.dropFirst(first).prefix(Self.pageSize))
            for item in try await read(call, rows: keys.count, { try page($0, keys) }) {
                try await replies.send(reply(item))
            }
        }
    }

    private func value<Value>(
        of result: Result<Value, any Error>, _ call: Call, _ credentials: Credentials
    ) throws -> Value {
        do {
            return try result.get()
        } catch let refusal as Refusal {
            throw failure(RefusedCall(refusal), call, credentials)
        } catch let refused as RefusedCall {
            throw failure(refused, call, credentials)
        } catch let unavailable as Engine.Unavailable {
            journal.notTaken(call, by: credentials.account, unavailable)
            throw Self.failure(unavailable)
        }
    }

    private func failure(
        _ refused: RefusedCall, _ call: Call, _ credentials: Credentials
    ) -> any Error {
        journal.refused(call, by: credentials.account, refused)
        return refused.refusal.failure
    }

    static func failure(_ unavailable: Engine.Unavailable) -> any Error {
        Daemon.Failure.unavailable(
            reason: unavailable.description, retryAfter: unavailable == .diskFull ? 60 : 1)
    }
}

extension UserID {
    /// Users' numbers begin with 1.
    static let nobody = UserID(0)
}

/// One call within a turn of the engine.
struct Visit {
    let turn: Turn
    let call: Call
    let caller: Caller
    let account: String?

    init(_ turn: Turn, _ call: Call, _ credentials: Credentials) throws {
        self.turn = turn
        self.call = call
        account = credentials.account
        let user = try credentials.account.flatMap { try UserTable.user(turn.db, account: $0) }
        let actor: Actor =
            if let user {
                .user(user.id, user.handle, name: user.name)
            } else if let account {
                .account(account)
            } else {
                .uid(call.peer.uid)
            }
        caller = Caller(
            isAdmin: credentials.isAdmin, isSender: credentials.isSender, user: user?.id,
            actor: actor)
    }

    var db: Connection { turn.db }
    var moment: Moment { turn.moment }

    func require(_ deed: Deed) throws(Refusal) {
        guard caller.may(deed) else { throw .permissionDenied }
        turn.does(deed)
    }

    func require(_ deed: Deed, about user: User) throws(RefusedCall) {
        guard caller.may(deed) else { throw RefusedCall(.permissionDenied, about: user.handle) }
        turn.does(deed)
    }

    /// The user that a call is about: named, or the one bound to the calling account.
    ///
    /// Someone outside the caller's view is refused alike, whether or not they exist.
    func user(_ handle: String?) throws -> (user: User, relation: Relation) {
        let (stored, relation) = try stored(handle)
        return (stored.user, relation)
    }

    /// As ``user(_:)``, for what is written about them at once.
    func stored(_ handle: String?) throws -> (user: StoredUser, relation: Relation) {
        guard let handle else {
            guard let id = caller.user, let own = try UserTable.stored(db, id) else {
                throw Refusal.noAccount(account ?? String(call.peer.uid))
            }
            return (own, .itself)
        }
        let found = try UserTable.stored(db, handle: handle)
        // The same work for who isn't there, so that the time tells nothing either.
        let relation = try relation(to: found?.user.id ?? .nobody)
        guard let stored = found else {
            throw caller.isAdmin ? Refusal.noSuchUser(handle) : .permissionDenied
        }
        guard caller.isAdmin || relation != .none else {
            throw RefusedCall(.permissionDenied, about: stored.user.handle)
        }
        return (stored, relation)
    }

    func relation(to user: UserID) throws -> Relation {
        guard let own = caller.user else { return .none }
        if own == user { return .itself }
        if try EdgeTable.dateAdded(db, dependent: user, responder: own) != nil {
            return .dependent
        }
        if try EdgeTable.dateAdded(db, dependent: own, responder: user) != nil {
            return .responder
        }
        return .none
    }

    /// The user and their relation, if the caller may do this to them.
    func user(_ handle: String?, for deed: (Relation) -> Deed) throws -> User {
        let (user, relation) = try user(handle)
        try require(deed(relation), about: user)
        return user
    }

    /// Whose events and deadlines are asked for: somebody's by name, or all that the caller sees.
    func subject(_ handle: String?) throws -> Subject {
        if let handle { return .one(try user(handle, for: Deed.seeLife).id) }
        return try seenNet().map { .net(of: $0) } ?? .everybody
    }

    /// Whose net is all that the caller sees; nil for who sees everybody.
    func seenNet() throws -> UserID? {
        try require(.seeOwnNet)
        if caller.isAdmin { return nil }
        guard let own = caller.user else { throw Refusal.permissionDenied }
        return own
    }

    /// After a way to tell somebody about these users has gone.
    func look(whoIsLeftFor dependents: [UserID]) throws {
        for id in dependents {
            guard let user = try UserTable.user(db, id) else { continue }
            try turn.apply(nobodyLeftToTell(try Situations.whole(db, of: user), moment))
        }
    }

    /// How many a caller wants cannot be less than none.
    static func requireCount(_ count: Int64?, _ parameter: String) throws(Refusal) {
        guard count ?? 0 >= 0 else {
            throw .invalid(parameter: parameter, reason: "a number from 0 up")
        }
    }

    /// Counts a deed that a user may do so many times an hour; an admin may always.
    func count(_ deed: RateLimits.Deed) throws {
        guard !caller.isAdmin, let user = caller.user else { return }
        try turn.memory.limits.count(deed, by: user, at: turn.now)
    }
}
