import LifeSignal
import LifeSignalAPI
import Varlink

/// What an operator looks at.
extension Desk {
    /// What only the program around can do.
    struct Controls: Sendable {
        var version: String
        /// Reads the configuration anew; throws what is wrong with it.
        var reload: @Sendable (Actor) async throws -> Void
    }

    func addDaemonMethods(to router: inout Router, _ controls: Controls) {
        typealias Api = LifeSignalAPI.Daemon
        router.on(
            Api.GetHealth.self,
            controlling { core, visit, _ in
                Api.GetHealth.Reply(
                    health: try core.isDegraded(visit) ? .degraded : .healthy,
                    emergencyNumber: visit.moment.settings.emergencyNumber)
            })
        router.on(
            Api.GetStatus.self,
            controlling { core, visit, _ in try visit.status(core, version: controls.version) }
        ) {
            Api.GetStatus.Reply(status: $0)
        }
        router.onStream(Api.ListDeadlines.self) { parameters, call, replies in
            try await self.listDeadlines(parameters, call, replies)
        }
        router.onStream(Api.ListEvents.self) { parameters, call, replies in
            try await self.listEvents(parameters, call, replies)
        }
        router.on(Api.Explain.self, reading { try $0.explain($1) })
        router.on(Api.Reload.self) { _, call in
            let actor = try await self.read(call) { visit in
                try visit.require(.administer)
                return visit.caller.actor
            }
            do {
                try await controls.reload(actor)
            } catch let unavailable as Engine.Unavailable {
                throw Self.failure(unavailable)
            }
            return Api.Reload.Reply()
        }
        router.on(
            Api.AcceptClock.self,
            controlling { core, visit, _ in
                try visit.require(.administer)
                core.acceptClock()
                return Api.AcceptClock.Reply()
            })
        router.onStream(Api.Backup.self) { _, call, replies in
            try await self.backUp(call, replies)
        }
    }

    /// Page by page, so that a list of everybody's holds nobody up.
    private func listDeadlines(
        _ wanted: LifeSignalAPI.Daemon.ListDeadlines.Parameters, _ call: Call,
        _ replies: Replies<LifeSignalAPI.Daemon.ListDeadlines.Reply>
    ) async throws {
        var upcoming: UpcomingDeadlines?
        var left = Int(min(wanted.limit ?? .max, Int64(Int32.max)))
        var number = 0
        repeat {
            let size = min(left, Self.pageSize)
            let page = try await read(call, rows: size) { [upcoming, number] visit in
                try visit.deadlines(wanted, upcoming, page: number, of: size)
            }
            for deadline in page.deadlines { try await replies.send(.init(deadline: deadline)) }
            guard page.deadlines.count == size else { return }
            upcoming = page.upcoming
            number += 1
            left -= size
        } while left > 0
    }

    /// From the database page by page, so that a follower who is slow costs nothing.
    private func listEvents(
        _ wanted: LifeSignalAPI.Daemon.ListEvents.Parameters, _ call: Call,
        _ replies: Replies<LifeSignalAPI.Daemon.ListEvents.Reply>
    ) async throws {
        var cursor = wanted.since
        for await _ in engine.followers.subscribe() {
            while true {
                let page = try await read(call, rows: Self.pageSize) { [cursor] in
                    try $0.events(wanted, after: cursor, limit: Self.pageSize)
                }
                cursor = page.next
                for event in page.events {
                    try await replies.send(.init(event: event))
                }
                if page.isLast { break }
                // Of events of others nothing is sent.
                try Task.checkCancellation()
            }
            guard wanted.follow ?? false else { return }
            try await replies.flush()
        }
        try Task.checkCancellation()
    }

    /// A copy made by SQLite while no transaction is open, sent in pieces.
    private func backUp(
        _ call: Call, _ replies: Replies<LifeSignalAPI.Daemon.Backup.Reply>
    ) async throws {
        try await read(call) { try $0.require(.administer) }
        let number = UInt64.random(in: .min ... .max)
        let copy: BackupCopy
        do {
            copy = try await engine.backUp(
                to: "\(stateDirectory)/\(StateDirectory.backupPrefix)\(number).db")
        } catch let unavailable as Engine.Unavailable {
            throw Self.failure(unavailable)
        }
        defer { copy.remove() }
        while let piece = try copy.next() {
            try await replies.send(.init(data: piece))
        }
    }
}

extension Visit {
    // MARK: Status

    fileprivate func status(_ core: EngineCore, version: String) throws
        -> LifeSignalAPI.Daemon.Status
    {
        let own = try seenNet()
        let counts = try own.map(counters(ofNet:)) ?? DaemonRow.counters(db)
        func count(_ name: String) -> Int64 { Int64(counts[name] ?? 0) }
        return LifeSignalAPI.Daemon.Status(
            version: version, startedAt: turn.memory.startedAt.rfc3339,
            health: try core.isDegraded(self) ? .degraded : .healthy,
            problems: try problems(core, ofNet: own), users: Int64(counts.users),
            waiting: count("user:waiting"), active: count("user:active"),
            overdue: count("user:overdue"), nonResponsive: count("user:nonResponsive"),
            activeAlerts: count("alerts"), pendingPings: count("pings"),
            pendingDeliveries: count("delivery:pending"),
            failedDeliveries: count("delivery:unresolved"),
            nextDeadline: try deadlines(.init(limit: 1), nil, page: 0, of: 1).deadlines.first)
    }

