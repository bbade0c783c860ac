import LifeSignal
import LifeSignalAPI

/// Those at the other end of somebody's edges.
struct ContactTable {
    var contacts: [People.Contact]

    /// Responders, of whom a caller may see the name alone.
    func responders(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("HANDLE", minimum: 6), Table.Column("NAME", minimum: 10),
            Table.Column("STATUS"), Table.Column("SINCE", dropOrder: 0),
        ])
        table.rows = contacts.map { contact in
            [
                Table.Cell(ForeignText.line(contact.user.handle)),
                Table.Cell(contact.user.shownName, .bold), contact.user.statusCell,
                Table.Cell(screen.short(contact.dateAdded)),
            ]
        }
        return table
    }

    /// Dependents, with what a responder needs when one of them is silent.
    func dependents(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("HANDLE", minimum: 6), Table.Column("NAME", minimum: 10),
            Table.Column("STATUS"), Table.Column("LEFT", right: true),
            Table.Column("DUE", dropOrder: 2), Table.Column("LAST", dropOrder: 1),
            Table.Column("PHONE", dropOrder: 3), Table.Column("SINCE", dropOrder: 0),
        ])
        table.rows = contacts.map { contact in
            let user = contact.user
            return [
                Table.Cell(ForeignText.line(user.handle)), Table.Cell(user.shownName, .bold),
                user.statusCell, Table.Cell(user.timeLeft, user.timeLeftTint),
                Table.Cell(screen.short(user.nextCheckIn)),
                Table.Cell(screen.short(user.lastCheckIn)),
                Table.Cell(user.phoneNumber.map(ForeignText.line) ?? Words.waiting),
                Table.Cell(screen.short(contact.dateAdded)),
            ]
        }
        return table
    }

    /// Handle, name and state, on the page about somebody else.
    func brief(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("", minimum: 6), Table.Column("", minimum: 10), Table.Column(""),
            Table.Column("", right: true),
        ])
        table.rows = contacts.map { contact in
            let user = contact.user
            return [
                Table.Cell(ForeignText.line(user.handle)), Table.Cell(user.shownName, .bold),
                user.statusCell,
                user.isVeiled ? "" : Table.Cell(user.timeLeft, user.timeLeftTint),
            ]
        }
        return table
    }
}
