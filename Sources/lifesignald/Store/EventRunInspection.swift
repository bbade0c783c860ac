/// Whether the numbers by which users' events are found (``EventRuns``) are those of their events, in order and once
/// each: what `lifesignald check` says of them.
enum EventRunInspection {
    /// What is wrong, in words; empty if all is well. Changes nothing.
    static func findings(_ db: Connection) throws -> [String] {
        let unreadable = try Inspection.findings(db, [unreadable], with: numbers)
        // Who could not be read says nothing of the others either.
        guard unreadable.isEmpty else { return unreadable }
        return try Inspection.findings(db, contradictions, with: numbers)
    }

    /// All texts with numbers in them, by place: a user's row comes after all their runs. And the numbers, one by one.
    private static let numbers = """
        WITH texts (user, isCheckIns, run, events) AS (
            SELECT user, isCheckIns, sequence, events FROM eventRuns
            UNION ALL SELECT id, 1, \(Int64.max), checkInRun FROM users
            UNION ALL SELECT id, 0, \(Int64.max), eventRun FROM users),
        numbers (user, isCheckIns, run, place, event) AS (
            SELECT t.user, t.isCheckIns, t.run, n.key, n.value
            FROM texts t, json_each(\(EventRuns.array("t.events"))) n)
        """

    private static let unreadable: Inspection.Contradiction = (
        rows: """
        texts WHERE events <> '' AND (events NOT GLOB ',[1-9]*' OR events GLOB '*[^0-9,]*'
            OR events GLOB '*,[0,]*' OR events GLOB '*,')
        """,
        words: "users' rows or runs of events whose numbers are no numbers"
    )

    private static let contradictions: [Inspection.Contradiction] = [
        (
            rows: """
            events WHERE user IS NOT NULL AND (sequence, user, kind = 'checkedIn') NOT IN (
                SELECT event, user, isCheckIns FROM numbers)
            """,
            words: "events that would not be found by whom they are about"
        ),
        (
            rows: """
            (SELECT event, lag(event) OVER (
                PARTITION BY user, isCheckIns ORDER BY run, place) AS before FROM numbers)
            WHERE event <= before
            """,
            words: "numbers of events that stand twice, or out of their order"
        ),
        (
            rows: """
            eventRuns
            WHERE sequence IS NOT json_extract(\(EventRuns.array("events")), '$[#-1]')
            """,
            words: "runs of events that would not be found in their place"
        ),
        (
            rows: """
            numbers n JOIN events e ON e.sequence = n.event
            WHERE e.user IS NOT n.user OR (e.kind = 'checkedIn') <> n.isCheckIns
            """,
            words: "numbers of events that are about somebody else, or of another kind"
        ),
    ]
}
