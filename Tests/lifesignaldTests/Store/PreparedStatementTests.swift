import Testing

@testable import lifesignald

struct PreparedStatementTests {
    private static let room = PreparedStatement.room

    /// Texts of so many bytes, each of its own letter.
    private static func texts(_ sizes: [Int]) -> [String] {
        zip(sizes, "abcdefgh").map { String(repeating: $1, count: $0) }
    }

    @Test(arguments: [
        [0, 0, 0], [5, 0, 7], [room, 0, 0], [room + 1, 1, room], [room - 1, 1, 1],
        [200, 100, 50], [1000, 1000, 1000],
    ])
    func `texts are bound as they are, whether or not there is room for them`(sizes: [Int]) throws {
        let texts = Self.texts(sizes)
        let read = try TestCore().read { db in
            try db.rows("SELECT ? UNION ALL SELECT ? UNION ALL SELECT ?", Arguments(texts)) {
                $0[0] as String
            }
        }
        #expect(read == texts)
    }

    @Test func `texts stay while the same and other statements run between two rows`() throws {
        let texts = ["a", "bb", "ccc"]
        let (one, other) = ("SELECT ?1 WHERE ?1 <> ''", "SELECT ?1, ?2 WHERE ?1 <> ?2")
        try TestCore().read { db in
            for text in texts {
                let read: String? = try db.value(one, [text])
                #expect(read == text)
            }
            let pairs = try db.rows(
                """
                SELECT ? UNION ALL SELECT ? UNION ALL SELECT ?
                """, Arguments(texts)
            ) { row in
                let text: String = row[0]
                let inner = try? db.row(other, ["x" + text, text]) { [$0[0], $0[1]] as [String] }
                return [text] + (inner ?? [])
            }
            #expect(pairs == texts.map { [$0, "x" + $0, $0] })
        }
    }

    @Test func `a null takes the place of the text before it`() throws {
        try TestCore().read { db in
            for value in ["one", nil, "three"] as [String?] {
                let read: String? = try db.value("SELECT ?1 AS text", [value])
                #expect(read == value)
            }
        }
    }
}

extension Arguments {
    fileprivate init(_ texts: [String]) {
        self = texts.reduce(into: []) { $0 = $0 + [$1] }
    }
}
