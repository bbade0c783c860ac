import LifeSignal
import Testing

@testable import lifesignald

/// The two threads that run rounds, in made-up orders of what each of them does next.
///
/// The threads, the socket, the queue and the people are made up; the rules are the daemon's.
struct RoundRulesTests {
    @Test(arguments: 0..<10)
    func `nobody counts as silent whose check-in came in time, and nobody silent is forgotten`(
        part: Int
    ) throws {
        let first = UInt64.random(in: 0...(.max / 2))
        for number in 0..<UInt64(200) {
            let seed = first + number
            var story = TwoThreads(seed: seed)
            do {
                try story.tell(steps: 600)
            } catch {
                Issue.record("seed \(seed): \(error)")
                throw error
            }
        }
    }

    @Test func `the stories have everything in them that the rules are about`() throws {
        var seen: Set<TwoThreads.Seen> = []
        for seed in 0..<100 {
            var story = TwoThreads(seed: UInt64(seed))
            try story.tell(steps: 600)
            seen.formUnion(story.seen)
        }
        #expect(Set(TwoThreads.Seen.allCases).subtracting(seen) == [])
    }

    /// The first look is done at 0, and something is due in a second.
    private func started() -> RoundRules {
        var rules = RoundRules()
        let plan = rules.begin(at: reading(0), nobodyCalls: true, hasMore: false)
        _ = rules.end(plan, report(sleep: 1000), at: reading(0))
        return rules
    }

    private func demand(_ next: RoundRules.Next) throws -> RoundRules.Demand {
        guard case .letIn(let demand) = next else { throw NoDemand() }
        return demand
    }

    private struct NoDemand: Error {}

    @Test func `a look is of the instant up to which calls were let in`() throws {
        var rules = started()
        let demand = try demand(rules.awaken(by: .timer, at: reading(1000), hasRequests: false))
        #expect(rules.insteadOfRoundHere == .sleep(nil))
        #expect(rules.insteadOfRound == .sleep(nil))
        #expect(rules.meet(demand) == .here)
        let plan = rules.begin(at: reading(1007), hasMore: false)
        #expect(plan.looks)
        #expect(plan.reading == reading(1000))
        #expect(rules.insteadOfRoundHere == nil)
    }

    @Test func `calls are waited for until patience ends, and not for a timer that fired before`()
        throws
    {
        var rules = started()
        let demand = try demand(rules.awaken(by: .timer, at: reading(1000), hasRequests: false))
        #expect(demand.patience == .init(span: RoundRules.patience, since: instant(1000)))
        let early = rules.awaken(by: .timer, at: reading(1049), hasRequests: true)
        #expect(early == .sleep(.init(span: Span(milliseconds: 1), since: instant(1049))))
        let late = rules.awaken(by: .timer, at: reading(1050), hasRequests: true)
        #expect(late == .round)
        #expect(rules.insteadOfRoundHere == .round)
        #expect(rules.insteadOfRound == nil)
        #expect(rules.meet(demand) == .late)
    }

    @Test func `calls are let in anew where the clock was set since`() throws {
        var rules = started()
        let before = try demand(rules.awaken(by: .timer, at: reading(1000), hasRequests: false))
        let since = try demand(rules.awaken(by: .clockSet, at: reading(5000), hasRequests: false))
        #expect(rules.meet(before) == .late)
        #expect(rules.meet(since) == .here)
        let plan = rules.begin(at: reading(5001), hasMore: false)
        #expect(plan.wasClockSet)
        #expect(plan.reading == reading(5000))
    }

    @Test func `of a round that failed nothing is taken for done`() throws {
        var rules = RoundRules()
        let demand = try demand(rules.awaken(by: .clockSet, at: reading(0), hasRequests: false))
        #expect(rules.meet(demand) == .here)
        var plan = rules.begin(at: reading(0), hasMore: false)
        let next = rules.end(plan, nil, at: reading(3))
        #expect(next == .sleep(.init(span: RoundRules.untilNextTry, since: instant(3))))
        plan = rules.begin(at: reading(500), hasMore: false)
        #expect(plan.wasClockSet)
        #expect(!plan.looks)
        plan = rules.begin(at: reading(501), nobodyCalls: true, hasMore: false)
        #expect(plan.looks)
    }

    @Test func `where a round failed calls are let in before the next try, whatever was due`() {
        var rules = started()
        var plan = rules.begin(at: reading(0), hasMore: false)
        _ = rules.end(plan, report(sleep: 60_000), at: reading(0))
        plan = rules.begin(at: reading(10), hasMore: false)
        #expect(plan.looks)
        _ = rules.end(plan, nil, at: reading(13))
        plan = rules.begin(at: reading(1013), hasMore: false)
        #expect(!plan.looks)
    }

