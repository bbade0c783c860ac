/// How much is measured, and so how long it takes.
struct Effort {
    /// So many users are in the databases.
    var sizes: [Int]
    /// So long each load lasts.
    var seconds: Double
    /// So many users fall silent one after the other.
    var silentInTurn: Int
    /// Milliseconds from one of them to the next: far enough that each finds the daemon asleep, and no multiple of
    /// anything. The farther apart, the fewer are late by one and the same standstill of the disk.
    var silentEvery: Int64
    /// So many after a second's sleep each.
    var silentAfterSleep: Int
    /// So often the daemon and what is bare take turns where both are to meet the same hour.
    var turns: Int
    /// So often loads of check-ins do, each for the whole of ``seconds``: a daemon that has just started leaves the
    /// entries of old deadlines for later.
    var loadTurns: Int
    /// So often two builds do, where they are called.
    var pairs: Int
    /// So many fall silent at one instant, at the most.
    var silentAtOnce: Int
    /// So many of them to a commit of bare rows: as many as the daemon takes first, then many more.
    var batches: [Int]
    /// Bare rows are written without some of them as well, to see what each part takes.
    var takesRowsApart = false
    /// So long nothing is done, to see what the daemon does then.
    var idleSeconds: Double
    /// So long nobody has called after many have, until what that has left in memory is seen: two of the daemon's
    /// minutes, of which the first may have begun with them.
    var restSeconds: Double?
    var starts: Int
    /// So often a call is made of which the latency counts.
    var calls: Int
    /// So many have a history, of so many days.
    var historians: Int
    var historyDays: Int
    /// The parts of the package are packed one by one, to see what each makes of it.
    var packsParts = false

    /// Everything of the table.
    static let full = Effort(
        sizes: [10, 1000, 100_000, 1_000_000], seconds: 5, silentInTurn: 400, silentEvery: 113,
        silentAfterSleep: 100, turns: 4, loadTurns: 2, pairs: 8, silentAtOnce: 100_000,
        batches: [32, 2048], takesRowsApart: true, idleSeconds: 180, restSeconds: 125, starts: 9,
        calls: 1000,
        historians: 1000, historyDays: 365, packsParts: true)
    /// In less than two minutes.
    static let quick = Effort(
        sizes: [10, 1000, 100_000], seconds: 0.3, silentInTurn: 60, silentEvery: 23,
        silentAfterSleep: 4, turns: 1, loadTurns: 1, pairs: 4, silentAtOnce: 5000, batches: [32],
        idleSeconds: 2, starts: 3, calls: 200, historians: 60, historyDays: 365)
    /// Enough to see that everything runs.
    static let glance = Effort(
        sizes: [10, 100], seconds: 0.2, silentInTurn: 5, silentEvery: 23, silentAfterSleep: 2,
        turns: 2, loadTurns: 1, pairs: 2,
        silentAtOnce: 100, batches: [32, 2048], takesRowsApart: true, idleSeconds: 0.5, starts: 1,
        calls: 10,
        historians: 10, historyDays: 30)

    /// The numbers from 0 that a turn has of so many.
    func share(of count: Int, in turn: Int) -> Range<Int> {
        count * turn / turns..<count * (turn + 1) / turns
    }
}
