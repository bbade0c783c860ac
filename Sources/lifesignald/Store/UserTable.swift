import LifeSignal

/// Users as rows.
enum UserTable {
    private static let columns = """
        id, handle, name, phoneNumber, pictureUrl, account, checkInInterval, reminders, grace, \
        dependentSort, addedAt, lastCheckIn, remindedLeads, deadlinePassed, noticeSent, gapTold, \
        waitingTold, incident, incidentSince, incidentRepeats, incidentChecked, alert, \
        alertStart, alertMessage, alertRepeats, alertChecked, emergencyNote, \(restColumns)
        """
    private static let restColumns = "earliestDeadline, \(EventRuns.columns)"

    private static let qualifiedColumns = columns.split(separator: ", ").map { "u.\($0)" }
        .joined(separator: ", ")

    // Made once: they are wanted by every call.
    static let byID =
        "SELECT \(columns) FROM users WHERE id = ? AND status <> 'removed'"
    private static let byHandle =
        "SELECT \(columns) FROM users WHERE handle = ? AND status <> 'removed'"
    private static let byAccount = "SELECT \(columns) FROM users WHERE account = ?"

    static func user(_ db: Connection, _ id: UserID) throws -> User? {
        try stored(db, id)?.user
    }

    static func user(_ db: Connection, handle: String) throws -> User? {
        try stored(db, handle: handle)?.user
    }

    static func stored(_ db: Connection, _ id: UserID) throws -> StoredUser? {
        try db.row(byID, [id.cell], stored)
    }

    static func stored(_ db: Connection, handle: String) throws -> StoredUser? {
        try db.row(byHandle, [handle.cell], stored)
    }

    static func user(_ db: Connection, account: String) throws -> User? {
        try db.row(byAccount, [account.cell], user)
    }

    /// Up to `limit` users by handle, those after `handle`.
    static func users(_ db: Connection, after handle: String, limit: Int) throws -> [User] {
        try db.rows(
            """
            SELECT \(columns) FROM users WHERE handle > ? AND status <> 'removed'
            ORDER BY handle LIMIT ?
            """, [handle.cell, limit.cell], user
        )
    }

    /// Up to `limit` users with a deadline that is not after `instant`, soonest first, then by handle, those
    /// after `cursor`. Who has one that is not listed, and then one that is, may be among them twice; and entries that
    /// do not hold any more are (``DeadlineTable``). One that is not listed looks like an entry here, and holds.
    static func due(
        _ db: Connection, at instant: Instant, after cursor: DeadlineTable.Entry?, limit: Int
    ) throws -> [(entry: DeadlineTable.Entry, holds: Bool)] {
        try db.rows(dueOnes, place(cursor) + [instant.cell, limit.cell]) {
            (DeadlineTable.entry($0), $0[3])
        }
    }

    static let dueOnes = """
        SELECT at, handle, user, ifnull(\(DeadlineTable.holds), 0) FROM deadlines
        WHERE (at, handle) > (?1, ?2) AND at <= ?3
        UNION ALL SELECT unlistedDeadline, handle, id, 1 FROM users
        WHERE (unlistedDeadline, handle) > (?1, ?2) AND unlistedDeadline <= ?3
        ORDER BY 1, 2 LIMIT ?4
        """

    /// Up to `limit` users by their earliest deadline that is listed, then by handle, those after `cursor`.
    static func listed(
        _ db: Connection, after cursor: DeadlineTable.Entry?, limit: Int
    ) throws -> [(entry: DeadlineTable.Entry, user: User)] {
        try db.rows(
            """
            SELECT \(qualifiedColumns), d.at FROM deadlines d CROSS JOIN users u ON u.id = d.user
            WHERE (d.at, d.handle) > (?, ?) AND d.at = u.earliestDeadline
            ORDER BY d.at, d.handle LIMIT ?
            """, place(cursor) + [limit.cell]
        ) { (DeadlineTable.Entry(at: $0[30], handle: $0[1], user: $0[0]), user($0)) }
    }

    /// The earliest deadline that is listed of each of a net, in no order.
    static func listed(_ db: Connection, ofNet own: UserID) throws -> [DeadlineTable.Entry] {
        try db.rows(
            """
            SELECT earliestDeadline, handle, id FROM users
            WHERE id IN \(Subject.netBySQL) AND earliestDeadline IS NOT NULL
            """, [own.cell], DeadlineTable.entry)
    }

