import Testing

@testable import LifeSignal

private let now = Instant.due

extension Delivery {
    /// A delivery of a notice to ben over one of his channels.
    fileprivate static func of(
        _ kind: Notification.Kind = .ping, _ state: State = .pending, attempts: Int = 0,
        failures: Int? = nil, isBegun: Bool = false, causeEnded: Bool = false,
        nextAttempt: Instant? = now
    ) -> Delivery {
        Delivery(
            id: "delivery", notification: "notification", kind: kind, recipient: .ben,
            channel: "channel", state: state, attempts: attempts,
            failures: failures ?? (isBegun ? max(0, attempts - 1) : attempts),
            isBegun: isBegun, causeEnded: causeEnded, nextAttempt: nextAttempt)
    }

    fileprivate static func begun(
        _ kind: Notification.Kind = .ping, _ state: State = .pending, attempts: Int = 1,
        failures: Int? = nil, causeEnded: Bool = false
    ) -> Delivery {
        .of(
            kind, state, attempts: attempts, failures: failures, isBegun: true,
            causeEnded: causeEnded)
    }

    fileprivate func report(
        _ report: DeliveryReport, triedFor: Span = .zero, failingSince: Instant? = nil,
        jitter: Double = 0, settings: Settings = Settings()
    ) -> (delivery: Delivery, effects: [Effect]) {
        reported(
            report, triedFor: triedFor, failingSince: failingSince, jitter: jitter,
            Moment(now, settings: settings))
    }
}

private let success = DeliveryReport(delivered: true)
private let failure = DeliveryReport(delivered: false)
private let refusal = DeliveryReport(delivered: false, permanent: true)
private let channelProblem = Problem.Key(.deliveryFailed, user: .ben, subject: "channel")

struct DeliveryPauseTests {
    @Test func `pauses grow from five seconds to an hour`() {
        let longest = (1...14).map { Delivery.pause(after: $0, jitter: 0) }
        #expect(longest.first! >= .seconds(5))
        #expect(longest.first! <= .seconds(7))
        for (pause, next) in zip(longest, longest.dropFirst()) where next < .hours(1) {
            #expect(next.milliseconds == 2 * pause.milliseconds)
        }
        #expect(longest[8] < .hours(1))
        #expect(longest[10] == .hours(1))
        #expect(longest.last == .hours(1))
    }

    @Test func `jitter takes up to a quarter off, and never goes below five seconds`() {
        for attempt in 1...30 {
            let longest = Delivery.pause(after: attempt, jitter: 0)
            let shortest = Delivery.pause(after: attempt, jitter: 1.0.nextDown)
            let middle = Delivery.pause(after: attempt, jitter: 0.5)
            // What failed together does not come back together, the first time neither.
            #expect(shortest < middle)
            #expect(middle < longest)
            #expect(shortest >= .seconds(5))
            let quarterOff = longest.milliseconds * 3 / 4
            #expect(abs(shortest.milliseconds - quarterOff) <= 2)
        }
    }

    @Test func `the shortest of a longer pause is longer than the longest before it`() {
        for attempt in 1..<9 {
            #expect(
                Delivery.pause(after: attempt + 1, jitter: 1.0.nextDown)
                    > Delivery.pause(after: attempt, jitter: 0))
        }
    }

    @Test(arguments: [0, -1, Int.min, .max, 64, 1000])
    func `any number of attempts has a pause`(attempt: Int) {
        let pause = Delivery.pause(after: attempt, jitter: 0.5)
        #expect(pause >= .seconds(5) && pause <= .hours(1))
    }
}

struct DeliveryAttemptTests {
    @Test func `an attempt is counted before it is made`() throws {
        let begun = try Delivery.of(attempts: 2).begun()
        #expect(begun == .of(attempts: 3, isBegun: true))
    }

