/// Who calls, as the kernel reports it; nothing a caller says counts.
public struct Caller: Hashable, Sendable {
    /// root, the account the daemon runs as, or a member of the group lifesignal-admin.
    public var isAdmin: Bool
    /// root, the account lifesignal-notify, or the account the daemon runs as.
    public var isSender: Bool
    /// The user whom the calling account is bound to.
    public var user: UserID?
    /// How the audit trail names them.
    public var actor: Actor

    public init(isAdmin: Bool, isSender: Bool, user: UserID?, actor: Actor) {
        self.isAdmin = isAdmin
        self.isSender = isSender
        self.user = user
        self.actor = actor
    }
}

/// How the user that a call is about stands to the caller.
public enum Relation: Hashable, Sendable {
    case itself
    /// The caller is a responder of theirs.
    case dependent
    /// They are a responder of the caller, and nothing else.
    case responder
    case none
}

/// Everything that a call can want to do, as far as permission goes.
public enum Deed: Hashable, Sendable {
    /// GetHealth; GetInfo and GetInterfaceDescription are the protocol's own.
    case seeHealth
    /// GetStatus, ListUsers, ListDeadlines and ListEvents: what they show is cut to the view.
    case seeOwnNet
    /// GetUser: shown as the relation allows.
    case seeUser(Relation)
    /// Check-ins, alerts, deadlines, events, explanations, and pings between the two.
    case seeLife(Relation)
    /// Channels, notifications, bindings and edges.
    case seeArrangements(Relation)
    case checkIn(Relation, needsHelp: Bool)
    case answerPing(to: Relation)
    case useAlert(of: Relation)
    case editUser(Relation, changesBinding: Bool)
    case manageChannels(of: Relation)
    case addResponder(to: Relation)
    case removeEdge(dependent: Relation, responder: Relation)
    case sendPing(from: Relation)
    case clearPing(sentBy: Relation)
    /// AddUser and RemoveUser.
    case addOrRemoveUser
    /// Reload, AcceptClock and Backup.
    case administer
    /// The interface Outbox.
    case send
}

extension Deed {
    /// Whether it may still write when the disk is full, from the reserve that is kept for it: a
    /// sign of life, a call for help, a delivery and how it went; and what an operator needs to get
    /// out of there. Everything else can wait, and must not use the reserve up.
    public var isVital: Bool {
        switch self {
        case .checkIn, .answerPing, .useAlert, .send, .administer: true
        case .seeHealth, .seeOwnNet, .seeUser, .seeLife, .seeArrangements, .editUser,
            .manageChannels, .addResponder, .removeEdge, .sendPing, .clearPing,
            .addOrRemoveUser:
            false
        }
    }
}

extension Caller {
    /// The table of spec/interface.md, "Who may do what", line by line.
    public func may(_ deed: Deed) -> Bool {
        if deed == .send { return isSender }
        if deed == .seeHealth { return true }
        if isAdmin { return true }
        guard user != nil else { return false }
        switch deed {
        case .seeOwnNet: return true
        case .seeUser(let relation): return relation != .none
        case .seeLife(let relation): return relation == .itself || relation == .dependent
        case .seeArrangements(let relation): return relation == .itself
        case .checkIn(let relation, let needsHelp):
            return relation == .itself || (relation == .dependent && needsHelp)
        case .answerPing(let relation), .useAlert(let relation), .manageChannels(let relation),
            .addResponder(let relation), .sendPing(let relation), .clearPing(let relation):
            return relation == .itself
        case .editUser(let relation, let changesBinding):
            return relation == .itself && !changesBinding
        case .removeEdge(let dependent, let responder):
            return dependent == .itself || responder == .itself
        case .addOrRemoveUser, .administer, .send, .seeHealth: return false
        }
    }
}
