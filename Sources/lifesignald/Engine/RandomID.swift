import Glibc
import LifeSignal
import Synchronization

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
        let numbers = Numbers()
        let beginning = numbers.next()
        return {
            var (beginning, end) = (beginning, numbers.next())
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

    /// Random numbers of the system, of which it is asked for several at a time: for each by itself, that was a
    /// thirtieth of what an alarm takes.
    private final class Numbers: Sendable {
        private static let drawn = 16
        private let left = Mutex<[UInt64]>([])

        func next() -> UInt64 {
            left.withLock { left in
                if left.isEmpty { left = Self.draw() }
                return left.removeLast()
            }
        }

        private static func draw() -> [UInt64] {
            [UInt64](unsafeUninitializedCapacity: drawn) { buffer, count in
                let failure = getentropy(
                    buffer.baseAddress, drawn * MemoryLayout<UInt64>.stride)
                precondition(failure == 0, "the system gives no random numbers")
                count = drawn
            }
        }
    }
}
