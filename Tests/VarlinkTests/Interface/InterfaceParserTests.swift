import Testing
import Varlink

@Suite struct InterfaceParserTests {
    @Test func `the whole grammar is read`() throws {
        let interface = try Interface(
            parsing: """
                # What it is for.
                #
                # More.
                interface org.example.whole-grammar

                # A structure.
                type Everything (
                  # How true.
                  a_bool: bool,
                  an_int: int, # Counted.
                  a_float: float,
                  a_string: string,
                  an_object: object,
                  anything: any,
                  other: Choice,
                  inner: (deep: ?[]string, deeper: [string](one, two)),
                  set: [string](),
                  maybe: ?[string][]?Choice
                  # Nothing more.
                )
                type Choice (yes, # Surely.
                  # Hardly.
                  no)
                type Empty ()
                method Do(x: int, y: ?Everything)->(z: [][]Choice)
                method Nothing() -> ()
                error Failed ()
                error Refused (why: (law, mood)) # Sorry.
                # The end.
                """)
        #expect(interface.name == "org.example.whole-grammar")
        #expect(interface.comment == ["What it is for.", "", "More."])
        #expect(interface.closingComment == ["The end."])
        #expect(
            interface.members.map(\.name)
                == ["Everything", "Choice", "Empty", "Do", "Nothing", "Failed", "Refused"])

        guard case .structure(let everything) = interface.types[0].definition else {
            Issue.record("no structure")
            return
        }
        #expect(interface.types[0].comment == ["A structure."])
        #expect(everything.closingComment == ["Nothing more."])
        #expect(everything.fields[0].comment == ["How true."])
        #expect(everything.fields[1].comment == ["Counted."])
        #expect(
            everything.fields.map(\.type) == [
                .bool, .int, .float, .string, .object, .any, .named("Choice"),
                .structure(
                    Interface.Structure(fields: [
                        .init(name: "deep", type: .nullable(.array(.string))),
                        .init(
                            name: "deeper",
                            type: .map(
                                .enumeration(
                                    .init(values: [.init(name: "one"), .init(name: "two")])))),
                    ])),
                .map(.structure(Interface.Structure())),
                .nullable(.map(.array(.nullable(.named("Choice"))))),
            ])
        #expect(
            interface.types[1].definition
                == .enumeration(
                    Interface.Enumeration(values: [
                        .init(name: "yes", comment: ["Surely."]),
                        .init(name: "no", comment: ["Hardly."]),
                    ])))
        #expect(interface.types[2].definition == .structure(Interface.Structure()))
        #expect(interface.methods.map(\.parameters.fields.count) == [2, 0])
        #expect(interface.methods[0].reply.fields[0].type == .array(.array(.named("Choice"))))
        #expect(interface.errors[1].comment == ["Sorry."])
    }

    @Test(arguments: [
        ("", "line 1, column 1: expected 'interface', found the end"),
        ("type A ()", "line 1, column 1: expected 'interface', found 'type'"),
        ("interface single", "line 1, column 11: expected an interface name, found 'single'"),
        (
            "interface a.b\nfoo",
            "line 2, column 1: expected 'type', 'method' or 'error', found 'foo'"
        ),
        (
            "interface a.b\ntype a ()",
            "line 2, column 6: expected a name with an upper-case letter first, found 'a'"
        ),
        ("interface a.b\ntype A (x: )", "line 2, column 12: expected a type, found ')'"),
        (
            "interface a.b\ntype A (x: ??int)",
            "line 2, column 13: expected a type that is not '?', found '?'"
        ),
        ("interface a.b\ntype A (x: int,)", "line 2, column 16: expected a field name, found ')'"),
        ("interface a.b\ntype A (x: int, y)", "line 2, column 18: expected ':', found ')'"),
        ("interface a.b\ntype A (x, y: int)", "line 2, column 13: expected ',' or ')', found ':'"),
        (
            "interface a.b\ntype A (x: int y: int)",
            "line 2, column 16: expected ',' or ')', found 'y'"
        ),
        ("interface a.b\ntype A (x: int", "line 2, column 15: expected ',' or ')', found the end"),
        ("interface a.b\ntype A (x: int, x: int)", "line 2, column 17: 'x' stands twice"),
        ("interface a.b\ntype A (x, y, x)", "line 2, column 15: 'x' stands twice"),
        ("interface a.b\ntype A (x: B)", "line 2, column 12: no type 'B' is declared"),
        ("interface a.b\nerror B ()\ntype A (x: B)", "line 3, column 12: no type 'B' is declared"),
        ("interface a.b\ntype A ()\nmethod A() -> ()", "line 3, column 1: 'A' is declared twice"),
        (
            "interface a.b\nmethod A(x, y) -> ()",
            "line 2, column 9: fields need a name and a type here"
        ),
        ("interface a.b\nmethod A() ()", "line 2, column 12: expected '->', found '('"),
        ("interface a.b\nmethod A() - > ()", "line 2, column 12: expected '->', found '-'"),
        ("interface a.b\ntype A (x: [] string) !", "line 2, column 23: unexpected character"),
        ("interface a.b\ntype A (x: [int]string)", "line 2, column 12: unexpected character"),
        ("interface a.b\ntype A (é: int)", "line 2, column 9: unexpected character"),
        ("interface a.b\ntype A (x_: int)", "line 2, column 9: expected a field name, found 'x_'"),
        ("interface a.b\ntype A (x: uint)", "line 2, column 12: expected a type, found 'uint'"),
        ("interface a.b\nerror E", "line 2, column 8: expected '(', found the end"),
    ])
    func `what is no description is refused with the place`(text: String, message: String) {
        let error = #expect(throws: Interface.ParseError.self) { try Interface(parsing: text) }
        #expect(error?.description == message)
    }

    @Test func `a description nested without end is refused`() {
        for opening in ["(x: ", "[]", "?[]", "[string]"] {
            let text =
                "interface a.b\ntype A (x: " + String(repeating: opening, count: 100_000) + "int"
            let error = #expect(throws: Interface.ParseError.self) { try Interface(parsing: text) }
            #expect(error?.reason == "nested too deeply")
        }
    }

    @Test(arguments: [
        "a.b", "org.varlink.service", "io.systemd.Resolve", "Org.example", "a1.2b", "a.b-c.d-1-2",
        "xn--lgbbat1ad8j.example.algeria", "a--b.c---d",
    ])
    func `a good interface name`(name: String) {
        #expect(Interface.isInterfaceName(name))
    }

    @Test(arguments: [
        "", "a", ".a.b", "a..b", "a.b.", "1a.b", "a.-b", "a.b-", "a-.b", "a.b--", "a_b.c", "é.b",
    ])
    func `a bad interface name`(name: String) {
        #expect(!Interface.isInterfaceName(name))
    }

    @Test func `names of members and fields follow their own grammars`() {
        #expect(["A", "Ab1", "URL"].allSatisfy { Interface.isMemberName($0) })
        #expect(["", "a", "A_b", "1A", "A-b", "É"].allSatisfy { !Interface.isMemberName($0) })
        #expect(["a", "A", "a_b", "aB1", "a_1"].allSatisfy { Interface.isFieldName($0) })
        #expect(
            ["", "_a", "a_", "a__b", "1a", "a-b", "é"].allSatisfy { !Interface.isFieldName($0) })
    }
}
