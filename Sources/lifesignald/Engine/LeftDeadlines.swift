import LifeSignal

/// The entries of deadlines that check-ins have left behind, until they are taken out in the order in which they lie:
/// of thousands those that are next lie on a few pages
/// (docs/decisions/0028-a-deadline-that-is-over-is-taken-out-later.md).
///
/// Only of what was committed, and each sooner than the deadline that its user had then, so that none of them holds
/// unless its user has got a sooner one since (``Leaving/mayHold``). What is lost of it, with the process or with a
/// round that fails, stays in the table until its instant comes.
struct LeftDeadlines {
    /// When some of them are taken out.
    enum Occasion: Sendable {
        /// A round that has written something.
        case round
        /// A tick with which no request has written anything.
        case idleTick
    }

    /// One that is to be taken out.
    struct Leaving: Hashable, Sendable {
        var entry: DeadlineTable.Entry
        /// Its user has got a sooner deadline since, which may be this one.
        var mayHold = false
    }

    /// One in so many goes with each round that has written: as many are left as such a round adds in so many.
    private static let rounds = 512
    /// Beyond so many all go: half a megabyte.
    private static let limit = 16384
    /// What comes when there are so many is not kept, and stays in the table until its instant.
    private static let most = 2 * limit
    /// So many go with such a tick, besides those that go at once.
    private static let ofTick = 1024
    /// Those so near to the soonest of all go at once: they are neighbours, and whoever lists deadlines would have to
    /// pass all of them.
    private static let nearness = Span.hours(1)

    /// All of these go with whatever comes next.
    private var atOnce: [Leaving] = []
    /// The first of them comes last.
    private var inOrder: [DeadlineTable.Entry] = []
    private var added: [DeadlineTable.Entry] = []

    var count: Int { atOnce.count + inOrder.count + added.count }

    /// A round was committed.
    ///
    /// - Parameter soonest: no entry comes before it.
    mutating func add(_ changes: [DeadlineTable.Change], soonest: Instant?) {
        for change in changes {
            switch change {
            case .left(let entry):
                guard count < Self.most else { continue }
                if let soonest, entry.at <= soonest + Self.nearness {
                    atOnce.append(Leaving(entry: entry))
                } else {
                    added.append(entry)
                }
            case .sooner(let user):
                guard count > 0 else { continue }
                func isTheirs(_ entry: DeadlineTable.Entry) -> Bool { entry.user == user }
                for index in atOnce.indices where isTheirs(atOnce[index].entry) {
                    atOnce[index].mayHold = true
                }
                atOnce += (inOrder.filter(isTheirs) + added.filter(isTheirs))
                    .map { Leaving(entry: $0, mayHold: true) }
                inOrder.removeAll(where: isTheirs)
                added.removeAll(where: isTheirs)
            }
        }
    }

    /// Those that go now.
    mutating func take(_ occasion: Occasion) -> [Leaving] {
        let others = inOrder.count + added.count
        let share =
            switch occasion {
            case .round: max((others + Self.rounds - 1) / Self.rounds, others - Self.limit)
            case .idleTick: min(others, Self.ofTick)
            }
        defer { atOnce = [] }
        return atOnce + next(share).map { Leaving(entry: $0) }
    }

    private mutating func next(_ count: Int) -> [DeadlineTable.Entry] {
        var taken: [DeadlineTable.Entry] = []
        while taken.count < count {
            if inOrder.isEmpty {
                inOrder = added.sorted { ($0.at, $0.handle) > ($1.at, $1.handle) }
                added = []
            }
            guard let first = inOrder.popLast() else { break }
            taken.append(first)
            // Its memory with it.
            if inOrder.isEmpty { inOrder = [] }
        }
        return taken
    }
}
