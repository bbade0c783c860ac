import Glibc

/// A directory that is gone with everything in it at the end of a test.
final class TemporaryDirectory: Sendable {
    struct NotMade: Error {
        var code: Int32
    }

    let path: String

    init() throws {
        var template = Array("/tmp/lifesignalctl-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw NotMade(code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// The names of the files in it, in order.
    var names: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
