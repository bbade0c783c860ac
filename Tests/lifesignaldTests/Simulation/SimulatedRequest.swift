import LifeSignal
import LifeSignalAPI
import Varlink

@testable import lifesignald

/// A call as the daemon gets it, by the same function that serves the socket, and what the model
/// makes of it.
struct SimulatedRequest {
    var name: String
    /// Whether it is carried out on a full disk, too.
    var isVital = true
    /// Answers what the model can't know: the id of what was made, or which reminders wait.
    var body: (Turn, SimulatedNet) throws -> String?
    /// Answers the error that is due; gets what `body` has answered if there was none.
    var model: (inout Model, String?) -> String?
}

/// Who calls.
private enum Caller {
    case admin
    /// The account that is bound to this person.
    case person(Int)

    func visit(_ turn: Turn) throws -> Visit {
        let credentials =
            switch self {
            case .admin: Credentials(account: "warden", isAdmin: true, isSender: false)
            case .person(let number):
                Credentials(account: "u\(number)", isAdmin: false, isSender: false)
            }
        let peer = Peer(pid: 1, uid: 1000, gid: 1000)
        return try Visit(turn, Call(peer: peer, method: "simulated"), credentials)
    }
}

/// Every account exists.
private struct AllAccounts: Accounts {
    func credentials(of peer: Peer) -> Credentials {
        Credentials(account: nil, isAdmin: false, isSender: false)
    }

    func exists(account: String) -> Bool { true }
}

extension SimulatedNet {
    /// The call that a step stands for; nil where there is nobody or nothing that it could be about.
    func request(_ step: Step) -> SimulatedRequest? {
        switch step {
        case .add, .remove, .reschedule: profile(step)
        case .checkIn, .vouch: checkIn(step)
        case .tie, .untie: edge(step)
        case .ping, .answer, .takeBack: ping(step)
        case .callForHelp, .clearCall: alert(step)
        case .addChannel, .removeChannel: channel(step)
        default: nil
        }
    }

    private func made(
        _ step: Step, by caller: Caller, _ call: @escaping (Visit) throws -> String?,
        _ model: @escaping (inout Model, String?) -> String?
    ) -> SimulatedRequest {
        SimulatedRequest(
            name: "\(step)", isVital: step.isVital,
            body: { turn, _ in try turn.sparingly { try call(try caller.visit(turn)) } },
            model: model)
    }

    private func profile(_ step: Step) -> SimulatedRequest? {
        switch step {
        case .add(let interval, let grace, let reminders, let checksIn):
            let number = newNumber()
            return made(step, by: .admin) { visit in
                _ = try visit.addUser(
                    .init(
                        handle: "u\(number)", name: "Person \(number)", account: "u\(number)",
                        checkInInterval: Int64(interval), reminders: reminders.map(Int64.init),
                        grace: Int64(grace), checkIn: checksIn), AllAccounts())
                return nil
            } _: { model, _ in
                model.add(
                    number, interval: interval.milliseconds, grace: grace.milliseconds,
                    leads: reminders.map(\.milliseconds), checksIn: checksIn)
            }
        case .remove(let who, let force):
            guard model.people.count > 1, let number = person(who) else { return nil }
            return made(step, by: .admin) { visit in
                try visit.removeUser(.init(user: "u\(number)", force: force))
                return nil
            } _: { model, _ in
                guard model.people[number] != nil else { return "NoSuchUser" }
                return model.remove(number, force: force)
            }
        case .reschedule(let who, let interval, let grace, let reminders, let checksIn):
            guard let number = person(who) else { return nil }
            return made(step, by: .admin) { visit in
                let waiting = try Self.waitingReminders(visit.db, of: "u\(number)")
                _ = try visit.setUser(
                    .init(
                        user: "u\(number)", checkInInterval: interval.map(Int64.init),
                        reminders: reminders?.map(Int64.init), grace: grace.map(Int64.init),
                        checkIn: checksIn), AllAccounts())
                return waiting
            } _: { model, waiting in
                guard model.people[number] != nil else { return "NoSuchUser" }
                return model.reschedule(
                    number, interval: interval?.milliseconds, grace: grace?.milliseconds,
                    leads: reminders?.map(\.milliseconds), checksIn: checksIn,
                    waiting: waiting)
            }
        default: return nil
        }
    }

    /// "all" where none of this check-in has come to them, "newest" where only that has not; nil where it has, or never
    /// will.
    private static func waitingReminders(_ db: Connection, of handle: String) throws -> String? {
        let reminders: [(isOfGap: Bool, isOpen: Bool, hasCome: Bool)] = try db.rows(
            """
            SELECT n.ofGap,
                EXISTS (SELECT 1 FROM deliveries d WHERE d.notification = n.sequence
                    AND d.nextAttempt IS NOT NULL AND d.causeEnded = 0),
                EXISTS (SELECT 1 FROM deliveries d WHERE d.notification = n.sequence
                    AND d.state = 'delivered')
            FROM users u JOIN notifications n ON n.cause = 'reminding:' || u.id || ':' || u.noticeSent
            WHERE u.handle = ? AND u.status <> 'removed' AND n.kind = 'reminder'
                AND EXISTS (SELECT 1 FROM deliveries d WHERE d.notification = n.sequence)
            ORDER BY n.sequence
            """, [handle.cell]
        ) { ($0[0], $0[1], $0[2]) }
        guard let newest = reminders.last, !newest.isOfGap, newest.isOpen, !newest.hasCome else {
            return nil
        }
        return reminders.contains(where: \.hasCome) ? "newest" : "all"
    }

