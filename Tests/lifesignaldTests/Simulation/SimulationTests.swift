import Foundation
import LifeSignal
import Testing

/// The daemon's core, engine and store through thousands of made-up lives with every misfortune in
/// them, beside a model that says what must be true.
///
/// `make simulate` goes on until it is stopped. `LIFESIGNAL_SEED` tells one story again;
/// `LIFESIGNAL_STORIES` has another number of fresh ones told, and `LIFESIGNAL_YEARS` so many that last
/// a year. `SIMULATION_FIRST_SEED` says where the fresh ones begin, so that who says the same tells the same ones.
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let replayed = environment["LIFESIGNAL_SEED"].flatMap(Seed.init)
    private static let stories = environment["LIFESIGNAL_STORIES"].flatMap(Int.init) ?? 1000
    private static let firstSeed =
        environment["SIMULATION_FIRST_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...(.max / 2))
    /// Whether it is enough to know that something fails.
    private static let isHasty = environment["LIFESIGNAL_HASTY"] != nil
    private static let years = environment["LIFESIGNAL_YEARS"].flatMap(Int.init) ?? 0
    /// Each part has a thread of its own.
    private static let parts = 10

    @Test(arguments: replayed.map { [$0] } ?? failedBefore)
    func `what once failed holds`(seed: Seed) throws {
        try tell(seed)
    }

    @Test(.enabled(if: replayed == nil), arguments: 0..<parts)
    func `stories hold`(part: Int) throws {
        try tellFresh(Self.stories / Self.parts, .household, part: part)
    }

    @Test(.enabled(if: replayed == nil))
    func `a community of hundreds holds`() throws {
        try tellFresh(1, .community, part: 0)
    }

    @Test(.enabled(if: replayed == nil && years > 0), arguments: 0..<2)
    func `years hold`(part: Int) throws {
        // One by one, so that what was lived is known after each.
        for year in 0..<(Self.years + 1 - part) / 2 {
            try tellFresh(1, .year, part: 2 * year + part)
        }
    }

    /// Seeds whose stories found a mistake.
    private static let failedBefore: [Seed] = [
        1, 5_615_709_138_540_434_693, 2_892_999_477_921_774_841, 8_573_678_999_347_834_123,
        4_865_728_788_236_625_697, 6_112_698_140_280_828_569,
        5_850_643_308_637_845_129, 470_002_952_354_349_842, 626_939_312_525_334_369,
        7_764_275_200_447_980_127, 8_884_764_994_040_216_309,
        6_741_472_429_210_149_923, 6_344_300_722_603_715_002, 3_908_556_975_438_263_768,
        2_112_754_458_272_694_410, 6_602_499_520_783_994_470, 8_457_211_181_277_520_486,
        6_096_654_467_226_580_139, 7_915_237_269_015_726_193, 9_136_422_689_449_452_594,
        2_926_400_140_056_017_977, 6_530_572_185_889_934_493,
        1_161_415_142_810_360_288, 5_369_236_024_468_860_340,
        6_085_087_463_857_488_290, 1_128_787_894_548_478_723,
        8_256_543_861_541_897_238, 7_743_189_551_538_795_511, 281_220_435_124_315_590,
        847_996_916_556_649_430, 2_831_864_518_992_253_718, 802_749_295_021_337_440,
        2_474_515_432_751_075_564, 2_154_868_045_877_761_977,
        3_114_597_483_368_098_663,
        4_281_448_546_423_509_302, 3_721_351_869_123_051_966,
    ]

    private func tellFresh(_ count: Int, _ kind: Story.Kind, part: Int) throws {
        let first = Self.firstSeed + UInt64(part * count)
        var lived = Span.zero
        for number in 0..<UInt64(count) { lived = lived + (try tell(Seed(kind, first + number))) }
        // For make/checks/simulation, which adds them up; at once, or it is lost with a run that is cut off.
        let days = lived.milliseconds / Span.days(1).milliseconds
        FileHandle.standardOutput.write(Data("lived \(count) stories \(days) user-days\n".utf8))
    }

    /// - Returns: what was lived in it, all people together.
    @discardableResult
    private func tell(_ seed: Seed) throws -> Span {
        let story = Story(seed.kind, seed: seed.number)
        let (lived, found) = try story.told()
        guard let violation = found else { return lived }
        if Self.isHasty { throw violation }
        let (short, why) = try story.shortened(violation)
        Issue.record(
            """
            \(why)
            Told again by: LIFESIGNAL_SEED=\(seed) swift test --filter SimulationTests
            In short:
            \(short.steps.map { "    \($0)" }.joined(separator: "\n"))
            """)
        throw why
    }
}

/// Which story it is.
struct Seed: CustomStringConvertible, CustomTestStringConvertible, Sendable,
    ExpressibleByIntegerLiteral
{
    var kind: Story.Kind
    var number: UInt64

    init(_ kind: Story.Kind, _ number: UInt64) {
        (self.kind, self.number) = (kind, number)
    }

    /// A household's.
    init(integerLiteral number: UInt64) {
        self.init(.household, number)
    }

    /// - Parameter text: as `description` gives it.
    init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard let number = parts.last.flatMap({ UInt64($0) }) else { return nil }
        guard let kind = parts.count == 1 ? .household : Story.Kind(rawValue: String(parts[0]))
        else { return nil }
        self.init(kind, number)
    }

    var description: String { kind == .household ? "\(number)" : "\(kind):\(number)" }
    var testDescription: String { description }
}

extension Story {
    /// What was lived in it, all people together, and what goes wrong; nil if nothing does.
    func told() throws -> (lived: Span, violation: Violation?) {
        let net = try SimulatedNet()
        do {
            for step in steps { try net.take(step) }
            try net.liveOn()
            return (net.lived, nil)
        } catch let violation as Violation {
            return (net.lived, violation)
        }
    }

    /// The same mistake with as few steps as can be found in a bounded time.
    func shortened(_ violation: Violation) throws -> (Story, Violation) {
        var (best, why) = (self, violation)
        var size = max(1, steps.count / 2)
        var triesLeft = 300
        let end = ContinuousClock.now + .seconds(60)
        while triesLeft > 0, ContinuousClock.now < end {
            var hasShrunk = false
            var start = 0
            while start < best.steps.count, triesLeft > 0, ContinuousClock.now < end {
                var shorter = best
                shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
                triesLeft -= 1
                if let still = try shorter.told().violation {
                    (best, why, hasShrunk) = (shorter, still, true)
                } else {
                    start += size
                }
            }
            if size == 1, !hasShrunk { break }
            size = max(1, size / 2)
        }
        return (best, why)
    }
}