    @Test(arguments: [
        Delivery.of(.ping, .delivered, nextAttempt: nil),
        .of(.ping, .withdrawn, nextAttempt: nil), .of(.ping, .failed, nextAttempt: nil),
        .of(causeEnded: true), .begun(causeEnded: true),
    ])
    func `none is made when it is pointless`(delivery: Delivery) {
        #expect(throws: Refusal.withdrawn("delivery")) { try delivery.begun() }
    }

    @Test func `an alarm given up is tried again all the same`() throws {
        #expect(try Delivery.of(.alertRaised, .failed, attempts: 9).begun().attempts == 10)
    }

    @Test func `an attempt that was cut off leaves it pending and due`() {
        func abandoned(_ delivery: Delivery) -> Delivery {
            let (abandoned, effects) = delivery.abandoned(triedFor: .hours(23), Moment(now))
            #expect(effects == [])
            return abandoned
        }
        #expect(abandoned(.begun(attempts: 3)) == .of(attempts: 3, failures: 2))
        #expect(
            abandoned(.begun(causeEnded: true))
                == .of(
                    .ping, .withdrawn, attempts: 1, failures: 0, causeEnded: true,
                    nextAttempt: nil))
    }

    @Test(arguments: [(1, 0), (2, 6667), (3, 13_334), (12, 3_600_000)])
    func `one that is cut off each time lets others go before it`(cutOff: Int, pause: Int64) {
        var delivery = Delivery.begun(attempts: cutOff)
        delivery.failures = 0
        delivery.nextAttempt = now - .seconds(1)
        let next = delivery.abandoned(triedFor: .zero, Moment(now)).delivery.nextAttempt
        #expect(next == (pause == 0 ? now - .seconds(1) : now + Span(milliseconds: pause)))
    }

    @Test func `one that is cut off until its time is over is given up, and an alarm goes on`() {
        for kind in [Notification.Kind.ping, .alertRaised] {
            var delivery = Delivery.begun(kind, attempts: 20)
            delivery.failures = 0
            let (given, effects) = delivery.abandoned(triedFor: .hours(24), Moment(now))
            #expect(given.state == .failed)
            #expect(given.nextAttempt == (kind == .ping ? nil : now + .hours(1)))
            #expect(effects.raised == [Problem(channelProblem, since: now)])
            #expect(effects.events.map(\.kind) == [.deliveryFailed])
            // Neither for less time, nor for less often.
            #expect(delivery.abandoned(triedFor: .hours(23), Moment(now)).effects == [])
            delivery.failures = 1
            #expect(delivery.abandoned(triedFor: .hours(30), Moment(now)).effects == [])
        }
    }

    @Test func `it is open while an attempt will follow`() {
        #expect(Delivery.of().isOpen)
        #expect(Delivery.of(.nonResponsive, .failed).isOpen)
        #expect(!Delivery.of(.ping, .failed, nextAttempt: nil).isOpen)
    }
}

struct DeliveryAfterSuccessTests {
    @Test func `of what has long to wait so many are tried as go as one message`() {
        let few = MergedNotice.fewest - 1
        func tried(_ kinds: [Notification.Kind]) -> [Int] {
            Delivery.triedNow(kinds.map { .of($0, attempts: 8) })
        }
        #expect(tried([]) == [])
        #expect(tried(Array(repeating: .ping, count: few)) == [0])
        #expect(tried(Array(repeating: .ping, count: few + 1)) == Array(0...few))
        // Those of the kind of the first, and of no other.
        #expect(tried([.recovered] + Array(repeating: .ping, count: few + 1)) == [0])
        let mixed = Array(repeating: Notification.Kind.ping, count: few) + [.recovered, .ping]
        #expect(tried(mixed) == Array(0..<few) + [few + 1])
        // Alerts are never merged.
        #expect(tried(Array(repeating: .alertRaised, count: few + 1)) == [0])
        #expect(tried(Array(repeating: .nonResponsive, count: few + 1)) == Array(0...few))
    }