    private func checkIn(_ step: Step) -> SimulatedRequest? {
        let (who, by): (Int, Int)
        switch step {
        case .checkIn(let number): (who, by) = (number, number)
        case .vouch(let number, let caller): (who, by) = (number, caller)
        default: return nil
        }
        guard let number = person(who), let caller = person(by) else { return nil }
        return made(step, by: .person(caller)) { visit in
            _ = try visit.checkIn(.init(user: "u\(number)"))
            return nil
        } _: { model, _ in
            // An account that is bound to nobody any more may nothing.
            guard model.people[number] != nil, model.people[caller] != nil else {
                return "PermissionDenied"
            }
            return model.checkIn(number, by: caller)
        }
    }

    private func edge(_ step: Step) -> SimulatedRequest? {
        switch step {
        case .tie(let who, let other):
            guard let number = person(who), let responder = person(other) else { return nil }
            return made(step, by: .admin) { visit in
                _ = try visit.addResponder(
                    .init(dependent: "u\(number)", responder: "u\(responder)"))
                return nil
            } _: { model, _ in
                guard model.people[number] != nil, model.people[responder] != nil else {
                    return "NoSuchUser"
                }
                return model.tie(number, to: responder)
            }
        case .untie(let who, let other):
            guard let number = person(who), let responder = person(other) else { return nil }
            return made(step, by: .admin) { visit in
                try visit.removeResponder(
                    .init(dependent: "u\(number)", responder: "u\(responder)"))
                return nil
            } _: { model, _ in
                guard model.people[number] != nil, model.people[responder] != nil else {
                    return "NoSuchUser"
                }
                return model.untie(number, from: responder)
            }
        default: return nil
        }
    }

    private func ping(_ step: Step) -> SimulatedRequest? {
        switch step {
        case .ping(let who, let other):
            guard let number = person(who), let sender = person(other) else { return nil }
            return made(step, by: .admin) { visit in
                try visit.sendPing(.init(recipient: "u\(number)", sender: "u\(sender)")).ping.id
            } _: { model, id in
                guard model.people[number] != nil, model.people[sender] != nil else {
                    return "NoSuchUser"
                }
                return model.ping(number, by: sender, id: id)
            }
        case .answer(let who, let byAdmin):
            guard let number = person(who) else { return nil }
            return made(step, by: byAdmin ? .admin : .person(number)) { visit in
                _ = try visit.respondAllPings("u\(number)")
                return nil
            } _: { model, _ in
                guard model.people[number] != nil else {
                    return byAdmin ? "NoSuchUser" : "PermissionDenied"
                }
                return model.answer(number, byAdmin: byAdmin)
            }
        case .takeBack(let who, let other):
            guard let number = person(who), let sender = person(other),
                let id = model.pending(from: sender, to: number)
            else { return nil }
            return made(step, by: .person(sender)) { visit in
                _ = try visit.clearPing(id)
                return nil
            } _: { model, _ in
                guard model.people[sender] != nil else { return "NoSuchPing" }
                // It ended when the other was removed in the same moment.
                return model.pings[id] == nil ? "PingEnded" : model.takeBack(id)
            }
        default: return nil
        }
    }

    private func alert(_ step: Step) -> SimulatedRequest? {
        switch step {
        case .callForHelp(let who):
            guard let number = person(who) else { return nil }
            return made(step, by: .person(number)) { visit in
                _ = try visit.raiseAlert(.init())
                return nil
            } _: { model, _ in
                guard model.people[number] != nil else { return "NoAccount" }
                return model.callForHelp(number)
            }
        case .clearCall(let who):
            guard let number = person(who) else { return nil }
            return made(step, by: .person(number)) { visit in
                _ = try visit.clearAlert(.init())
                return nil
            } _: { model, _ in
                guard model.people[number] != nil else { return "NoAccount" }
                return model.clearCall(number)
            }
        default: return nil
        }
    }

    private func channel(_ step: Step) -> SimulatedRequest? {
        switch step {
        case .addChannel(let who):
            guard let number = person(who) else { return nil }
            let address = newAddress()
            return made(step, by: .admin) { visit in
                try visit.addChannel(.init(address: address, user: "u\(number)")).id
            } _: { model, id in
                guard model.people[number] != nil else { return "NoSuchUser" }
                return model.addChannel(number, id: id)
            }
        case .removeChannel(let who):
            guard let number = person(who), let id = model.people[number]?.channels.first else {
                return nil
            }
            return made(step, by: .admin) { visit in
                _ = try visit.removeChannel(id)
                return nil
            } _: { model, _ in
                guard model.people[number]?.channels.contains(id) == true else {
                    return "NoSuchChannel"
                }
                model.people[number]!.channels.removeAll { $0 == id }
                return nil
            }
        default: return nil
        }
    }
}

extension Step {
    /// A sign of life or a call for help.
    fileprivate var isVital: Bool {
        switch self {
        case .checkIn, .vouch, .answer, .callForHelp, .clearCall: true
        default: false
        }
    }
}

extension Int {
    /// Of so many seconds.
    fileprivate var milliseconds: Int64 { Int64(self) * 1000 }
}
