import LifeSignal

/// The audit trail; check-ins have their history in it (docs/decisions/0019-a-check-in-is-an-event.md).
enum EventTable {
    struct Record {
        var sequence: Int64
        var at: Instant
        var kind: String
        var about: UserID?
        var user: Handle?
        var by: String
        var detail: [String: String]
    }

    /// - Returns: its number, which goes with the row of whom it is about (``EventRuns``).
    static func add(_ db: Connection, _ event: Event) throws -> Int64 {
        try db.run(
            "INSERT INTO events (at, kind, user, by, detail) VALUES (?, ?, ?, ?, ?)",
            [
                event.at.cell, event.kind.rawValue.cell, event.user.cell, event.by.text.cell,
                encoded(event.detail).cell,
            ])
        return db.lastInsertedRowID
    }

    /// Some events, oldest first.
    struct Found {
        var events: [Record]
        /// The number to go on after.
        var next: Int64
        /// Whether there are no others yet.
        var isLast: Bool
    }

    /// The next events after `sequence`, at most `limit`. Where others come between them there may be fewer, or none,
    /// and more after those.
    static func page(
        _ db: Connection, after sequence: Int64, about subject: Subject, limit: Int
    ) throws -> Found {
        let range = try range(db)
        func found(_ events: [Record]) -> Found {
            let isLast = events.count < limit
            return Found(
                events: events,
                next: isLast ? range.newest : events.last?.sequence ?? range.newest, isLast: isLast)
        }
        switch subject {
        case .everybody:
            return found(
                try db.rows(
                    "SELECT \(columns) \(from) WHERE e.sequence > ? ORDER BY e.sequence LIMIT ?",
                    [sequence.cell, limit.cell], record))
        case .one(let user):
            return found(try page(db, after: sequence, about: [user], range, limit: limit))
        case .net(let own):
            // Who follows is near the end.
            guard range.newest - sequence > Int64(limit) else {
                return try search(db, after: sequence, netOf: own, limit)
            }
            let dependents = try EdgeTable.dependentIDs(db, of: own, limit: mostAskedFor)
            guard dependents.count < mostAskedFor else {
                return try search(db, after: sequence, netOf: own, limit)
            }
            return found(
                try page(db, after: sequence, about: [own] + dependents, range, limit: limit))
        }
    }

    /// Of fewer than these it is asked what has happened to each.
    private static let mostAskedFor = 1024

    /// What of the next `limit` events is about a net, which may be nothing, whatever its size.
    private static func search(
        _ db: Connection, after sequence: Int64, netOf own: UserID, _ limit: Int
    ) throws -> Found {
        var last: Int64?
        let rows: [Record?] = try db.rows(netSearch, [own.cell, sequence.cell, limit.cell]) { row in
            last = row[0]
            return row[7] ? record(row) : nil
        }
        return Found(
            events: rows.compactMap { $0 }, next: last ?? sequence, isLast: rows.count < limit)
    }

    private static let netSearch = """
        SELECT \(columns), e.user IS ?1 OR EXISTS (
            SELECT 1 FROM edges WHERE dependent = e.user AND responder = ?1)
        \(from) WHERE e.sequence > ?2 ORDER BY e.sequence LIMIT ?3
        """

    private static func page(
        _ db: Connection, after sequence: Int64, about users: [UserID],
        _ range: (oldest: Int64, newest: Int64), limit: Int
    ) throws -> [Record] {
        let start = max(sequence, range.oldest - 1)
        return try sequences(db, after: start, about: users, limit: limit).compactMap {
            try db.row("SELECT \(columns) \(from) WHERE e.sequence = ?", [$0.cell], record)
        }
    }

    /// The first `limit` numbers after `sequence` that are about any of `users`.
    ///
    /// No more than a page of each user is read: one statement for all of them would sort all that has ever happened
    /// to them.
    private static func sequences(
        _ db: Connection, after sequence: Int64, about users: [UserID], limit: Int
    ) throws -> [Int64] {
        var first: [Int64] = []
        for user in users {
            for part in EventRuns.Part.allCases {
                // What comes after a full page of others is not on this one.
                let end = first.count == limit ? first.last ?? 0 : .max
                let own = try EventRuns.first(
                    limit, part, db, of: user, after: sequence, before: end)
                guard !own.isEmpty else { continue }
                first = Array((first + own).sorted().prefix(limit))
            }
        }
        return first
    }

    // MARK: Check-ins

    /// One in a user's history; its number is its id on the socket.
    struct CheckIn {
        var sequence: Int64
        var at: Instant
        var source: String
        var by: String
    }

    static func checkIns(_ db: Connection, of user: UserID, _ page: Page) throws -> [CheckIn] {
        try EventRuns.last(page.limit, .checkIns, db, of: user, before: page.before ?? .max) {
            try db.row(checkIn, [$0.cell, user.cell]) {
                CheckIn(
                    sequence: $0[0], at: $0[1], source: decoded($0[3])["source"] ?? "", by: $0[2])
            }
        }
    }

    private static let checkIn = """
        SELECT sequence, at, by, detail FROM events
        WHERE sequence = ? AND user = ? AND kind = 'checkedIn'
        """

    // MARK: Rows

    private static let columns = "e.sequence, e.at, e.kind, e.user, u.handle, e.by, e.detail"
    private static let from = "FROM events e LEFT JOIN users u ON u.id = e.user"

    private static func record(_ row: borrowing ResultRow) -> Record {
        Record(
            sequence: row[0], at: row[1], kind: row[2], about: row[3],
            user: (row[4] as String?).map { Handle(stored: $0) }, by: row[5],
            detail: decoded(row[6]))
    }

    /// The oldest and newest numbers; the newest is always kept, or the next would be the same.
    static func range(_ db: Connection) throws -> (oldest: Int64, newest: Int64) {
        let oldest: Int64? = try db.value("SELECT min(sequence) FROM events")
        let newest: Int64? = try db.value("SELECT max(sequence) FROM events")
        return (oldest ?? 1, newest ?? 0)
    }

    // MARK: Detail as text: `key=value` parts, percent-escaped, in the order of their keys

    private static func encoded(_ detail: [String: String]) -> String {
        let parts = detail.count > 1 ? detail.sorted { $0.key < $1.key } : Array(detail)
        // Of each part two marks, and of each byte three.
        let room = parts.reduce(0) { $0 + 2 + 3 * ($1.key.utf8.count + $1.value.utf8.count) }
        return String(unsafeUninitializedCapacity: room) { bytes in
            var end = 0
            func add(_ byte: UInt8) {
                bytes[end] = byte
                end += 1
            }
            func add(escaped text: String) {
                for byte in text.utf8 {
                    if isSeparator(byte) {
                        for digit in "%\(String(byte, radix: 16))".utf8 { add(digit) }
                    } else {
                        add(byte)
                    }
                }
            }
            for (key, value) in parts {
                if end > 0 { add(UInt8(ascii: "&")) }
                add(escaped: key)
                add(UInt8(ascii: "="))
                add(escaped: value)
            }
            return end
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "=")
    }

    private static func decoded(_ text: String) -> [String: String] {
        var detail: [String: String] = [:]
        var text = text
        text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = rest.prefix { $0 != UInt8(ascii: "&") }
                rest = rest[part.endIndex...].dropFirst()
                guard let middle = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
                detail[unescaped(part[..<middle])] = unescaped(part[middle...].dropFirst())
            }
        }
        return detail
    }

    private static func unescaped(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let mark = UInt8(ascii: "%")
        guard text.contains(mark) else { return String(decoding: text, as: UTF8.self) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == mark,
                let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(escaped)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
