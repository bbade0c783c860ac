import LifeSignal
import Testing

@testable import lifesignald

/// The two threads that run rounds, in made-up orders of what each of them does next.
///
/// The threads, the socket, the queue and the people are made up; the rules are the daemon's.
struct RoundRulesTests {
    fileprivate static let patience = Span(milliseconds: 50)

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
    private func started(untilDue sleep: Int64 = 1000) throws -> RoundRules {
        var rules = RoundRules(patience: Self.patience)
        let demand = try demand(rules.awaken(by: .timer, at: reading(0), mark: 0))
        #expect(rules.meet(demand, mark: 0) == .here)
        let plan = rules.begin(at: reading(0), hasRequests: false, rest: .nothing)
        #expect(plan.looks)
        _ = rules.end(plan, report(sleep: sleep), at: reading(0))
        return rules
    }

    /// The first look was after the clock was set, at 0, and nothing of it could be kept.
    private func failed() throws -> RoundRules {
        var rules = RoundRules(patience: Self.patience)
        let demand = try demand(rules.awaken(by: .clockSet, at: reading(0), mark: 5))
        #expect(rules.meet(demand, mark: 5) == .here)
        let plan = rules.begin(at: reading(0), hasRequests: false, rest: .nothing)
        let next = rules.end(plan, nil, at: reading(3))
        #expect(next == .sleep(.init(span: RoundRules.untilNextTry, since: instant(3))))
        return rules
    }

    /// More was due at `start` than one look takes up, and calls were let in before the next.
    private func goingOn(since start: Int64) throws -> RoundRules {
        var rules = try started()
        var demand = try demand(rules.awaken(by: .timer, at: reading(start), mark: 5))
        _ = rules.meet(demand, mark: 5)
        let plan = rules.begin(at: reading(start), hasRequests: false, rest: .nothing)
        demand = try self.demand(rules.end(plan, report(sleep: 0), at: reading(start + 10)))
        _ = rules.meet(demand, mark: 9)
        return rules
    }

    private func demand(_ next: RoundRules.Next) throws -> RoundRules.Demand {
        guard case .letIn(let demand) = next else { throw NoDemand() }
        return demand
    }

    private struct NoDemand: Error {}

