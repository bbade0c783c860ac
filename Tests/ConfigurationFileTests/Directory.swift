import Foundation

/// A directory of a test's own, gone afterwards.
final class Directory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "lifesignal-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the directories it needs, and answers its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

/// A text file of the checkout that this test was built from.
func repositoryFile(_ path: String, here: String = #filePath) throws -> String {
    let root = here.split(separator: "/").dropLast(3).joined(separator: "/")
    return try String(contentsOfFile: "/\(root)/\(path)", encoding: .utf8)
}
