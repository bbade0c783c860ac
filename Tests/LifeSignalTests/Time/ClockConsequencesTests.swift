import Testing

@testable import LifeSignal

struct ClockConsequencesTests {
    private let now = Instant.due

    private func consequences(
        _ changes: [ClockChange], earlier: Gap? = nil, prunesNotBefore: Instant? = nil,
        operators: [UserID] = [.ana, .dora]
    ) -> ClockConsequences {
        ClockConsequences(
            changes, earlier: earlier, prunesNotBefore: prunesNotBefore,
            Moment(now, operators: operators))
    }

    private func earlier(endingAt end: Instant) -> Gap {
        Gap(number: 4, start: end - .minutes(5), end: end, firstEnd: end - .minutes(7))
    }

    @Test func `nothing follows from nothing`() {
        let gap = earlier(endingAt: now)
        let none = consequences([], earlier: gap, prunesNotBefore: now)
        #expect(none.gap == gap)
        #expect(!none.opensHold)
        #expect(!none.clamps)
        #expect(none.prunesNotBefore == now)
        #expect(none.effects == [])
    }

    @Test func `a gap opens a hold, and operators get one notice of it`() {
        let start = now - .minutes(10)
        let found = consequences([.gap(start: start, end: now)])
        #expect(found.gap == Gap(number: 1, start: start, end: now, firstEnd: now))
        #expect(found.opensHold)
        #expect(!found.clamps)
        #expect(found.prunesNotBefore == nil)
        #expect(
            found.effects.events == [
                Event(
                    .gap, user: nil, at: now, by: .daemon,
                    detail: [
                        "start": "2026-11-21T08:02:00.000Z", "end": "2026-11-21T08:12:00.000Z",
                    ])
            ])
        #expect(found.effects.kinds == [.system, .system])
        #expect(found.effects.recipients == [.ana, .dora])
        #expect(found.effects.notifications.allSatisfy { $0.about == nil })
        #expect(found.effects.count == 3)
    }

    @Test func `after more than a day nothing is pruned for a day, since the clock may be wrong`() {
        func notBefore(_ span: Span) -> Instant? {
            consequences([.gap(start: now - span, end: now)]).prunesNotBefore
        }
        #expect(notBefore(.days(1)) == nil)
        #expect(notBefore(.days(1) + .millisecond) == now + .hours(24))
    }

    @Test func `a gap while a hold is on prolongs it`() {
        let gap = earlier(endingAt: now - .minutes(20))
        let found = consequences(
            [.gap(start: now - .minutes(10), end: now)], earlier: gap)
        #expect(
            found.gap
                == Gap(
                    number: 5, start: now - .minutes(10), end: now,
                    firstEnd: now - .minutes(27)))
        let fresh = consequences(
            [.gap(start: now - .minutes(5), end: now)], earlier: gap)
        #expect(fresh.gap?.firstEnd == now)
    }

    @Test(arguments: [Span.hours(1), .hours(-1)])
    func `a step neither skips nor stretches a hold`(step: Span) {
        let gap = earlier(endingAt: now)
        let found = consequences([.stepped(by: step)], earlier: gap)
        #expect(found.gap == gap.shifted(by: step))
        #expect(!found.opensHold)
        #expect(
            found.effects == [
                .record(
                    Event(
                        .clockStepped, user: nil, at: now, by: .daemon,
                        detail: ["seconds": String(step.wholeSeconds)]))
            ])
    }

    @Test func `a backward step clamps what lies in its future, a forward step clamps nothing`() {
        #expect(consequences([.stepped(by: .seconds(-2))]).clamps)
        #expect(!consequences([.stepped(by: .days(2))]).clamps)
        #expect(
            consequences([.stepped(by: .seconds(-2)), .gap(start: now - .minutes(9), end: now)])
                .clamps)
    }

    @Test func `nothing is pruned for 24 h after a forward step of over a day`() {
        // As a look finds it: each step of two minutes and more is a gap too.
        func notBefore(_ step: Span) -> Instant? {
            consequences([.stepped(by: step), .gap(start: now - step, end: now)]).prunesNotBefore
        }
        #expect(notBefore(.days(1)) == nil)
        #expect(notBefore(.days(1) + .millisecond) == now + .hours(24))
        #expect(consequences([.stepped(by: .days(-9))]).prunesNotBefore == nil)
    }

    @Test func `a further step neither skips nor stretches that time`() {
        // The clock was ten years ahead, and is right again an hour later.
        let until = now + .days(3650) + .hours(23)
        #expect(
            consequences([.stepped(by: .days(-3650))], prunesNotBefore: until).prunesNotBefore
                == now + .hours(23))
        #expect(
            consequences([.stepped(by: .hours(5))], prunesNotBefore: now).prunesNotBefore
                == now + .hours(5))
    }

    @Test func `a forward step in a hold prolongs it by the gap that it is`() {
        // The hold of a gap that ended at `before` was on when the clock was set ahead.
        let before = now - .days(3) - .minutes(1)
        let gap = Gap(
            number: 4, start: before - .minutes(5), end: before, firstEnd: before - .minutes(7))
        let found = consequences(
            [.stepped(by: .days(3)), .gap(start: now - .days(3), end: now)], earlier: gap)
        #expect(
            found.gap
                == Gap(
                    number: 5, start: now - .days(3), end: now, firstEnd: now - .minutes(8)))
        #expect(found.gap?.holdEnd(settings: Settings()) == now + .minutes(15))
        #expect(found.opensHold)
        #expect(found.prunesNotBefore == now + .hours(24))
    }

    @Test func `a forward step long after a hold opens one of its own`() {
        let before = now - .days(3) - .hours(2)
        let found = consequences(
            [.stepped(by: .days(3)), .gap(start: now - .days(3), end: now)],
            earlier: earlier(endingAt: before))
        #expect(found.gap?.firstEnd == now)
    }

    @Test func `a clock behind the mark is a problem until it ends`() {
        #expect(
            consequences([.behindBegan]).effects == [
                .raise(Problem(Problem.Key(.clockBehind), since: now))
            ])
        #expect(
            consequences([.behindEnded]).effects == [.solve(Problem.Key(.clockBehind))])
    }

    @Test func `a start without a clock and its end are two gaps of one row`() {
        let own = now - .hours(5)
        let found = consequences([
            .gap(start: own - .minutes(3), end: own), .behindBegan, .behindEnded,
            .stepped(by: .hours(5)), .gap(start: own, end: now),
        ])
        // The end of the first, on the clock of now.
        #expect(found.gap == Gap(number: 2, start: own, end: now, firstEnd: now))
        #expect(found.effects.notifications.count == 4)
    }
}
