/// One thing that happens in a simulated net. People go by number; a number beyond those there are
/// counts round, so that a story can lose steps and still be told.
enum Step: Hashable, Sendable {
    // What callers ask for.
    case add(interval: Int, grace: Int, reminders: [Int], checksIn: Bool)
    case remove(Int, force: Bool)
    case reschedule(Int, interval: Int?, grace: Int?, reminders: [Int]?, checksIn: Bool)
    /// By their own account.
    case checkIn(Int)
    /// By the account of another, who may be their responder or not.
    case vouch(Int, by: Int)
    case tie(Int, to: Int)
    case untie(Int, from: Int)
    case ping(Int, by: Int)
    case answer(Int, byAdmin: Bool)
    case takeBack(Int, by: Int)
    case callForHelp(Int)
    case clearCall(Int)
    case addChannel(Int)
    case removeChannel(Int)
    /// Several that come so close together that they are committed together.
    indirect case together([Step])

    // What time and the machine do, in seconds.
    /// The daemon is woken this much later than it wanted to be.
    case pass(Int, late: Int)
    /// So many days on which people do what they do: most check in when it is time, and some forget.
    case live(days: Int, seed: UInt64)
    case suspend(Int)
    /// The process stands still, and the machine goes on.
    case freeze(Int)
    case stepClock(Int)
    case stop(Int)
    /// The machine starts anew; its clock is then off by so much.
    case reboot(Int, clockOff: Int, synchronised: Bool?)
    case synchronise(Bool)
    case acceptClock
    /// The process dies within the next round: after so many instructions of the database, or once
    /// all is committed and nobody has been answered.
    case dieNext(after: Int?)
    /// The disk has room for so many pages of the database more, and for the reserve.
    case fillDisk(Int)
    case freeDisk
    /// For so long there is no room at all, not even the reserve's. People notice at once.
    case choke(Int)

    // What the sender does.
    case connect
    case disconnect
    /// Takes what there is and deals with so many.
    case send(Int, SendOutcome)
    /// For longer than anything is tried, nothing gets through.
    case sendInVain(SendOutcome)

    enum SendOutcome: Hashable, Sendable, CaseIterable {
        case delivered, failed, refused, unreported, reportedTwice, notBegun
    }
}

/// The steps that a seed stands for.
struct Story: Hashable, Sendable {
    var steps: [Step]

    init(steps: [Step]) {
        self.steps = steps
    }

    /// Where it is told of.
    enum Kind: String, Sendable, CaseIterable {
        /// A few people for some hours or days, in which much happens.
        case household
        /// Hundreds of people.
        case community
        /// Five hundred people for a year, most days of which are quiet.
        case year
    }

    init(_ kind: Kind = .household, seed: UInt64) {
        var teller = Teller(random: SeededRandom(seed: seed))
        let people =
            switch kind {
            case .household: Int.random(in: 2...7, using: &teller.random)
            case .community: 200
            case .year: 500
            }
        if kind == .year {
            teller.intervals = [28_800...28_800] + .init(repeating: 86_400...604_800, count: 9)
        }
        let adds = (0..<people).map { _ in teller.add() }
        let ties = (0..<people * 2).map { _ in teller.tie() }
        let channels = (0..<people).map { _ in Step.addChannel(teller.person()) }
        let beginning = [adds, ties, channels]
        steps = kind == .year ? beginning.flatMap(Self.together) : Array(beginning.joined())
        steps.append(.connect)
        let length =
            switch kind {
            case .household: Int.random(in: 20...60, using: &teller.random)
            case .community: 60
            case .year: 0
            }
        for _ in 0..<length { steps.append(teller.next()) }
        // Without a draw of its own, so that kept seeds go on telling what they told.
        if kind == .household, seed % 16 == 14 {
            let outcome: Step.SendOutcome = seed % 32 == 14 ? .failed : .unreported
            steps.insert(.sendInVain(outcome), at: steps.count - length / 2)
        }
        var daysLeft = kind == .year ? 365 : 0
        while daysLeft > 0 {
            let days = min(Int.random(in: 5...30, using: &teller.random), daysLeft)
            steps.append(.live(days: days, seed: teller.random.next()))
            for _ in 0..<3 { steps.append(teller.next()) }
            daysLeft -= days
        }
    }

    private static func together(_ steps: [Step]) -> [Step] {
        stride(from: 0, to: steps.count, by: 100).map {
            .together(Array(steps[$0..<min($0 + 100, steps.count)]))
        }
    }
}

