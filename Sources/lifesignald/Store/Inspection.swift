import GRDB
import LifeSignal

/// Looks at a database from end to end and changes nothing: its pages, its references, and whether
/// what is kept twice agrees.
struct Inspection {
    /// What is wrong, in words; empty if all is well.
    var findings: [String] { losses + derived }
    /// Of what was entrusted to it, and what can't be told from that.
    private(set) var losses: [String] = []
    /// Of what follows from the rest of it, and can be made anew (``Repair``).
    private(set) var derived: [String] = []
    private(set) var users = 0

    /// More of one kind say nothing new.
    private static let mostOfAKind = 10
    private static let pageSize = 1000

    /// - Parameter settings: those that the daemon runs with, since a hold's length is among them.
    /// - Throws: `StoreError` where it can't even be read, or is not ours.
    init(path: String, settings: Settings) throws(StoreError) {
        do {
            try Store.reading(path) { db in
                try pages(db)
                guard losses.isEmpty else { return }
                try schema(db)
                guard losses.isEmpty else { return }
                if try Schema.migrator.hasCompletedMigrations(db) {
                    try content(Connection(db), settings)
                } else {
                    try broughtUpToDate(db) { try content(Connection($0), settings) }
                }
            }
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw Store.refusal(error, path: path)
        } catch {
            throw .unusable(path: path, detail: "\(error)")
        }
    }

    private mutating func pages(_ db: Database) throws {
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(Self.mostOfAKind))")
        if found != ["ok"] {
            losses += found.flatMap { $0.split(separator: "\n") }.map(String.init)
        }
        losses += try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(Self.mostOfAKind)
            .map {
                "a row of \($0[0] as String) refers to a row of \($0[2] as String) that is gone"
            }
    }

    /// One of an earlier version is looked at as the daemon will have it, in memory.
    private func broughtUpToDate(_ db: Database, _ body: (Database) throws -> Void) throws {
        let copy = try DatabaseQueue()
        try copy.inDatabase { try db.backup(to: $0) }
        try Schema.migrator.migrate(copy)
        try copy.inDatabase(body)
    }

    private mutating func content(_ db: Connection, _ settings: Settings) throws {
        try counters(db)
        losses += try Self.findings(db, Self.contradictory)
        derived += try Self.findings(db, Self.derivable) + EventRunInspection.findings(db)
        var astray = 0
        users = try Self.eachUserAstray(db, settings) { user, fault in
            astray += 1
            if astray <= Self.mostOfAKind {
                derived.append("\(user.handle.text) would not be \(fault)")
            }
        }
    }

    /// Triggers keep the counters, so a schema that was changed by hand makes them wrong in time.
    private mutating func schema(_ db: Database) throws {
        let expected = try Schema.fresh(version: try Schema.version(db))
        let actual = try Schema.statements(db)
        losses += expected.filter { actual[$0.key] != $0.value }.keys.sorted()
            .map { "the schema's \($0) is not as its version makes it" }
        losses += Set(actual.keys).subtracting(expected.keys).sorted()
            .map { "\($0) does not belong to the schema" }
    }

    private mutating func counters(_ db: Connection) throws {
        let kept = try DaemonRow.counters(db)
        for (name, count) in try DaemonRow.counted(db).sorted(by: { $0.key < $1.key })
        where kept[name] != count {
            derived.append(
                "the counter \(name) says \(kept[name].map(String.init) ?? "nothing"), and there "
                    + "are \(count)")
        }
    }

    /// Between rows of one that is of this version.
    static func contradictions(_ db: Connection) throws -> [String] {
        try findings(db, contradictory + derivable) + EventRunInspection.findings(db)
    }

    /// Rows that must not be, and what they are called.
    typealias Contradiction = (rows: String, words: String)

    /// - Parameter tables: a clause with tables that the contradictions are of.
    static func findings(
        _ db: Connection, _ contradictions: [Contradiction], with tables: String = ""
    ) throws -> [String] {
        try contradictions.compactMap { rows, words in
            let count = try db.value("\(tables) SELECT count(*) FROM \(rows)") ?? 0
            return count > 0 ? "\(words): \(count)" : nil
        }
    }

    private static let derivable: [Contradiction] = [
        (
            """
            edges e JOIN users u ON u.id = e.dependent
                WHERE e.needsHelp <> (u.incident IS NOT NULL OR u.alert IS NOT NULL)
            """, "responders who would be shown wrongly who needs help"
        ),
        (Standing.wrongOnes, "users who would be shown wrongly what they lack"),
        (ChannelTable.wronglyCounted, "channels that would be shown wrongly to have failed"),
    ]
    private static let contradictory: [Contradiction] = [
        (
            """
            deliveries WHERE (state IN ('delivered', 'withdrawn') AND nextAttempt IS NOT NULL)
                OR (state = 'pending' AND nextAttempt IS NULL)
            """, "deliveries that have ended and wait, or wait for nothing"
        ),
        (
            "users WHERE (status = 'nonResponsive') <> (incident IS NOT NULL)",
            "users who are non-responsive without an incident, or the other way round"
        ),
        (
            "pings WHERE (status = 'pending') <> (endedAt IS NULL)",
            "pings that are pending and have ended, or neither"
        ),
    ]

    /// What the core makes of each user, against the columns that the daemon finds them by.
    ///
    /// - Parameter body: gets each of whom they are wrong, and what the daemon would fail to do with them.
    /// - Returns: how many users there are.
    static func eachUserAstray(
        _ db: Connection, _ settings: Settings, _ body: (User, String) throws -> Void
    ) throws -> Int {
        let bounds = Bounds(try DaemonRow.load(db), settings)
        var (count, handle) = (0, "")
        while true {
            let page = try UserTable.users(db, after: handle, limit: Self.pageSize)
            for user in page {
                let kept = try UserTable.keptDeadlines(db, user.id)
                if let fault = bounds.fault(of: user, kept) { try body(user, fault) }
            }
            count += page.count
            guard page.count == Self.pageSize, let last = page.last else { return count }
            handle = last.handle.text
        }
    }
}

