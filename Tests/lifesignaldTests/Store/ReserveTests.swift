import GRDB
import Glibc
import Testing

@testable import lifesignald

/// The reserve as a file, and what the store makes of it.
struct ReserveTests {
    private let directory: TemporaryDirectory
    private let reserve: ReserveFile

    init() throws {
        directory = try TemporaryDirectory()
        reserve = ReserveFile(path: directory.file("reserve"))
    }

    /// Its size, and how much of the disk it really has.
    private func size(_ name: String) -> (bytes: Int, allocated: Int) {
        var file = stat()
        guard stat(directory.file(name), &file) == 0 else { return (0, 0) }
        return (Int(file.st_size), Int(file.st_blocks) * 512)
    }

    private let half = Int(ReserveFile.bytes) / 2

    @Test func `it is really allocated, and stays as it is`() {
        for _ in 1...2 {
            #expect(reserve.fill())
            #expect(size("reserve").bytes == Int(ReserveFile.bytes))
            #expect(size("reserve").allocated >= Int(ReserveFile.bytes))
        }
    }

    @Test func `released, the database and its log have it, through checkpoints`() throws {
        #expect(reserve.fill())
        let store = try Store(path: directory.file("lifesignal.db"))
        reserve.release(to: store)
        #expect(size("reserve").allocated == 0)
        #expect(size("lifesignal.db-wal").allocated >= half)
        for _ in 1...3 {
            try store.addEvents(200)
            let _: [Int] = try store.all("PRAGMA wal_checkpoint")
            #expect(size("lifesignal.db").allocated >= half)
        }
        try store.check()
        #expect(reserve.fill())
        reserve.restored(to: store)
        try store.addEvents(200)
        try store.check()
        #expect(try store.all("SELECT count(*) FROM events") == [800])
        try store.close()
        let again = try Store(path: directory.file("lifesignal.db"))
        try again.check()
        #expect(try again.all("SELECT count(*) FROM events") == [800])
    }

    @Test func `a place where nothing can be made has none`() {
        #expect(!ReserveFile(path: directory.file("missing/reserve")).fill())
    }
}

extension Store {
    fileprivate func addEvents(_ count: Int) throws {
        try withConnection { db in
            for number in 0..<count {
                try db.run(
                    "INSERT INTO events (at, kind, by, detail) VALUES (?, 'started', 'daemon', ?)",
                    [number.cell, String(repeating: "x", count: 900).cell])
            }
        }
    }
}
