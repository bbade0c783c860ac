import HeapModule
import LifeSignal

/// The deadlines that lie ahead, soonest first, then by user and kind, a few at a time.
///
/// Goes through users by their earliest deadline that is listed and stops as soon as nothing sooner can
/// follow, so that the first few cost the same among ten users and among a million. Of a net the earliest
/// deadlines of all are read first, and users then as they are needed. What was read and comes later is kept for
/// the next page; each user is listed as they were when they were read.
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

    private let subject: Subject
    private let viewer: UserID?
    /// Who of a net was not read yet.
    private var unread: Heap<DeadlineTable.Entry>?
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
    ///   - subject: a net as it is when the first are asked for; who has left it when they would be read is left out.
    ///   - viewer: who sees of others only the pings between the two; nil sees all.
    init(of subject: Subject, seenBy viewer: UserID?) {
        self.subject = subject
        self.viewer = viewer
    }

    var isEverybodys: Bool { if case .everybody = subject { true } else { false } }

    /// The pages one after the other, from number 0; one of fewer than `limit` is the last.
    func page(_ number: Int, _ limit: Int, _ turn: Turn) throws -> [Item] {
        if let page, page.number == number { return page.items }
        guard limit > 0 else { return [] }
        try begin(turn)
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

    /// For the first page.
    private func begin(_ turn: Turn) throws {
        switch subject {
        case .one(let user) where !hasAllUsers:
            if let found = try UserTable.user(turn.db, user) {
                ahead.insert(contentsOf: items(found, turn))
            }
            try add(
                PingTable.received(turn.db, by: user)
                    .filter { viewer == nil || viewer == user || viewer == $0.ping.sender }, turn)
            hasAllUsers = true
        case .net(let own) where unread == nil:
            unread = Heap(try UserTable.listed(turn.db, ofNet: own))
            try add(PingTable.received(turn.db, by: own), turn)
            try add(
                PingTable.sent(turn.db, by: own)
                    .filter { try isOfNet($0.ping.recipient, of: own, turn) }, turn)
        case .everybody, .one, .net: break
        }
    }

    /// All that there are.
    private func add(_ pings: [Situation.PendingPing], _ turn: Turn) throws {
        ahead.insert(contentsOf: try pings.map { try item($0.ping, turn) })
        hasAllPings = true
    }

    private func isOfNet(_ user: UserID, of own: UserID, _ turn: Turn) throws -> Bool {
        try user == own || EdgeTable.dateAdded(turn.db, dependent: user, responder: own) != nil
    }

    private func readUsers(_ limit: Int, _ turn: Turn) throws {
        if case .net(let own) = subject { return try readUsers(ofNet: own, limit, turn) }
        let next = try UserTable.listed(turn.db, after: lastUser, limit: limit)
        for (entry, user) in next where seen.insert(user.id).inserted {
            ahead.insert(contentsOf: items(user, foundAt: entry.at, turn))
        }
        lastUser = next.last?.entry ?? lastUser
        hasAllUsers = next.count < limit
    }

    private func readUsers(ofNet own: UserID, _ limit: Int, _ turn: Turn) throws {
        for _ in 0..<limit {
            guard let entry = unread?.popMin() else {
                hasAllUsers = true
                return
            }
            lastUser = entry
            guard try isOfNet(entry.user, of: own, turn),
                let user = try UserTable.user(turn.db, entry.user)
            else { continue }
            ahead.insert(contentsOf: items(user, foundAt: entry.at, turn))
        }
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
    /// Until then a limit by which somebody is found is listed where their entry stands: else all of these would be
    /// read before any of them is listed (docs/decisions/0018-a-start-serves-first.md).
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
