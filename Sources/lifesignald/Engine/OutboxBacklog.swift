import LifeSignal

/// How far the search for what is due has come, so that what waits for room is not looked at again
/// before there is some, however much of it waits.
struct OutboxBacklog {
    /// Where a delivery stands among those that are due, for each ``Rank``.
    struct Position: Comparable {
        var due: Instant
        var sequence: Int64

        static let start = Position(due: Instant(milliseconds: .min), sequence: 0)

        static func < (left: Position, right: Position) -> Bool {
            (left.due, left.sequence) < (right.due, right.sequence)
        }
    }

    /// Alarms come first.
    enum Rank: Int, Hashable, CaseIterable {
        case alarm, other

        init(_ kind: Notification.Kind) { self = kind.isAlarm ? .alarm : .other }
    }

    /// Channels in the order in which they came, each once.
    private struct Line {
        private var order: ArraySlice<Identifier> = []
        private var members: Set<Identifier> = []

        var isEmpty: Bool { order.isEmpty }

        func first(_ count: Int) -> [Identifier] { Array(order.prefix(count)) }

        mutating func append(_ channel: Identifier) {
            if members.insert(channel).inserted { order.append(channel) }
        }

        mutating func popFirst() -> Identifier? {
            guard let first = order.popFirst() else { return nil }
            members.remove(first)
            return first
        }
    }

    /// What is due up to here is held, was passed over for want of room, or waits for what it answers or for its
    /// channel's pause.
    private(set) var passed: [Rank: Position] = [:]
    /// Channels at which something was let go since.
    private var freed: [Rank: Line] = [:]
    /// Channels that wait for room at the server behind them.
    private var crowded: [Rank: [String: Line]] = [:]
    /// These servers, in the order in which their turn comes.
    private var turns: [Rank: [String]] = [:]

    /// What the round that goes on has to give back when it is undone; no copy, which would be as long as what
    /// waits.
    private var round = Round()

    private struct Round {
        var passed: [Rank: Position] = [:]
        var taken: [Rank: [Identifier]] = [:]
        var hasStartedOver = false
    }

    /// Everything is looked at anew: there is no sender, or the clock was set back.
    mutating func startOver() {
        self = OutboxBacklog()
        round.hasStartedOver = true
    }

    /// A round begins.
    mutating func begin() { round = Round(passed: passed) }

    /// The round is undone: what it has passed is looked at once more, and each channel that it took out. What
    /// it put in stays, and may be looked at in vain.
    mutating func undo() {
        guard !round.hasStartedOver else {
            self = OutboxBacklog()
            return
        }
        passed = round.passed
        for (rank, channels) in round.taken {
            for channel in channels { freed[rank, default: Line()].append(channel) }
        }
        round = Round(passed: passed)
    }

    mutating func pass(_ position: Position, _ rank: Rank) { passed[rank] = position }

    /// Something of the channel may be handed out again, after those that wait for its server.
    mutating func free(_ channel: Identifier, behind server: String? = nil) {
        for rank in Rank.allCases {
            if let server, crowded[rank]?[server] != nil {
                crowd(channel, at: server, rank)
            } else {
                freed[rank, default: Line()].append(channel)
            }
        }
    }

    /// Something of the channel waits for room at its server.
    mutating func crowd(_ channel: Identifier, at server: String, _ rank: Rank) {
        if crowded[rank]?[server] == nil { turns[rank, default: []].append(server) }
        crowded[rank, default: [:]][server, default: Line()].append(channel)
    }

    /// Some of the channels at which something was let go, and that nobody has looked at since.
    func freed(_ rank: Rank, first count: Int) -> [Identifier] { freed[rank]?.first(count) ?? [] }

    /// Takes out the channel that is to be looked at next.
    ///
    /// - Parameter hasRoom: whether a server may be given more.
    mutating func next(_ rank: Rank, where hasRoom: (String) -> Bool) -> Identifier? {
        let channel = take(rank, where: hasRoom)
        if let channel { round.taken[rank, default: []].append(channel) }
        return channel
    }

    private mutating func take(_ rank: Rank, where hasRoom: (String) -> Bool) -> Identifier? {
        if let channel = freed[rank]?.popFirst() { return channel }
        guard let turn = turns[rank]?.firstIndex(where: hasRoom),
            let server = turns[rank]?.remove(at: turn)
        else { return nil }
        let channel = crowded[rank]?[server]?.popFirst()
        if crowded[rank]?[server]?.isEmpty ?? true {
            crowded[rank]?[server] = nil
        } else {
            turns[rank]?.append(server)
        }
        return channel
    }
}
