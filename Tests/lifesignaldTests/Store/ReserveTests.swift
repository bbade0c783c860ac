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
        store.log.limit.wroteBack(LogLimit.least, within: .zero)
        reserve.release(to: store)
        #expect(size("reserve").allocated == 0)
        #expect(store.log.limit.pages == LogLimit.least)
        #expect(size("lifesignal.db-wal").allocated >= half)
        for _ in 1...3 {
            try store.addEvents(200)
            let _: [Int] = try store.all("PRAGMA wal_checkpoint")
            #expect(size("lifesignal.db").allocated >= half)
        }
        try store.check()
        #expect(reserve.fill())
        reserve.restored(to: store)
        #expect(store.log.limit.pages > LogLimit.least)
        try store.addEvents(200)
        try store.check()
        #expect(try store.all("SELECT count(*) FROM events") == [800])
        try store.close()
        let again = try Store(path: directory.file("lifesignal.db"))
        try again.check()
        #expect(try again.all("SELECT count(*) FROM events") == [800])
    }

    @Test func `released, a log that is longer than its share begins anew`() throws {
        #expect(reserve.fill())
        let store = try Store(path: directory.file("lifesignal.db"))
        for _ in 1...2 { store.log.limit.wroteBack(LogLimit.most, within: .zero) }
        let text = String(repeating: "x", count: 4096)
        try store.withConnection { db in
            try db.run("BEGIN")
            for _ in 0..<2500 {
                try db.run(
                    "INSERT INTO events (at, kind, by, detail) VALUES (0, 'started', 'filler', ?)",
                    [text])
            }
            try db.run("COMMIT")
        }
        #expect(store.log.pages >= 2500)
        let length = size("lifesignal.db-wal").bytes
        #expect(length > half)
        reserve.release(to: store)
        #expect(store.log.pages == 0)
        try store.addEvents(1)
        #expect((1...10).contains(store.log.pages))
        #expect(size("lifesignal.db-wal").bytes == length)
        try store.check()
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
                    [number, String(repeating: "x", count: 900)])
            }
        }
    }
}
