import Glibc

/// The disk by itself, without a database.
enum Disk {
    /// How often a second it can be waited for: a page is written anew, and fdatasync(2) comes back.
    static func syncsPerSecond(in directory: String, seconds: Double) throws -> Double {
        let path = "\(directory)/fdatasync"
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure.system("open \(path)") }
        defer {
            close(descriptor)
            unlink(path)
        }
        let page = [UInt8](repeating: 0xA5, count: 4096)
        for index in 0..<256 { pwrite(descriptor, page, page.count, off_t(index * page.count)) }
        fsync(descriptor)
        let start = Clock.now()
        var count = 0
        while Clock.seconds(since: start) < seconds {
            pwrite(descriptor, page, page.count, off_t(count % 256 * page.count))
            guard fdatasync(descriptor) == 0 else { throw Failure.system("fdatasync") }
            count += 1
        }
        return Double(count) / Clock.seconds(since: start)
    }

    /// Waits until all of a file is on the disk, whoever wrote it.
    static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.system("open \(path)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure.system("fsync \(path)") }
    }
}
