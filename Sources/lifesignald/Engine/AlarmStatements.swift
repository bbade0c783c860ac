/// What a deadline, or a reminder, waits for until a sender has begun with its notices, beside what every round needs.
///
/// SQLite took 2.1 ms to prepare these, which the first deadline after a start was late by, and most are the
/// first for hours (docs/PERFORMANCE.md). So a start prepares them, before it
/// serves: after that the first call would wait for it.
enum AlarmStatements {
    static let all = [
        UserTable.dueOnes, UserTable.byID, EdgeTable.respondersByName, ChannelTable.isThere,
        PingTable.pendingByRecipient, DeliveryTable.newestReminder, NotificationTable.insertion,
        ChannelTable.identifiersByUser, DeliveryTable.insertion, DeliveryTable.openByCause,
        UserTable.quietUpdate, UserTable.lifeUpdate, DeadlineTable.insertion,
        DeadlineTable.deletion, ProblemTable.untold, OutboxOffer.dueOnes,
        OutboxOffer.dueOnesOfChannel, OutboxOffer.jobs, DeliveryTable.byID, DeliveryTable.update,
        DeliveryTable.attemptInsertion,
    ]
}