    /// Of pings and deliveries those to the user alone.
    private func counters(ofNet own: UserID) throws -> [String: Int] {
        var counters = try UserTable.counters(db, ofNet: own)
        counters["pings"] = try PingTable.countPending(db, to: own)
        counters["delivery:pending"] = try DeliveryTable.countPending(db, to: own)
        counters["delivery:unresolved"] = try ChannelTable.countUnresolved(db, of: own)
        return counters
    }

    /// An admin sees all, a bound account those about itself and its dependents, but for what tells of
    /// a dependent's channels.
    private func problems(
        _ core: EngineCore, ofNet own: UserID?
    ) throws -> [LifeSignalAPI.Daemon.Problem] {
        var problems: [ProblemTable.Record]
        if let own {
            problems = try ProblemTable.open(db, aboutNetOf: own).filter { isSeen($0.key) }
        } else {
            problems = try ProblemTable.open(db, limit: Self.mostProblems)
                .filter { !SystemProblems.codes.contains($0.key.code) }
            problems += turn.memory.systemProblems.since
                .map { ProblemTable.Record(key: $0.key, since: $0.value) }
            if let hold = try hold(core) { problems.append(hold) }
        }
        return
            try problems
            .sorted { ($0.since, $0.key.code.rawValue) < ($1.since, $1.key.code.rawValue) }
            .map(shown)
    }

    /// Of a problem about somebody whom the caller sees, not whether one of a dependent's channels fails.
    private func isSeen(_ problem: LifeSignal.Problem.Key) -> Bool {
        caller.isAdmin || problem.code != .deliveryFailed || problem.user == caller.user
    }

    /// About users, in one reply; nobody reads more.
    private static let mostProblems = 1000

    /// A hold that is on, with whom it concerns.
    private func hold(_ core: EngineCore) throws -> ProblemTable.Record? {
        guard let gap = moment.gap, turn.now < gap.holdEnd(settings: moment.settings) else {
            return nil
        }
        let until = moment.zone.text(gap.holdEnd(settings: moment.settings))
        return ProblemTable.Record(
            key: Problem.Key(
                .hold,
                subject: "It could take no check-ins from "
                    + "\(moment.zone.text(gap.start)); those whose deadline fell in that time or soon after have "
                    + "until \(until) to do so, or half their interval if that is less."),
            since: gap.end)
    }

    private func shown(_ record: ProblemTable.Record) throws -> LifeSignalAPI.Daemon.Problem {
        let text = moment.texts.problem(
            try Problems.facts(record, turn), for: reader(of: record.key))
        return LifeSignalAPI.Daemon.Problem(
            code: record.key.code.rawValue, user: record.handle?.text,
            since: record.since.rfc3339, text: text.text, remedy: text.remedy)
    }

    private func reader(of problem: Problem.Key) -> Texts.ProblemReader {
        if let user = problem.user, user == caller.user { return .themselves }
        return caller.isAdmin ? .administrator : .responder
    }

    // MARK: Deadlines

    /// - Parameter upcoming: what the first page has given; nil for that.
    fileprivate func deadlines(
        _ wanted: LifeSignalAPI.Daemon.ListDeadlines.Parameters, _ upcoming: UpcomingDeadlines?,
        page: Int, of limit: Int
    ) throws -> (deadlines: [LifeSignalAPI.Daemon.Deadline], upcoming: UpcomingDeadlines) {
        let upcoming = try upcoming ?? self.upcoming(wanted)
        // Of a net each user is looked at as they are read.
        guard caller.isAdmin || !upcoming.isEverybodys else { throw Refusal.permissionDenied }
        let items = try upcoming.page(page, limit, turn)
        let deadlines = items.map {
            LifeSignalAPI.Daemon.Deadline(
                user: $0.user.text, kind: .init(rawValue: $0.kind), at: $0.at.rfc3339)
        }
        return (deadlines, upcoming)
    }

    private func upcoming(_ wanted: LifeSignalAPI.Daemon.ListDeadlines.Parameters) throws
        -> UpcomingDeadlines
    {
        let subject = try subject(wanted.user)
        try Self.requireCount(wanted.limit, "limit")
        return UpcomingDeadlines(of: subject, seenBy: caller.isAdmin ? nil : caller.user)
    }

    // MARK: Events

    /// Some of the events after a number. What is not for the caller is left out, so that a page with
    /// others after it may be empty.
    fileprivate struct EventPage: Sendable {
        var events: [LifeSignalAPI.Daemon.Event]
        /// The number to go on after.
        var next: Int64
        var isLast: Bool
    }