    private static func place(_ cursor: DeadlineTable.Entry?) -> Arguments {
        [(cursor?.at ?? Instant(milliseconds: .min)).cell, (cursor?.handle ?? "").cell]
    }

    /// The earliest of those that are not after `instant`, listed or not.
    static func earliestDue(_ db: Connection, at instant: Instant) throws -> Instant? {
        try db.value(
            """
            SELECT at FROM deadlines WHERE at <= ?1 AND \(DeadlineTable.holds)
            UNION ALL SELECT unlistedDeadline FROM users WHERE unlistedDeadline <= ?1
            ORDER BY 1 LIMIT 1
            """, [instant.cell])
    }

    /// Of a net, what ``DaemonRow/counters(_:)`` has of everybody's.
    static func counters(_ db: Connection, ofNet own: UserID) throws -> [String: Int] {
        try db.row(
            """
            SELECT sum(status = 'waiting'), sum(status = 'active'), sum(status = 'overdue'),
                sum(status = 'nonResponsive'), count(alert)
            FROM users WHERE id IN \(Subject.netBySQL)
            """, [own.cell]
        ) {
            [
                "user:waiting": $0[0], "user:active": $0[1], "user:overdue": $0[2],
                "user:nonResponsive": $0[3], "alerts": $0[4],
            ]
        } ?? [:]
    }

    /// When to look next: no deadline comes before it.
    ///
    /// - Parameters:
    ///   - limit: so many entries of deadlines that are over are taken out.
    ///   - end: of those up to it, for which nobody is to be awoken.
    static func nextLook(_ db: Connection, takingOut limit: Int, upTo end: Instant) throws
        -> Instant?
    {
        [
            try DeadlineTable.soonest(db, takingOut: limit, upTo: end), try earliestUnlisted(db),
        ].compactMap(\.self).min()
    }

    private static func earliestUnlisted(_ db: Connection) throws -> Instant? {
        try db.value(
            """
            SELECT unlistedDeadline FROM users WHERE unlistedDeadline IS NOT NULL
            ORDER BY unlistedDeadline LIMIT 1
            """)
    }

    /// As the row has them, which may have been written under another hold; nil for a listed one by which the user
    /// would not be found.
    static func keptDeadlines(_ db: Connection, _ id: UserID) throws
        -> (listed: Instant?, unlisted: Instant?)
    {
        try db.row(
            """
            SELECT (SELECT at FROM deadlines WHERE at = earliestDeadline AND handle = users.handle
                AND user = users.id), unlistedDeadline FROM users WHERE id = ?
            """, [id.cell]
        ) { ($0[0], $0[1]) } ?? (nil, nil)
    }

    /// Writes those alone anew.
    static func keepDeadlines(_ db: Connection, _ user: User, gap: Gap?, settings: Settings) throws
    {
        let earliest = user.earliestDeadlines(gap: gap, settings: settings)
        try db.run(
            "UPDATE users SET earliestDeadline = ?, unlistedDeadline = ? WHERE id = ?",
            [earliest.listed.cell, earliest.unlisted.cell, user.id.cell])
    }

    /// Somebody who was removed, and of whose histories something may be left.
    static func removed(_ db: Connection) throws -> Int64? {
        try db.value("SELECT id FROM users WHERE forgets = 1 LIMIT 1")
    }

    static func nextID(_ db: Connection) throws -> UserID {
        let last: Int64? = try db.value("SELECT seq FROM sqlite_sequence WHERE name = 'users'")
        return UserID((last ?? 0) + 1)
    }

    // MARK: Rows

    private static func user(_ row: borrowing ResultRow) -> User {
        var progress = User.Progress()
        (progress.remindedLeads, progress.passedLeads) = leads(row[12])
        progress.deadlinePassed = row[13]
        let noticeSent: Int64 = row[14]
        progress.noticeSent = noticeSent == 0 ? nil : Instant(milliseconds: noticeSent)
        progress.gapTold = row[15]
        progress.waitingTold = row[16]
        return User(
            id: row[0], handle: Handle(stored: row[1]),
            profile: Profile(
                name: row[2], phoneNumber: row[3], emergencyNote: row[26], pictureURL: row[4],
                account: row[5]),
            schedule: Schedule(
                stored: .seconds(row[6]), reminders: spans(row[7]), grace: .seconds(row[8])),
            dependentSort: DependentSort(rawValue: row[9]) ?? .timeLeft, addedAt: row[10],
            lastCheckIn: row[11], progress: progress, incident: incident(row), alert: alert(row))
    }

