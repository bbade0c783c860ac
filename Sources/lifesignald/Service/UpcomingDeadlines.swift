import GRDB
import LifeSignal

/// The deadlines that lie ahead, soonest first, then by user and kind.
///
/// Goes through users by their earliest deadline and stops as soon as nothing sooner can follow, so
/// that the first few cost the same among ten users and among a million.
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

    /// - Parameter users: only these; everybody if nil.
    init(_ turn: Turn, of users: [UserID]?) {
        self.turn = turn
        self.users = users
    }

    func first(_ limit: Int) throws -> [Item] {
        guard limit > 0 else { return [] }
        var items = try users.map { try $0.flatMap(deadlines) } ?? everybodys(limit)
        items += try pings(limit)
        return Array(items.sorted().prefix(limit))
    }

    private func everybodys(_ limit: Int) throws -> [Item] {
        var items: [Item] = []
        var cursor: (at: Instant, id: UserID)?
        while true {
            let next = try UserTable.due(
                turn.db, at: Instant(milliseconds: .max), after: cursor, limit: 64)
            guard let last = next.last else { return items }
            for (_, id) in next { items += try deadlines(id) }
            cursor = last
            if items.count > limit {
                items.sort()
                if items[limit - 1].at < last.at { return Array(items.prefix(limit)) }
            }
        }
    }

    private func deadlines(_ id: UserID) throws -> [Item] {
        guard let user = try UserTable.user(turn.db, id) else { return [] }
        return user.deadlines(gap: turn.moment.gap, settings: turn.moment.settings)
            .compactMap { deadline in
                Self.name(deadline.kind).map {
                    Item(at: deadline.at, user: user.handle, kind: $0)
                }
            }
    }

    private func pings(_ limit: Int) throws -> [Item] {
        let visible = users.map(Set.init)
        let oldest = try PingTable.oldestPending(
            turn.db, sentBy: Instant(milliseconds: .max), after: nil,
            limit: users == nil ? limit : Int(Int32.max))
        return try oldest.filter { visible?.contains($0.ping.recipient) ?? true }.map {
            Item(
                at: $0.ping.expiry(gap: turn.moment.gap, settings: turn.moment.settings),
                user: Handle(stored: try UserTable.name(turn.db, $0.ping.recipient).handle),
                kind: "pingExpiry")
        }
    }

    /// Nil for looks that are nobody's deadline.
    private static func name(_ kind: Deadline.Kind) -> String? {
        switch kind {
        case .reminder: "reminder"
        case .checkIn: "checkIn"
        case .nonResponsive: "nonResponsive"
        case .repeat: "repeat"
        case .reached, .stillWaiting: nil
        }
    }
}
