/// How many pages SQLite's log may have before a commit writes them back to the database: the rule alone, without a
/// clock or a database.
///
/// A page that is changed over and over is written back once, however often the log has it. So where few people check
/// in, whose pages are the same ones, a longer log is less work; where many do, whose pages lie all over the file, it
/// is a longer wait for whoever calls meanwhile. Which of the two it is shows in how long that takes
/// (docs/decisions/0022-a-log-as-long-as-it-is-quick.md).
struct LogLimit {
    /// What a daemon begins with, and what a reserve has room for.
    static let least = 1000
    /// 16 MiB.
    static let most = 4000
    /// While there is more to prune: that changes pages all over the database.
    static let whilePruning = 50
    /// What takes no longer may be twice as much.
    static let quick = Duration.milliseconds(5)
    /// What takes longer was too much: who waits for it has waited for a commit as well.
    static let slow = Duration.milliseconds(10)

    /// There is more to prune.
    var prunes = false
    /// The disk is full, and the log has what the reserve has left to it.
    var isSparing = false
    private var usual = least

    /// In pages.
    var pages: Int {
        if prunes { return Self.whilePruning }
        return isSparing ? Self.least : usual
    }

    /// So many pages were written back.
    mutating func wroteBack(_ pages: Int, within time: Duration) {
        if time > Self.slow {
            usual = max(usual / 2, Self.least)
        } else if time <= Self.quick, pages >= usual {
            usual = min(usual * 2, Self.most)
        }
    }
}
