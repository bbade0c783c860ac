import Glibc

/// A file that appears under its name only once it is whole and on the disk.
///
/// It grows under another name beside it, readable by its owner alone; what is not finished is
/// removed, also where a signal ends the program. What a link leads to is replaced, and not the
/// link; and nothing but a file ever is.
final class NewFile {
    private let path: String
    private let replaces: Bool
    private let growing: String
    private let descriptor: CInt
    private(set) var byteCount = 0

    /// - Parameter replaces: whether a file of this name may be there already.
    init(_ path: String, replacing replaces: Bool) throws(FileError) {
        let path = try Self.place(of: path, replacing: replaces)
        (growing, descriptor) = try Self.begin(beside: path)
        self.path = path
        self.replaces = replaces
    }

    private static func begin(beside path: String) throws(FileError) -> (String, CInt) {
        while true {
            let name = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            // Before it is there.
            removeAtSignals(name)
            let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return (name, descriptor) }
            guard errno == EEXIST else { throw FileError(path) }
        }
    }

    private static func removeAtSignals(_ path: String) {
        unfinished = strdup(path)
        for number in [SIGHUP, SIGINT, SIGTERM] {
            var removing = sigaction()
            removing.__sigaction_handler.sa_handler = { number in
                if let unfinished { unlink(unfinished) }
                signal(number, SIG_DFL)
                raise(number)
            }
            var before = sigaction()
            sigaction(number, &removing, &before)
            // As under nohup(1).
            let wasIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
            if wasIgnored { sigaction(number, &before, nil) }
        }
    }

    private static func place(of path: String, replacing replaces: Bool) throws(FileError) -> String
    {
        var there = stat()
        guard stat(path, &there) == 0 else { return path }
        guard there.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path, reason: "it is there, and is no regular file")
        }
        guard replaces else { throw FileError(path, code: EEXIST) }
        guard let found = realpath(path, nil) else { throw FileError(path) }
        defer { free(found) }
        let real = String(cString: found)
        guard stat(real + "-wal", &there) != 0 else {
            throw FileError(
                path, reason: "it is a database that is in use, since \(real)-wal is there")
        }
        return real
    }

    deinit {
        close(descriptor)
        // Gone under this name already where it was renamed.
        unlink(growing)
        if let name = unfinished, String(cString: name) == growing { unfinished = nil }
    }

    func write(_ bytes: [UInt8]) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno != EINTR { throw FileError(path) }
            done += max(0, count)
        }
        byteCount += done
    }

    /// Forgets what was written.
    func startOver() throws(FileError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw FileError(path)
        }
        byteCount = 0
    }

    /// Gives the file its name, after all of it has reached the disk.
    func finish() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError(path) }
        if replaces {
            guard rename(growing, path) == 0 else { throw FileError(path) }
        } else if link(growing, path) != 0 {
            // Unlike rename, link never replaces what appeared meanwhile; but not every file system
            // has it.
            let code = errno
            guard code == EPERM || code == EOPNOTSUPP else { throw FileError(path, code: code) }
            guard rename(growing, path) == 0 else { throw FileError(path) }
        }
        try syncDirectory()
    }

    /// The name too has to survive a power cut.
    private func syncDirectory() throws(FileError) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        let handle = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw FileError(directory) }
        defer { close(handle) }
        guard fsync(handle) == 0 else { throw FileError(directory) }
    }
}

/// What a signal's handler removes, which may do nothing else than that.
private nonisolated(unsafe) var unfinished: UnsafeMutablePointer<CChar>?
