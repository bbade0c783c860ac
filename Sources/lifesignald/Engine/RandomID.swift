import LifeSignal

/// Identifiers that were never used: 80 random bits as 16 characters of a-z and 2-7.
///
/// Random and not counted, so that after a restore from a backup no receiver takes a new notice for
/// one that it has seen; and with no time in them, which is not for everybody who gets one
/// (docs/decisions/0004-random-identifiers.md).
enum RandomID {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    /// Characters, of five bits each, that all of one round have in common, and the others.
    private static let (common, own) = (5, 11)

    /// What makes those of one round: beginning alike they lie side by side in an index.
    static func ofOneRound() -> @Sendable () -> Identifier {
        let beginning = UInt64.random(in: .min ... .max)
        return {
            var (beginning, end) = (beginning, UInt64.random(in: .min ... .max))
            return String(unsafeUninitializedCapacity: common + own) { buffer in
                for index in 0..<common {
                    buffer[index] = alphabet[Int(beginning & 31)]
                    beginning >>= 5
                }
                for index in common..<common + own {
                    buffer[index] = alphabet[Int(end & 31)]
                    end >>= 5
                }
                return common + own
            }
        }
    }
}
