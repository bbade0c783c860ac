import ConfigurationFile
import LifeSignal
import LifeSignalAPI
import Logging
import Synchronization
import Systemd
import Varlink

/// What the daemon says of what has happened: one entry for each event, after its commit.
struct Journal: Sendable {
    private let logger: Logger
    private let zone: Zone
    private let inOrder: InOrder
    private let allowance = CallerAllowance()

    /// Has so many entries made and logged before what is logged from now on.
    typealias InOrder = @Sendable (_ count: Int, _ body: @escaping @Sendable () -> Void) -> Void

    /// - Parameter inOrder: who words what the engine tells; by itself the engine does that at once.
    init(logger: Logger, zone: Zone, inOrder: @escaping InOrder = { _, body in body() }) {
        self.logger = logger
        self.zone = zone
        self.inOrder = inOrder
    }

    /// After a round's commit.
    func committed(_ report: EngineCore.Report) {
        if report.hasTicked { leftOut() }
        let (events, raised, solved) =
            (report.outcome.events, report.outcome.raised, report.outcome.solved)
        let count =
            events.count + raised.count + solved.count + (report.holdsUntil == nil ? 0 : 1)
        guard count > 0 else { return }
        inOrder(count) {
            for event in events { write(event) }
            if let end = report.holdsUntil {
                logger.entry(
                    .holdOpened,
                    "whose alarm would come too soon after that has until \(zone.text(end)) at the most"
                )
            }
            for key in raised { self.raised(key) }
            for key in solved { self.solved(key, among: events) }
        }
    }

    // MARK: Events

    private func write(_ named: EffectWriter.Named<Event>) {
        let event = named.value
        guard let id = MessageID(event: event.kind.rawValue) else { return }
        var fields: JournalFields = [.actor: event.by.text]
        fields[.user] = named.handle
        for (key, value) in event.detail {
            if let field = Self.field(ofDetail: key) { fields[field] = value }
        }
        let text = JournalText(event, user: named.handle ?? "", zone: zone)
        logger.entry(id, "\(text.message)", fields)
    }

    /// What of an event's detail is searched for in the journal.
    private static func field(ofDetail key: String) -> JournalField? {
        switch key {
        case "ping": .ping
        case "alert": .alert
        case "channel": .channel
        case "notification": .notification
        default: nil
        }
    }

    // MARK: Problems

    private func raised(_ named: EffectWriter.Named<Problem.Key>) {
        let key = named.value
        let user = named.handle ?? ""
        switch key.code {
        case .nobodyToTell:
            logger.entry(
                .noticeCannotReachAnybody,
                "\(user) needs help and nobody can be told: no responder, or none with a channel",
                [.user: user, .problem: key.code.rawValue])
        case .nobodyReached:
            logger.entry(
                .noticeCannotReachAnybody,
                "\(user) needs help and nobody who can act has been reached",
                [.user: user, .problem: key.code.rawValue])
        case .clockBehind:
            logger.entry(
                .clockBehind,
                "the clock is behind what was already recorded; going on by own reckoning",
                [.problem: key.code.rawValue])
        case .engineLate:
            logger.entry(
                .engineLate, "a deadline passed over a minute ago and is not dealt with yet",
                [.problem: key.code.rawValue])
        default:
            logger.entry(
                .problemRaised, "problem: \(JournalText.words(key, user: user))",
                fields(of: named))
        }
    }

    /// - Parameter events: of the same round.
    private func solved(
        _ named: EffectWriter.Named<Problem.Key>, among events: [EffectWriter.Named<Event>]
    ) {
        let end = named.value.code.isUrgent ? Self.end(of: named.value.subject, among: events) : nil
        let words = JournalText.words(named.value, user: named.handle ?? "", endedBy: end)
        logger.entry(.problemSolved, "solved: \(words)", fields(of: named))
    }

    /// How an incident or alert has ended, if it has.
    private static func end(
        of emergency: Identifier, among events: [EffectWriter.Named<Event>]
    ) -> Event.Kind? {
        events.first { named in
            switch named.value.kind {
            case .recovered: named.value.detail["incident"] == emergency
            case .alertCleared: named.value.detail["alert"] == emergency
            default: false
            }
        }?.value.kind
    }

    private func fields(of named: EffectWriter.Named<Problem.Key>) -> JournalFields {
        var fields: JournalFields = [.problem: named.value.code.rawValue]
        fields[.user] = named.handle
        return fields
    }