/// Between what a user's deadlines may be kept as. A hold may have moved them since, or be to be told of
/// before them; how long one is may have been configured otherwise.
private struct Bounds {
    private let gap: Gap?
    private let sweepUntil: Instant?
    private let settings: Settings
    private let longestHold: Settings

    init(_ state: DaemonState, _ settings: Settings) {
        gap = state.gap
        sweepUntil = state.sweepUntil
        self.settings = settings
        var longest = settings
        longest.catchUpGrace = Settings.longestHold
        longest.holdLimit = Settings.longestHold
        longestHold = longest
    }

    /// What the daemon would fail to do with them, if anything.
    func fault(of user: User, _ kept: (listed: Instant?, unlisted: Instant?)) -> String? {
        let earliest = [kept.listed, kept.unlisted].compactMap { $0 }.min()
        // A daemon that died had not looked at everybody yet; the next one does.
        if let earliest, let sweepUntil, earliest <= sweepUntil { return nil }
        var told = user
        told.progress.gapTold = .max
        let latest = told.deadlines(gap: gap, settings: longestHold)
        let first = [
            user.earliestDeadline(gap: nil, settings: settings),
            user.earliestDeadline(gap: gap, settings: settings),
        ].compactMap { $0 }.min()
        if !isWithin(earliest, first, latest.map(\.at).min()) { return "looked at in time" }
        // One that is kept as earlier only takes longer: an older version may have left it.
        let listed = latest.filter { $0.kind.listedName != nil }.map(\.at).min()
        if let listed, kept.listed.map({ $0 > listed }) ?? true { return "listed in its place" }
        return nil
    }

    private func isWithin(_ kept: Instant?, _ from: Instant?, _ to: Instant?) -> Bool {
        guard let kept else { return to == nil }
        guard let from, let to else { return false }
        return kept >= from && kept <= to
    }
}
