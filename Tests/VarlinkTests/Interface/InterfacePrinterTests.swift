import Testing
import Varlink

@Suite struct InterfacePrinterTests {
    @Test func `short lists stay on a line, long and commented ones are broken`() throws {
        let interface = try Interface(
            parsing: """
                # Hello.
                interface a.b
                type   Short(x:int,y:?[](one,two))
                type Long (firstFieldWithALongName: string, secondFieldWithALongName: string, \
                third: (one, two, three), fourth: [string]())
                type Commented (# Why.
                  x: int, y: (a, # A.
                  b))
                method  Do ( ) -> ( x : int )
                error E()
                # Bye.
                """)
        #expect(
            interface.description == """
                # Hello.
                interface a.b

                type Short (x: int, y: ?[](one, two))

                type Long (
                  firstFieldWithALongName: string,
                  secondFieldWithALongName: string,
                  third: (one, two, three),
                  fourth: [string]()
                )

                type Commented (
                  # Why.
                  x: int,
                  y: (
                    # A.
                    a,
                    b
                  )
                )

                method Do() -> (x: int)

                error E ()

                # Bye.

                """)
    }

    @Test(arguments: [
        "interface a.b", "#\n#  indented\n# \n#x\ninterface a.b # there",
        "interface a.b # one\n# two\nmethod M( # in\n) # after\n# before the arrow\n-> # behind\n(\n# here\n)",
        "interface a.b\ntype T ( # first\n# second\nx # third\n: # fourth\nint # fifth\n, # sixth\ny: int\n# last\n) # over",
        "interface a.b\ntype T (x: ?[string][]?(a: int, # a\nb: [](one, # one\ntwo)))",
        "interface a.b\r\ntype T (\r\n# x\r\n)\r\n# end",
    ])
    func `what is printed is read back as the same, comments included`(text: String) throws {
        let interface = try Interface(parsing: text)
        let printed = interface.description
        #expect(try Interface(parsing: printed) == interface)
        #expect(
            text.count { $0 == "#" } == printed.count { $0 == "#" },
            "a comment was lost in \(printed)")
    }

    @Test func `the standard interface is read and printed`() throws {
        #expect(try Interface(parsing: Service.interface.description) == Service.interface)
        #expect(Service.interface.methods.map(\.name) == ["GetInfo", "GetInterfaceDescription"])
        #expect(Service.interface.errors.count == 6)
    }
}
