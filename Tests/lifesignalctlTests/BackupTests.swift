import Glibc
import LifeSignalAPI
import Testing

@testable import lifesignalctl

struct BackupTests {
    private func contents(_ path: String) throws -> String {
        try EditedFile(existing: path).read()
    }

    @Test func `a backup is whole, its owner's alone, and leaves nothing beside it`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/copy.db"
        try await withDaemon { daemon in
            let run = await daemon.run("backup \(path)")
            #expect(run.status == .done)
            #expect(run.output == "Wrote 15 bytes to \(path).\n")
            try #expect(contents(path) == "SQLite format 3")
            #expect(directory.names == ["copy.db"])
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    @Test func `a file that is there is replaced only by force`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/copy.db"
        try EditedFile(existing: path).write("precious")
        try await withDaemon { daemon in
            let refused = await daemon.run("backup \(path)")
            #expect(refused.status == .failed)
            #expect(
                refused.error == "NO backup: \(path): File exists. To replace it: add --force\n")
            #expect(daemon.called == [])
            try #expect(contents(path) == "precious")
            let done = await daemon.run("backup \(path) --force")
            #expect(done.status == .done)
            try #expect(contents(path) == "SQLite format 3")
        }
    }

    @Test func `a backup that is cut begins anew`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/copy.db"
        try await withDaemon { daemon in
            daemon.arrange(Daemon.Backup.self, .cutAfter(1))
            #expect(await daemon.run("backup \(path)").status == .done)
            try #expect(contents(path) == "SQLite format 3")
        }
    }

    @Test func `a backup that fails leaves the old one and nothing else`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/copy.db"
        try EditedFile(existing: path).write("precious")
        var home = Household()
        home.backup = ["U1FM", "not base64"]
        try await withDaemon(home) { daemon in
            let run = await daemon.run("backup \(path) --force")
            #expect(run.status == .failed)
            #expect(run.error == "NO backup: the daemon's copy is damaged on the way\n")
        }
        home.backup = []
        try await withDaemon(home) { daemon in
            let run = await daemon.run("backup \(path) --force")
            #expect(run.status == .failed)
            #expect(run.error == "NO backup: the daemon sent nothing\n")
        }
        try #expect(contents(path) == "precious")
        #expect(directory.names == ["copy.db"])
    }

    @Test func `a directory that is not there is named`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("backup /nonexistent/copy.db")
            #expect(run.status == .failed)
            #expect(
                run.error == "NO backup: /nonexistent/copy.db: No such file or directory\n")
        }
    }

    @Test func `nothing but a file is replaced, and of a link what it leads to`() throws {
        let directory = try TemporaryDirectory()
        let (pipe, link, real) = (
            directory.path + "/pipe", directory.path + "/latest.db", directory.path + "/monday.db"
        )
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: FileError(pipe, reason: "it is there, and is no regular file")) {
            try NewFile(pipe, replacing: true)
        }
        // It would not help to say so.
        #expect(throws: FileError(directory.path, reason: "it is there, and is no regular file")) {
            try NewFile(directory.path, replacing: false)
        }
        try EditedFile(existing: real).write("old")
        #expect(symlink("monday.db", link) == 0)
        let copy = try NewFile(link, replacing: true)
        try copy.write(Array("new".utf8))
        try copy.finish()
        try #expect(contents(real) == "new")
        var there = stat()
        #expect(lstat(link, &there) == 0 && there.st_mode & S_IFMT == S_IFLNK)
        #expect(directory.names == ["latest.db", "monday.db", "pipe"])
    }

    @Test func `a database that is in use is not replaced`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/lifesignal.db"
        for file in [path, path + "-wal"] { try EditedFile(existing: file).write("old") }
        let link = directory.path + "/latest.db"
        #expect(symlink("lifesignal.db", link) == 0)
        for name in [path, link] {
            let reason = "it is a database that is in use, since \(path)-wal is there"
            #expect(throws: FileError(name, reason: reason)) { try NewFile(name, replacing: true) }
        }
        try #expect(contents(path) == "old")
    }

    @Test func `what appeared meanwhile is not replaced`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/copy.db"
        let copy = try NewFile(path, replacing: false)
        try copy.write(Array("new".utf8))
        try EditedFile(existing: path).write("precious")
        #expect(throws: FileError(path, code: EEXIST)) { try copy.finish() }
        try #expect(contents(path) == "precious")
    }

    @Test func `reload and clock accept say what they did`() async throws {
        try await withDaemon { daemon in
            #expect(
                await daemon.run("reload").output.hasPrefix(
                    "Reloaded: the daemon's configuration is in force.\nThe sender reads its own"))
            #expect(
                await daemon.run("clock accept").output
                    == "The wall clock was not behind; nothing had to be taken over.\n")
            #expect(daemon.called == ["Reload", "GetStatus", "AcceptClock"])
        }
    }
}