    fileprivate func events(
        _ wanted: LifeSignalAPI.Daemon.ListEvents.Parameters, after cursor: Int64?, limit: Int
    ) throws -> EventPage {
        let subject = try subject(wanted.user)
        let range = try EventTable.range(db)
        let after = cursor ?? range.oldest - 1
        guard after >= range.oldest - 1, after <= range.newest else {
            throw LifeSignalAPI.Daemon.Failure.fellBehind(
                oldest: range.oldest, newest: range.newest)
        }
        let page = try EventTable.page(db, after: after, about: subject, limit: limit)
        let own = try caller.user.flatMap { try UserTable.user(db, $0) }
        return EventPage(
            events: try page.events.filter { try isSeen($0, by: own) }.map {
                LifeSignalAPI.Daemon.Event(
                    sequence: $0.sequence, at: $0.at.rfc3339, kind: $0.kind,
                    user: $0.user?.text, by: $0.by, detail: shownDetail($0))
            }, next: page.next, isLast: page.isLast)
    }

    /// Of oneself everything, of a dependent what its audience says.
    private func isSeen(_ event: EventTable.Record, by own: User?) throws -> Bool {
        if caller.isAdmin || event.about == caller.user { return true }
        guard let own else { return false }
        switch Event.Kind(rawValue: event.kind)?.audience {
        case .responders: return true
        case .otherParty:
            if let ping = event.detail["ping"] {
                return try PingTable.ping(db, ping)?.sender == own.id
            }
            // Someone else may have had the handle before.
            return event.detail["responder"] == own.handle.text && event.at >= own.addedAt
        case .nobody, nil: return false
        }
    }

    /// Whom else a dependent has, and which account is theirs, is not a responder's to see.
    private func shownDetail(_ event: EventTable.Record) -> [String: String] {
        guard !caller.isAdmin, event.about != caller.user else { return event.detail }
        var detail = event.detail
        detail["telling"] = nil
        detail["fields"] = detail["fields"].map { fields in
            fields.split(separator: ", ").filter { $0 != "account" }.joined(separator: ", ")
        }
        return detail
    }

    // MARK: Explanations

    fileprivate func explain(_ wanted: LifeSignalAPI.Daemon.Explain.Parameters) throws
        -> LifeSignalAPI.Daemon.Explain.Reply
    {
        let user = try user(wanted.user, for: Deed.seeLife)
        let at = try wanted.at.map { text throws(Refusal) in
            guard let at = Instant(rfc3339: text), at > turn.now - .minutes(1),
                at < turn.now + .days(2 * 366)
            else {
                throw Refusal.invalid(
                    parameter: "at",
                    reason: "an instant from now on, within two years, as YYYY-MM-DDTHH:MM:SS.mmmZ")
            }
            return at
        }
        let explanation = try explanation(of: user, at: at)
        return LifeSignalAPI.Daemon.Explain.Reply(
            why: explanation.why,
            steps: try explanation.steps.map {
                LifeSignalAPI.Daemon.Step(
                    at: $0.at.rfc3339, what: $0.what,
                    tells: try $0.tells.compactMap { try shown($0, of: user.id) })
            })
    }

    /// Of a dependent no questions but the caller's own, and nothing of their channels.
    private func explanation(of user: User, at later: Instant?) throws -> Explanation {
        var situation = try Situations.whole(db, of: user)
        if !caller.isAdmin, caller.user != user.id {
            situation.received.removeAll { $0.ping.sender != caller.user }
        }
        return Explanation(
            situation,
            problems: try ProblemTable.known(db, about: user.id)
                .filter { isSeen($0.problem.key) },
            operators: try moment.operators.compactMap { try EdgeTable.contact(db, $0) },
            namesResponders: caller.isAdmin || caller.user == user.id, at: later, moment)
    }

    /// Someone who is told, with the channels that it goes to where the caller may see them. Of others their
    /// names, if they can be reached: of all whom the caller has, and of a dependent nobody else. An operator
    /// who is neither stays unnamed.
    private func shown(_ recipient: Explanation.Recipient, of user: UserID) throws -> String? {
        let name = ForeignText.line(recipient.name)
        let relation = try relation(to: recipient.id)
        guard caller.may(.seeArrangements(relation)) else {
            let isShown = caller.may(.seeUser(relation)) && recipient.isReachable
            return isShown && [recipient.id, caller.user].contains(user) ? name : nil
        }
        let addresses = try ChannelTable.channels(db, of: recipient.id)
            .map { ChannelAddress(stored: $0.channel.address).masked }
        return name
            + (addresses.isEmpty ? " (no channel)" : " by \(addresses.joined(separator: ", "))")
    }
}

extension EngineCore {
    /// Whether the net itself may have a hole, at this very moment.
    func isDegraded(_ visit: Visit) throws -> Bool {
        try memory.systemProblems.look(visit.turn, isBehind: isBehind)
        return memory.systemProblems.isDegraded
    }
}
