import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import SQLiteLog
@testable import lifesignald

/// What reaches the system of what SQLite does with its log.
struct GatheredWritesTests {
    /// A file of which the system is asked, and which says what it was asked, or that it can't.
    private final class File {
        /// First its methods, as SQLite has it, and then whose it is.
        private struct Opened {
            var file: sqlite3_file
            var owner: Unmanaged<File>
        }

        private(set) var calls: [String] = []
        /// Each byte that was written, by its place.
        private(set) var bytes: [Int64: UInt8] = [:]
        /// What writing says while it is anything but SQLITE_OK.
        var failure = SQLITE_OK
        private let opened = UnsafeMutablePointer<Opened>.allocate(capacity: 1)
        private let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)

        init() {
            var methods = sqlite3_io_methods()
            methods.xWrite = { file, data, count, place in
                File.of(file).write(data!, Int(count), at: place)
            }
            methods.xRead = { file, _, _, place in File.of(file).take("read at \(place)") }
            methods.xSync = { file, _ in File.of(file).take("sync") }
            methods.xTruncate = { file, size in File.of(file).take("truncate \(size)") }
            methods.xFileSize = { file, _ in File.of(file).take("size") }
            methods.xClose = { file in File.of(file).take("close") }
            self.methods.initialize(to: methods)
            opened.initialize(
                to: Opened(
                    file: sqlite3_file(pMethods: self.methods), owner: .passUnretained(self)))
            GatheredWrites.begin(file)
        }

        deinit {
            if file.pointee.pMethods != nil { _ = close() }
            opened.deallocate()
            methods.deallocate()
        }

        private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> File {
            UnsafeMutableRawPointer(file!).assumingMemoryBound(to: Opened.self).pointee.owner
                .takeUnretainedValue()
        }

        private var file: UnsafeMutablePointer<sqlite3_file> {
            UnsafeMutableRawPointer(opened).assumingMemoryBound(to: sqlite3_file.self)
        }

        private func take(_ call: String) -> CInt {
            calls.append(call)
            return SQLITE_OK
        }

        private func write(_ data: UnsafeRawPointer, _ count: Int, at place: Int64) -> CInt {
            calls.append("write \(count) at \(place)")
            guard failure == SQLITE_OK else { return failure }
            for index in 0..<count {
                bytes[place + Int64(index)] = data.load(fromByteOffset: index, as: UInt8.self)
            }
            return SQLITE_OK
        }

        // MARK: As SQLite calls them

        private var given: sqlite3_io_methods { file.pointee.pMethods!.pointee }

