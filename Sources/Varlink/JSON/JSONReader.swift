extension JSON {
    /// The deepest nesting of arrays and objects that is read unless said otherwise.
    public static let defaultMaximumDepth = 64

    /// Reads the one value that the bytes hold.
    ///
    /// Strict: beyond what RFC 8259 refuses, a key that stands twice, a whole number beyond ±2^53,
    /// a string that is not UTF-8 or names half a surrogate pair, and anything after the value are
    /// errors. What is accepted therefore means the same to every reader.
    ///
    /// - Parameter maximumDepth: How deep arrays and objects may stand in each other; the outermost
    ///   is at depth 1. Each level takes some hundred bytes of stack.
    public init(
        parsing bytes: some Collection<UInt8>, maximumDepth: Int = JSON.defaultMaximumDepth
    ) throws(ParseError) {
        var reader = JSONReader(Array(bytes), maximumDepth: maximumDepth)
        self = try reader.onlyValue()
    }

    /// Reads the one value that the text holds, as ``init(parsing:maximumDepth:)`` does.
    public init(
        parsing text: String, maximumDepth: Int = JSON.defaultMaximumDepth
    ) throws(ParseError) {
        try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
    }

    /// Reads what a value of this program has written, in which whole numbers may have 64 bits.
    ///
    /// - Precondition: It is one JSON value.
    init(written bytes: [UInt8]) {
        var reader = JSONReader(bytes, maximumDepth: .max, takesLongIntegers: true)
        do {
            self = try reader.onlyValue()
        } catch {
            preconditionFailure("a value has written what is not JSON: \(error)")
        }
    }
}

