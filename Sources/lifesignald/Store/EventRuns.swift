import LifeSignal

/// Which events are about a user: the numbers of the last few are in the user's row, which is written with most of
/// them anyway, and those before them in runs of a dozen or so, with a row each
/// (docs/decisions/0022-events-by-user-in-runs.md).
///
/// An event that was forgotten may still be named there.
enum EventRuns {
    /// A user's check-ins are apart from all else that happened to them, so that each is found without what lies
    /// between.
    enum Part: CaseIterable {
        case checkIns, others

        init(_ event: Event) { self = event.kind == .checkedIn ? .checkIns : .others }
    }

    /// Writes the runs of all events that there are, where there is none yet and no row has a number.
    static let ofAllEvents = """
        INSERT INTO eventRuns (sequence, user, isCheckIns, events)
            SELECT max(sequence), user, isCheckIns, ',' || group_concat(sequence) FROM (
                SELECT sequence, user, kind = 'checkedIn' AS isCheckIns, (row_number() OVER (
                    PARTITION BY user, kind = 'checkedIn' ORDER BY sequence) - 1) / 16 AS run
                FROM events WHERE user IS NOT NULL)
            GROUP BY user, isCheckIns, run;

        """

    // MARK: Writing

    /// Events that were written, and whose numbers no user's row has yet.
    struct Unplaced {
        private var events: [(number: Int64, user: UserID, part: Part)] = []

        mutating func add(_ number: Int64, _ event: Event) {
            if let user = event.user { events.append((number, user, Part(event))) }
        }

        /// What the row of a user has to have added to it.
        mutating func take(of user: UserID) -> Addition {
            var addition = Addition()
            guard !events.isEmpty else { return addition }
            for event in events where event.user == user {
                switch event.part {
                case .checkIns: addition.checkIns += ",\(event.number)"
                case .others: addition.others += ",\(event.number)"
                }
            }
            events.removeAll { $0.user == user }
            return addition
        }

        /// Writes down what went with no user's row.
        mutating func place(_ db: Connection) throws {
            while let user = events.first?.user {
                let addition = take(of: user)
                let texts = try db.row(inRow, [user.cell]) { Texts(checkIns: $0[0], others: $0[1]) }
                let ended = try endFullRuns(db, of: user, texts ?? Texts())
                try db.run(
                    placement,
                    [user.cell, addition.checkIns.cell, addition.others.cell] + ended.arguments)
            }
        }
    }

    /// Numbers with a comma before each.
    struct Addition {
        var checkIns = ""
        var others = ""
    }

    /// What stands in a user's row, ``columns``.
    struct Texts {
        var checkIns = ""
        var others = ""

        /// Whether a run ends with the next update of the row.
        var areFull: Bool { EventRuns.isFull(checkIns) || EventRuns.isFull(others) }
    }

    /// Numbers in a user's row that become a run with the next update of the row.
    private static func isFull(_ text: String) -> Bool { text.utf8.count > 100 }

    /// Which numbers of a user's row have just become a run.
    struct Ended {
        fileprivate var checkIns = false
        fileprivate var others = false

        /// For ``growth(checkIns:others:ended:)``.
        var arguments: Arguments { [checkIns.cell, others.cell] }
    }

    /// Makes runs of them, right before whoever updates the row takes them out of it
    /// (``growth(checkIns:others:ended:)``).
    static func endFullRuns(_ db: Connection, of user: UserID, _ texts: Texts) throws -> Ended {
        var ended = Ended()
        func end(_ text: String, isCheckIns: Bool) throws -> Bool {
            guard isFull(text) else { return false }
            try db.run(
                "INSERT INTO eventRuns (sequence, user, isCheckIns, events) VALUES (?, ?, ?, ?)",
                [numbers(text).last.cell, user.cell, isCheckIns.cell, text.cell])
            return true
        }
        ended.checkIns = try end(texts.checkIns, isCheckIns: true)
        ended.others = try end(texts.others, isCheckIns: false)
        return ended
    }

    /// What an update of a user's row does, with the parameters that hold an ``Addition``.
    ///
    /// - Parameter ended: those that hold what has become a run right before, where that can be. They say so, and no
    ///   `length()` does: an update that has triggers and calls a function keeps copies of pages
    ///   (docs/decisions/0017-what-fails-is-undone-with-its-request.md).
    static func growth(
        checkIns: String, others: String, ended: (checkIns: String, others: String)? = nil
    ) -> String {
        func left(of column: String, _ ended: String?) -> String {
            ended.map { "iif(\($0), '', \(column))" } ?? column
        }
        return """
            checkInRun = \(left(of: "checkInRun", ended?.checkIns)) || \(checkIns),
            eventRun = \(left(of: "eventRun", ended?.others)) || \(others)
            """
    }

