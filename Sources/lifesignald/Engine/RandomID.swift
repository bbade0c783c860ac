/// Identifiers that were never used: 80 random bits as 16 characters of a-z and 2-7.
///
/// Random and not counted, so that after a restore from a backup no receiver takes a new notice for
/// one that it has seen.
enum RandomID {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    @Sendable static func make() -> String {
        var high = UInt64.random(in: .min ... .max)
        var low = UInt16.random(in: .min ... .max)
        return String(unsafeUninitializedCapacity: 16) { buffer in
            for index in 0..<16 {
                buffer[index] = alphabet[Int(high & 31)]
                high = high >> 5 | UInt64(low & 31) << 59
                low >>= 5
            }
            return 16
        }
    }
}
