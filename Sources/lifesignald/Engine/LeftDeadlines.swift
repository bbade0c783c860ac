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

    /// Those that are next come last.
    private var inOrder: [DeadlineTable.Entry] = []
    private var added: [DeadlineTable.Entry] = []

    var count: Int { inOrder.count + added.count }

    /// How many of them go with a round.
    var share: Int { max((count + Self.rounds - 1) / Self.rounds, count - Self.limit) }

    /// A round was committed.
    mutating func add(_ changes: [DeadlineTable.Change]) {
        for change in changes {
            switch change {
            case .left(let entry): added.append(entry)
            case .sooner(let user):
                added.removeAll { $0.user == user }
                inOrder.removeAll { $0.user == user }
            }
        }
    }

    /// The next ones, up to so many.
    mutating func take(_ count: Int) -> [DeadlineTable.Entry] {
        var taken: [DeadlineTable.Entry] = []
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