    @Test func `a timer that fires before anything is due demands nothing`() throws {
        var rules = try started()
        #expect(
            rules.awaken(by: .timer, at: reading(990), mark: 5)
                == .sleep(.init(span: Span(milliseconds: 10), since: instant(990))))
        #expect(rules.awaken(by: [.timer, .signal], at: reading(990), mark: 5) == .round)
        _ = try demand(rules.awaken(by: .timer, at: reading(1000), mark: 5))
    }

    @Test func `what somebody waits for is said to be, until it is due`() throws {
        var rules = try started()
        let plan = rules.begin(at: reading(100), hasRequests: true, rest: .nothing)
        var report = report(sleep: 900)
        report.isAwaited = true
        #expect(
            rules.end(plan, report, at: reading(103))
                == .sleep(
                    .init(span: Span(milliseconds: 900), since: instant(100), isAwaited: true)))
        // As after the log was written back.
        #expect(
            rules.awaken(by: .timer, at: reading(500), mark: 5)
                == .sleep(
                    .init(span: Span(milliseconds: 500), since: instant(500), isAwaited: true)))
    }

    @Test func `nobody waits for the next try of what failed`() throws {
        var rules = try started()
        var plan = rules.begin(at: reading(0), hasRequests: false, rest: .nothing)
        var report = report(sleep: 60_000)
        report.isAwaited = true
        _ = rules.end(plan, report, at: reading(0))
        plan = rules.begin(at: reading(10), hasRequests: false, rest: .nothing)
        #expect(
            rules.end(plan, nil, at: reading(13))
                == .sleep(.init(span: RoundRules.untilNextTry, since: instant(13))))
        #expect(
            rules.awaken(by: .timer, at: reading(513), mark: 5)
                == .sleep(.init(span: Span(milliseconds: 500), since: instant(513))))
    }

    @Test func `a timer that fires before what failed is tried again does not bring that about`()
        throws
    {
        var rules = try failed()
        #expect(
            rules.awaken(by: .timer, at: reading(13), mark: 5)
                == .sleep(.init(span: Span(milliseconds: 990), since: instant(13))))
        #expect(rules.awaken(by: [.timer, .signal], at: reading(1002), mark: 5) == .round)
        _ = try demand(rules.awaken(by: .timer, at: reading(1003), mark: 5))
    }

    @Test func `a look is of the instant up to which calls were let in`() throws {
        var rules = try started()
        let demand = try demand(rules.awaken(by: .timer, at: reading(1000), mark: 5))
        #expect(rules.insteadOfRoundHere == .sleep(nil))
        #expect(rules.insteadOfRound == .sleep(nil))
        #expect(rules.meet(demand, mark: 5) == .here)
        let plan = rules.begin(at: reading(1007), hasRequests: false, rest: .nothing)
        #expect(plan.looks)
        #expect(plan.reading == reading(1000))
        #expect(rules.insteadOfRoundHere == nil)
    }

    @Test func `calls are waited for until patience ends, and not for a timer that fired before`()
        throws
    {
        var rules = try started()
        let demand = try demand(rules.awaken(by: .timer, at: reading(1000), mark: 5))
        #expect(demand.patience == .init(span: Self.patience, since: instant(1000)))
        let early = rules.awaken(by: .timer, at: reading(1049), mark: 5)
        #expect(early == .pause(.init(span: Span(milliseconds: 1), since: instant(1049))))
        let late = rules.awaken(by: .timer, at: reading(1050), mark: 5)
        #expect(late == .round)
        #expect(rules.insteadOfRoundHere == .round)
        #expect(rules.insteadOfRound == nil)
        #expect(rules.meet(demand, mark: 5) == .late)
    }

    @Test func `calls are let in anew where the clock was set since`() throws {
        var rules = try started()
        let before = try demand(rules.awaken(by: .timer, at: reading(1000), mark: 5))
        let since = try demand(rules.awaken(by: .clockSet, at: reading(5000), mark: 5))
        #expect(rules.meet(before, mark: 5) == .late)
        #expect(rules.meet(since, mark: 5) == .here)
        let plan = rules.begin(at: reading(5001), hasRequests: false, rest: .nothing)
        #expect(plan.wasClockSet)
        #expect(plan.reading == reading(5000))
    }

    @Test func `of a round that failed nothing is taken for done`() throws {
        var rules = try failed()
        var plan = rules.begin(at: reading(500), hasRequests: false, rest: .nothing)
        #expect(plan.wasClockSet)
        #expect(!plan.looks)
        let demand = try demand(rules.awaken(by: .timer, at: reading(1003), mark: 5))
        #expect(rules.meet(demand, mark: 5) == .here)
        plan = rules.begin(at: reading(1004), hasRequests: false, rest: .nothing)
        #expect(plan.wasClockSet)
        #expect(plan.looks)
    }

    @Test func `a round that failed is tried again in a second, and calls that wait at once`()
        throws
    {
        for (rest, next) in [
            (QueueRest.nothing, RoundRules.Next.sleep(.init(span: .seconds(1), since: instant(3)))),
            (.newer, .round), (.older, .round),
        ] {
            var rules = try started(untilDue: 60_000)
            let plan = rules.begin(at: reading(0), hasRequests: false, rest: rest)
            #expect(rules.end(plan, nil, at: reading(3)) == next)
        }
    }

    @Test func `calls that write nothing do not bring the next try about, and those that do`()
        throws
    {
        for (hasWritten, next) in [
            (
                false,
                RoundRules.Next.sleep(.init(span: Span(milliseconds: 503), since: instant(500)))
            ),
            (true, nil),
        ] {
            var rules = try failed()
            let plan = rules.begin(at: reading(500), hasRequests: true, rest: .nothing)
            var report = report(sleep: 0)
            report.hasWritten = hasWritten
            let followed = rules.end(plan, report, at: reading(500))
            if let next { #expect(followed == next) } else { _ = try demand(followed) }
        }
    }

    @Test func `a clock that was set back does not put the next try off`() throws {
        var rules = try goingOn(since: 90_000)
        var plan = rules.begin(at: reading(90_011), hasRequests: false, rest: .nothing)
        _ = rules.end(plan, nil, at: reading(90_012))
        // By a minute and a half, while much is due, with calls from before and after that was heard of.
        plan = rules.begin(at: reading(10), hasRequests: true, rest: .nothing)
        let early = RoundRules.Next.sleep(.init(span: .seconds(1), since: instant(10)))
        #expect(rules.end(plan, nil, at: reading(10)) == early)
        _ = rules.meet(try demand(rules.awaken(by: .clockSet, at: reading(10), mark: 9)), mark: 12)
        plan = rules.begin(at: reading(20), hasRequests: true, rest: .nothing)
        let tried = RoundRules.Next.pause(.init(span: .seconds(1), since: instant(20)))
        #expect(rules.end(plan, nil, at: reading(20)) == tried)
    }

    @Test func `by a clock that was set back what was due for long is tried in a second as well`()
        throws
    {
        var rules = try failed()
        for (at, rest) in [(-90_000, 1000), (-89_500, 500)] as [(Int64, Int64)] {
            let plan = rules.begin(at: reading(at), hasRequests: true, rest: .nothing)
            #expect(!plan.looks)
            let next = RoundRules.Sleep(span: Span(milliseconds: rest), since: instant(at))
            #expect(rules.end(plan, nil, at: reading(at)) == .sleep(next))
        }
    }

    @Test func `what falls due while a round fails is looked at at once`() throws {
        var rules = try started(untilDue: 400)
        let plan = rules.begin(at: reading(399), hasRequests: true, rest: .nothing)
        #expect(plan.looks)
        _ = try demand(rules.end(plan, nil, at: reading(401)))
    }

    @Test func `what falls due before the next try is looked at in time`() throws {
        var rules = try started(untilDue: 400)
        let plan = rules.begin(at: reading(0), hasRequests: false, rest: .nothing)
        #expect(
            rules.end(plan, nil, at: reading(3))
                == .sleep(.init(span: Span(milliseconds: 397), since: instant(3))))
    }

    @Test func `calls of which nothing can be kept either do not put the next try off`() throws {
        var rules = try failed()
        var plan: RoundRules.Plan
        for at: Int64 in [200, 500, 999] {
            plan = rules.begin(at: reading(at), hasRequests: true, rest: .nothing)
            #expect(!plan.looks)
            let rest = Span(milliseconds: 1003 - at)
            #expect(
                rules.end(plan, nil, at: reading(at))
                    == .sleep(.init(span: rest, since: instant(at))))
        }
        plan = rules.begin(at: reading(1003), hasRequests: true, rest: .newer)
        let second = try demand(rules.end(plan, nil, at: reading(1003)))
        #expect(rules.meet(second, mark: 9) == .here)
        plan = rules.begin(at: reading(1004), hasRequests: false, rest: .nothing)
        #expect(plan.looks)
        #expect(
            rules.end(plan, nil, at: reading(1005))
                == .sleep(.init(span: RoundRules.untilNextTry, since: instant(1005))))
    }

    @Test func `where a round failed calls are let in before the next try, whatever was due`()
        throws
    {
        var rules = try started()
        var plan = rules.begin(at: reading(0), hasRequests: false, rest: .nothing)
        _ = rules.end(plan, report(sleep: 60_000), at: reading(0))
        plan = rules.begin(at: reading(10), hasRequests: false, rest: .nothing)
        #expect(plan.looks)
        _ = rules.end(plan, nil, at: reading(13))
        plan = rules.begin(at: reading(1013), hasRequests: false, rest: .nothing)
        #expect(!plan.looks)
    }

    @Test func `a look is after all that had come, and before all that came since`() throws {
        var rules = try started()
        let demand = try demand(rules.awaken(by: .timer, at: reading(1000), mark: 7))
        #expect(rules.mark == .max)
        _ = rules.meet(demand, mark: 90)
        for rest in [QueueRest.older, .older, .newer] {
            #expect(rules.mark == 90)
            let plan = rules.begin(at: reading(1020), hasRequests: false, rest: rest)
            #expect(plan.reading == reading(1000))
            #expect(plan.looks == (rest == .newer))
            #expect(rules.end(plan, report(sleep: 1000), at: reading(1020)) == .round)
        }
        #expect(rules.mark == .max)
        let plan = rules.begin(at: reading(1030), hasRequests: false, rest: .nothing)
        #expect(plan.reading == reading(1030))
    }

    @Test func `while much is due calls are answered before the next of it is worked off`() throws {
        var rules = try started()
        var demand = try demand(rules.awaken(by: .timer, at: reading(1000), mark: 5))
        #expect(rules.meet(demand, mark: 5) == .here)
        var plan = rules.begin(at: reading(1001), hasRequests: true, rest: .nothing)
        #expect(plan.looks)
        demand = try self.demand(rules.end(plan, report(sleep: 0), at: reading(1010)))
        #expect(rules.meet(demand, mark: 9) == .elsewhere)
        plan = rules.begin(at: reading(1011), hasRequests: true, rest: .nothing)
        #expect(!plan.looks)
        #expect(rules.end(plan, report(sleep: 0), at: reading(1012)) == .round)
        plan = rules.begin(at: reading(1013), hasRequests: false, rest: .newer)
        #expect(plan.looks)
        #expect(plan.reading == reading(1010))
    }

    @Test func `where calls before a slice can't be kept the slice is tried in a second`() throws {
        var rules = try goingOn(since: 1000)
        var plan = rules.begin(at: reading(1011), hasRequests: true, rest: .nothing)
        let next = rules.end(plan, nil, at: reading(1012))
        #expect(next == .pause(.init(span: RoundRules.untilNextTry, since: instant(1012))))
        #expect(rules.awaken(by: .timer, at: reading(2012), mark: 9) == .round)
        plan = rules.begin(at: reading(2012), hasRequests: false, rest: .nothing)
        #expect(plan.looks)
    }

    @Test(arguments: [false, true])
    func `what is due is left to the next start once nobody is let in any more`(hasMet: Bool) throws
    {
        var rules = try started()
        let demand = try demand(rules.awaken(by: .timer, at: reading(1000), mark: 5))
        if hasMet { #expect(rules.meet(demand, mark: 5) == .here) }
        var plan = rules.begin(at: reading(1030), isEnding: true, hasRequests: true, rest: .older)
        #expect(!plan.looks)
        // Time does not go back.
        #expect(plan.reading == reading(1030))
        #expect(rules.meet(demand, mark: 9) == .late)
        // All requests that are in are carried out, whenever they came.
        #expect(rules.mark == .max)
        #expect(rules.end(plan, report(sleep: 0), at: reading(1031)) == .round)
        plan = rules.begin(at: reading(1032), isEnding: true, hasRequests: true, rest: .nothing)
        #expect(!plan.looks)
        #expect(rules.end(plan, report(sleep: 0), at: reading(1033)) == .sleep(nil))
    }

    @Test func `however many wait, calls are let in once something is due`() throws {
        var rules = try started()
        var plan = rules.begin(at: reading(999), hasRequests: false, rest: .older)
        #expect(plan.looks)
        #expect(rules.end(plan, report(sleep: 1), at: reading(999)) == .round)
        plan = rules.begin(at: reading(1000), hasRequests: false, rest: .older)
        #expect(!plan.looks)
        _ = try demand(rules.end(plan, report(sleep: 0), at: reading(1000)))
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
        case clockSet, brokenPromise, failure, flood, silence, inTheNickOfTime
    }

    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    private struct Call {
        let at: Int64
        /// Nil if it is of another account, and of no concern to anybody.
        let person: Int?
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
    /// And how many of one account while another waits, how many of them wait, and how many to be read.
    private static let (share, room, inSocket) = (1, 30, 4)

    private(set) var seen: Set<Seen> = []
    private var random: SeededRandom
    private var rules = RoundRules(patience: RoundRulesTests.patience)
    private var now: Int64 = 0
    private var timer: Int64 = .max
    private var wake: Wake = []
    /// What has woken the engine's thread, which may not have the lock yet.
    private var heard: Wake = []

    private var socket: [Call] = []
    /// Whose calls lie in the socket or the queue, and when they came.
    private var unheard: [Int: Int64] = [:]
    private let queue = RequestQueue<Call>(capacity: 2 * room)
    private let isFlooded: Bool
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
        isFlooded = seed % 4 == 0
        due = (0..<Self.people).map { Self.interval + Int64($0) * 7 }
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func tell(steps: Int) throws {
        for _ in 0..<steps { try step(isBusy: true) }
        // Nobody calls any more: all is done, and everybody falls silent in the end.
        var rest = 0
        while !socket.isEmpty || queue.count > 0 || due.contains(where: { $0 != nil }) {
            try step(isBusy: false)
            rest += 1
            guard rest < 10_000 else { throw Violation(description: "it does not come to an end") }
        }
    }

    private mutating func step(isBusy: Bool) throws {
        if now >= standsStillUntil, isReaderPressed { return try reader() }
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

    /// A thread that can go on is not left standing for long, and one that calls are awaited from has let
    /// them in long before patience ends: several steps, of which none may take most of it.
    private var isReaderPressed: Bool {
        guard now - max(lastActive, standsStillUntil) <= 20 else { return true }
        return running == nil && promised.contains { now - $0.until > 30 }
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
        if isFlooded, socket.count < Self.inSocket, queue.count < Self.room {
            socket.append(Call(at: now, person: nil))
            if queue.count > Self.batch { seen.insert(.flood) }
        }
        // Some in the last moment, and some never.
        let person = Int.random(in: 0..<Self.people, using: &random)
        guard person > 0, unheard[person] == nil, let last = due[person], last - now < 60 else {
            return
        }
        unheard[person] = now
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
        let call = socket.removeFirst()
        switch queue.push(call, of: call.person == nil ? 1 : 0) {
        case .queued(waiting: 1): wantsRound = true
        case .queued(waiting: RoundRules.many): wake.formUnion(.signal)
        default: break
        }
    }

    private mutating func pause() {
        guard (1..<RoundRules.many).contains(queue.count) else { return }
        guard !chance(30) else {
            seen.insert(.callsWait)
            return wake.formUnion(.signal)
        }
        guard running == nil else { return wake.formUnion(.signal) }
        if let instead = rules.insteadOfRoundHere { goOn(instead) } else { begin(isHere: true) }
    }

    private mutating func meet(_ demand: RoundRules.Demand) {
        switch rules.meet(demand, mark: queue.mark) {
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
        case .sleep, .pause: break
        case .letIn(let demand): promised.append((demand, now))
        case .round, .end: wake.formUnion(.signal)
        }
    }

    // MARK: The engine's thread

    private var sleeps: Bool {
        switch engineNext {
        case .sleep, .pause: true
        case .round, .letIn, .end: false
        }
    }

    private mutating func engine() throws {
        if sleeps, heard.isEmpty {
            // By the wall clock, whose milliseconds need not begin when those since boot do. Or it was set for the
            // log's sake.
            let firesEarly = timer == now + 1 && chance(40) || chance(2)
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
        case .sleep, .pause:
            guard !heard.isEmpty else { return }
            let wasLettingIn = rules.insteadOfRound != nil
            let next = rules.awaken(by: heard, at: reading(now), mark: queue.mark)
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
        case .sleep(let sleep?), .pause(let sleep):
            timer = sleep.since.milliseconds + sleep.span.milliseconds
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
        let taken = queue.take(Self.batch, share: Self.share, before: rules.mark)
        for call in taken.elements { call.person.map { unheard[$0] = nil } }
        let plan = rules.begin(
            at: time, hasRequests: !taken.elements.isEmpty, rest: taken.rest)
        running = Round(plan: plan, calls: taken.elements, isHere: isHere, isImpatient: isImpatient)
        if plan.looks { isImpatient = false }
    }

    private mutating func end(_ round: Round) throws -> RoundRules.Next {
        running = nil
        // A disk that hangs.
        if chance(3) { now += Int64.random(in: 20...90, using: &random) }
        // Calls of a round that fails are answered so, and made in vain.
        guard !chance(1) else {
            seen.insert(.failure)
            nextTry = now + RoundRules.untilNextTry.milliseconds
            return rules.end(round.plan, nil, at: reading(now))
        }
        let time = round.plan.reading.wall.milliseconds
        for call in round.calls {
            guard let person = call.person else { continue }
            if let last = due[person], call.at < last, time > last { seen.insert(.inTheNickOfTime) }
            due[person] = time + Self.interval
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
            if let inTime = unheard[person], inTime < due[person]!, !isImpatient {
                throw Violation(
                    description: """
                        a check-in of \(inTime) was not heard at \(now), in a look of \(time), \
                        for a deadline at \(due[person]!)
                        """)
            }
            seen.insert(.silence)
            due[person] = nil
        }
    }
}
