import LifeSignal

/// By when users are found who have a deadline that is listed, the soonest first: an entry for what each one's row has
/// as the earliest.
///
/// A check-in leaves the entry of the deadline behind to which it has put an end, and others of its page are taken out
/// together with it later (docs/decisions/0028-a-deadline-that-is-over-is-taken-out-later.md). So whether an entry
/// holds is said by the row of its user, and by nothing else; whoever reads passes the others.
enum DeadlineTable {
    /// What somebody's new deadline means for what is left behind.
    enum Change: Hashable, Sendable {
        /// The entry of the old one is; the new one is later.
        case left(Entry)
        /// It may be one that was.
        case sooner(UserID)

        var isSooner: Bool { if case .sooner = self { true } else { false } }
    }

    struct Entry: Hashable, Comparable, Sendable {
        var at: Instant
        var handle: String
        var user: UserID

        static func < (a: Entry, b: Entry) -> Bool { (a.at, a.handle) < (b.at, b.handle) }
    }

    // MARK: Writing

    /// After the row of a user was written: its new deadline gets an entry, and that of the old one goes.
    ///
    /// - Parameter leaves: the old entry is left behind, if the new one is later.
    static func move(
        _ db: Connection, _ user: User, from old: Instant?, to new: Instant?, leaves: Bool = false
    ) throws -> [Change] {
        guard old != new else { return [] }
        let handle = user.handle.text
        if let new { try db.run(insertion, [new.cell, handle.cell, user.id.cell]) }
        let isLater = if let old, let new { old < new } else { false }
        if let old {
            let entry = Entry(at: old, handle: handle, user: user.id)
            if leaves, isLater { return [.left(entry)] }
            try remove(db, entry)
        }
        return isLater ? [] : [.sooner(user.id)]
    }

    /// - Parameter unlessHolds: it may hold, and stays then.
    static func remove(_ db: Connection, _ entry: Entry, unlessHolds: Bool = false) throws {
        try db.run(
            unlessHolds ? deletionIfOver : deletion,
            [entry.at.cell, entry.handle.cell, entry.user.cell])
    }

    // MARK: Reading

    /// The instant of the first entry: no deadline comes before it.
    ///
    /// - Parameters:
    ///   - limit: so many that come first and don't hold are taken out.
    ///   - end: of those up to it.
    static func soonest(_ db: Connection, takingOut limit: Int, upTo end: Instant) throws
        -> Instant?
    {
        var left = limit
        while let (entry, holds) = try db.row(front, [], { (entry($0), $0[3] as Bool) }) {
            guard !holds, left > 0, entry.at <= end else { return entry.at }
            try remove(db, entry)
            left -= 1
        }
        return nil
    }

    /// Of a row that begins with its instant, handle and user.
    static func entry(_ row: borrowing ResultRow) -> Entry {
        Entry(at: row[0], handle: row[1], user: row[2])
    }

    // MARK: Statements

    /// Of an entry.
    static let holds = "at = (SELECT earliestDeadline FROM users WHERE id = user)"
    static let front = """
        SELECT at, handle, user, ifnull(\(holds), 0) FROM deadlines ORDER BY at, handle LIMIT 1
        """
    static let insertion = "INSERT OR IGNORE INTO deadlines (at, handle, user) VALUES (?, ?, ?)"
    static let deletion = "DELETE FROM deadlines WHERE at = ? AND handle = ? AND user = ?"
    private static let deletionIfOver = "\(deletion) AND NOT ifnull(\(holds), 0)"
    /// Makes all entries anew from the rows of users.
    static let rewriting = """
        DELETE FROM deadlines;
        INSERT INTO deadlines (at, handle, user)
            SELECT earliestDeadline, handle, id FROM users WHERE earliestDeadline IS NOT NULL ORDER BY 1, 2;

        """
}
