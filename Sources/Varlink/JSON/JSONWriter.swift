/// Compact JSON while it is written: no whitespace, everything but quotation marks, backslashes and control
/// characters as it is in UTF-8.
///
/// It has memory of its own: an array is asked for each byte whether somebody else has it too, which
/// took half of what a reply costs (docs/PERFORMANCE.md).
struct JSONWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity: Int

    /// - Parameter capacity: for how many bytes there is room from the first, at least one.
    init(capacity: Int = 64) {
        start = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit { start.deallocate() }

    /// What has been written.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    // MARK: Values

    mutating func write(_ value: JSON) {
        switch value {
        case .null: write(literal: "null")
        case .bool(let bool): write(literal: bool ? "true" : "false")
        case .int(let int): write(plain: String(int))
        case .float(let float): write(plain: float.isFinite ? float.description : "null")
        case .string(let string): write(text: string)
        case .array(let array):
            write(byte: UInt8(ascii: "["))
            for position in array.indices {
                if position > 0 { write(byte: UInt8(ascii: ",")) }
                write(array[position])
            }
            write(byte: UInt8(ascii: "]"))
        case .object(let object): write(object)
        }
    }

    mutating func write(_ object: JSONObject) {
        write(byte: UInt8(ascii: "{"))
        for position in object.keys.indices {
            if position > 0 { write(byte: UInt8(ascii: ",")) }
            write(text: object.keys[position])
            write(byte: UInt8(ascii: ":"))
            write(object.values[position])
        }
        write(byte: UInt8(ascii: "}"))
    }

    // MARK: Texts

    private mutating func write(text: String) {
        var text = text
        text.withUTF8 { bytes in
            makeRoom(for: bytes.count + 2)
            write(byte: UInt8(ascii: "\""))
            let plain = writePlainBeginning(of: bytes)
            if plain < bytes.count { write(escaping: bytes[plain...]) }
            write(byte: UInt8(ascii: "\""))
        }
    }

    /// Writes what comes before the first byte that has to be escaped, of a text for which there is room.
    ///
    /// - Returns: how much that is; mostly all.
    private mutating func writePlainBeginning(of text: UnsafeBufferPointer<UInt8>) -> Int {
        let end = start + count
        var written = 0
        while written < text.count, !Self.isEscaped(text[written]) {
            end[written] = text[written]
            written += 1
        }
        count += written
        return written
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
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

    private mutating func write(literal text: StaticString) {
        write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (start + count).update(from: first, count: bytes.count)
        count += bytes.count
    }

    mutating func write(byte: UInt8) {
        makeRoom(for: 1)
        start[count] = byte
        count += 1
    }

    private mutating func makeRoom(for more: Int) {
        guard count + more > capacity else { return }
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}

extension JSON {
    /// The value as compact JSON: no whitespace, everything but quotation marks, backslashes and control
    /// characters as it is in UTF-8.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}
