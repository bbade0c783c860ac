import Foundation

/// A directory that goes with its owner; in memory where the machine has such a place, since no
/// test here is about the disk.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let base =
            FileManager.default.isWritableFile(atPath: "/dev/shm")
            ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        path = "\(base)/lifesignald-test-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Its files as they are now, as whoever comes after a process that was killed finds them.
    func copy() throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        for (name, bytes) in try contents() {
            try bytes.write(to: URL(fileURLWithPath: copy.file(name)))
        }
        return copy
    }

    /// Every file with its bytes.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            contents[name] = try Data(contentsOf: URL(fileURLWithPath: file(name)))
        }
        return contents
    }
}