    private static let placement = """
        UPDATE users SET \(growth(checkIns: "?2", others: "?3", ended: ("?4", "?5"))) WHERE id = ?1
        """

    /// A column of numbers as SQLite's functions for JSON take it.
    static func array(_ column: String) -> String { "'[' || substr(\(column), 2) || ']'" }

    // MARK: Reading

    /// The first `limit` numbers after `sequence` and before `end`, in order.
    ///
    /// - Parameter sequence: right before the oldest event or later, or all that was forgotten would be gone through.
    static func first(
        _ limit: Int, _ part: Part, _ db: Connection, of user: UserID, after sequence: Int64,
        before end: Int64 = .max
    ) throws -> [Int64] {
        var place = sequence
        var numbers = Numbers(between: sequence, and: end, limit: limit) { number in
            try isLeft(number, part, db, of: user) ? number : nil
        }
        while !numbers.isComplete,
            let run = try db.row(following, [user.cell, (part == .checkIns).cell, place.cell], run)
        {
            try numbers.add(run.numbers)
            guard run.last < end else { return numbers.found }
            place = run.last
        }
        try numbers.add(inRow(db, user, part))
        return numbers.found
    }

    /// What `read` makes of the last `limit` events before `end`, the last one first.
    ///
    /// - Parameter read: nil of an event that was forgotten, or that is not one of the user's in this part.
    static func last<Value>(
        _ limit: Int, _ part: Part, _ db: Connection, of user: UserID, before end: Int64,
        _ read: @escaping (Int64) throws -> Value?
    ) throws -> [Value] {
        let oldest = try EventTable.range(db).oldest
        guard end > oldest else { return [] }
        var numbers = Numbers(between: oldest - 1, and: end, limit: limit, read)
        try numbers.add(inRow(db, user, part).reversed())
        // One that ends later may have begun before.
        if !numbers.isComplete, end < .max,
            let run = try db.row(
                following, [user.cell, (part == .checkIns).cell, (end - 1).cell], run)
        {
            try numbers.add(run.numbers.reversed())
        }
        var place = end
        while !numbers.isComplete,
            let run = try db.row(
                preceding, [user.cell, (part == .checkIns).cell, place.cell], run),
            run.last >= oldest
        {
            try numbers.add(run.numbers.reversed())
            place = run.last
        }
        return numbers.found
    }

    /// What is made of the events between two numbers, until there are enough.
    private struct Numbers<Value> {
        private let start: Int64
        private let end: Int64
        private let limit: Int
        private let read: (Int64) throws -> Value?
        private(set) var found: [Value] = []

        init(
            between start: Int64, and end: Int64, limit: Int,
            _ read: @escaping (Int64) throws -> Value?
        ) {
            self.start = start
            self.end = end
            self.limit = limit
            self.read = read
        }

        var isComplete: Bool { found.count >= limit }

        mutating func add(_ numbers: some Sequence<Int64>) throws {
            for number in numbers where number > start && number < end && !isComplete {
                if let value = try read(number) { found.append(value) }
            }
        }
    }

    /// Whether an event is still there and is one of the user's in this part, whatever a row says.
    static func isLeft(
        _ number: Int64, _ part: Part, _ db: Connection, of user: UserID
    ) throws -> Bool {
        try db.value(left, [number.cell, user.cell, (part == .checkIns).cell]) ?? false
    }

    private static let left = """
        SELECT 1 FROM events WHERE sequence = ? AND user = ? AND (kind = 'checkedIn') = ?
        """
    private static let inRow = "SELECT \(columns) FROM users WHERE id = ?"
    static let columns = "checkInRun, eventRun"
    private static let following = """
        SELECT sequence, events FROM eventRuns WHERE user = ? AND isCheckIns = ? AND sequence > ?
        ORDER BY sequence LIMIT 1
        """
    private static let preceding = """
        SELECT sequence, events FROM eventRuns WHERE user = ? AND isCheckIns = ? AND sequence < ?
        ORDER BY sequence DESC LIMIT 1
        """

    private static func run(_ row: borrowing ResultRow) -> (last: Int64, numbers: [Int64]) {
        (row[0], numbers(row[1]))
    }

    private static func inRow(_ db: Connection, _ user: UserID, _ part: Part) throws -> [Int64] {
        try db.row(inRow, [user.cell]) {
            numbers(part == .checkIns ? $0[0] : $0[1])
        } ?? []
    }

    private static func numbers(_ text: String) -> [Int64] {
        text.utf8.split(separator: UInt8(ascii: ",")).compactMap { Int64(Substring($0)) }.sorted()
    }
}
