public import Logging

/// The fields of LifeSignal's journal entries, beside those that every entry has.
public enum JournalField: String, CaseIterable, Sendable {
    /// The ``MessageID`` by name; for an audit event this is its kind.
    case event = "LIFESIGNAL_EVENT"
    /// The handle of the user the entry is about.
    case user = "LIFESIGNAL_USER"
    /// By whom: `user:HANDLE`, `account:NAME`, `uid:N` or `daemon`.
    case actor = "LIFESIGNAL_ACTOR"
    /// The id of a ping.
    case ping = "LIFESIGNAL_PING"
    /// The id of an alert.
    case alert = "LIFESIGNAL_ALERT"
    /// The id of a notification.
    case notification = "LIFESIGNAL_NOTIFICATION"
    /// The id of a channel, never its address.
    case channel = "LIFESIGNAL_CHANNEL"
    /// The stable code of a problem in `lifesignalctl status`.
    case problem = "LIFESIGNAL_PROBLEM"
}

extension MessageID {
    // Made once: a name costs a look into the program's own description of itself.
    private static let names = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, "\($0)") })
    private static let byName = Dictionary(
        uniqueKeysWithValues: names.map { ($0.value, $0.key) })

    /// What LIFESIGNAL_EVENT says.
    public var event: String { Self.names[self]! }

    /// The id of an event's kind by name; every kind of audit event has one.
    public init?(event: String) {
        guard let id = Self.byName[event] else { return nil }
        self = id
    }

    /// How loud the entry is (spec of the journal): err for a user non-responsive or an alert, crit
    /// when a notice cannot reach anybody, warning for problems, notice for recovery, else info. A
    /// database that fails is err too, since it ends the daemon; what keeps it from starting is crit:
    /// nobody is told anything.
    public var level: Logger.Level {
        switch self {
        case .noticeCannotReachAnybody, .startFailed: .critical
        case .becameNonResponsive, .alertRaised, .storageFailed, .callFailed, .watchNotTold: .error
        case .deliveryFailed, .gap, .clockStepped, .checkInRefused, .permissionRefused,
            .problemRaised, .clockBehind, .configurationRefused, .engineLate,
            .connectionRefused, .entriesLeftOut, .entriesNotTaken, .daemonSilent, .heartbeatFailed,
            .watchTold, .secretMissing:
            .warning
        case .recovered, .alertCleared, .problemSolved, .netBegun, .noticeNotHandedOver: .notice
        case .userAdded, .userChanged, .userRemoved, .checkedIn, .reminderDue, .responderAdded,
            .responderRemoved, .pingSent, .pingResponded, .pingCleared, .pingExpired, .channelAdded,
            .channelRemoved, .reloaded, .started, .stopped, .holdOpened, .senderConnected,
            .senderDisconnected, .connectionClosed, .daemonAnswers, .noticeHandedOver,
            .senderReloaded:
            .info
        }
    }

    /// The fields that every entry of this kind carries; its text in the catalog may use them.
    public var fields: [JournalField] {
        switch self {
        case .userAdded, .userChanged, .userRemoved, .checkedIn, .reminderDue, .becameNonResponsive,
            .recovered, .responderAdded, .responderRemoved, .checkInRefused:
            [.user, .actor]
        case .pingSent, .pingResponded, .pingCleared, .pingExpired: [.user, .actor, .ping]
        case .alertRaised, .alertCleared: [.user, .actor, .alert]
        case .channelAdded, .channelRemoved: [.user, .actor, .channel]
        case .deliveryFailed: [.user, .actor, .notification]
        case .gap, .clockStepped, .reloaded, .started, .stopped, .permissionRefused,
            .connectionRefused, .connectionClosed, .entriesLeftOut:
            [.actor]
        case .noticeHandedOver, .noticeNotHandedOver: [.user, .notification]
        case .noticeCannotReachAnybody: [.user]
        case .problemRaised, .problemSolved: [.problem]
        case .holdOpened, .clockBehind, .configurationRefused, .netBegun, .storageFailed,
            .senderConnected, .senderDisconnected, .engineLate, .callFailed, .startFailed,
            .daemonAnswers,
            .daemonSilent, .heartbeatFailed, .watchTold, .watchNotTold, .senderReloaded,
            .secretMissing, .entriesNotTaken:
            []
        }
    }
}
