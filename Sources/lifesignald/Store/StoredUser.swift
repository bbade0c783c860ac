import LifeSignal

/// A user as they were read, and what else their row has that it takes to write it anew: it need not be read once more
/// by whoever has decided about the user, where nothing has been written since.
struct StoredUser {
    let user: User
    let rest: Rest

    struct Rest {
        /// The deadline under which they are listed still (``DeadlineTable``).
        var listedDeadline: Instant?
        var runs = EventRuns.Texts()
    }
}
