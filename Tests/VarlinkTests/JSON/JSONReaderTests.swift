import Glibc
import Testing
import Varlink

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", JSON.null), ("true", true), ("false", false), ("0", 0), ("-0", 0),
            ("-12", -12),
            ("9007199254740992", .int(1 << 53)), ("-9007199254740992", .int(-(1 << 53))),
            ("1.0", 1.0), ("-0.5", -0.5), ("1e3", 1000.0), ("1E-2", 0.01), ("2.5e+1", 25.0),
            ("\"\"", ""), ("\"é陳🙂\"", "é陳🙂"), ("[]", []), ("{}", [:]), (" [ 1 , 2 ] ", [1, 2]),
            ("\t{ \"a\" :\r\n[ { } ] }\n", ["a": [[:]]]),
        ] as [(String, JSON)])
    func `every kind of value is read`(text: String, value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""A\u00e9\u9673""#, "Aé陳"),
        (#""x\uD83D\ude42y""#, "x🙂y"), (#""\u0000""#, "\0"), (#""é\n陳""#, "é\n陳"),
    ])
    func `escapes are what RFC 8259 says they are`(text: String, value: String) throws {
        #expect(try JSON(parsing: text) == .string(value))
    }

    @Test(arguments: [
        ("", JSON.ParseError.Reason.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2),
        ("{", .unexpectedEnd, 1), ("[1,", .unexpectedEnd, 3), ("\"abc", .unexpectedEnd, 4),
        ("-", .unexpectedEnd, 1), ("tru", .unexpectedEnd, 3),
        ("1 2", .trailingBytes, 2), ("{}x", .trailingBytes, 2), ("null\0", .trailingBytes, 4),
        ("[1,]", .unexpectedByte(0x5D), 3), ("{\"a\":1,}", .unexpectedByte(0x7D), 7),
        ("{a:1}", .unexpectedByte(0x61), 1), ("'a'", .unexpectedByte(0x27), 0),
        ("[1;2]", .unexpectedByte(0x3B), 2), ("nul!", .unexpectedByte(0x21), 3),
        ("+1", .unexpectedByte(0x2B), 0), (".5", .unexpectedByte(0x2E), 0),
        ("NaN", .unexpectedByte(0x4E), 0), ("\u{FEFF}1", .unexpectedByte(0xEF), 0),
        ("01", .malformedNumber, 1), ("-x", .malformedNumber, 1), ("1.x", .malformedNumber, 2),
        ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2), ("1e+]", .malformedNumber, 3),
        ("9007199254740993", .numberOutOfRange, 0), ("-9007199254740993", .numberOutOfRange, 0),
        ("99999999999999999999", .numberOutOfRange, 0), ("1e400", .numberOutOfRange, 0),
        (#"{"a":1,"a":1}"#, .duplicateKey("a"), 7), (#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), 7),
        (#""\uD83D""#, .loneSurrogate, 3), (#""\uDE42""#, .loneSurrogate, 3),
        (#""\uD83Dx""#, .loneSurrogate, 3), (#""\uD83D\n""#, .loneSurrogate, 3),
        (#""\uD83D\uD83D""#, .loneSurrogate, 3),
        (#""\x""#, .malformedEscape, 2), (#""\u12G4""#, .malformedEscape, 5),
        ("\"a\nb\"", .controlCharacter(0x0A), 2), ("\"\\n\n\"", .controlCharacter(0x0A), 3),
    ])
    func `what is not JSON is refused with the reason and the place`(
        text: String, reason: JSON.ParseError.Reason, offset: Int
    ) {
        #expect(throws: JSON.ParseError(reason, at: offset)) { try JSON(parsing: text) }
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
            [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
            [0x22, 0x5C, 0x6E, 0xFF, 0x22],
        ] as [[UInt8]])
    func `a string that is not UTF-8 is refused`(bytes: [UInt8]) {
        #expect(throws: JSON.ParseError(.invalidUTF8, at: 1)) { try JSON(parsing: bytes) }
    }

    @Test func `nesting is allowed to the limit and not one deeper`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSON(parsing: nested(64)) }
        #expect(throws: JSON.ParseError(.tooDeep, at: 64)) { try JSON(parsing: nested(65)) }
        #expect(throws: JSON.ParseError(.tooDeep, at: 5)) {
            try JSON(parsing: #"{"a":{}}"#, maximumDepth: 1)
        }
        #expect(throws: Never.self) { try JSON(parsing: "1", maximumDepth: 0) }
    }

    @Test func `a million brackets are refused without going into them`() {
        let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        #expect(throws: JSON.ParseError(.tooDeep, at: 64)) { try JSON(parsing: brackets) }
    }

    @Test func `eight times as many keys take about eight times as long`() throws {
        func text(keys: Int) -> [UInt8] {
            Array("{\((0..<keys).map { "\"key\($0)\":\($0)" }.joined(separator: ","))}".utf8)
        }
        // The processor's time, which does not depend on what else the machine does.
        func seconds(toRead bytes: [UInt8]) throws -> Double {
            var (start, end) = (timespec(), timespec())
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
            _ = try JSON(parsing: bytes)
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
            return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
        }
        let few = try seconds(toRead: text(keys: 4_000))
        let many = try seconds(toRead: text(keys: 32_000))
        #expect(many < few * 30, "\(few) s and \(many) s")
    }

    @Test func `a key among thousands is found, and refused a second time`() throws {
        let fields = (0..<5_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
        let object = try JSON(parsing: "{\(fields)}").object
        #expect(object?.count == 5_000)
        #expect(object?["key4321"] == 4_321)
        #expect(throws: JSON.ParseError.self) { try JSON(parsing: "{\(fields),\"key5\":0}") }
    }

    @Test func `any collection of bytes can be read`() throws {
        let bytes = Array("x[1]y".utf8)
        #expect(try JSON(parsing: bytes[1..<4]) == [1])
        #expect(try JSON(parsing: "[1]".utf8.lazy.map { $0 }) == [1])
    }
}
