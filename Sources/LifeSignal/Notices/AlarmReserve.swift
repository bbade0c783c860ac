/// Places on the way to people that are kept for alarms and the heartbeat, wherever places are
/// counted: channels that hang may hold all the others.
public enum AlarmReserve {
    /// How many of `places` anything else may take: all but an eighth.
    public static func placesForOthers(of places: Int) -> Int { places - places / 8 }
}
