import Testing
import Varlink

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            (JSON.null, "null"), (true, "true"), (-5, "-5"), (1.0, "1.0"), (0.1, "0.1"),
            (.float(1e300), "1e+300"), (.float(.infinity), "null"), (.float(.nan), "null"),
            ("a\"b\\c/\n\r\t\u{1}\u{1b}\u{7f}é陳🙂", #""a\"b\\c/\n\r\t\u0001\u001b\u007fé陳🙂""#),
            ([1, [2.5], [:]], "[1,[2.5],{}]"), (["b": 1, "a": [nil]], #"{"b":1,"a":[null]}"#),
        ] as [(JSON, String)])
    func `values are written compactly and in order`(value: JSON, text: String) {
        #expect(value.description == text)
    }

    @Test func `a character is escaped or not wherever in a text it stands`() {
        let short: [Unicode.Scalar: String] = [
            "\n": "\\n", "\r": "\\r", "\t": "\\t", "\"": "\\\"", "\\": "\\\\",
        ]
        for scalar in (UInt8(0)..<0x80).map({ Unicode.Scalar($0) }) {
            let hex = String(scalar.value, radix: 16)
            let long = "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            let isControl = scalar.value < 0x20 || scalar.value == 0x7F
            let written = short[scalar] ?? (isControl ? long : String(scalar))
            for before in 0...17 {
                // Neighbours that differ from what is escaped by a bit or by one.
                for filling in [" ", "~", "é", "!", "]"] {
                    let (before, after) = (
                        String(repeating: filling, count: before),
                        String(repeating: filling, count: 17 - before)
                    )
                    #expect(
                        JSON.string(before + String(scalar) + after).description
                            == "\"" + before + written + after + "\"")
                }
            }
        }
    }

    @Test(
        arguments: [
            JSON.null, false, 42, 2.75, .float(.pi), .float(.leastNonzeroMagnitude), "\u{0}é\"\\",
            [],
            ["a": ["b": [1, 2.0, nil, "x"]], "": [:]],
        ] as [JSON])
    func `what is written is read back as the same`(value: JSON) throws {
        #expect(try JSON(parsing: value.bytes) == value)
    }

    @Test func `fields keep their order and are found by name`() {
        var object: JSONObject = ["z": 1, "a": 2]
        #expect(Array(object.keys) == ["z", "a"])
        object["m"] = 3
        object["z"] = 9
        object["a"] = nil
        #expect(JSON.object(object).description == #"{"z":9,"m":3}"#)
        #expect(object["a"] == nil)
        #expect(object.append("m", 4) == false)
        #expect(object["m"] == 3)
    }

    @Test func `an object of many fields is the same as one of few`() {
        var object = JSONObject()
        for number in 0..<40 { object["k\(number)"] = .int(Int64(number)) }
        for number in 0..<40 { #expect(object["k\(number)"] == .int(Int64(number))) }
        #expect(object.append("k39", 0) == false)
        for number in 5..<40 { object["k\(number)"] = nil }
        #expect(object == ["k0": 0, "k1": 1, "k2": 2, "k3": 3, "k4": 4])
        object["k20"] = 20
        #expect(object["k20"] == 20)
        #expect(object.keys.last == "k20")
    }

    @Test func `objects are equal whatever the order of their fields`() {
        let one: JSON = ["a": 1, "b": [2]]
        let other: JSON = ["b": [2], "a": 1]
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
        #expect(one != ["a": 1, "b": [3]])
        #expect(one != ["a": 1, "c": [2]])
        #expect(one != ["a": 1])
    }

    @Test func `a fraction that is a whole number counts as one, below 2^53`() {
        #expect(JSON.float(3.0).int == 3)
        #expect(JSON.float(3.5).int == nil)
        #expect(JSON.float(9_007_199_254_740_991).int == 1 << 53 - 1)
        // As 9007199254740993.0 and 9007199254740991.6 are read, too.
        #expect(JSON.float(9_007_199_254_740_992).int == nil)
        #expect(JSON.float(-9_007_199_254_740_992).int == nil)
        #expect(JSON.float(1e300).int == nil)
        #expect(JSON.int(3).float == 3)
        #expect(JSON.string("3").int == nil)
    }

    @Test func `a field that is not there is null`() {
        let value: JSON = ["a": ["b": 1]]
        #expect(value["a"]["b"] == 1)
        #expect(value["x"]["b"] == .null)
        #expect(JSON.int(1)["a"] == .null)
    }
}
