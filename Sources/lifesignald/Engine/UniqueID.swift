import LifeSignal

/// Identifiers that were never used: the millisecond in which they were made and 60 random bits, as 20
/// characters of a-z and 2-7 (docs/decisions/0004-identifiers-not-counted.md).
enum UniqueID {
    private static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
    /// Of five bits each. 40 bits of milliseconds begin anew after 34 years, which only costs speed.
    private static let (timed, random) = (8, 12)

    static func make(at now: Instant) -> String {
        var time = UInt64(truncatingIfNeeded: now.milliseconds)
        var chance = UInt64.random(in: .min ... .max)
        return String(unsafeUninitializedCapacity: timed + random) { buffer in
            for index in (0..<timed).reversed() {
                buffer[index] = alphabet[Int(time & 31)]
                time >>= 5
            }
            for index in timed..<timed + random {
                buffer[index] = alphabet[Int(chance & 31)]
                chance >>= 5
            }
            return timed + random
        }
    }
}