    // MARK: What callers cause

    /// Refusals that matter: who asked for what they may not do, and check-ins that were not taken.
    ///
    /// - Parameter account: the caller's, if it has a name.
    func refused(_ call: Call, by account: String?, _ refused: RefusedCall) {
        if Self.isCheckIn(call) {
            checkInRefused(
                call, by: account, for: refused.user, JournalText.words(refused.refusal))
        } else if refused.refusal == .permissionDenied, allowance.allows(uid: call.peer.uid) {
            let actor = Self.actor(call, account)
            let method = call.method.split(separator: ".").last.map(String.init) ?? call.method
            let whom = refused.user.map { " about \($0)" } ?? ""
            var fields: JournalFields = [.actor: actor]
            fields[.user] = refused.user?.text
            logger.entry(
                .permissionRefused, "\(actor) may not call \(method)\(whom): permission denied",
                fields)
        }
    }

    /// A check-in that nothing came of, for whomever it was.
    func notTaken(_ call: Call, by account: String?, _ reason: Engine.Unavailable) {
        guard Self.isCheckIn(call) else { return }
        checkInRefused(call, by: account, for: nil, "\(reason)")
    }

    private func checkInRefused(
        _ call: Call, by account: String?, for user: Handle?, _ reason: String
    ) {
        guard allowance.allows(uid: call.peer.uid) else { return }
        let actor = Self.actor(call, account)
        let whom = user.map { " for \($0)" } ?? ""
        logger.entry(
            .checkInRefused, "a check-in\(whom) by \(actor) was refused: \(reason)",
            [.actor: actor, .user: user?.text ?? "-"])
    }

    private static func isCheckIn(_ call: Call) -> Bool { call.method.hasSuffix(".CheckIn") }

    private static func actor(_ call: Call, _ account: String?) -> String {
        account.map { "account:\($0)" } ?? "uid:\(call.peer.uid)"
    }

    /// What the socket's server noticed.
    func noticed(_ event: ServerEvent) {
        switch event {
        case .connectionRefused(let peer, let refusal):
            guard allowance.allows(uid: peer.uid) else { return }
            logger.entry(
                .connectionRefused,
                "refused a connection of uid:\(peer.uid): \(JournalText.words(refusal))",
                [.actor: "uid:\(peer.uid)"])
        case .connectionClosed(let peer, let reason):
            guard allowance.allows(uid: peer.uid) else { return }
            logger.entry(
                .connectionClosed,
                "closed a connection of uid:\(peer.uid): \(JournalText.words(reason))",
                [.actor: "uid:\(peer.uid)"])
        case .handlerFailed(_, let method, let error):
            logger.entry(.callFailed, "\(method) failed: \(error)")
        case .acceptFailed(let reason):
            logger.entry(.callFailed, "a connection could not be taken: \(reason)")
        }
    }

    /// Each minute: how much was not written since the last time.
    private func leftOut() {
        for (uid, count) in allowance.renew() {
            logger.entry(
                .entriesLeftOut, "left out \(count) more entries that uid:\(uid) caused",
                [.actor: "uid:\(uid)"])
        }
    }

    // MARK: The service itself

    func senderConnected() {
        logger.entry(.senderConnected, "a sender takes deliveries")
    }

    func senderDisconnected() {
        logger.entry(.senderDisconnected, "a sender is gone")
    }

    /// The last entry of a daemon that ends before it has served anybody.
    func startFailed(_ reason: some Error) {
        logger.entry(.startFailed, "\(reason)")
    }

    /// - Parameter directory: where no daemon has been before.
    func netBegun(in directory: String) {
        logger.entry(
            .netBegun,
            "there was no database in \(directory): a net begins there in which nobody is yet")
    }

    func storageFailed(_ failure: StorageFailure) {
        logger.entry(.storageFailed, "\(failure)")
    }

    func reserveOpened(_ failure: StorageFailure) {
        logger.entry(
            .storageFailed,
            """
            \(failure); check-ins, alerts and deliveries go on from a reserve, other changes are \
            refused
            """)
    }

    /// One entry for each mistake.
    ///
    /// - Parameter isFatal: the daemon does not start with it; else it goes on as it was.
    func configurationRefused(_ error: ConfigurationError, isFatal: Bool) {
        for mistake in error.mistakes {
            logger.entry(
                .configurationRefused, "the configuration was not taken: \(mistake)",
                level: isFatal ? .critical : nil)
        }
    }
}