    @Test func `a flood of requests keeps the deadlines waiting for so many rounds and no longer`()
        throws
    {
        var rules = RoundRules()
        var rounds = 0
        var time: Int64 = 0
        while true {
            time += 1
            let plan = rules.begin(at: reading(time), hasMore: true)
            guard !plan.looks else { break }
            rounds += 1
            if case .letIn(let demand) = rules.end(plan, report(sleep: 0), at: reading(time)) {
                #expect(rules.meet(demand) == .here)
            }
            try #require(rounds <= RoundRules.roundsWithoutLook + 1)
        }
        #expect(rounds >= RoundRules.roundsWithoutLook)
    }
}

private func instant(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

private func reading(_ milliseconds: Int64) -> ClockReading {
    ClockReading(
        wall: instant(milliseconds), boot: BootTime(milliseconds: milliseconds), bootID: "boot")
}

private func report(sleep: Int64) -> EngineCore.Report {
    EngineCore.Report(now: instant(0), sleep: Span(milliseconds: sleep))
}

/// The thread that reads calls and the engine's own, people who check in through a socket, and chance.
private struct TwoThreads {
    /// What a story may hold.
    enum Seen: CaseIterable {
        case roundHere, roundOfEngine, callsWait, patience, metLate, metHere, metElsewhere
        case clockSet, brokenPromise, failure, silence, inTheNickOfTime
    }

    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    private struct Call {
        let at: Int64
        let person: Int
    }

    private struct Round {
        let plan: RoundRules.Plan
        let calls: [Call]
        let isHere: Bool
        /// The thread that reads calls was not waited for any more.
        let isImpatient: Bool
    }

    private static let people = 6
    private static let interval: Int64 = 150
    /// How many requests, and how many looks, a round takes.
    private static let (batch, slice) = (3, 2)

    private(set) var seen: Set<Seen> = []
    private var random: SeededRandom
    private var rules = RoundRules()
    private var now: Int64 = 0
    private var timer: Int64 = .max
    private var wake: Wake = []
    /// What has woken the engine's thread, which may not have the lock yet.
    private var heard: Wake = []

    private var socket: [Call] = []
    private var queue: [Call] = []
    /// When each falls silent; nil if that has happened.
    private var due: [Int64?]
    /// The round that is being run, and has the lock.
    private var running: Round?
    private var engineNext = RoundRules.Next.round
    /// What the thread that reads calls has promised: to meet these demands, of calls until then.
    private var promised: [(demand: RoundRules.Demand, until: Int64)] = []
    private var wantsRound = false
    /// When what failed is tried again.
    private var nextTry: Int64 = 0
    /// It is not run, for longer than it is waited for.
    private var standsStillUntil: Int64 = 0
    private var lastDemand: Int64 = 0
    /// When it has let in nobody although that was demanded.
    private var brokenAt: Int64 = -1
    private var isImpatient = false
    /// That of the last round.
    private var lastReading: Int64 = 0
    /// When it last did something, or could do nothing because of the other.
    private var lastActive: Int64 = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        due = (0..<Self.people).map { Self.interval + Int64($0) * 7 }
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func tell(steps: Int) throws {
        for _ in 0..<steps { try step(isBusy: true) }
        // Nobody calls any more: all is done, and everybody falls silent in the end.
        var rest = 0
        while !socket.isEmpty || !queue.isEmpty || due.contains(where: { $0 != nil }) {
            try step(isBusy: false)
            rest += 1
            guard rest < 10_000 else { throw Violation(description: "it does not come to an end") }
        }
    }

    private mutating func step(isBusy: Bool) throws {
        if now >= standsStillUntil, now - max(lastActive, standsStillUntil) > 20 {
            return try reader()
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<2: now += Int64.random(in: 1...5, using: &random)
        case 2..<4: if isBusy { call() }
        case 4..<7: if now >= standsStillUntil { try reader() }
        case 7: if isBusy { mishap() }
        default: try engine()
        }
        let since = max(due.compactMap { $0 }.min() ?? now, nextTry)
        guard now - since < 800 else {
            throw Violation(description: "somebody was due at \(since), and now it is \(now)")
        }
    }

    private mutating func mishap() {
        if chance(3) {
            seen.insert(.clockSet)
            wake.formUnion(.clockSet)
        } else if chance(3) {
            standsStillUntil = now + 70
        } else if chance(3), !promised.isEmpty {
            seen.insert(.brokenPromise)
            promised = []
            brokenAt = now
        }
    }

    private mutating func call() {
        // Some in the last moment, and some never.
        let person = Int.random(in: 0..<Self.people, using: &random)
        let hasCalled = (socket + queue).contains { $0.person == person }
        guard person > 0, !hasCalled, let last = due[person], last - now < 60 else { return }
        socket.append(Call(at: now, person: person))
    }

    // MARK: The thread that reads calls

    private mutating func reader() throws {
        if let running {
            lastActive = now
            if running.isHere { return try goOn(end(running)) }
        }
        let hasMet = promised.first.map { promise in !socket.contains { $0.at <= promise.until } }
        if hasMet == true {
            // It waits for the lock.
            guard running == nil else { return }
            lastActive = now
            return meet(promised.removeFirst().demand)
        }
        lastActive = now
        if wantsRound, socket.isEmpty || chance(30) {
            wantsRound = false
            return pause()
        }
        guard !socket.isEmpty else { return }
        queue.append(socket.removeFirst())
        if queue.count == 1 { wantsRound = true }
    }

    private mutating func pause() {
        guard !chance(30) else {
            seen.insert(.callsWait)
            return wake.formUnion(.signal)
        }
        guard running == nil else { return wake.formUnion(.signal) }
        if let instead = rules.insteadOfRoundHere { goOn(instead) } else { begin(isHere: true) }
    }

    private mutating func meet(_ demand: RoundRules.Demand) {
        switch rules.meet(demand) {
        case .late: seen.insert(.metLate)
        case .here:
            seen.insert(.metHere)
            begin(isHere: true)
        case .elsewhere:
            seen.insert(.metElsewhere)
            wake.formUnion(.signal)
        }
    }

    private mutating func goOn(_ next: RoundRules.Next) {
        switch setTimer(next) {
        case .sleep: break
        case .letIn(let demand): promised.append((demand, now))
        case .round, .end: wake.formUnion(.signal)
        }
    }

    // MARK: The engine's thread

    private mutating func engine() throws {
        if case .sleep = engineNext, heard.isEmpty {
            // By the wall clock, whose milliseconds need not begin when those since boot do.
            let firesEarly = timer == now + 1 && chance(40)
            if timer <= now || firesEarly { (timer, wake) = (.max, wake.union(.timer)) }
            (heard, wake) = (wake, [])
            // It may have to wait for the lock.
            if chance(50) { return }
        }
        if let running {
            guard !running.isHere else { return }
            engineNext = setTimer(try end(running))
            return
        }
        switch engineNext {
        case .sleep:
            guard !heard.isEmpty else { return }
            let wasLettingIn = rules.insteadOfRound != nil
            let next = rules.awaken(by: heard, at: reading(now), hasRequests: !queue.isEmpty)
            if wasLettingIn, next == .round {
                seen.insert(.patience)
                isImpatient = max(standsStillUntil, brokenAt) >= lastDemand
            }
            heard = []
            engineNext = setTimer(next)
        case .letIn(let demand):
            promised.append((demand, now))
            engineNext = .sleep(nil)
        case .round, .end:
            if let instead = rules.insteadOfRound {
                engineNext = instead
            } else {
                begin(isHere: false)
            }
        }
    }

    private mutating func setTimer(_ next: RoundRules.Next) -> RoundRules.Next {
        switch next {
        case .sleep(let sleep?): timer = sleep.since.milliseconds + sleep.span.milliseconds
        case .letIn(let demand):
            lastDemand = now
            timer = demand.patience.since.milliseconds + demand.patience.span.milliseconds
        case .sleep, .round, .end: break
        }
        return next
    }

    // MARK: Rounds

    private mutating func begin(isHere: Bool) {
        seen.insert(isHere ? .roundHere : .roundOfEngine)
        let time = reading(now)
        let calls = Array(queue.prefix(Self.batch))
        queue.removeFirst(calls.count)
        let plan = rules.begin(at: time, hasMore: !queue.isEmpty)
        running = Round(plan: plan, calls: calls, isHere: isHere, isImpatient: isImpatient)
        isImpatient = false
    }

    private mutating func end(_ round: Round) throws -> RoundRules.Next {
        running = nil
        // A disk that hangs.
        if chance(3) { now += Int64.random(in: 20...90, using: &random) }
        guard !round.calls.isEmpty || !chance(2) else {
            seen.insert(.failure)
            nextTry = now + RoundRules.untilNextTry.milliseconds
            return rules.end(round.plan, nil, at: reading(now))
        }
        let time = round.plan.reading.wall.milliseconds
        for call in round.calls {
            if let last = due[call.person], call.at < last, time > last {
                seen.insert(.inTheNickOfTime)
            }
            due[call.person] = time + Self.interval
        }
        guard time >= lastReading else {
            throw Violation(description: "a round of \(lastReading) is followed by one of \(time)")
        }
        lastReading = time
        if round.plan.looks { try look(at: time, round.isImpatient) }
        let next = due.compactMap { $0 }.min() ?? time + 60_000
        return rules.end(round.plan, report(sleep: max(next - time, 0)), at: reading(now))
    }

    private mutating func look(at time: Int64, _ isImpatient: Bool) throws {
        let silent = due.indices.filter { due[$0].map { $0 <= time } ?? false }
        for person in silent.prefix(Self.slice) {
            let inTime = (socket + queue).first { $0.person == person && $0.at < due[person]! }
            if let inTime, !isImpatient {
                throw Violation(
                    description: """
                        a check-in of \(inTime.at) was not heard at \(now), in a look of \(time), \
                        for a deadline at \(due[person]!)
                        """)
            }
            seen.insert(.silence)
            due[person] = nil
        }
    }
}
