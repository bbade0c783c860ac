import Testing
import Varlink

/// What values write of themselves, beside the tree that would be made of them.
@Suite struct WrittenValueTests {
    private typealias Parameters = Trial.Echo.Parameters

    private func text(_ value: some VarlinkValue) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    /// Of the library and not of a field that is called so.
    private func json(_ value: some VarlinkValue) -> JSON { value.json }

    @Test func `every field is written in its order, one without a value as null`() {
        #expect(
            text(Parameters(text: "x"))
                == #"{"text":"x","number":null,"fraction":null,"truth":null,"tree":null,"#
                + #""list":null,"map":null,"set":null,"choice":null,"inner":null,"object":null,"#
                + #""anything":null,"class":null,"snake_case":null,"json":null,"write":null,"#
                + #""writer":null}"#)
        let full = Parameters(
            text: "é", number: -12, fraction: 2.5, truth: true,
            tree: .init(name: "t", children: [.init(name: "u", children: [], colour: .red)]),
            list: [0, 1], map: ["b": .green, "a": nil], set: ["s": .init()], choice: .two,
            inner: .init(deep: .init(deeper: [.init(leaf: 1), .init(leaf: 2)])),
            object: ["z": 1, "y": [:]], anything: [nil, 1.0], class: "c", snake_case: .a_b,
            json: 1, write: 2, writer: 3)
        #expect(
            text(full)
                == #"{"text":"é","number":-12,"fraction":2.5,"truth":true,"tree":{"name":"t","#
                + #""children":[{"name":"u","children":[],"colour":"red"}],"colour":null},"#
                + #""list":[0,1],"map":{"a":null,"b":"green"},"set":{"s":{}},"choice":"two","#
                + #""inner":{"deep":{"deeper":[{"leaf":1},{"leaf":2}]}},"object":{"z":1,"y":{}},"#
                + #""anything":[null,1.0],"class":"c","snake_case":"a_b","json":1,"write":2,"#
                + #""writer":3}"#)
    }

    @Test func `a structure without fields is an empty object`() {
        #expect(text(Trial.Empty()) == "{}")
        #expect(text([Trial.Empty(), Trial.Empty()]) == "[{},{}]")
        #expect(text([String: Trial.Empty]()) == "{}")
        #expect(text([Trial.Empty]()) == "[]")
        #expect(text(JSONObject()) == "{}")
        #expect(json(Trial.Empty()) == [:])
    }

    @Test func `what has to be escaped is so in texts, keys and an enumeration's values`() {
        let odd = "\"a\\b\"\n\u{1}\u{7F}"
        let escaped = #""\"a\\b\"\n\u0001\u007f""#
        #expect(text(odd) == escaped)
        #expect(text([odd: odd]) == "{\(escaped):\(escaped)}")
        #expect(text([odd: JSON.string(odd)] as JSONObject) == "{\(escaped):\(escaped)}")
        #expect(text(Trial.Colour.unlisted(odd)) == escaped)
        #expect(
            text(Trial.Tree(name: odd, children: [], colour: .unlisted(odd)))
                == #"{"name":\#(escaped),"children":[],"colour":\#(escaped)}"#)
    }

    @Test func `a map's fields are in the order of their keys`() {
        let numbers = (0..<200).map { Int64($0 * 7919 % 200) }
        let map = Dictionary(uniqueKeysWithValues: numbers.map { ("k\($0)", $0) })
        let fields = map.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
        #expect(text(map) == "{\(fields.joined(separator: ","))}")
    }

    @Test func `a whole number is written digit by digit, whatever its size`() {
        var numbers: [Int64] = [0, 1 << 53 + 1, -(1 << 53) - 1, .max, .min, .min + 1]
        var power: Int64 = 1
        for _ in 0..<18 {
            numbers += [power, power - 1, power + 1, power * 9, -power, 1 - power]
            power *= 10
        }
        numbers += [power, power - 1, -power]
        for number in numbers {
            #expect(text(number) == String(number))
            #expect(text([number, number]) == "[\(number),\(number)]")
            // Beyond what a call may hold, too.
            #expect(json([number]) == [.int(number)])
            #expect(json(number) == .int(number))
        }
    }

