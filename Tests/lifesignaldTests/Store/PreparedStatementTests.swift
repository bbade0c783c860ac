import Testing

@testable import lifesignald

struct PreparedStatementTests {
    private static let room = PreparedStatement.room

    /// Texts of so many bytes, each of its own letter, some of which take two bytes.
    private static func texts(_ sizes: [Int]) -> [String] {
        zip(sizes, "aäöx").map { size, letter in
            let bytes = String(letter).utf8.count
            return String(repeating: letter, count: size / bytes)
                + String(repeating: "-", count: size % bytes)
        }
    }

    @Test
    func
        `texts are bound as they are, one set after the other, whether or not there is room for them`()
        throws
    {
        let core = try TestCore()
        let sets = [
            [5, 0, 7], [1000, 1000, 1000], [0, 0, 0], [Self.room, 0, 0],
            [Self.room + 1, 1, Self.room],
            [Self.room - 1, 1, 1], [200, 100, 50], [1, 2, 3],
        ]
        for texts in sets.map(Self.texts) {
            let read = try core.read { db in
                try db.row("SELECT ?, ?, ?", Arguments(texts)) {
                    [$0[0], $0[1], $0[2]] as [String]
                }
            }
            #expect(read == texts)
        }
    }

    @Test func `texts stay while another statement binds its own between two rows`() throws {
        let texts = ["a", "bb", "ccc"]
        let pairs = try TestCore().read { db in
            try db.rows("SELECT ? UNION ALL SELECT ? UNION ALL SELECT ?", Arguments(texts)) { row in
                let text: String = row[0]
                let inner = try? db.row(
                    "SELECT ?1, ?2 WHERE ?1 <> ?2", [("x" + text).cell, text.cell]
                ) {
                    [$0[0], $0[1]] as [String]
                }
                return [text] + (inner ?? [])
            }
        }
        #expect(pairs == texts.map { [$0, "x" + $0, $0] })
    }

    @Test func `who prepared a statement may be gone when the next one binds to it`() throws {
        try TestCore().read { db in
            for text in ["one", "two", "three"] {
                let other = Connection(db.database, PreparedStatements(), db.log)
                let read: String? = try other.value("SELECT ?1 WHERE ?1 <> ''", [text.cell])
                #expect(read == text)
            }
        }
    }

    @Test func `a statement is prepared once, whichever others there are`() throws {
        try TestCore().read { db in
            let statements = PreparedStatements()
            // Several of them share a place.
            let texts = (1...600).map { "SELECT \($0)" }
            let first = try texts.map { try statements.statement($0, db.database) }
            let again = try texts.map { try statements.statement($0, db.database) }
            #expect(zip(first, again).allSatisfy { $0 === $1 })
            #expect(Set(first.map(ObjectIdentifier.init)).count == texts.count)
        }
    }

    @Test func `a null takes the place of the text before it`() throws {
        try TestCore().read { db in
            for value in ["one", nil, "three"] as [String?] {
                let read: String? = try db.value("SELECT ?1 AS text", [value.cell])
                #expect(read == value)
            }
        }
    }
}

extension Arguments {
    fileprivate init(_ texts: [String]) {
        self = texts.reduce(into: []) { $0 = $0 + [$1.cell] }
    }
}
