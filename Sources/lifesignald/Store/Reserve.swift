import CLinux
import GRDB
import GRDBSQLite
import Glibc

/// Space that is kept for what is vital, for when the disk is full.
protocol Reserve: Sendable {
    /// It is there, with as much room again beside it; on a disk without that much it is given up.
    ///
    /// - Returns: whether it is there.
    func fill() -> Bool
    /// The store gets it.
    func release(to store: Store)
    /// The store grows as it always does.
    func restored(to store: Store)
}

/// A file whose blocks are really allocated (docs/decisions/0006-reserve-on-a-full-disk.md).
final class ReserveFile: Reserve {
    /// Half for the database, half for its log.
    static let bytes: off_t = 16 << 20

    private let path: String

    init(path: String) {
        self.path = path
    }

    func fill() -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Asked first, so that a full disk isn't filled to the brim once a minute. With room beside
        // it the daemon doesn't go back and forth.
        let isThere = hasRoom(descriptor) && posix_fallocate(descriptor, 0, 2 * Self.bytes) == 0
        ftruncate(descriptor, isThere ? Self.bytes : 0)
        return isThere
    }

    private func hasRoom(_ descriptor: CInt) -> Bool {
        var (disk, file) = (statvfs(), stat())
        guard fstatvfs(descriptor, &disk) == 0, fstat(descriptor, &file) == 0 else { return false }
        let free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
        return free + UInt64(file.st_blocks) * 512 >= UInt64(2 * Self.bytes)
    }

    func release(to store: Store) {
        truncate(path, 0)
        store.claim(Int64(Self.bytes / 2))
    }

    func restored(to store: Store) {
        store.claim(0)
    }
}

extension Store {
    /// Takes so much of the disk for the database and as much for its log, at once, before another
    /// program gets it; with 0 the database's file grows and shrinks as usual again.
    ///
    /// Without luck, since the disk is full: then the two take what they find.
    fileprivate func claim(_ bytes: Int64) {
        withConnection { db in
            let pages: Int64 = (try? db.value("PRAGMA page_count")) ?? 0
            let pageSize: Int64 = (try? db.value("PRAGMA page_size")) ?? 4096
            var wanted = pages * pageSize + bytes
            // A checkpoint cuts the file to a multiple of this, which SQLite keeps as an int.
            let parts = wanted >> 30 + 1
            var chunk = bytes == 0 ? 0 : CInt((wanted / parts + pageSize) / pageSize * pageSize)
            sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
            guard bytes > 0 else { return }
            sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_SIZE_HINT, &wanted)
        }
        guard bytes > 0 else { return }
        // SQLite overwrites its log from the beginning after a checkpoint, and keeps no lock in it.
        let log = open(path + "-wal", O_WRONLY | O_CLOEXEC)
        guard log >= 0 else { return }
        _ = linux_allocate_beyond_end(log, bytes)
        Glibc.close(log)
    }
}
