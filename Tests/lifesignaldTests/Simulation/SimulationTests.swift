import Foundation
import Testing

/// The daemon's core, engine and store through thousands of made-up lives with every misfortune in
/// them, beside a model that says what must be true.
///
/// `make simulate` goes on until it is stopped. `LIFESIGNAL_SEED` tells one story again, and
/// `LIFESIGNAL_STORIES` has so many fresh
/// ones told.
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let replayed = environment["LIFESIGNAL_SEED"].flatMap(UInt64.init)
    private static let stories = environment["LIFESIGNAL_STORIES"].flatMap(Int.init) ?? 100
    /// Where a fresh story begins; nil where the same ones are told each time, so that a test of
    /// something else does not fail by chance.
    private static var fresh: UInt64? {
        environment["LIFESIGNAL_STORIES"] == nil ? nil : .random(in: 0...(.max / 2))
    }
    /// Each part has a thread of its own.
    private static let parts = 10

    @Test(arguments: replayed.map { [$0] } ?? failedBefore)
    func `what once failed holds`(seed: UInt64) throws {
        try tell(seed)
    }

    @Test(.enabled(if: replayed == nil), arguments: 0..<parts)
    func `stories hold`(part: Int) throws {
        let first = Self.fresh ?? UInt64(part) * 1_000_000
        for number in 0..<UInt64(Self.stories / Self.parts) { try tell(first + number) }
    }

    @Test(.enabled(if: replayed == nil))
    func `a community of hundreds holds`() throws {
        try tell(Self.fresh ?? 1, isLarge: true)
    }

    /// Seeds whose stories found a mistake.
    private static let failedBefore: [UInt64] = [
        1, 5_615_709_138_540_434_693, 2_892_999_477_921_774_841, 8_573_678_999_347_834_123,
        4_865_728_788_236_625_697, 6_112_698_140_280_828_569,
        5_850_643_308_637_845_129, 470_002_952_354_349_842, 626_939_312_525_334_369,
        7_764_275_200_447_980_127, 8_884_764_994_040_216_309,
    ]

    private func tell(_ seed: UInt64, isLarge: Bool = false) throws {
        let story = Story(seed: seed, isLarge: isLarge)
        guard let violation = try story.violation() else { return }
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

extension Story {
    /// What goes wrong in it; nil if nothing does.
    func violation() throws -> Violation? {
        let net = try SimulatedNet()
        do {
            for step in steps { try net.take(step) }
            try net.liveOn()
            return nil
        } catch let violation as Violation {
            return violation
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
                if let still = try shorter.violation() {
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
