import LifeSignal

/// What a column holds, and what is bound to a parameter: every table is STRICT, of integers and texts.
enum Cell {
    case null
    case integer(Int64)
    case text(String)

    /// Nil if it holds none.
    fileprivate var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}

/// What is kept in one cell. Read from a cell that can't hold it, it is nil.
protocol CellValue {
    var cell: Cell { get }
    init?(cell: Cell)
}

extension Int64: CellValue {
    var cell: Cell { .integer(self) }

    init?(cell: Cell) {
        guard let number = cell.integer else { return nil }
        self = number
    }
}

extension Int: CellValue {
    var cell: Cell { .integer(Int64(self)) }

    init?(cell: Cell) {
        guard let number = cell.integer else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: CellValue {
    var cell: Cell { .integer(self ? 1 : 0) }

    init?(cell: Cell) {
        guard let number = cell.integer else { return nil }
        self = number != 0
    }
}

extension String: CellValue {
    var cell: Cell { .text(self) }

    init?(cell: Cell) {
        guard case .text(let text) = cell else { return nil }
        self = text
    }
}

extension Instant: CellValue {
    var cell: Cell { .integer(milliseconds) }

    init?(cell: Cell) {
        guard let number = cell.integer else { return nil }
        self.init(milliseconds: number)
    }
}

extension UserID: CellValue {
    var cell: Cell { .integer(number) }

    init?(cell: Cell) {
        guard let number = cell.integer else { return nil }
        self.init(number)
    }
}

/// NULL is nil.
extension Optional: CellValue where Wrapped: CellValue {
    var cell: Cell { self?.cell ?? .null }

    init?(cell: Cell) {
        if case .null = cell {
            self = .none
        } else if let value = Wrapped(cell: cell) {
            self = .some(value)
        } else {
            return nil
        }
    }
}
