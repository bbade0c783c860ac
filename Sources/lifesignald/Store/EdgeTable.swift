import LifeSignal

/// Edges between users, seen from either end.
enum EdgeTable {
    static func add(_ db: Connection, dependent: UserID, responder: UserID, at now: Instant) throws
    {
        try db.run(
            """
            INSERT INTO edges (dependent, responder, dateAdded, needsHelp)
            SELECT id, ?, ?, incident IS NOT NULL OR alert IS NOT NULL FROM users WHERE id = ?
            """, [responder.cell, now.cell, dependent.cell])
    }

    static func remove(_ db: Connection, dependent: UserID, responder: UserID) throws {
        try db.run(
            "DELETE FROM edges WHERE dependent = ? AND responder = ?",
            [dependent.cell, responder.cell])
    }

    static func removeAll(_ db: Connection, of user: UserID) throws {
        try db.run("DELETE FROM edges WHERE dependent = ?", [user.cell])
        try db.run("DELETE FROM edges WHERE responder = ?", [user.cell])
    }

    /// When `responder` was added to `dependent`; nil if they are not tied.
    static func dateAdded(_ db: Connection, dependent: UserID, responder: UserID) throws -> Instant?
    {
        try db.value(
            "SELECT dateAdded FROM edges WHERE dependent = ? AND responder = ?",
            [dependent.cell, responder.cell])
    }

    private static let contact = """
        u.id, u.handle, u.name, EXISTS (SELECT 1 FROM channels WHERE user = u.id), \
        u.incident IS NOT NULL
        """

    private static func contact(_ row: borrowing ResultRow) -> Situation.Contact {
        Situation.Contact(
            id: row[0], handle: Handle(stored: row[1]), name: row[2], isReachable: row[3],
            isNonResponsive: row[4])
    }

    /// By name, then handle; at most 100.
    static func responders(_ db: Connection, of dependent: UserID) throws -> [Situation.Contact] {
        try db.rows(respondersByName, [dependent.cell], contact)
    }

    static let respondersByName = """
        SELECT \(contact) FROM edges e JOIN users u ON u.id = e.responder
        WHERE e.dependent = ? ORDER BY u.foldedName, u.handle
        """

    static func dependents(_ db: Connection, of responder: UserID) throws -> [Situation.Contact] {
        try db.rows(
            """
            SELECT \(contact) FROM edges e JOIN users u ON u.id = e.dependent
            WHERE e.responder = ? ORDER BY u.handle
            """, [responder.cell], contact
        )
    }

    /// Those, by number, and nothing of them.
    static func dependentIDs(
        _ db: Connection, of responder: UserID, limit: Int
    ) throws -> [UserID] {
        try db.rows(
            "SELECT dependent FROM edges WHERE responder = ? ORDER BY dependent LIMIT ?",
            [responder.cell, limit.cell]
        ) {
            $0[0]
        }
    }

    static func contact(_ db: Connection, _ id: UserID) throws -> Situation.Contact? {
        try db.row("SELECT \(contact) FROM users u WHERE u.id = ?", [id.cell], contact)
    }

    /// Dependents of `responder` who are non-responsive or have an active alert.
    static func needingHelp(_ db: Connection, of responder: UserID) throws -> [UserID] {
        try db.rows(
            "SELECT dependent FROM edges WHERE responder = ? AND needsHelp = 1", [responder.cell]
        ) { $0[0] }
    }

    /// What a listing of dependents is sorted by.
    static func sortKeys(_ db: Connection, ofDependentsOf responder: UserID) throws -> [SortKey] {
        try db.rows(
            """
            SELECT u.id, u.handle, u.foldedName, min(e.dateAdded, ifnull(back.dateAdded, e.dateAdded)),
                u.alertStart, u.incidentSince, u.lastCheckIn + u.checkInInterval * 1000
            FROM edges e JOIN users u ON u.id = e.dependent
            LEFT JOIN edges back ON back.dependent = e.responder AND back.responder = e.dependent
            WHERE e.responder = ?
            """, [responder.cell]
        ) {
            SortKey(
                user: $0[0], handle: Handle(stored: $0[1]), foldedName: $0[2], dateAdded: $0[3],
                alertStart: $0[4], nonResponsiveSince: $0[5], nextCheckIn: $0[6])
        }
    }
}
