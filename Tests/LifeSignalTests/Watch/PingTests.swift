import Testing

@testable import LifeSignal

private let sent = Instant.checkedIn + .hours(3)

extension Ping {
    fileprivate static func pending(from sender: UserID = .ben, id: Identifier = "ping") -> Ping {
        Ping(id: id, sender: sender, recipient: .ana, sentAt: sent)
    }

    fileprivate func ended(as status: Status, at instant: Instant) -> Ping {
        Ping(
            id: id, sender: sender, recipient: recipient, sentAt: sentAt, status: status,
            endedAt: instant)
    }
}

private let ben = User(
    id: .ben, handle: Handle(stored: "ben"), profile: Profile(name: "Ben"), schedule: .usual(),
    addedAt: .checkedIn)

struct SendPingTests {
    private func send(
        to situation: Situation = Situation(.ana()), from sender: User = ben,
        pending: Identifier? = nil
    ) throws -> (ping: Ping, effects: [Effect]) {
        try sendPing(to: situation, from: sender, pending: pending, by: .ben, Moment(sent))
    }

    @Test func `the recipient is asked`() throws {
        let (ping, effects) = try send()
        #expect(ping == .pending(id: "id-1"))
        #expect(ping.status == .pending)
        #expect(ping.endedAt == nil)
        #expect(effects.pings == [ping])
        #expect(
            effects.events == [
                Event(
                    .pingSent, user: .ana, at: sent, by: .ben,
                    detail: ["ping": "id-1", "sender": "ben"])
            ])
        let question = try #require(effects.notifications.first)
        #expect(question.kind == .ping)
        #expect(question.recipient == .ana)
        #expect(question.about == .ben)
        #expect(question.cause == "id-1")
        #expect(effects.count == 3)
    }

    @Test func `by when a check-in is due is said while it lies ahead`() throws {
        func body(_ user: User, at now: Instant) throws -> String? {
            try sendPing(
                to: Situation(user), from: ben, pending: nil, by: .ben, Moment(now)
            ).effects.notifications.first?.notice.body
        }
        let ahead = "Answer, or check in; your next check-in is due by Sat 2026-11-21 09:12 CET."
        #expect(try body(.ana(), at: .due - .millisecond) == ahead)
        #expect(
            try body(.ana(schedule: .usual(grace: .hours(1))), at: .due) == "Answer, or check in.")
        #expect(try body(.silentAna(), at: .due + .hours(1)) == "Answer, or check in.")
        #expect(try body(.ana(lastCheckIn: nil), at: .due) == "Answer, or check in.")
    }

    @Test func `only a responder of the recipient may ping`() {
        var dora = ben
        dora = User(
            id: .dora, handle: Handle(stored: "dora"), profile: dora.profile,
            schedule: dora.schedule, addedAt: dora.addedAt)
        #expect(throws: Refusal.notAResponder(dependent: "ana", responder: "dora")) {
            try send(from: dora)
        }
        #expect(throws: Refusal.notAResponder(dependent: "ana", responder: "dora")) {
            try send(from: dora, pending: "ping")
        }
    }

    @Test func `one ping waits per sender and recipient`() {
        #expect(throws: Refusal.pingPending("ping")) { try send(pending: "ping") }
    }
}

struct RespondToPingTests {
    private let now = sent + .hours(1)

    private func respond(
        to pings: [Ping], _ user: User = .ana(), by actor: Actor = .ana, at now: Instant? = nil
    ) throws -> [Effect] {
        var situation = Situation(user)
        situation.received = [
            .init(ping: .pending(), otherName: "Ben"),
            .init(ping: .pending(from: .carla, id: "other"), otherName: "Carla"),
        ]
        return try respondToPings(pings, situation, by: actor, Moment(now ?? self.now))
    }

