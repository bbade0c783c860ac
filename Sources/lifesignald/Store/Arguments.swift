/// What is bound to a statement's parameters, in their order or by their names.
struct Arguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    private(set) var values: [any CellValue]
    private(set) var names: [String] = []

    init(arrayLiteral values: any CellValue...) {
        self.values = values
    }

    init(dictionaryLiteral values: (String, any CellValue)...) {
        names = values.map { ":\($0.0)" }
        self.values = values.map { $0.1 }
    }

    static func + (a: consuming Arguments, b: Arguments) -> Arguments {
        var sum = a
        sum.values += b.values
        sum.names += b.names
        return sum
    }
}