/// Makes up what happens next.
private struct Teller {
    var random: SeededRandom
    /// How often people want to check in, in seconds.
    var intervals = [
        1...60, 600...7200, 28_800...28_800, 86_400...86_400, 86_400...604_800,
    ]

    mutating func person() -> Int { Int.random(in: 0..<1000, using: &random) }

    private mutating func seconds(_ choices: [ClosedRange<Int>]) -> Int {
        Int.random(in: choices.randomElement(using: &random)!, using: &random)
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func interval() -> Int { seconds(intervals) }

    private mutating func grace() -> Int { chance(50) ? 0 : seconds([1...600, 3600...86_400]) }

    private mutating func reminders(below interval: Int) -> [Int] {
        let count = Int.random(in: 0...3, using: &random)
        let leads = (0..<count).map { _ in Int.random(in: 1...max(1, interval), using: &random) }
        return Array(Set(leads)).sorted()
    }

    mutating func add() -> Step {
        let interval = interval()
        return .add(
            interval: interval, grace: grace(), reminders: reminders(below: interval - 1),
            checksIn: chance(80))
    }

    mutating func tie() -> Step { .tie(person(), to: person()) }

    mutating func next() -> Step {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<34: pass()
        case 34..<62: request()
        case 62..<66:
            .together((0..<Int.random(in: 2...5, using: &random)).map { _ in request() })
        case 66..<80:
            .send(
                Int.random(in: 1...20, using: &random),
                Step.SendOutcome.allCases.randomElement(using: &random)!)
        case 80..<82: chance(70) ? .connect : .disconnect
        case 82..<87: .dieNext(after: chance(70) ? seconds([1...40, 1...600]) : nil)
        default: machine()
        }
    }

    private mutating func pass() -> Step {
        .pass(
            seconds([1...59, 60...900, 60...900, 900...4000, 4000...16_000]),
            late: chance(40) ? 0 : seconds([1...50, 45...50]))
    }

    private mutating func machine() -> Step {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: pause()
        case 1: .stepClock(seconds([1...9, 11...119, 120...7200, 7200...300_000]))
        case 2: .stepClock(-seconds([1...9, 11...119, 120...7200, 7200...300_000]))
        case 3: .stop(seconds([0...119, 120...4000, 4000...600_000]))
        case 4, 5: reboot()
        case 6: .synchronise(chance(70))
        case 7: fill()
        case 8: .freeDisk
        default: .acceptClock
        }
    }

    private mutating func fill() -> Step {
        let pages = chance(50) ? 0 : seconds([1...10])
        // Without a draw of its own, as below: for a little longer than makes an outage.
        return pages > 0 && pages.isMultiple(of: 4) ? .choke(117 + pages) : .fillDisk(pages)
    }

    private mutating func pause() -> Step {
        let length = seconds([1...300, 300...100_000])
        // Without a draw of its own, so that kept seeds go on telling what they told. A shorter one may
        // have begun just before the daemon wanted to look, and then it has hardly been missed.
        return length.isMultiple(of: 8) ? .freeze(180 + length) : .suspend(length)
    }

    private mutating func reboot() -> Step {
        let length = seconds([10...119, 120...100_000])
        let off = chance(60) ? 0 : seconds([1...600, 600...10_000_000])
        return .reboot(
            length, clockOff: off.isMultiple(of: 8) ? off : -off,
            synchronised: [nil, false, true].randomElement(using: &random)!)
    }

    private mutating func request() -> Step {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: return .checkIn(person())
        case 40..<47: return .vouch(person(), by: person())
        case 47..<55: return tie()
        case 55..<60: return .untie(person(), from: person())
        case 60..<68: return .ping(person(), by: person())
        case 68..<73: return .answer(person(), byAdmin: chance(40))
        case 73..<76: return .takeBack(person(), by: person())
        case 76..<80: return .callForHelp(person())
        case 80..<83: return .clearCall(person())
        case 83..<87: return .addChannel(person())
        case 87..<89: return .removeChannel(person())
        case 89..<91: return add()
        case 91..<93: return .remove(person(), force: chance(50))
        default:
            let interval = chance(60) ? interval() : nil
            return .reschedule(
                person(), interval: interval, grace: chance(40) ? grace() : nil,
                reminders: chance(40) ? reminders(below: (interval ?? 3600) - 1) : nil,
                checksIn: chance(30))
        }
    }
}
