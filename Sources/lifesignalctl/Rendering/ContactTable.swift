import LifeSignal
import LifeSignalAPI

/// Those at the other end of somebody's edges.
struct ContactTable {
    var contacts: [People.Contact]

    /// Responders, of whom a caller may see the name alone.
    func responders(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("HANDLE", lastResort: 6), Table.Column("NAME", minimum: 10),
            Table.Column("CAN BE TOLD"), Table.Column("STATUS", dropOrder: 1),
            Table.Column("SINCE", dropOrder: 0),
        ])
        table.rows = contacts.map { contact in
            [
                Table.Cell(ForeignText.line(contact.user.handle)),
                Table.Cell(contact.user.shownName, .bold), Self.reach(contact),
                contact.user.statusCell, Table.Cell(screen.short(contact.dateAdded)),
            ]
        }
        return table
    }

    /// Dependents, with what a responder needs when one of them is silent.
    func dependents(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("HANDLE", lastResort: 6),
            Table.Column("NAME", minimum: 10, dropOrder: 4),
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

    /// Whether a notice can get to a responder; not every daemon says so.
    private static func reach(_ contact: People.Contact) -> Table.Cell {
        switch contact.reachable {
        case true?: Table.Cell("yes", .good)
        case false?: Table.Cell("NO, no channel", .warning)
        case nil: Table.Cell(Words.waiting, .dim)
        }
    }

    /// Handle, name and state, and who of the responders can't be told, on the page about somebody else.
    func brief(_ screen: Screen) -> Table {
        var table = Table([
            Table.Column("", lastResort: 6), Table.Column("", minimum: 10), Table.Column(""),
            Table.Column("", right: true), Table.Column(""),
        ])
        table.rows = contacts.map { contact in
            let user = contact.user
            return [
                Table.Cell(ForeignText.line(user.handle)), Table.Cell(user.shownName, .bold),
                user.statusCell,
                user.isVeiled ? "" : Table.Cell(user.timeLeft, user.timeLeftTint),
                contact.reachable == false
                    ? Table.Cell("can't be told: no channel", .warning) : "",
            ]
        }
        return table
    }
}
