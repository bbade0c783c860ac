import Testing

@testable import LifeSignal

struct GapTests {
    private let end = Instant.due

    private func gap(_ end: Instant, firstEnd: Instant? = nil, number: Int64 = 1) -> Gap {
        Gap(number: number, start: end - .hours(1), end: end, firstEnd: firstEnd ?? end)
    }

    private func held(
        _ gap: Gap, interval: Span = .hours(24), settings: Settings = Settings()
    ) -> Instant {
        gap.heldUntil(interval: interval, settings: settings)
    }

    @Test func `a hold lasts until catchUpGrace after the gap`() {
        #expect(held(gap(end)) == end + .minutes(15))
        var settings = Settings()
        settings.catchUpGrace = .minutes(20)
        #expect(held(gap(end), settings: settings) == end + .minutes(20))
    }

    @Test func `it lasts half the user's interval if that is less`() {
        #expect(held(gap(end), interval: .minutes(30)) == end + .minutes(15))
        #expect(held(gap(end), interval: .minutes(29)) == end + .seconds(870))
        #expect(held(gap(end), interval: .seconds(1)) == end + Span(milliseconds: 500))
    }

    @Test func `further gaps prolong it, but never past holdLimit after the first`() {
        let first = end - .minutes(44)
        #expect(held(gap(end, firstEnd: first)) == end + .minutes(15))
        #expect(held(gap(end, firstEnd: end - .minutes(45))) == end + .minutes(15))
        #expect(held(gap(end, firstEnd: end - .minutes(46))) == end + .minutes(14))
        #expect(held(gap(end, firstEnd: end - .hours(3))) == end - .hours(2))
        var settings = Settings()
        settings.holdLimit = .minutes(50)
        #expect(held(gap(end, firstEnd: first), settings: settings) == end + .minutes(6))
        settings.holdLimit = .minutes(5)
        #expect(held(gap(end), settings: settings) == end + .minutes(5))
    }

    @Test func `its end is that for whom it lasts longest`() {
        #expect(gap(end).holdEnd(settings: Settings()) == end + .minutes(15))
        #expect(
            gap(end, firstEnd: end - .minutes(50)).holdEnd(settings: Settings())
                == end + .minutes(10))
    }

    @Test func `a gap that outlasts the limit of a hold opens one of its own`() {
        func following(endsAfter span: Span) -> Gap {
            Gap.following(
                gap(end), start: end + .minutes(10), end: end + span, isHeldAt: end + .minutes(10),
                settings: Settings())
        }
        #expect(following(endsAfter: .hours(1) - .millisecond).firstEnd == end)
        // Nobody could answer when the limit was reached.
        let outlasting = following(endsAfter: .hours(1))
        #expect(outlasting.firstEnd == end + .hours(1))
        #expect(held(following(endsAfter: .hours(3))) == end + .hours(3) + .minutes(15))
    }

    @Test func `a gap that begins while a hold is on prolongs it`() {
        let earlier = gap(end, number: 7)
        func following(at start: Instant, isHeldAt: Instant? = nil) -> Gap {
            Gap.following(
                earlier, start: start, end: start + .minutes(10), isHeldAt: isHeldAt ?? start,
                settings: Settings())
        }
        let prolonging = following(at: end + .minutes(15) - .millisecond)
        #expect(prolonging.firstEnd == end)
        #expect(prolonging.number == 8)
        #expect(prolonging.start == end + .minutes(15) - .millisecond)
        #expect(prolonging.end == end + .minutes(25) - .millisecond)
        let fresh = following(at: end + .minutes(15))
        #expect(fresh.firstEnd == fresh.end)
        #expect(fresh.number == 8)
        // Whether it is on is judged by the clock of now.
        #expect(
            following(at: end - .days(3), isHeldAt: end + .minutes(1)).firstEnd == end)
    }

    @Test func `a row of gaps ends an hour after its first, and alarms go on`() {
        var row = gap(end, number: 1)
        var start = end + .minutes(10)
        while start < row.holdEnd(settings: Settings()) {
            row = .following(
                row, start: start, end: start + .minutes(3), isHeldAt: start, settings: Settings())
            #expect(row.holdEnd(settings: Settings()) <= end + .hours(1))
            start = row.end + .minutes(10)
        }
        #expect(row.firstEnd == end)
        #expect(start >= end + .hours(1))
    }

    @Test func `the first gap of all opens a hold of its own`() {
        let first = Gap.following(
            nil, start: end - .minutes(3), end: end, isHeldAt: end, settings: Settings())
        #expect(first == Gap(number: 1, start: end - .minutes(3), end: end, firstEnd: end))
    }

    @Test func `a step of the clock moves all of it`() {
        let stepped = gap(end, firstEnd: end - .minutes(5), number: 4).shifted(by: .hours(-2))
        #expect(
            stepped
                == Gap(
                    number: 4, start: end - .hours(3), end: end - .hours(2),
                    firstEnd: end - .hours(2) - .minutes(5)))
    }
}