    @Test
    func `none is that is under way, of which the cause has ended, or that is mostly cut off`() {
        let waiting: [Delivery] = [
            .of(attempts: 2, failures: 0), .begun(), .of(attempts: 1, causeEnded: true),
            .of(attempts: 11, failures: 1),
        ]
        #expect(Delivery.triedNow(waiting) == [])
        // By something else than itself.
        #expect(Delivery.triedNow(waiting + [.of(attempts: 5, failures: 3)]) == [4])
        #expect(Delivery.triedNow(waiting + [.of(attempts: 1, failures: 0)]) == [4])
    }

    @Test func `an alarm is tried at once, all else a minute after its last attempt`() {
        func next(_ kind: Notification.Kind, lastAttempt: Instant?) -> Instant? {
            Delivery.of(kind, nextAttempt: now + .hours(1))
                .afterSuccess(at: now, lastAttempt: lastAttempt).nextAttempt
        }
        #expect(next(.nonResponsive, lastAttempt: now) == now)
        #expect(next(.ping, lastAttempt: now) == now + .minutes(1))
        #expect(next(.ping, lastAttempt: now - .seconds(59)) == now + .seconds(1))
        #expect(next(.ping, lastAttempt: now - .hours(1)) == now)
        #expect(next(.ping, lastAttempt: nil) == now)
        // By a clock that was set back since.
        #expect(next(.ping, lastAttempt: now + .days(3)) == now + .minutes(1))
        #expect(
            Delivery.of(nextAttempt: now + .seconds(30)).afterSuccess(at: now, lastAttempt: now)
                .nextAttempt == now + .seconds(30))
    }
}

struct DeliveryCauseTests {
    @Test func `what its cause's end makes pointless is withdrawn`() {
        #expect(
            Delivery.of(attempts: 2).afterCauseEnded()
                == .of(.ping, .withdrawn, attempts: 2, causeEnded: true, nextAttempt: nil))
    }

    @Test func `an attempt under way may still succeed`() {
        let waiting = Delivery.begun().afterCauseEnded()
        #expect(waiting == .begun(causeEnded: true))
        #expect(waiting.report(success).delivery.state == .delivered)
    }

    @Test(arguments: [false, true])
    func
        `a channel that fails for as long as a notice is tried is a problem, whatever becomes of this one`(
            causeEnded: Bool
        )
    {
        let delivery = Delivery.begun(causeEnded: causeEnded)
        let since = now - .hours(24)
        let (after, effects) = delivery.report(failure, failingSince: since)
        #expect(after.isOpen != causeEnded)
        #expect(effects == [.raise(Problem(channelProblem, since: since))])
        let shorter = since + Span(milliseconds: 1)
        #expect(delivery.report(failure, failingSince: shorter).effects == [])
        // It says nothing of this attempt.
        #expect(delivery.report(success, failingSince: since).effects == [.solve(channelProblem)])
        let late = Delivery.of(.ping, .withdrawn, attempts: 1, nextAttempt: nil)
        #expect(late.report(failure, failingSince: since).effects == [])
    }

    @Test(arguments: [failure, refusal])
    func `one that fails after its cause has ended is withdrawn`(report: DeliveryReport) {
        let (delivery, effects) = Delivery.begun(.alertRaised, causeEnded: true).report(
            report, triedFor: .hours(25))
        #expect(
            delivery
                == .of(.alertRaised, .withdrawn, attempts: 1, causeEnded: true, nextAttempt: nil))
        #expect(effects == [])
    }

    @Test func `an alarm that had failed stays so, and is tried no more`() {
        let ended = Delivery.of(.nonResponsive, .failed).afterCauseEnded()
        #expect(ended == .of(.nonResponsive, .failed, causeEnded: true, nextAttempt: nil))
        let begun = Delivery.begun(.nonResponsive, .failed).afterCauseEnded()
        #expect(begun.isOpen)
        #expect(
            begun.report(failure).delivery
                == .of(.nonResponsive, .failed, attempts: 1, causeEnded: true, nextAttempt: nil))
    }

    @Test(arguments: [Delivery.State.delivered, .withdrawn, .failed])
    func `what is done stays as it is`(state: Delivery.State) {
        let ended = Delivery.of(.ping, state, nextAttempt: nil).afterCauseEnded()
        #expect(ended.state == state)
        #expect(!ended.isOpen)
    }
}

