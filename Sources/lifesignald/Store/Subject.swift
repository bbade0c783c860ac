import LifeSignal

/// Whom that is about which is asked for.
enum Subject {
    case everybody
    case one(UserID)
    /// A user, and whom they look after.
    case net(of: UserID)

    /// The numbers of the net of the user `?1`.
    static let netBySQL =
        "(SELECT ?1 UNION ALL SELECT dependent FROM edges WHERE responder = ?1)"
}