    @Test func `a fraction that JSON can't hold is null`() {
        #expect(
            text([Double.infinity, -.infinity, .nan, -0.0, 1e300]) == "[null,null,null,-0.0,1e+300]"
        )
        #expect(json([Double.infinity, .nan, 1]) == [nil, nil, 1.0])
        #expect(text(JSON.array([.float(.nan)])) == "[null]")
    }

    @Test func `what a value writes is what its tree would be, whatever its fields hold`() throws {
        var random = Numbers()
        for _ in 0..<500 {
            let value = Self.anyParameters(&random)
            let tree = Self.tree(of: value)
            #expect(text(value) == tree.description)
            #expect(json(value) == tree)
            #expect(try Parameters(json: json(value)) == value)
        }
    }

    @Test func `a tree, and an object, are their own`() {
        // Which would be null if it were written.
        let tree: JSON = ["a": .float(.infinity)]
        #expect(tree.json == tree)
        #expect((["a": .float(.infinity)] as JSONObject).json == tree)
    }

    // MARK: Any value

    /// The same in every run.
    private struct Numbers: RandomNumberGenerator {
        private var state: UInt64 = 42

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let texts = [
        "", "a", "ana", "2026-11-20T19:54:48.000Z", "\"", "\\", "a\"b\\c\n\r\t\u{0}\u{1F}\u{7F}",
        "é陳🙂",
        "\u{2028}", String(repeating: "long ", count: 50), String(repeating: "\"é", count: 90),
    ]
    private static let integers: [Int64] = [0, 1, -1, 9, 10, -100, 1 << 53, .max, .min]
    private static let floats = [0, -0.0, 1, 0.1, .pi, 1e300, -1e-300, .leastNonzeroMagnitude]
    private static let trees: [JSON] = [
        true, 5, 0.5, "x\"", [], [nil], [:], ["b": [1, ["a": "\n"]], "a": nil],
    ]

    private static func anyParameters(_ random: inout Numbers) -> Parameters {
        func some<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        func many<Value>(_ value: () -> Value) -> [Value] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in value() }
        }
        func map<Value>(_ value: () -> Value) -> [String: Value] {
            Dictionary(many { (some(texts), value()) }) { first, _ in first }
        }
        func colour() -> Trial.Colour {
            some([.red, .green, .other, .unlisted("blue"), .unlisted("\"")])
        }
        func tree(_ depth: Int) -> Trial.Tree {
            .init(
                name: some(texts), children: depth > 0 ? many { tree(depth - 1) } : [],
                colour: maybe(colour()))
        }
        return Parameters(
            text: some(texts), number: maybe(some(integers)), fraction: maybe(some(floats)),
            truth: maybe(some([true, false])), tree: maybe(tree(3)),
            list: maybe(many { some(integers) }), map: maybe(map { maybe(colour()) }),
            set: maybe(map { .init() }), choice: maybe(some([.one, .two, .other("\\")])),
            inner: maybe(
                .init(deep: .init(deeper: maybe(many { .init(leaf: some(integers)) })))),
            object: maybe(some(trees.compactMap(\.object))), anything: maybe(some(trees)),
            class: maybe(some(texts)), snake_case: maybe(some([.a_b, .c])),
            json: maybe(some(integers)), write: maybe(some(integers)),
            writer: maybe(some(integers)))
    }

    /// Put together field by field, with what the generated types know nothing of.
    private static func tree(of value: Parameters) -> JSON {
        func int(_ value: Int64?) -> JSON { value.map { .int($0) } ?? nil }
        func string(_ value: String?) -> JSON { value.map { .string($0) } ?? nil }
        func array<Element>(_ values: [Element]?, _ tree: (Element) -> JSON) -> JSON {
            values.map { .array($0.map(tree)) } ?? nil
        }
        func map<Value>(_ values: [String: Value]?, _ tree: (Value) -> JSON) -> JSON {
            values.map { values in
                .object(
                    JSONObject(
                        uniqueFields: values.sorted { $0.key < $1.key }.map {
                            ($0.key, tree($0.value))
                        }))
            } ?? nil
        }
        func tree(_ value: Trial.Tree) -> JSON {
            [
                "name": .string(value.name), "children": array(value.children, tree),
                "colour": string(value.colour?.rawValue),
            ]
        }
        return [
            "text": .string(value.text), "number": int(value.number),
            "fraction": value.fraction.map { .float($0) } ?? nil,
            "truth": value.truth.map { .bool($0) } ?? nil, "tree": value.tree.map(tree) ?? nil,
            "list": array(value.list) { .int($0) },
            "map": map(value.map) { string($0?.rawValue) }, "set": map(value.set) { _ in [:] },
            "choice": string(value.choice?.rawValue),
            "inner": value.inner.map { inner in
                ["deep": ["deeper": array(inner.deep.deeper) { ["leaf": .int($0.leaf)] }]]
            } ?? nil,
            "object": value.object.map { .object($0) } ?? nil, "anything": value.anything ?? nil,
            "class": string(value.class), "snake_case": string(value.snake_case?.rawValue),
            "json": int(value.json), "write": int(value.write), "writer": int(value.writer),
        ]
    }
}