struct DeliveryReportTests {
    @Test func `success ends it, and the channel's problem`() {
        let (delivery, effects) = Delivery.begun(attempts: 3).report(success)
        #expect(delivery == .of(.ping, .delivered, attempts: 3, failures: 2, nextAttempt: nil))
        #expect(effects == [.solve(channelProblem)])
    }

    @Test(arguments: [
        Delivery.of(.ping, .withdrawn, causeEnded: true, nextAttempt: nil),
        .of(.ping, .failed, nextAttempt: nil), .of(), .of(.ping, .delivered, nextAttempt: nil),
    ])
    func `a late report of success counts`(delivery: Delivery) {
        let reported = delivery.report(success)
        #expect(reported.delivery.state == .delivered)
        #expect(reported.delivery.nextAttempt == nil)
        #expect(reported.effects == [.solve(channelProblem)])
    }

    @Test(
        arguments: [
            Delivery.of(), .of(attempts: 3, nextAttempt: now + .hours(1)),
            .of(.ping, .withdrawn, causeEnded: true, nextAttempt: nil),
            .of(.ping, .delivered, nextAttempt: nil), .of(.ping, .failed, nextAttempt: nil),
            .of(.ping, .delivered, isBegun: true, nextAttempt: nil),
        ], [failure, refusal])
    func `a late report of failure does not`(delivery: Delivery, report: DeliveryReport) {
        let reported = delivery.report(report, triedFor: .hours(25))
        #expect(reported.delivery == delivery)
        #expect(reported.effects == [])
    }

    @Test func `a failure is tried again after its pause`() {
        for attempts in [1, 2, 5, 20] {
            for jitter in [0, 0.5] {
                let (delivery, effects) = Delivery.begun(attempts: attempts).report(
                    failure, jitter: jitter)
                let pause = Delivery.pause(after: attempts, jitter: jitter)
                #expect(delivery == .of(attempts: attempts, nextAttempt: now + pause))
                #expect(effects == [])
            }
        }
    }

    @Test func `attempts that were cut off make no pause longer`() {
        let (delivery, _) = Delivery.begun(attempts: 9, failures: 0).report(failure)
        #expect(delivery.nextAttempt == now + Delivery.pause(after: 1, jitter: 0))
        #expect(delivery.failures == 1)
    }

    @Test func `the last attempt comes when the time for them ends`() {
        func next(_ triedFor: Span) -> Instant? {
            Delivery.begun(attempts: 20).report(failure, triedFor: triedFor).delivery.nextAttempt
        }
        #expect(next(.hours(23) + .minutes(50)) == now + .minutes(10))
        #expect(next(.hours(24) - .millisecond) == now + Delivery.shortestPause)
    }

    @Test func `the other side may ask for a longer pause, up to a day`() {
        func end(_ retryAfter: Span) -> Instant? {
            DeliveryReport(delivered: false, retryAfter: retryAfter).pauseEnd(now)
        }
        #expect(end(.seconds(1)) == now + .seconds(1))
        #expect(end(.hours(24)) == now + .hours(24))
        #expect(end(.days(400)) == now + .hours(24))
        #expect(end(.zero) == nil)
        #expect(end(.seconds(-9)) == nil)
        #expect(DeliveryReport(delivered: false).pauseEnd(now) == nil)
        let taken = DeliveryReport(delivered: true, retryAfter: .hours(1))
        #expect(taken.pauseEnd(now) == nil)
        let refused = DeliveryReport(delivered: false, permanent: true, retryAfter: .hours(1))
        #expect(refused.pauseEnd(now) == nil)
    }

    @Test func `the pause is the channel's, and its failed notice has only its own`() {
        let report = DeliveryReport(delivered: false, retryAfter: .hours(5))
        let usual = now + Delivery.pause(after: 1, jitter: 0)
        #expect(Delivery.begun().report(report).delivery.nextAttempt == usual)
    }

