/// Compact JSON while it is written: no whitespace, everything but quotation marks, backslashes and control
/// characters as it is in UTF-8.
///
/// A ``VarlinkValue`` writes itself into one. A type of one's own is put together from the library's, whose
/// values know how they are written, with ``write(literal:)`` for what stands between them.
///
/// It has memory of its own: an array is asked for each byte whether somebody else has it too, which
/// took half of what a reply costs (docs/PERFORMANCE.md).
public struct JSONWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity: Int

    /// - Parameter capacity: for how many bytes there is room from the first, at least one.
    init(capacity: Int = 64) {
        start = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit { start.deallocate() }

    /// The value as it is written.
    public static func bytes(of value: some VarlinkValue) -> [UInt8] {
        var writer = JSONWriter()
        value.write(to: &writer)
        return writer.withBytes { Array($0) }
    }

    /// Hands out what has been written, for the length of the call.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: start, count: count))
    }

    // MARK: Values

    /// Writes JSON that the program has in itself, as it stands: braces, keys, commas.
    public mutating func write(literal json: StaticString) {
        write(UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    mutating func write(_ bool: Bool) {
        if bool { write(literal: "true") } else { write(literal: "false") }
    }

    /// Without a string, which would be made for its digits alone.
    mutating func write(_ int: Int64) {
        let longest = 20
        makeRoom(for: longest)
        let end = start + count
        var first = longest
        var rest = int.magnitude
        // The last digit is known first, and how many there are with the first.
        repeat {
            first -= 1
            end[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        if int < 0 {
            first -= 1
            end[first] = UInt8(ascii: "-")
        }
        end.update(from: end + first, count: longest - first)
        count += longest - first
    }

    mutating func write(_ float: Double) {
        guard float.isFinite else { return write(literal: "null") }
        write(plain: float.description)
    }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            makeRoom(for: bytes.count + 2)
            write(byte: UInt8(ascii: "\""))
            let plain = bytes.firstIndex(where: Self.isEscaped) ?? bytes.count
            write(UnsafeBufferPointer(rebasing: bytes[..<plain]))
            if plain < bytes.count { write(escaping: bytes[plain...]) }
            write(byte: UInt8(ascii: "\""))
        }
    }

    // MARK: Texts

    /// Of a letter or a digit this is known after three comparisons.
    @inline(__always)
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte > UInt8(ascii: "\"")
            ? byte == UInt8(ascii: "\\") || byte == 0x7F
            : byte != UInt8(ascii: " ") && byte != UInt8(ascii: "!")
    }

    private mutating func write(escaping text: Slice<UnsafeBufferPointer<UInt8>>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): write(literal: #"\""#)
            case UInt8(ascii: "\\"): write(literal: #"\\"#)
            case 0x0A: write(literal: #"\n"#)
            case 0x0D: write(literal: #"\r"#)
            case 0x09: write(literal: #"\t"#)
            case ..<0x20, 0x7F:
                write(literal: byte < 0x10 ? #"\u000"# : #"\u00"#)
                write(plain: String(byte, radix: 16))
            default: write(byte: byte)
            }
        }
    }

    private mutating func write(plain text: String) {
        var text = text
        text.withUTF8 { write($0) }
    }

    // MARK: Bytes

    @inline(__always)
    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (start + count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    @inline(__always)
    mutating func write(byte: UInt8) {
        makeRoom(for: 1)
        start[count] = byte
        count += 1
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if count + more > capacity { grow(to: max(2 * capacity, count + more)) }
    }

    @inline(never)
    private mutating func grow(to capacity: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
        self.capacity = capacity
    }
}