/// Goes through the bytes once, front to back.
struct JSONReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private let readsOnAfterOutsized: Bool
    private let takesLongIntegers: Bool
    private var position = 0
    /// The keys that lead to what is read, for the two outermost objects.
    private var keys = ("", "")

    /// The keys that led to the first number that is out of range, if the reader was told to read on. Infinity stands
    /// in its place.
    private(set) var outsized: (outer: String, inner: String)?

    /// - Parameter readsOnAfterOutsized: Don't throw for a number that is out of range, so that the
    ///   rest of a call is known when it is refused.
    /// - Parameter takesLongIntegers: Take whole numbers of 64 bits, beyond ±2^53.
    init(
        _ bytes: [UInt8], maximumDepth: Int, readsOnAfterOutsized: Bool = false,
        takesLongIntegers: Bool = false
    ) {
        self.bytes = bytes
        self.takesLongIntegers = takesLongIntegers
        self.maximumDepth = maximumDepth
        self.readsOnAfterOutsized = readsOnAfterOutsized
    }

    mutating func onlyValue() throws(JSON.ParseError) -> JSON {
        let value = try value(depth: 0)
        skipWhitespace()
        guard position == bytes.count else { throw error(.trailingBytes) }
        return value
    }

    private mutating func value(depth: Int) throws(JSON.ParseError) -> JSON {
        skipWhitespace()
        switch try currentByte() {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case let byte: throw error(.unexpectedByte(byte))
        }
    }

    private mutating func object(depth: Int) throws(JSON.ParseError) -> JSONObject {
        guard depth <= maximumDepth else { throw error(.tooDeep) }
        position += 1
        var object = JSONObject()
        skipWhitespace()
        if try skip(UInt8(ascii: "}")) { return object }
        while true {
            skipWhitespace()
            let start = position
            let key = try string()
            skipWhitespace()
            try expect(UInt8(ascii: ":"))
            if depth == 1 { keys = (key, "") } else if depth == 2 { keys.1 = key }
            guard object.append(key, try value(depth: depth)) else {
                throw JSON.ParseError(.duplicateKey(key), at: start)
            }
            skipWhitespace()
            if try skip(UInt8(ascii: "}")) { return object }
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func array(depth: Int) throws(JSON.ParseError) -> [JSON] {
        guard depth <= maximumDepth else { throw error(.tooDeep) }
        position += 1
        var array: [JSON] = []
        skipWhitespace()
        if try skip(UInt8(ascii: "]")) { return array }
        while true {
            array.append(try value(depth: depth))
            skipWhitespace()
            if try skip(UInt8(ascii: "]")) { return array }
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func literal(
        _ name: StaticString, _ value: JSON
    ) throws(JSON.ParseError) -> JSON {
        for offset in 0..<name.utf8CodeUnitCount { try expect(name.utf8Start[offset]) }
        return value
    }

    private mutating func number() throws(JSON.ParseError) -> JSON {
        let start = position
        _ = try skip(UInt8(ascii: "-"))
        if try skip(UInt8(ascii: "0")) {
            if let byte = nextByte, isDigit(byte) { throw error(.malformedNumber) }
        } else {
            try digits()
        }
        var isWhole = true
        if nextByte == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            try digits()
        }
        if let byte = nextByte, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if let sign = nextByte, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
                position += 1
            }
            try digits()
        }
        return try number(from: bytes[start..<position], isWhole: isWhole)
    }

    private mutating func number(
        from digits: ArraySlice<UInt8>, isWhole: Bool
    ) throws(JSON.ParseError) -> JSON {
        if isWhole {
            if let int = Self.int(from: digits) { return .int(int) }
            if takesLongIntegers, let int = Int64(String(decoding: digits, as: UTF8.self)) {
                return .int(int)
            }
        } else if let float = Double(String(decoding: digits, as: UTF8.self)), float.isFinite {
            return .float(float)
        }
        guard readsOnAfterOutsized else {
            throw JSON.ParseError(.numberOutOfRange, at: digits.startIndex)
        }
        if outsized == nil { outsized = (keys.0, keys.1) }
        return .float(.infinity)
    }

    /// Nil beyond ±2^53. By hand, because a frame may hold half a million of them and `Int64(_:)`
    /// wants a string for each.
    private static func int(from digits: ArraySlice<UInt8>) -> Int64? {
        let isNegative = digits.first == UInt8(ascii: "-")
        let digits = digits.dropFirst(isNegative ? 1 : 0)
        guard digits.count <= 16 else { return nil }
        let magnitude = digits.reduce(into: Int64(0)) { number, digit in
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        guard magnitude <= JSON.greatestInteger else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    private mutating func digits() throws(JSON.ParseError) {
        guard isDigit(try currentByte()) else { throw error(.malformedNumber) }
        while let byte = nextByte, isDigit(byte) { position += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private mutating func string() throws(JSON.ParseError) -> String {
        try expect(UInt8(ascii: "\""))
        let start = position
        while true {
            switch try currentByte() {
            case UInt8(ascii: "\""):
                let text = try validated(bytes[start..<position], from: start)
                position += 1
                return text
            case UInt8(ascii: "\\"): return try stringWithEscapes(from: start)
            case let byte where byte < 0x20: throw error(.controlCharacter(byte))
            default: position += 1
            }
        }
    }

    /// The rest of a string in which an escape has been met: its bytes are put together anew.
    private mutating func stringWithEscapes(from start: Int) throws(JSON.ParseError) -> String {
        var text = Array(bytes[start..<position])
        while true {
            let byte = try currentByte()
            switch byte {
            case UInt8(ascii: "\""):
                let text = try validated(text[...], from: start)
                position += 1
                return text
            case UInt8(ascii: "\\"):
                position += 1
                try escape(appendingTo: &text)
            case ..<0x20: throw error(.controlCharacter(byte))
            default:
                text.append(byte)
                position += 1
            }
        }
    }

    private mutating func escape(appendingTo text: inout [UInt8]) throws(JSON.ParseError) {
        let byte = try currentByte()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            position += 1
            text.append(contentsOf: UTF8.encode(try unicodeEscape())!)
            return
        default: throw error(.malformedEscape)
        }
        position += 1
    }

    /// The scalar that the four digits after `\u` name, taking in the second escape of a pair.
    private mutating func unicodeEscape() throws(JSON.ParseError) -> Unicode.Scalar {
        let start = position
        let first = try fourHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw JSON.ParseError(.loneSurrogate, at: start) }
        position += 2
        let second = try fourHexDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSON.ParseError(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func fourHexDigits() throws(JSON.ParseError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch try currentByte() {
            case let byte where isDigit(byte): digit = byte - UInt8(ascii: "0")
            case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
                digit = byte - UInt8(ascii: "a") + 10
            case let byte where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte):
                digit = byte - UInt8(ascii: "A") + 10
            default: throw error(.malformedEscape)
            }
            number = number << 4 | UInt32(digit)
            position += 1
        }
        return number
    }

    private func validated(
        _ bytes: ArraySlice<UInt8>, from start: Int
    ) throws(JSON.ParseError) -> String {
        // Mostly so, and then there is nothing to validate.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSON.ParseError(.invalidUTF8, at: start)
        }
        return text
    }

    private var nextByte: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private func currentByte() throws(JSON.ParseError) -> UInt8 {
        guard position < bytes.count else { throw error(.unexpectedEnd) }
        return bytes[position]
    }

    private mutating func skip(_ byte: UInt8) throws(JSON.ParseError) -> Bool {
        guard try currentByte() == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(JSON.ParseError) {
        let found = try currentByte()
        guard found == byte else { throw error(.unexpectedByte(found)) }
        position += 1
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private func error(_ reason: JSON.ParseError.Reason) -> JSON.ParseError {
        JSON.ParseError(reason, at: position)
    }
}