    private static func stored(_ row: borrowing ResultRow) -> StoredUser {
        StoredUser(user: user(row), rest: rest(row, from: 27))
    }

    /// - Parameter first: the first of ``restColumns``.
    private static func rest(_ row: borrowing ResultRow, from first: Int) -> StoredUser.Rest {
        StoredUser.Rest(
            listedDeadline: row[first],
            runs: EventRuns.Texts(checkIns: row[first + 1], others: row[first + 2]))
    }

    private static func incident(_ row: borrowing ResultRow) -> Incident? {
        guard let id = row[17] as String?, let since = row[18] as Instant? else { return nil }
        return Incident(
            id: id, since: since, telling: Telling(repeats: row[19], checked: row[20]))
    }

    private static func alert(_ row: borrowing ResultRow) -> ActiveAlert? {
        guard let id = row[21] as String?, let start = row[22] as Instant? else { return nil }
        return ActiveAlert(
            id: id, startedAt: start, message: row[23],
            telling: Telling(repeats: row[24], checked: row[25]))
    }

    private static func spans(_ text: String) -> [Span] {
        guard !text.isEmpty else { return [] }
        // As most have it, without taking the text apart.
        if let only = Int64(text) { return [.seconds(only)] }
        return text.utf8.split(separator: UInt8(ascii: ",")).compactMap { Int64(Substring($0)) }
            .map { .seconds($0) }
    }

    /// Lead times reminded of, and those passed over, of which the negative is kept.
    private static func leads(_ text: String) -> (reminded: Set<Span>, passed: Set<Span>) {
        guard !text.isEmpty else { return ([], []) }
        let all = spans(text)
        return (
            Set(all.filter { $0 >= .zero }), Set(all.filter { $0 < .zero }.map { .zero - $0 })
        )
    }

    private static func text(_ progress: User.Progress) -> String {
        text(progress.remindedLeads.sorted() + progress.passedLeads.sorted().map { .zero - $0 })
    }

    private static func text(_ spans: some Sequence<Span>) -> String {
        spans.map { String($0.wholeSeconds) }.joined(separator: ",")
    }

    /// - Parameter events: what the row has to have added to it; so for the next two.
    static func add(
        _ db: Connection, _ user: User, _ events: EventRuns.Addition, _ moment: Moment
    ) throws -> [DeadlineTable.Change] {
        let earliest = user.earliestDeadlines(gap: moment.gap, settings: moment.settings)
        try db.run(insertion, whole(user, earliest, events, moment))
        return try DeadlineTable.move(db, user, from: nil, to: earliest.listed)
    }

    static func save(
        _ db: Connection, _ user: User, _ events: EventRuns.Addition, _ moment: Moment
    ) throws -> [DeadlineTable.Change] {
        let earliest = user.earliestDeadlines(gap: moment.gap, settings: moment.settings)
        let rest = try rest(db, user.id)
        let ended = try EventRuns.endFullRuns(db, of: user.id, rest.runs)
        try db.run(update, whole(user, earliest, events, moment) + ended.arguments)
        return try DeadlineTable.move(db, user, from: rest.listedDeadline, to: earliest.listed)
    }

    private static func whole(
        _ user: User, _ earliest: EarliestDeadlines, _ events: EventRuns.Addition, _ moment: Moment
    ) -> Arguments {
        progress(user, earliest.listed, events, moment)
            + condition(user, earliest.unlisted) + profile(user)
    }

