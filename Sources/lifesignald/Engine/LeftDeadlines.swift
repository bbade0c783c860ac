import LifeSignal

/// The entries of deadlines that check-ins have left behind, until they are taken out in the order in which they lie:
/// of thousands those that are next lie on a few pages
/// (docs/decisions/0028-a-deadline-that-is-over-is-taken-out-later.md).
///
/// Only of what was committed, and each sooner than the deadline that its user has, so that none of them holds. What is
/// lost of it, with the process or with a round that fails, stays in the table until its instant comes.
struct LeftDeadlines {
    /// One in so many goes with each round that was asked for something: as many are left as a round adds in so many.
    private static let rounds = 512
    /// So many are left at the most: half a megabyte.
    static let limit = 16384
    /// Those so near to the soonest of all go with the next round: they are neighbours, and whoever lists deadlines would
    /// have to pass all of them.
    static let nearness = Span.hours(1)

    private var near: [DeadlineTable.Entry] = []
    /// Those that are next come last.
    private var inOrder: [DeadlineTable.Entry] = []
    private var added: [DeadlineTable.Entry] = []

    var count: Int { near.count + inOrder.count + added.count }

    /// How many of them go with a round.
    var share: Int {
        let others = inOrder.count + added.count
        return near.count + max((others + Self.rounds - 1) / Self.rounds, others - Self.limit)
    }

    /// A round was committed.
    ///
    /// - Parameter soonest: no entry comes before it.
    mutating func add(_ changes: [DeadlineTable.Change], soonest: Instant?) {
        for change in changes {
            switch change {
            case .left(let entry):
                if let soonest, entry.at <= soonest + Self.nearness {
                    near.append(entry)
                } else {
                    added.append(entry)
                }
            case .sooner(let user):
                near.removeAll { $0.user == user }
                inOrder.removeAll { $0.user == user }
                added.removeAll { $0.user == user }
            }
        }
    }

    /// The next ones, up to so many.
    mutating func take(_ count: Int) -> [DeadlineTable.Entry] {
        var taken = Array(near.prefix(count))
        near.removeFirst(taken.count)
        while taken.count < count {
            if inOrder.isEmpty {
                inOrder = added.sorted { ($0.at, $0.handle) > ($1.at, $1.handle) }
                added = []
            }
            guard let next = inOrder.popLast() else { break }
            taken.append(next)
            // Its memory with it.
            if inOrder.isEmpty { inOrder = [] }
        }
        return taken
    }
}