        func write(_ byte: UInt8, count: Int, at place: Int64) -> CInt {
            let data = [UInt8](repeating: byte, count: count)
            return given.xWrite(file, data, CInt(count), place)
        }
        func sync() -> CInt { given.xSync(file, 0) }
        func read(at place: Int64) -> CInt { given.xRead(file, nil, 8, place) }
        func truncate() -> CInt { given.xTruncate(file, 0) }
        func size() -> CInt { given.xFileSize(file, nil) }
        func close() -> CInt {
            defer { file.pointee.pMethods = nil }
            return given.xClose(file)
        }
    }

    private let file = File()

    @Test func `a commit's pages and their headers are one write, and then the disk is waited for`()
    {
        #expect(file.write(1, count: 24, at: 32) == SQLITE_OK)
        #expect(file.write(2, count: 4096, at: 56) == SQLITE_OK)
        #expect(file.write(3, count: 24, at: 4152) == SQLITE_OK)
        #expect(file.calls.isEmpty)
        #expect(file.sync() == SQLITE_OK)
        #expect(file.calls == ["write 4144 at 32", "sync"])
        #expect(file.bytes[32] == 1 && file.bytes[56] == 2 && file.bytes[4175] == 3)
        #expect(file.sync() == SQLITE_OK)
        #expect(file.calls.count == 3)
    }

    @Test func `what is written elsewhere comes after it, in the order in which it was written`() {
        _ = file.write(1, count: 8, at: 100)
        _ = file.write(2, count: 8, at: 0)
        _ = file.write(3, count: 8, at: 4)
        _ = file.sync()
        #expect(file.calls == ["write 8 at 100", "write 8 at 0", "write 8 at 4", "sync"])
        #expect(file.bytes[0] == 2 && file.bytes[4] == 3 && file.bytes[100] == 1)
    }

    @Test func `what is read elsewhere waits for nothing, not even on a full disk`() {
        _ = file.write(1, count: 8, at: 100)
        file.failure = SQLITE_FULL
        #expect(file.read(at: 92) == SQLITE_OK)
        #expect(file.read(at: 108) == SQLITE_OK)
        #expect(file.calls == ["read at 92", "read at 108"])
        #expect(file.read(at: 93) == SQLITE_FULL)
        #expect(file.read(at: 107) == SQLITE_FULL)
    }

    @Test func `whatever looks at the file finds what was written before`() {
        for (look, call) in [
            (file.size, "size"), (file.truncate, "truncate 0"),
            ({ file.read(at: 7) }, "read at 7"),
        ] {
            let before = file.calls.count
            _ = file.write(1, count: 8, at: 0)
            #expect(look() == SQLITE_OK)
            #expect(Array(file.calls[before...]) == ["write 8 at 0", call])
        }
    }

    @Test
    func `more than there is room for is written in pieces, none larger than SQLite's writes`() {
        let pages = 80
        for page in 0..<pages {
            #expect(file.write(UInt8(page), count: 4120, at: Int64(page * 4120)) == SQLITE_OK)
        }
        _ = file.sync()
        let sizes = file.calls.dropLast().map { Int($0.split(separator: " ")[1])! }
        #expect(sizes == [31 * 4120, 31 * 4120, 18 * 4120])
        #expect(sizes.allSatisfy { $0 < 1 << 17 })
        #expect((0..<pages).allSatisfy { file.bytes[Int64($0 * 4120)] == UInt8($0) })
        // And what is larger by itself as it is.
        _ = file.write(7, count: 8, at: 0)
        _ = file.write(8, count: GatheredWrites.room + 1, at: 8)
        #expect(
            file.calls.suffix(2) == ["write 8 at 0", "write \(GatheredWrites.room + 1) at 8"])
    }

    @Test(arguments: [SQLITE_FULL, SQLITE_IOERR])
    func `a wait for the disk says what could not be written, and the next commit is another one`(
        failure: CInt
    ) {
        _ = file.write(1, count: 4120, at: 32)
        file.failure = failure
        #expect(file.sync() == failure)
        #expect(file.calls == ["write 4120 at 32"])
        file.failure = SQLITE_OK
        // SQLite has undone it, and writes to the same place.
        #expect(file.write(2, count: 24, at: 32) == SQLITE_OK)
        #expect(file.sync() == SQLITE_OK)
        #expect(file.calls.suffix(2) == ["write 24 at 32", "sync"])
        #expect(file.bytes[32] == 2 && file.bytes[56] == nil)
    }

    @Test func `so does the write that finds no room, or that goes elsewhere`() {
        file.failure = SQLITE_FULL
        _ = file.write(1, count: GatheredWrites.room, at: 0)
        #expect(file.write(2, count: 8, at: Int64(GatheredWrites.room)) == SQLITE_FULL)
        _ = file.write(1, count: 8, at: 0)
        #expect(file.write(2, count: 8, at: 100) == SQLITE_FULL)
        file.failure = SQLITE_OK
        #expect(file.sync() == SQLITE_OK)
        #expect(file.bytes.isEmpty)
    }

    @Test func `a look that fails, of which SQLite may take no notice, loses nothing`() {
        _ = file.write(1, count: 8, at: 0)
        file.failure = SQLITE_FULL
        #expect(file.size() == SQLITE_FULL)
        #expect(file.truncate() == SQLITE_FULL)
        #expect(file.read(at: 0) == SQLITE_FULL)
        #expect(!file.calls.contains("size"))
        file.failure = SQLITE_OK
        #expect(file.sync() == SQLITE_OK)
        #expect(file.bytes.count == 8)
    }

    @Test func `closing writes what is left`() {
        _ = file.write(1, count: 8, at: 0)
        #expect(file.close() == SQLITE_OK)
        #expect(file.calls == ["write 8 at 0", "close"])
    }

    @Test func `a store's log is written so`() throws {
        let directory = try TemporaryDirectory()
        let store = try Store(path: directory.file("lifesignal.db"))
        var log: UnsafeMutablePointer<sqlite3_file>?
        _ = store.withConnection {
            sqlite3_file_control(
                $0.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
        }
        let methods = try #require(log?.pointee.pMethods?.pointee)
        func size() throws -> Int { try directory.contents()["lifesignal.db-wal"]!.count }
        let before = try size()
        #expect(methods.xWrite(log, "behind all that is in it", 24, Int64(before)) == SQLITE_OK)
        #expect(try size() == before)
        #expect(methods.xSync(log, SQLITE_SYNC_NORMAL) == SQLITE_OK)
        #expect(try size() == before + 24)
        try store.close()
    }

    @Test func `a store's files have a commit as soon as it has returned`() throws {
        let directory = try TemporaryDirectory()
        let store = try Store(path: directory.file("lifesignal.db"))
        for count in 1...20 {
            try store.withConnection { db in
                try db.run(
                    "INSERT INTO events (at, kind, by, detail) VALUES (0, 'started', 'daemon', ?)",
                    [String(repeating: "x", count: count * 1000).cell])
            }
            // As if the process had been killed.
            let killed = try directory.copy()
            let found = try DatabaseQueue(path: killed.file("lifesignal.db")).read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM events")
            }
            #expect(found == count)
        }
        try store.close()
    }
}

