/// Dates and times of day, written into one piece of memory: most replies and notices have several of
/// them.
struct TimeText {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var end = 0

    /// - Parameter capacity: the bytes it may have at the most.
    static func written(atMost capacity: Int, _ write: (inout TimeText) -> Void) -> String {
        String(unsafeUninitializedCapacity: capacity) { bytes in
            var text = TimeText(bytes: bytes)
            write(&text)
            return text.end
        }
    }

    /// `2026-11-20`
    mutating func date(_ time: CivilTime) {
        number(time.year, digits: time.year < 10_000 ? 4 : String(time.year).utf8.count)
        mark("-")
        number(time.month)
        mark("-")
        number(time.day)
    }

    /// In decimal with exactly so many digits.
    mutating func number(_ value: Int, digits: Int = 2) {
        var rest = value.magnitude
        for position in (end..<end + digits).reversed() {
            bytes[position] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        end += digits
    }

    /// One character of ASCII, between two numbers.
    mutating func mark(_ mark: Unicode.Scalar) {
        bytes[end] = UInt8(ascii: mark)
        end += 1
    }

    mutating func text(_ text: String) {
        for byte in text.utf8 {
            bytes[end] = byte
            end += 1
        }
    }
}
