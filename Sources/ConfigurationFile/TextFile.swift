internal import Glibc

/// Reading small text files, with the system's own words for what went wrong.
enum TextFile {
    enum ReadError: Error {
        case missing
        case failed(code: Int32)
        case tooLong
        case notUTF8

        var reason: String {
            switch self {
            case .missing: "there is no such file"
            case .failed(let code): String(cString: strerror(code))
            case .tooLong: "it is longer than \(TextFile.limitBytes / 1024) KiB"
            case .notUTF8: "it is not UTF-8 text"
            }
        }
    }

    /// Far more than any configuration needs; a path like /dev/zero must come to an end.
    static let limitBytes = 1 << 20

    static func read(_ path: String) throws(ReadError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .failed(code: errno) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .failed(code: errno) }
            if count == 0 { break }
            content += piece.prefix(count)
            guard content.count <= limitBytes else { throw .tooLong }
        }
        guard let text = String(validating: content, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// The names in a directory that end in `.yaml` and do not begin with a dot, in the order of
    /// their bytes; none when there is no such directory.
    static func yamlNames(in directory: String) throws(ReadError) -> [String] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return [] }
            throw .failed(code: errno)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".yaml"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
