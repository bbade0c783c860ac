import Testing

@testable import LifeSignal

struct DependentSortTests {
    private static func key(
        _ handle: String, name: String? = nil, added: Int64 = 0, alert: Int64? = nil,
        silent: Int64? = nil, next: Int64? = nil
    ) -> SortKey {
        SortKey(
            user: UserID(1), handle: Handle(stored: handle),
            foldedName: foldedName(name ?? handle), dateAdded: Instant(milliseconds: added),
            alertStart: alert.map { Instant(milliseconds: $0) },
            nonResponsiveSince: silent.map { Instant(milliseconds: $0) },
            nextCheckIn: next.map { Instant(milliseconds: $0) })
    }

    private func sorted(_ keys: [SortKey], _ sort: DependentSort) -> [String] {
        let once = keys.sorted(by: sort.precedes).map(\.handle.text)
        #expect(keys.reversed().sorted(by: sort.precedes).map(\.handle.text) == once)
        return once
    }

    @Test func `who needs help stands on top, each longest first`() {
        let keys = [
            Self.key("waiting"), Self.key("later", next: 900), Self.key("soon", next: 600),
            Self.key("overdue", next: 400), Self.key("overdue-longer", next: 300),
            Self.key("silent", silent: 350, next: 200),
            Self.key("silent-longer", silent: 250, next: 250),
            Self.key("calls", alert: 450, next: 800),
            Self.key("calls-longer", alert: 440, silent: 445, next: 100),
            Self.key("calls-waiting", alert: 460),
        ]
        #expect(
            sorted(keys, .timeLeft) == [
                "calls-longer", "calls", "calls-waiting", "silent-longer", "silent",
                "overdue-longer", "overdue", "soon", "later", "waiting",
            ])
    }

    @Test func `names are sorted without case and diacritics, then by handle`() {
        let keys = [
            Self.key("e", name: "ben"), Self.key("d", name: "Álvaro"), Self.key("c", name: "alva"),
            Self.key("b", name: "Zoë"), Self.key("a", name: "zoe"), Self.key("f", name: "BEN"),
            Self.key("g", name: "Ze"), Self.key("h", name: "陳"),
        ]
        #expect(sorted(keys, .name) == ["c", "d", "e", "f", "g", "a", "b", "h"])
    }

    @Test func `the newest edge stands on top of those by date added`() {
        let keys = [
            Self.key("old", added: 1), Self.key("new", added: 3), Self.key("middle", added: 2),
        ]
        #expect(sorted(keys, .dateAdded) == ["new", "middle", "old"])
    }

    @Test(arguments: DependentSort.allCases)
    func `ties are sorted by name, then handle`(sort: DependentSort) {
        for (alert, silent, next) in [
            (nil, nil, nil), (7, nil, nil), (nil, 7, 5), (nil, nil, 5),
        ] as [(Int64?, Int64?, Int64?)] {
            let keys = [
                Self.key("b", name: "Ana", alert: alert, silent: silent, next: next),
                Self.key("c", name: "aná", alert: alert, silent: silent, next: next),
                Self.key("z", name: "Al", alert: alert, silent: silent, next: next),
                Self.key("a", name: "Bo", alert: alert, silent: silent, next: next),
            ]
            #expect(sorted(keys, sort) == ["z", "b", "c", "a"])
        }
    }

    @Test func `a key is made of the user's own state`() {
        let user = User.silentAna(alert: .call)
        let key = SortKey(user: user, dateAdded: .checkedIn)
        #expect(
            key
                == SortKey(
                    user: .ana, handle: Handle(stored: "ana"), foldedName: "ana",
                    dateAdded: .checkedIn, alertStart: ActiveAlert.call.startedAt,
                    nonResponsiveSince: .due, nextCheckIn: .due))
        let waiting = SortKey(user: .ana(lastCheckIn: nil), dateAdded: .checkedIn)
        #expect(waiting.nextCheckIn == nil)
        #expect(waiting.alertStart == nil)
        #expect(waiting.nonResponsiveSince == nil)
    }
}

struct FoldedNameTests {
    @Test(arguments: [
        ("Ana", "ana"), ("ÁNA", "ana"), ("A\u{301}na", "ana"), ("Zoë", "zoe"), ("ŽIŽKA", "zizka"),
        ("Nguyễn", "nguyen"), ("ÅSE", "ase"), ("Ño", "no"), ("Łukasz", "łukasz"), ("陳", "陳"),
        ("Ёлка", "елка"), ("İnci", "inci"), ("a\u{20DD}b", "ab"), ("", ""),
    ])
    func `case and diacritics don't count`(name: String, folded: String) {
        #expect(foldedName(name) == folded)
    }
}