    @Test func `an attempt waits for the pause of its channel, unless it is one of an alarm`() {
        func attempt(isAlarm: Bool, pausedUntil: Instant?) -> Instant {
            Delivery.attempt(at: now, isAlarm: isAlarm, pausedUntil: pausedUntil)
        }
        for isAlarm in [true, false] {
            #expect(attempt(isAlarm: isAlarm, pausedUntil: nil) == now)
            #expect(attempt(isAlarm: isAlarm, pausedUntil: now - .hours(1)) == now)
        }
        #expect(attempt(isAlarm: false, pausedUntil: now + .hours(1)) == now + .hours(1))
        #expect(attempt(isAlarm: true, pausedUntil: now + .hours(1)) == now)
    }

    @Test(arguments: [Notification.Kind.nonResponsive, .alertRaised])
    func `an alarm is tried again within the hour, whatever is asked for`(kind: Notification.Kind) {
        let report = DeliveryReport(delivered: false, retryAfter: .hours(24))
        var delivery = Delivery.begun()
        delivery.kind = kind
        #expect(delivery.report(report).delivery.nextAttempt == now + .hours(1))
    }

    @Test func `after a day of trying it has failed, and that is a problem`() {
        #expect(
            Delivery.begun().report(failure, triedFor: .hours(24) - .millisecond).delivery.state
                == .pending)
        let (delivery, effects) = Delivery.begun().report(failure, triedFor: .hours(24))
        #expect(delivery == .of(.ping, .failed, attempts: 1, nextAttempt: nil))
        #expect(
            effects == [
                .record(
                    Event(
                        .deliveryFailed, user: .ben, at: now, by: .daemon,
                        detail: [
                            "channel": "channel", "notification": "notification", "kind": "ping",
                        ])),
                .giveUp("delivery"), .raise(Problem(channelProblem, since: now)),
            ])
        var settings = Settings()
        settings.retryFor = .hours(1)
        #expect(
            Delivery.begun().report(failure, triedFor: .hours(1), settings: settings)
                .delivery.state == .failed)
    }

    @Test func `a permanent refusal fails at once`() {
        let (delivery, effects) = Delivery.begun().report(refusal)
        #expect(delivery == .of(.ping, .failed, attempts: 1, nextAttempt: nil))
        #expect(effects.raised == [Problem(channelProblem, since: now)])
        #expect(effects.events.map(\.kind) == [.deliveryFailed])
    }

    @Test(arguments: [Notification.Kind.nonResponsive, .alertRaised], [failure, refusal])
    func `an alarm that has failed is tried again hourly while its incident lasts`(
        kind: Notification.Kind, report: DeliveryReport
    ) {
        let (failed, effects) = Delivery.begun(kind).report(
            report, triedFor: .hours(24), jitter: 0.5)
        #expect(failed == .of(kind, .failed, attempts: 1, nextAttempt: now + .hours(1)))
        #expect(effects.raised == [Problem(channelProblem, since: now)])
        // It is told once, and is a problem as long as it lasts.
        let (again, still) = Delivery.begun(kind, .failed, attempts: 2).report(
            report, triedFor: .hours(26), jitter: 0.5)
        #expect(again == .of(kind, .failed, attempts: 2, nextAttempt: now + .hours(1)))
        #expect(still == [.giveUp("delivery"), .raise(Problem(channelProblem, since: now))])
        #expect(Delivery.begun(kind, .failed).report(success).delivery.state == .delivered)
    }

    @Test(
        arguments: Notification.Kind.allCases.filter {
            $0 != .nonResponsive && $0 != .alertRaised
        })
    func `every other kind is given up`(kind: Notification.Kind) {
        #expect(!Delivery.begun(kind).report(refusal).delivery.isOpen)
    }

    @Test func `states have the words of the socket`() {
        #expect(
            Delivery.State.allCases.map(\.rawValue) == [
                "pending", "delivered", "withdrawn", "failed",
            ])
    }
}
