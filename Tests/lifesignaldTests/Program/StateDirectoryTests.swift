import Foundation
import Glibc
import Testing

@testable import lifesignald

struct StateDirectoryTests {
    private let temporary: TemporaryDirectory
    private var path: String { temporary.file("state") }

    init() throws {
        temporary = try TemporaryDirectory()
    }

    @Test func `it is made, for its owner only`() throws {
        let directory = try StateDirectory(path: path)
        var file = stat()
        #expect(stat(directory.path, &file) == 0)
        #expect(file.st_mode & 0o777 == 0o700)
    }

    @Test func `one process holds it at a time`() throws {
        let first = try StateDirectory(path: path)
        let error = #expect(throws: StateDirectory.OpenError.self) {
            try StateDirectory(path: path)
        }
        if case .locked = error {} else { Issue.record("\(String(describing: error))") }
        #expect(first.path == path)
    }

    @Test func `a storage error asks for a check by the next start, once`() throws {
        let directory = try StateDirectory(path: path)
        #expect(!directory.needsCheck)
        directory.requestCheck()
        #expect(directory.needsCheck)
        directory.checkDone()
        #expect(!directory.needsCheck)
    }

    @Test(arguments: ["reserve", "check-needed", "lifesignal.db-wal"])
    func `a database is missed where a daemon has left something else`(left: String) throws {
        let directory = try StateDirectory(path: path)
        #expect(!directory.hasLostDatabase)
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path)/\(left)"))
        #expect(directory.hasLostDatabase)
        try Data("x".utf8).write(to: URL(fileURLWithPath: directory.database))
        #expect(!directory.hasLostDatabase)
    }

    @Test func `a backup that was cut off does not stay, and one that somebody keeps there does`()
        throws
    {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        let cutOff = StateDirectory.backupPrefix + "17"
        for name in ["\(cutOff).db", "\(cutOff).db-journal", "lifesignal.db", "backup-monday.db"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        let directory = try StateDirectory(path: path)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(Set(names) == ["lifesignal.db", "lock", "backup-monday.db"])
    }

    @Test func `a directory that others use is refused, and stays open to them`() throws {
        func mode() throws -> Int {
            try #require(
                FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path)/letter.txt"))
        let error = #expect(throws: StateDirectory.OpenError.self) {
            try StateDirectory(path: path)
        }
        if case .shared = error {} else { Issue.record("\(String(describing: error))") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["letter.txt"])
        #expect(try mode() == 0o755)
        // An empty one, or a daemon's, is closed.
        try FileManager.default.removeItem(atPath: "\(path)/letter.txt")
        _ = try StateDirectory(path: path)
        #expect(try mode() == 0o700)
    }

    @Test func `a file in its place is refused`() throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: StateDirectory.OpenError.self) {
            try StateDirectory(path: path)
        }
        if case .unusable = error {} else { Issue.record("\(String(describing: error))") }
    }
}
