/// The orders of a responder's dependents.
public enum DependentSort: String, Hashable, Sendable, CaseIterable {
    /// Who needs help stands on top.
    case timeLeft
    case name
    /// Newest first.
    case dateAdded
}

/// What the order of a listing looks at, and nothing else of a user.
public struct SortKey: Hashable, Sendable {
    public var user: UserID
    public var handle: Handle
    public var foldedName: String
    /// Since when they are tied, whichever of the two looked after the other first: as contacts are shown.
    public var dateAdded: Instant
    public var alertStart: Instant?
    public var nonResponsiveSince: Instant?
    public var nextCheckIn: Instant?

    public init(user: User, dateAdded: Instant) {
        self.init(
            user: user.id, handle: user.handle, foldedName: LifeSignal.foldedName(user.name),
            dateAdded: dateAdded, alertStart: user.alert?.startedAt,
            nonResponsiveSince: user.incident?.since, nextCheckIn: user.nextCheckIn)
    }

    public init(
        user: UserID, handle: Handle, foldedName: String, dateAdded: Instant,
        alertStart: Instant?, nonResponsiveSince: Instant?, nextCheckIn: Instant?
    ) {
        self.user = user
        self.handle = handle
        self.foldedName = foldedName
        self.dateAdded = dateAdded
        self.alertStart = alertStart
        self.nonResponsiveSince = nonResponsiveSince
        self.nextCheckIn = nextCheckIn
    }
}

extension DependentSort {
    /// Whether `a` stands before `b`; ties by name, then handle (spec/domain.md).
    public func precedes(_ a: SortKey, _ b: SortKey) -> Bool {
        switch self {
        case .timeLeft:
            let (left, right) = (Self.urgency(a), Self.urgency(b))
            if left != right { return left < right }
        case .name:
            break
        case .dateAdded:
            if a.dateAdded != b.dateAdded { return a.dateAdded > b.dateAdded }
        }
        return (a.foldedName, a.handle) < (b.foldedName, b.handle)
    }

    /// Active alerts, then the non-responsive, each longest first; then the overdue and the others
    /// by their deadline; then who waits.
    private static func urgency(_ key: SortKey) -> (Int, Int64) {
        if let start = key.alertStart { return (0, start.milliseconds) }
        if let since = key.nonResponsiveSince { return (1, since.milliseconds) }
        if let next = key.nextCheckIn { return (2, next.milliseconds) }
        return (3, 0)
    }
}
