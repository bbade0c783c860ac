import CLinux
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
    /// Takes so much of the disk for the log and as much for the database, at once, before another
    /// program gets it; with 0 the database's file grows and shrinks as usual again.
    ///
    /// A file system may keep some of what was freed for itself; then the two take what they find.
    fileprivate func claim(_ bytes: Int64) {
        guard bytes > 0 else { return withConnection { Self.keepFile($0, atLeast: 0) } }
        let shares = [bytes, bytes / 2, bytes / 4, bytes / 8]
        // SQLite overwrites its log from the beginning after a checkpoint, and keeps no lock in it.
        let log = open(path + "-wal", O_WRONLY | O_CLOEXEC)
        if log >= 0 {
            _ = shares.first { linux_allocate_beyond_end(log, $0) == 0 }
            Glibc.close(log)
        }
        withConnection { db in
            let pages: Int64 = (try? db.value("PRAGMA page_count")) ?? 0
            let pageSize: Int64 = (try? db.value("PRAGMA page_size")) ?? 4096
            for share in shares {
                var wanted = pages * pageSize + share
                Self.keepFile(db, atLeast: wanted)
                let result = sqlite3_file_control(
                    db.sqliteConnection, "main", SQLITE_FCNTL_SIZE_HINT, &wanted)
                if result == SQLITE_OK { return }
            }
        }
    }

    /// A checkpoint cuts the file to a multiple of a chunk, whose size SQLite keeps as an int.
    private static func keepFile(_ db: Connection, atLeast bytes: Int64) {
        let chunks = bytes >> 30 + 1
        var chunk = CInt((bytes + chunks - 1) / chunks)
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
    }
}
