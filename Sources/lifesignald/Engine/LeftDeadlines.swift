import LifeSignal

/// The entries of deadlines that check-ins have left behind, until they are taken out in the order in which they lie:
/// of thousands those that are next lie on a few pages
/// (docs/decisions/0028-a-deadline-that-is-over-is-taken-out-later.md).
///
/// Only of what was committed, and each sooner than the deadline that its user has, so that none of them holds. What is
/// lost of it, with the process or with a round that fails, stays in the table until its instant comes.
struct LeftDeadlines {
    /// One in so many goes with each round that has written: as many are left as such a round adds in so many.
    private static let rounds = 512
    /// Beyond so many all go: half a megabyte.
    private static let limit = 16384
    /// What comes when there are so many is not kept, and stays in the table until its instant.
    private static let most = 2 * limit
    /// Those so near to the soonest of all go with the next round: they are neighbours, and whoever lists deadlines would
    /// have to pass all of them.
    private static let nearness = Span.hours(1)

    private var near: [DeadlineTable.Entry] = []
    /// Those that are next come last.
    private var inOrder: [DeadlineTable.Entry] = []
    private var added: [DeadlineTable.Entry] = []
    /// Of users who have got a sooner deadline since, which may be one of these.
    private var doubtful: [DeadlineTable.Entry] = []

    var count: Int { near.count + inOrder.count + added.count + doubtful.count }

    /// How many go with a round, the doubtful apart.
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
                guard count < Self.most else { continue }
                if let soonest, entry.at <= soonest + Self.nearness {
                    near.append(entry)
                } else {
                    added.append(entry)
                }
            case .sooner(let user):
                guard count > 0 else { continue }
                func isTheirs(_ entry: DeadlineTable.Entry) -> Bool { entry.user == user }
                doubtful +=
                    near.filter(isTheirs) + inOrder.filter(isTheirs) + added.filter(isTheirs)
                near.removeAll(where: isTheirs)
                inOrder.removeAll(where: isTheirs)
                added.removeAll(where: isTheirs)
            }
        }
    }

    mutating func takeDoubtful() -> [DeadlineTable.Entry] {
        defer { doubtful = [] }
        return doubtful
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