    @Test func `the sender is told of the answer, and the deadline stays`() throws {
        let effects = try respond(to: [.pending()])
        #expect(effects.pings == [Ping.pending().ended(as: .responded, at: now)])
        #expect(
            effects.withdrawals == [
                Withdrawal(kinds: [.ping], recipient: .ana, cause: "ping")
            ])
        #expect(
            effects.events == [
                Event(.pingResponded, user: .ana, at: now, by: .ana, detail: ["ping": "ping"])
            ])
        let answer = try #require(effects.notifications.first)
        #expect(answer.kind == .pingResponded)
        #expect(answer.recipient == .ben)
        #expect(answer.about == .ana)
        #expect(answer.cause == "ping")
        #expect(
            answer.notice
                == Notice(
                    title: "Ana has answered you",
                    body: "Ana answered at Fri 2026-11-20 13:12 CET."))
        #expect(effects.savedUser == nil)
        #expect(effects.count == 4)
    }

    @Test func `the sender hears who has answered for somebody else`() throws {
        let effects = try respond(to: [.pending()], by: .account("root"))
        #expect(
            effects.notifications.first?.notice.body
                == "Ana answered at Fri 2026-11-20 13:12 CET, entered by account root.")
        #expect(effects.events.map(\.by) == [.account("root")])
    }

    @Test func `all can be answered at once`() throws {
        let effects = try respond(to: [.pending(), .pending(from: .carla, id: "other")])
        #expect(effects.pings.map(\.id) == ["ping", "other"])
        #expect(effects.recipients == [.ben, .carla])
        #expect(try respond(to: []) == [])
    }

    @Test(
        arguments: [
            (User.silentAna(), .due + .hours(1)),
            (.ana(schedule: .usual(grace: .hours(2))), .due),
            (.ana(schedule: .usual(grace: .hours(2))), .due + .hours(1)),
        ] as [(User, Instant)])
    func `who answers while overdue or non-responsive is not silent`(user: User, now: Instant)
        throws
    {
        let effects = try respond(to: [.pending()], user, at: now)
        #expect(effects.checkIns == [.checkIn(of: .ana, at: now, .manual, by: .ana)])
        #expect(effects.savedUser?.lastCheckIn == now)
        #expect(effects.savedUser?.incident == nil)
        // A check-in answers all of them.
        #expect(effects.pings.map(\.id) == ["ping", "other"])
        #expect(effects.pings.allSatisfy { $0.status == .responded })
        #expect(
            effects.notifications(.pingResponded).allSatisfy {
                $0.notice.body.hasSuffix(" and is checked in.")
            })
    }

    @Test(
        arguments: [
            (User.silentAna(), .due + .hours(1)),
            (.ana(schedule: .usual(grace: .hours(2))), .due),
            (.ana(lastCheckIn: nil), .due),
        ] as [(User, Instant)])
    func `a response entered by an admin checks nobody in`(user: User, now: Instant) throws {
        let effects = try respond(to: [.pending()], user, by: .root, at: now)
        #expect(effects.checkIns == [])
        #expect(effects.savedUser == nil)
        #expect(effects.pings.map(\.id) == ["ping"])
        #expect(
            effects.notifications.first?.notice.body.hasSuffix(", but has not checked in.")
                == true)
    }

    @Test func `an answer by one who waits is no check-in`() throws {
        let effects = try respond(to: [.pending()], .ana(lastCheckIn: nil))
        #expect(effects.checkIns == [])
        #expect(
            effects.notifications.first?.notice.body
                == "Ana answered at Fri 2026-11-20 13:12 CET, but has not checked in.")
    }

    @Test func `no answer to nothing is a check-in`() throws {
        #expect(try respond(to: [], .silentAna(), at: .due + .hours(1)) == [])
    }

    @Test(arguments: [Ping.Status.responded, .cleared, .expired])
    func `terminal states never change`(status: Ping.Status) {
        let ended = Ping.pending().ended(as: status, at: sent)
        let refusal = Refusal.pingEnded("ping", status)
        #expect(throws: refusal) { try respond(to: [ended]) }
        #expect(throws: refusal) { try respond(to: [ended], .silentAna(), at: .due) }
        #expect(throws: refusal) { try respond(to: [.pending(id: "other"), ended]) }
        #expect(throws: refusal) {
            try clearPing(ended, senderName: "Ben", by: .ben, Moment(now))
        }
        let late = Moment(sent + .days(9))
        #expect(look(at: ended, to: .ana(), wasDelivered: true, late) == [])
    }
}

