import Glibc

/// How often a second the disk can be waited for: a page is written anew, and fdatasync(2) comes back.
enum Disk {
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
}