/// The same with SQLite above it, and beneath it a disk that is full at will.
struct GatheredWritesOfTransactionsTests {
    private struct Disk {
        let system: sqlite3_io_methods
        /// The address of those that the file has, so that something has it when that is closed.
        let methods: UInt
        var isFull = false
    }

    /// By the address of a log's file: what is beneath can't be found from the file itself.
    private static let disks = Mutex<[UInt: Disk]>([:])

    private static func address(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UInt {
        UInt(bitPattern: file)
    }

    private let directory: TemporaryDirectory
    private let queue: DatabaseQueue

    /// Twenty rows of a page each, all of them in the log, and room for ten of them in SQLite's memory.
    init() throws {
        directory = try TemporaryDirectory()
        queue = try DatabaseQueue(path: directory.file("a.db"), configuration: Store.alone)
        try queue.inDatabase { db in
            for pragma in [
                "journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 0",
                "cache_size = 10",
            ] {
                _ = try Row.fetchAll(db, sql: "PRAGMA \(pragma)")
            }
            try db.execute(sql: "CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            Self.putBeneath(db.sqliteConnection)
            GatheredWrites.begin(on: db.sqliteConnection)
            try db.execute(sql: "INSERT INTO rows \(Self.rows(1...20))")
        }
    }

    private static func rows(_ numbers: ClosedRange<Int>) -> String {
        """
        WITH RECURSIVE n (i) AS (SELECT \(numbers.lowerBound)
            UNION ALL SELECT i + 1 FROM n WHERE i < \(numbers.upperBound))
        SELECT i, printf('%.3000c', 'x') FROM n
        """
    }

    private static func log(_ connection: SQLiteConnection?) -> UnsafeMutablePointer<sqlite3_file> {
        var log: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
        return log!
    }

    private static func putBeneath(_ connection: SQLiteConnection?) {
        let file = log(connection)
        let system = file.pointee.pMethods!.pointee
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: system)
        methods.pointee.xWrite = { file, data, count, place in
            GatheredWritesOfTransactionsTests.write(file, data, count, place)
        }
        disks.withLock {
            $0[address(file)] = Disk(system: system, methods: UInt(bitPattern: methods))
        }
        file.pointee.pMethods = UnsafePointer(methods)
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ data: UnsafeRawPointer?, _ count: CInt,
        _ place: Int64
    ) -> CInt {
        let disk = disks.withLock { $0[address(file)]! }
        return disk.isFull ? SQLITE_FULL : disk.system.xWrite(file, data, count, place)
    }

    private func fill(_ db: Database, _ isFull: Bool = true) {
        let address = Self.address(Self.log(db.sqliteConnection))
        Self.disks.withLock { $0[address]!.isFull = isFull }
    }

    /// How many rows begin with a letter, as somebody finds them who opens the files as they are.
    private func found(_ letter: String) throws -> Int? {
        let killed = try directory.copy()
        return try DatabaseQueue(path: killed.file("a.db")).inDatabase { db in
            #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM rows WHERE text LIKE ?", arguments: ["\(letter)%"])
        }
    }

    private static let readAll = "SELECT sum(length(text)) FROM rows"
    private static let change = "UPDATE rows SET text = printf('%.3000c', 'y')"

    @Test func `what an undone transaction has left keeps nobody from reading, on a full disk`()
        throws
    {
        try queue.inDatabase { db in
            fill(db)
            try db.execute(sql: "BEGIN; \(Self.change); ROLLBACK")
            #expect(try Int.fetchOne(db, sql: Self.readAll) == 60_000)
            fill(db, false)
            try db.execute(sql: "DELETE FROM rows WHERE id > 15")
        }
        #expect(try found("x") == 15)
        #expect(try found("y") == 0)
        try queue.close()
    }

    @Test func `a transaction that can't read what it has written may go on when there is room`()
        throws
    {
        try queue.inDatabase { db in
            try db.execute(sql: "BEGIN; \(Self.change)")
            fill(db)
            #expect(throws: DatabaseError.self) { try Int.fetchOne(db, sql: Self.readAll) }
            fill(db, false)
            // SQLite may have undone all of it, and says so.
            if db.isInsideTransaction { try db.execute(sql: "COMMIT") }
            try db.execute(sql: "INSERT INTO rows VALUES (21, 'z')")
        }
        #expect(try found("z") == 1)
        #expect(try [0, 20].contains(found("y")))
        try queue.close()
    }

    @Test func `a transaction for which there is no room is undone, and the next one is whole`()
        throws
    {
        try queue.inDatabase { db in
            fill(db)
            let many = "INSERT INTO rows \(Self.rows(101...180))"
            #expect(throws: DatabaseError.self) { try db.execute(sql: "BEGIN; \(many); COMMIT") }
            if db.isInsideTransaction { try db.execute(sql: "ROLLBACK") }
            fill(db, false)
            try db.execute(sql: Self.change)
        }
        #expect(try found("x") == 0)
        #expect(try found("y") == 20)
        try queue.close()
    }
}