struct ClearPingTests {
    @Test func `the recipient is told that the question was taken back`() throws {
        let now = sent + .hours(1)
        let effects = try clearPing(.pending(), senderName: "Ben", by: .ben, Moment(now))
        #expect(effects.pings == [Ping.pending().ended(as: .cleared, at: now)])
        #expect(
            effects.withdrawals == [
                Withdrawal(kinds: [.ping], recipient: .ana, cause: "ping")
            ])
        #expect(
            effects.events == [
                Event(.pingCleared, user: .ana, at: now, by: .ben, detail: ["ping": "ping"])
            ])
        let notice = try #require(effects.notifications.first)
        #expect(notice.kind == .pingCleared)
        #expect(notice.recipient == .ana)
        #expect(notice.about == .ben)
        #expect(notice.cause == "ping")
        #expect(
            notice.notice
                == Notice(
                    title: "Ben no longer asks",
                    body: "The question of Fri 2026-11-20 12:12 CET was taken back."))
        #expect(effects.count == 4)
    }
}

struct PingExpiryTests {
    private func looked(
        at now: Instant, wasDelivered: Bool = false, gap: Gap? = nil,
        settings: Settings = Settings()
    ) -> [Effect] {
        look(
            at: .pending(), to: .ana(), wasDelivered: wasDelivered,
            Moment(now, gap: gap, settings: settings))
    }

    @Test func `a ping expires 24 h after it was sent and not before`() throws {
        let expiry = sent + .hours(24)
        #expect(looked(at: expiry - .millisecond) == [])
        let effects = looked(at: expiry)
        #expect(effects.pings == [Ping.pending().ended(as: .expired, at: expiry)])
        #expect(
            effects.withdrawals == [
                Withdrawal(kinds: [.ping], recipient: .ana, cause: "ping")
            ])
        #expect(
            effects.events == [
                Event(.pingExpired, user: .ana, at: expiry, by: .daemon, detail: ["ping": "ping"])
            ])
        let notice = try #require(effects.notifications.first)
        #expect(notice.kind == .pingExpired)
        #expect(notice.recipient == .ben)
        #expect(notice.about == .ana)
        #expect(notice.cause == "ping")
        #expect(effects.count == 4)
    }

    @Test func `the sender is told whether the question arrived`() {
        func body(_ wasDelivered: Bool) -> String? {
            looked(at: sent + .hours(24), wasDelivered: wasDelivered).notifications.first?
                .notice.body
        }
        #expect(body(true)?.hasPrefix("Your question reached a device of Ana. ") == true)
        #expect(body(false)?.hasPrefix("Your question could not be delivered. ") == true)
    }

    @Test func `the time is set by the configuration`() {
        var settings = Settings()
        settings.pingExpiry = .minutes(10)
        #expect(looked(at: sent + .minutes(10) - .millisecond, settings: settings) == [])
        #expect(!looked(at: sent + .minutes(10), settings: settings).isEmpty)
    }

    @Test func `a ping that waited in a gap expires no earlier than catchUpGrace after its end`() {
        let end = sent + .hours(24) + .hours(2)
        // A ping knows no limit of the hold, which began long before.
        let gap = Gap(number: 1, start: sent, end: end, firstEnd: sent + .hours(1))
        let expiry = end + .minutes(15)
        #expect(Ping.pending().expiry(gap: gap, settings: Settings()) == expiry)
        #expect(looked(at: expiry - .millisecond, gap: gap) == [])
        #expect(looked(at: expiry, gap: gap).pings.map(\.status) == [.expired])
        var settings = Settings()
        settings.catchUpGrace = .hours(1)
        #expect(Ping.pending().expiry(gap: gap, settings: settings) == end + .hours(1))
    }

    @Test func `a gap long before the end of its time changes nothing`() {
        let gap = Gap(
            number: 1, start: sent, end: sent + .hours(2), firstEnd: sent + .hours(2))
        #expect(Ping.pending().expiry(gap: gap, settings: Settings()) == sent + .hours(24))
    }

    @Test func `a ping sent after a gap did not wait in it`() {
        var settings = Settings()
        settings.pingExpiry = .minutes(1)
        func expiry(gapEnd end: Instant) -> Instant {
            let gap = Gap(number: 1, start: end - .hours(1), end: end, firstEnd: end)
            return Ping.pending().expiry(gap: gap, settings: settings)
        }
        #expect(expiry(gapEnd: sent - .millisecond) == sent + .minutes(1))
        #expect(expiry(gapEnd: sent) == sent + .minutes(15))
    }

    @Test func `statuses have the words of the socket`() {
        #expect(
            Ping.Status.allCases.map(\.rawValue) == [
                "pending", "responded", "cleared", "expired",
            ])
    }
}
