import Foundation
import GRDB
import Testing

@testable import lifesignald

struct StoreTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("lifesignal.db") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A database with something in it, closed.
    private func makeDatabase(padding: Int = 0) throws {
        let store = try Store(path: path)
        try store.withConnection { db in
            for number in 0..<padding {
                try db.run(
                    "INSERT INTO events (at, kind, by, detail) VALUES (?, 'started', 'daemon', ?)",
                    [number.cell, String(repeating: "x", count: 900).cell])
            }
        }
        try store.close()
    }

    // MARK: Durability

    @Test func `what is acknowledged is on the disk: WAL, synchronous FULL, foreign keys`() throws {
        for _ in 1...2 {
            let store = try Store(path: path)
            #expect(try store.all("PRAGMA journal_mode") == ["wal"])
            #expect(try store.all("PRAGMA locking_mode") == ["exclusive"])
            #expect(try store.all("PRAGMA synchronous") == [2])
            #expect(try store.all("PRAGMA foreign_keys") == [1])
            #expect(try store.all("PRAGMA trusted_schema") == [0])
            try store.close()
        }
    }

    @Test func `a row that refers to nothing is refused`() throws {
        let store = try Store(path: path)
        #expect(throws: DatabaseError.self) {
            try store.withConnection {
                try $0.run(
                    "INSERT INTO alerts (id, user, startedAt) VALUES ('a', 77, 1)")
            }
        }
    }

    @Test func `every table takes values of its types only`() throws {
        let store = try Store(path: path)
        let loose: [String] = try store.all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND strict = 0
                AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'
            """)
        #expect(loose == [])
        #expect(try store.all("SELECT count(*) > 12 FROM pragma_table_list") == [true])
    }

    @Test func `a second opening migrates nothing and keeps everything`() throws {
        try makeDatabase(padding: 3)
        let store = try Store(path: path)
        #expect(try store.all("SELECT count(*) FROM events") == [3])
        #expect(
            try store.all("SELECT identifier FROM grdb_migrations") == Schema.migrator.migrations)
        try store.check()
    }

    @Test func `a start that was cut off before the first table existed is made good`() throws {
        // What GRDB writes ahead of the first migration.
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        try queue.close()
        let store = try Store(path: path)
        #expect(
            try store.all("SELECT identifier FROM grdb_migrations") == Schema.migrator.migrations)
    }

    // MARK: Refusals, which change nothing

    /// Expects an opening to be refused, and every byte to stay.
    private func expectRefusal(
        _ matches: (StoreError) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try bytes()
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
            _ = try Store(path: path)
        }
        if let error { #expect(matches(error), "\(error)", sourceLocation: sourceLocation) }
        #expect(try bytes() == before, sourceLocation: sourceLocation)
    }

    /// The database and its log. A log without a byte comes and goes with every reader.
    private func bytes() throws -> [String: Data] {
        try directory.contents().filter { !$0.value.isEmpty }
    }

    @Test func `the log has no index in a file, which a full disk could not hold`() throws {
        let store = try Store(path: path)
        try store.withConnection { try $0.run("CREATE TABLE t (x)") }
        #expect(
            try Set(directory.contents().keys) == ["lifesignal.db", "lifesignal.db-wal"])
        try store.close()
    }

    @Test func `a database that another program has open is refused, and that is said`() throws {
        try makeDatabase()
        let shell = try DatabaseQueue(path: path)
        try shell.read { _ = try Row.fetchOne($0, sql: "SELECT * FROM daemon") }
        try expectRefusal { $0 == .inUse(path: path) }
        try shell.close()
        try Store(path: path).close()
    }

    @Test func `a newer database is refused and left as it is`() throws {
        try makeDatabase()
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')") }
        try queue.close()
        try expectRefusal { $0 == .newer(path: path) }
    }

    @Test func `a newer database that was killed in the middle keeps its log as it is`() throws {
        try makeDatabase()
        let other = try TemporaryDirectory()
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')") }
        // As they lie on the disk while the other process runs, and so after it was killed.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: path + suffix, toPath: other.file("lifesignal.db" + suffix))
        }
        try queue.close()
        for (name, data) in try other.contents() {
            try data.write(to: URL(fileURLWithPath: directory.file(name)))
        }
        #expect(try directory.contents()["lifesignal.db-wal"]?.isEmpty == false)
        try expectRefusal { $0 == .newer(path: path) }
    }

    @Test func `a database of another program is refused and left as it is`() throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE bookmarks (url TEXT)") }
        try queue.close()
        try expectRefusal { $0 == .foreign(path: path) }
    }

    @Test func `a file that is no database is refused and left as it is`() throws {
        try Data(String(repeating: "not a database\n", count: 700).utf8)
            .write(to: URL(fileURLWithPath: path))
        try expectRefusal { if case .damaged(path, _) = $0 { true } else { false } }
    }

    @Test(arguments: [4096, 10_000, 40_960, 200_000])
    func `a truncated database is refused and left as it is`(length: Int) throws {
        try makeDatabase(padding: 300)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try #require(whole.count > length + 4096)
        try whole.prefix(length).write(to: URL(fileURLWithPath: path))
        try expectRefusal { if case .damaged(path, _) = $0 { true } else { false } }
    }

    @Test(arguments: [1, 5, 20, 60])
    func `a database with an overwritten page is refused and left as it is`(page: Int) throws {
        try makeDatabase(padding: 300)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try #require(bytes.count > (page + 1) * 4096)
        bytes.replaceSubrange(
            page * 4096..<(page + 1) * 4096, with: Data(repeating: 0xA5, count: 4096))
        try bytes.write(to: URL(fileURLWithPath: path))
        try expectRefusal { if case .damaged(path, _) = $0 { true } else { false } }
    }

    @Test func `what is refused says what to do`() {
        #expect(StoreError.newer(path: "/x").description.contains("install that version"))
        #expect(StoreError.foreign(path: "/x").description.contains("--state-directory"))
        #expect(
            StoreError.damaged(path: "/x", detail: "y").description.contains("restore a backup"))
        #expect(
            StoreError.unusable(path: "/x", detail: "y").description.contains("owner"))
    }

    // MARK: Memory

    @Test func `a household's database stays in memory, most of a larger one is given back`() throws
    {
        try makeDatabase(padding: 200)
        let small = try Store(path: path)
        try readAll(small)
        let household = small.cachedBytes
        small.giveMemoryBack()
        #expect(household > 100 << 10)
        #expect(small.cachedBytes == household)
        try small.close()
        try makeDatabase(padding: 2000)
        let large = try Store(path: path)
        try readAll(large)
        #expect(large.cachedBytes > Store.keptBytes)
        large.giveMemoryBack()
        #expect(large.cachedBytes < 100 << 10)
        try large.close()
    }

    private func readAll(_ store: Store) throws {
        _ = try store.all("SELECT sum(length(detail)) FROM events") as [Int]
    }

    @Test func `a directory that is not there is refused`() throws {
        let error = #expect(throws: StoreError.self) {
            _ = try Store(path: directory.file("missing/lifesignal.db"))
        }
        if case .unusable = error {} else { Issue.record("\(String(describing: error))") }
    }
}