    /// Without what only an edit changes, and without the condition where that is as it was: SQLite would
    /// write the indexes over them anew as well, and run the triggers (docs/PERFORMANCE.md).
    ///
    /// - Parameters:
    ///   - rest: of the row as it is; read here where it is nil.
    ///   - leavesDeadline: the entry of a deadline that lies ahead still, and to which this puts an end, may be left
    ///     behind.
    static func saveLife(
        _ db: Connection, _ user: User, _ rest: StoredUser.Rest?, _ events: EventRuns.Addition,
        _ moment: Moment, leavesDeadline: Bool
    ) throws -> [DeadlineTable.Change] {
        let rest = try rest ?? self.rest(db, user.id)
        let earliest = user.earliestDeadlines(gap: moment.gap, settings: moment.settings)
        let progress = progress(user, earliest.listed, events, moment)
        let isQuiet =
            user.incident == nil && user.alert == nil && earliest.unlisted == nil
        var isSaved = false
        if isQuiet, !rest.runs.areFull {
            try db.run(quietUpdate, progress)
            isSaved = db.changesCount > 0
        }
        if !isSaved {
            let ended = try EventRuns.endFullRuns(db, of: user.id, rest.runs)
            try db.run(
                lifeUpdate, progress + condition(user, earliest.unlisted) + ended.arguments)
        }
        let old = rest.listedDeadline
        return try DeadlineTable.move(
            db, user, from: old, to: earliest.listed,
            leaves: leavesDeadline && isQuiet && old.map { $0 > moment.now } ?? false)
    }

    private static func rest(_ db: Connection, _ id: UserID) throws -> StoredUser.Rest {
        try db.row(restByID, [id.cell]) { rest($0, from: 0) } ?? StoredUser.Rest()
    }

    private static let restByID = "SELECT \(restColumns) FROM users WHERE id = ?"

    private static func profile(_ user: User) -> Arguments {
        let (profile, schedule) = (user.profile, user.schedule)
        return [
            user.handle.text.cell, profile.name.cell, foldedName(profile.name).cell,
            profile.phoneNumber.cell, profile.pictureURL.cell, profile.account.cell,
            schedule.interval.wholeSeconds.cell, text(schedule.reminders).cell,
            schedule.grace.wholeSeconds.cell, user.dependentSort.rawValue.cell, user.addedAt.cell,
            profile.emergencyNote.cell,
        ]
    }

    /// With the status, and whose it is: in one piece, for most of what is written is a check-in.
    private static func progress(
        _ user: User, _ listedDeadline: Instant?, _ events: EventRuns.Addition, _ moment: Moment
    ) -> Arguments {
        let progress = user.progress
        return [
            user.id.cell, user.status(at: moment.now).rawValue.cell, user.lastCheckIn.cell,
            text(progress).cell, progress.deadlinePassed.cell,
            (progress.noticeSent?.milliseconds ?? 0).cell, progress.gapTold.cell,
            progress.waitingTold.cell, listedDeadline.cell, events.checkIns.cell,
            events.others.cell,
        ]
    }

    /// With the deadline that is not listed: it comes and goes with these.
    private static func condition(_ user: User, _ unlistedDeadline: Instant?) -> Arguments {
        [
            (user.incident?.id).cell, (user.incident?.since).cell,
            (user.incident?.telling.repeats ?? 0).cell,
            (user.incident?.telling.checked ?? false).cell, (user.alert?.id).cell,
            (user.alert?.startedAt).cell, (user.alert?.message).cell,
            (user.alert?.telling.repeats ?? 0).cell, (user.alert?.telling.checked ?? false).cell,
            unlistedDeadline.cell,
        ]
    }

    private static let progressColumns = """
        lastCheckIn, remindedLeads, deadlinePassed, noticeSent, gapTold, waitingTold, \
        earliestDeadline
        """
    private static let conditionColumns = """
        incident, incidentSince, incidentRepeats, incidentChecked, alert, alertStart, \
        alertMessage, alertRepeats, alertChecked, unlistedDeadline
        """
    private static let profileColumns = """
        handle, name, foldedName, phoneNumber, pictureUrl, account, checkInInterval, reminders, \
        grace, dependentSort, addedAt, emergencyNote
        """

    // Their parameters are progress, with id and status before it and events after it, then the condition, then the
    // profile, and which runs of events have ended.
    private static let progressChange =
        "(\(progressColumns)) = (\(marks(progressColumns, from: 3)))"

    /// - Parameter ended: the place of the first of these two.
    private static func lifeChange(ended: Int) -> String {
        """
        status = ?2, \(progressChange),
        \(EventRuns.growth(
            checkIns: "?10", others: "?11", ended: ("?\(ended)", "?\(ended + 1)"))),
        (\(conditionColumns)) = (\(marks(conditionColumns, from: 12)))
        """
    }

