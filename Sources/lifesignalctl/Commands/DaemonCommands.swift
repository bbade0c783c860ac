import ArgumentParser
import LifeSignal
import LifeSignalAPI
import Varlink

struct ReloadCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Read the configuration anew.",
        discussion: "Answers when it is in force. With a mistake in it the old one stays.")

    @OptionGroup var connection: ConnectionOptions

    var undone: String { "NOT reloaded" }

    func perform(in session: Session) async throws {
        _ = try await session.call(Daemon.Reload.self, .init())
        session.tell(
            """
            Reloaded: the daemon's configuration is in force.
            The sender reads its own, of channels and passwords: sudo systemctl reload lifesignal-notify
            """)
    }
}

struct ClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "The server's clock.", subcommands: [ClockAccept.self])
}

struct ClockAccept: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Take the wall clock over although it went back.",
        discussion: """
            While the clock shows an earlier time than it did before, the daemon goes by its own \
            reckoning. Look at “timedatectl” first: this says that the clock is right now.
            """)

    @OptionGroup var connection: ConnectionOptions

    var undone: String { "NOT taken over" }

    func perform(in session: Session) async throws {
        let problems = try await session.call(Daemon.GetStatus.self, .init()).status.problems
        _ = try await session.call(Daemon.AcceptClock.self, .init())
        let wasBehind = problems.contains { $0.code == Problem.Code.clockBehind.rawValue }
        session.tell(
            wasBehind
                ? "The wall clock is taken over."
                : "The wall clock was not behind; nothing had to be taken over.")
    }
}

struct BackupCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a consistent copy of the database to a file.",
        discussion: """
            The daemon goes on meanwhile. The file holds everything, notes and secrets included, \
            and is readable by you alone. It appears only once it is whole.
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    var undone: String { "NO backup" }

    func validate() throws {
        if file == "-" { throw ValidationError("A backup goes to a file, not to standard output") }
    }

    func perform(in session: Session) async throws {
        let copy: NewFile
        do {
            copy = try NewFile(file, replacing: force)
        } catch {
            throw NotDone("\(error)", remedy: error.isExisting ? "To replace it: add --force" : nil)
        }
        var failure: (any Error)?
        try await session.whole(
            Daemon.Backup.self, .init(), \.data,
            begin: { failure = Self.failure(of: { try copy.startOver() }) },
            { piece in
                guard failure == nil else { return false }
                failure = Self.failure(of: {
                    guard let bytes = Base64.decoded(piece) else {
                        throw NotDone("the daemon's copy is damaged on the way")
                    }
                    try copy.write(bytes)
                })
                return failure == nil
            })
        if let failure { throw failure }
        guard copy.byteCount > 0 else { throw NotDone("the daemon sent nothing") }
        try copy.finish()
        session.tell("Wrote \(Words.count(copy.byteCount, "byte")) to \(file).")
    }

    private static func failure(of body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
