import LifeSignal

/// The deadlines that lie ahead, soonest first, then by user and kind.
///
/// Goes through users by their earliest deadline that is listed and stops as soon as nothing sooner can
/// follow, so that the first few cost the same among ten users and among a million.
struct UpcomingDeadlines {
    struct Item: Comparable {
        var at: Instant
        var user: Handle
        /// As the socket names it.
        var kind: String

        static func < (a: Item, b: Item) -> Bool {
            (a.at, a.user, a.kind) < (b.at, b.user, b.kind)
        }
    }

    private let turn: Turn
    private let users: [UserID]?
    private let viewer: UserID?

    /// - Parameters:
    ///   - users: only these; everybody if nil.
    ///   - viewer: who sees of others only the pings between the two; nil sees all.
    init(_ turn: Turn, of users: [UserID]?, seenBy viewer: UserID?) {
        self.turn = turn
        self.users = users
        self.viewer = viewer
    }

    func first(_ limit: Int) throws -> [Item] {
        guard limit > 0 else { return [] }
        var items = try users.map { try $0.flatMap(deadlines) } ?? everybodys(limit)
        items += try pings(limit)
        return Array(items.sorted().prefix(limit))
    }

    private func everybodys(_ limit: Int) throws -> [Item] {
        var items: [Item] = []
        var last: UserTable.Due?
        // All who come first have a deadline to list, but for those whom an older version has left here.
        var page = min(limit, 64)
        while true {
            let next = try UserTable.listed(turn.db, after: last, limit: page)
            guard let end = next.last else { return items }
            for user in next { items += try deadlines(user.id) }
            (last, page) = (end, min(page * 2, 256))
            guard items.count >= limit else { continue }
            items.sort()
            items.removeSubrange(limit...)
            // Whoever comes after the last user has nothing that goes before these.
            let item = items[limit - 1]
            if (item.at, item.user.text) <= (end.at, end.handle) { return items }
        }
    }

    private func deadlines(_ id: UserID) throws -> [Item] {
        guard let user = try UserTable.user(turn.db, id) else { return [] }
        return user.deadlines(gap: turn.moment.gap, settings: turn.moment.settings)
            .compactMap { deadline in
                deadline.kind.listedName.map {
                    Item(at: deadline.at, user: user.handle, kind: $0)
                }
            }
    }

    private func pings(_ limit: Int) throws -> [Item] {
        let pings =
            try users?.flatMap { user in
                try PingTable.received(turn.db, by: user).map(\.ping)
                    .filter { viewer == nil || viewer == user || viewer == $0.sender }
            }
            ?? PingTable.oldestPending(
                turn.db, sentBy: Instant(milliseconds: .max), after: nil, limit: limit
            ).map(\.ping)
        return try pings.map {
            Item(
                at: $0.expiry(gap: turn.moment.gap, settings: turn.moment.settings),
                user: Handle(stored: try UserTable.name(turn.db, $0.recipient).handle),
                kind: "pingExpiry")
        }
    }
}
