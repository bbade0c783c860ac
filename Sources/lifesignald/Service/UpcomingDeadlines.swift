import HeapModule
import LifeSignal

/// The deadlines that lie ahead, soonest first, then by user and kind, a few at a time.
///
/// Goes through users by their earliest deadline that is listed and stops as soon as nothing sooner can
/// follow, so that the first few cost the same among ten users and among a million. What was read and comes
/// later is kept for the next page; each user is listed as they were when they were read.
///
/// One call's own, whose rounds come one after the other, hence `@unchecked`.
final class UpcomingDeadlines: @unchecked Sendable {
    struct Item: Comparable {
        var at: Instant
        var user: Handle
        /// As the socket names it.
        var kind: String

        static func < (a: Item, b: Item) -> Bool {
            (a.at, a.user, a.kind) < (b.at, b.user, b.kind)
        }
    }

    private let users: [UserID]?
    private let viewer: UserID?
    /// What was read and not listed yet.
    private var ahead = Heap<Item>()
    /// Who was read: a deadline that passes meanwhile brings them behind the last user once more.
    private var seen: Set<UserID> = []
    private var lastUser: DeadlineTable.Entry?
    private var lastPing: (at: Instant, sequence: Int64)?
    /// When the last ping expires: none that was not read does so earlier.
    private var lastExpiry: Instant?
    private var hasAllUsers = false
    private var hasAllPings = false
    /// The last page, for a round that is run again.
    private var page: (number: Int, items: [Item])?

    /// - Parameters:
    ///   - users: only these, as they are when the first are asked for; everybody if nil.
    ///   - viewer: who sees of others only the pings between the two; nil sees all.
    init(of users: [UserID]?, seenBy viewer: UserID?) {
        self.users = users
        self.viewer = viewer
    }

    var isEverybodys: Bool { users == nil }

    /// The pages one after the other, from number 0; one of fewer than `limit` is the last.
    func page(_ number: Int, _ limit: Int, _ turn: Turn) throws -> [Item] {
        if let page, page.number == number { return page.items }
        guard limit > 0 else { return [] }
        if let users, !hasAllUsers { try readAll(of: users, turn) }
        var items: [Item] = []
        // All who come first have a deadline to list, but for those whom an older version has left there.
        var size = min(limit, 64)
        while true {
            while items.count < limit, let item = ahead.min, isSettled(item) {
                items.append(ahead.removeMin())
            }
            guard items.count < limit, !(hasAllUsers && hasAllPings) else { break }
            let item = ahead.min
            if !(item.map(isBeforeOtherUsers) ?? hasAllUsers) { try readUsers(size, turn) }
            if !(item.map(isBeforeOtherPings) ?? hasAllPings) { try readPings(size, turn) }
            size = min(size * 2, 256)
        }
        page = (number, items)
        return items
    }

    private func isSettled(_ item: Item) -> Bool {
        isBeforeOtherUsers(item) && isBeforeOtherPings(item)
    }

    /// Whoever comes after the last user has nothing that goes before it.
    private func isBeforeOtherUsers(_ item: Item) -> Bool {
        hasAllUsers || lastUser.map { (item.at, item.user.text) <= ($0.at, $0.handle) } ?? false
    }

    /// At one instant pings may be out of order: a hold lets all of them expire at once.
    private func isBeforeOtherPings(_ item: Item) -> Bool {
        hasAllPings || lastExpiry.map { item.at <= $0 } ?? false
    }

    // MARK: Reading

    private func readAll(of users: [UserID], _ turn: Turn) throws {
        for user in users {
            if let found = try UserTable.user(turn.db, user) {
                ahead.insert(contentsOf: items(found, turn))
            }
            let pings = try PingTable.received(turn.db, by: user).map(\.ping)
                .filter { viewer == nil || viewer == user || viewer == $0.sender }
            ahead.insert(contentsOf: try pings.map { try item($0, turn) })
        }
        (hasAllUsers, hasAllPings) = (true, true)
    }

    private func readUsers(_ limit: Int, _ turn: Turn) throws {
        let next = try UserTable.listed(turn.db, after: lastUser, limit: limit)
        for (entry, user) in next where seen.insert(user.id).inserted {
            ahead.insert(contentsOf: items(user, foundAt: entry.at, turn))
        }
        lastUser = next.last?.entry ?? lastUser
        hasAllUsers = next.count < limit
    }

    private func readPings(_ limit: Int, _ turn: Turn) throws {
        let next = try PingTable.oldestPending(
            turn.db, sentBy: Instant(milliseconds: .max), after: lastPing, limit: limit)
        let items = try next.map { try item($0.ping, turn) }
        ahead.insert(contentsOf: items)
        lastPing = next.last.map { ($0.ping.sentAt, $0.sequence) } ?? lastPing
        lastExpiry = items.last?.at ?? lastExpiry
        hasAllPings = next.count < limit
    }

    /// A hold moves the limits of all whom it concerns at once, but their entries one by one, with the look at each.
    /// Until then a limit by which somebody is found is listed where their entry stands: else all of these would be read
    /// before any of them is listed (docs/decisions/0018-a-start-serves-first.md).
    private func items(_ user: User, foundAt kept: Instant, _ turn: Turn) -> [Item] {
        var items = items(user, turn)
        // An older version may have kept them by what is not listed, before their limit.
        let mayBeLimit =
            user.nonResponsiveAt(gap: nil, settings: turn.moment.settings)
            .map { $0 <= kept } ?? false
        if mayBeLimit, items.min()?.at != kept,
            let limit = items.firstIndex(where: {
                $0.kind == Deadline.Kind.nonResponsive.listedName
            })
        {
            items[limit].at = kept
        }
        return items
    }

    private func items(_ user: User, _ turn: Turn) -> [Item] {
        user.deadlines(gap: turn.moment.gap, settings: turn.moment.settings)
            .compactMap { deadline in
                deadline.kind.listedName.map {
                    Item(at: deadline.at, user: user.handle, kind: $0)
                }
            }
    }

    private func item(_ ping: Ping, _ turn: Turn) throws -> Item {
        Item(
            at: ping.expiry(gap: turn.moment.gap, settings: turn.moment.settings),
            user: Handle(stored: try UserTable.name(turn.db, ping.recipient).handle),
            kind: "pingExpiry")
    }
}
