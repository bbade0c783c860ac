/// What is bound to a statement's parameters, in their order or by their names.
struct Arguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    private(set) var cells: [Cell]
    private(set) var names: [String] = []

    init(arrayLiteral cells: Cell...) {
        self.cells = cells
    }

    init(dictionaryLiteral cells: (String, Cell)...) {
        names = cells.map { ":\($0.0)" }
        self.cells = cells.map { $0.1 }
    }

    static func + (a: consuming Arguments, b: Arguments) -> Arguments {
        var sum = a
        sum.cells += b.cells
        sum.names += b.names
        return sum
    }
}
