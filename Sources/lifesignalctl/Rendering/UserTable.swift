import LifeSignal
import LifeSignalAPI

/// Users, a row each.
struct UserTable {
    var users: [People.User]

    private static let barColumns = 8

    func table(_ screen: Screen) -> Table {
        var columns = [
            Table.Column("HANDLE", lastResort: 6),
            Table.Column("NAME", minimum: 10, dropOrder: 4),
            Table.Column("STATUS"), Table.Column("LEFT", right: true),
            Table.Column("", decoration: true), Table.Column("DUE", dropOrder: 2),
            Table.Column("LAST", dropOrder: 1), Table.Column("PROTECTED"),
        ]
        if !screen.isColoured { columns.remove(at: 4) }
        var table = Table(columns)
        table.rows = users.map { row($0, screen) }
        return table
    }

    private func row(_ user: People.User, _ screen: Screen) -> [Table.Cell] {
        var row = [
            Table.Cell(ForeignText.line(user.handle)), Table.Cell(user.shownName, .bold),
            user.statusCell, Table.Cell(user.timeLeft, user.timeLeftTint),
            bar(user, screen), Table.Cell(screen.short(user.nextCheckIn)),
            Table.Cell(screen.short(user.lastCheckIn)), user.protectedCell,
        ]
        if !screen.isColoured { row.remove(at: 4) }
        return row
    }

    private func bar(_ user: People.User, _ screen: Screen) -> Table.Cell {
        guard let fraction = user.fractionLeft else { return "" }
        let drawn = screen.bar(fraction, columns: Self.barColumns, user.timeLeftTint)
        return Table.Cell(String(repeating: " ", count: Self.barColumns), drawn: drawn)
    }
}
