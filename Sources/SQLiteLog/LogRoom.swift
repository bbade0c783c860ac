import Glibc

/// What a log's file has on the disk before anything is in it.
public enum LogRoom {
    /// Writes zeros behind what the log has, up to the length for so many pages, and waits until the disk has them.
    ///
    /// That a file has grown is kept by a file system with a journal with a second wait for the disk, so each commit
    /// that makes the log longer would take twice as long (docs/PERFORMANCE.md). SQLite uses the file from its
    /// beginning again when all of it was written back, keeps no lock in it, and takes zeros for the end of what is in
    /// it. On a full disk the log grows as it can.
    ///
    /// - Parameters:
    ///   - path: of the log, which is there.
    ///   - pages: of 4,096 bytes.
    public static func take(at path: String, pages: Int) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A header, and each page with one of its own (https://sqlite.org/fileformat2.html#walformat).
        let size = off_t(32 + pages * (24 + 4096))
        let zeros = [UInt8](repeating: 0, count: 64 << 10)
        var end = lseek(descriptor, 0, SEEK_END)
        while (0..<size).contains(end) {
            let written = pwrite(descriptor, zeros, min(zeros.count, Int(size - end)), end)
            guard written > 0 else { break }
            end += off_t(written)
        }
        fdatasync(descriptor)
    }
}