    /// Of somebody in no incident and without an alert, before and after: of their condition only the status could
    /// be another. And none of their runs is full.
    static let quietUpdate = """
        UPDATE users SET \(progressChange), \(EventRuns.growth(checkIns: "?10", others: "?11"))
        WHERE id = ?1 AND status = ?2
            AND incident IS NULL AND alert IS NULL AND unlistedDeadline IS NULL
        """
    /// Who fails here is undone with the whole request; to be undone alone would cost a copy of each page that the
    /// triggers change (docs/decisions/0017-what-fails-is-undone-with-its-request.md).
    static let lifeUpdate = "UPDATE OR FAIL users SET \(lifeChange(ended: 22)) WHERE id = ?1"
    private static let update = """
        UPDATE users SET \(lifeChange(ended: 34)),
            (\(profileColumns)) = (\(marks(profileColumns, from: 22)))
        WHERE id = ?1
        """
    private static let insertedColumns = """
        id, status, \(progressColumns), checkInRun, eventRun, \(conditionColumns), \(profileColumns)
        """
    private static let insertion = """
        INSERT INTO users (\(insertedColumns)) VALUES (\(marks(insertedColumns, from: 1)))
        """

    private static func marks(_ columns: String, from first: Int) -> String {
        columns.split(separator: ",").indices.map { "?\(first + $0)" }.joined(separator: ", ")
    }

    /// Empties the row; the handle is free from now on, and the audit trail still names it.
    static func empty(_ db: Connection, _ id: UserID) throws {
        if let deadline = try rest(db, id).listedDeadline {
            let handle = try name(db, id).handle
            try DeadlineTable.remove(db, .init(at: deadline, handle: handle, user: id))
        }
        try db.run(
            """
            UPDATE users SET name = '', foldedName = '', phoneNumber = NULL, pictureUrl = NULL,
                account = NULL, lastCheckIn = NULL, incident = NULL, incidentSince = NULL,
                alert = NULL, alertStart = NULL, alertMessage = NULL, status = 'removed',
                checkInInterval = 0, reminders = '', grace = 0, dependentSort = '', addedAt = 0,
                earliestDeadline = NULL, unlistedDeadline = NULL, forgets = 1, emergencyNote = ''
            WHERE id = ?
            """, [id.cell])
    }

    /// Up to `limit` users after `id`, and not after `last`, whom a clock that was set back to `now` concerns:
    /// whose last check-in, or having been added, lies in its future, whose deadline has passed, and does so once more,
    /// who was not reminded of a lead time that went by, or of whom people are told again and again. No index says who
    /// they are: all between the two are looked at.
    static func concerned(
        _ db: Connection, bySetBackTo now: Instant, after id: UserID, upTo last: UserID, limit: Int
    ) throws -> [UserID] {
        try db.rows(
            """
            SELECT id FROM users WHERE id > ?1 AND id <= ?2 AND status <> 'removed'
                AND (ifnull(lastCheckIn, addedAt) > ?3 OR incident IS NOT NULL OR alert IS NOT NULL
                    OR instr(remindedLeads, '-') > 0
                    OR deadlinePassed = 1 AND lastCheckIn + checkInInterval * 1000 > ?3)
            ORDER BY id LIMIT ?4
            """, [id.cell, last.cell, now.cell, limit.cell]
        ) { $0[0] }
    }
}

extension UserTable {
    /// How a user is called, removed ones too.
    static func name(_ db: Connection, _ id: UserID) throws -> (handle: String, name: String) {
        try db.row("SELECT handle, name FROM users WHERE id = ?", [id.cell]) { ($0[0], $0[1]) }
            ?? ("", "")
    }
}

extension UserTable {
    /// A user and their contacts, by handle.
    static func net(_ db: Connection, of user: UserID) throws -> [UserID] {
        try db.rows(
            """
            SELECT id FROM users WHERE id IN (
                SELECT ? UNION SELECT dependent FROM edges WHERE responder = ?
                UNION SELECT responder FROM edges WHERE dependent = ?)
            ORDER BY handle
            """, [user.cell, user.cell, user.cell]
        ) { $0[0] }
    }
}
