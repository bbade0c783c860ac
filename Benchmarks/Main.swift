import ArgumentParser
import Foundation
import Glibc

/// `make bench`: how fast LifeSignal is, beside what the machine can do at all.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifesignal-bench",
        abstract: "Measure the programs beside this one, and the machine in the same run.")

    enum Scope: String, CaseIterable, ExpressibleByArgument {
        case full, quick, glance
    }

    @Argument(help: "full takes forty minutes, quick two, glance only sees that it runs.")
    var scope = Scope.full

    @Option(help: "Where the databases are made; on the disk that is to be measured.")
    var directory = ".build/bench"

    @Option(help: "The file for the figures as JSON (default: DIRECTORY/figures.json).")
    var json: String?

    @Option(help: "The Debian package, for its bytes.")
    var package: String?

    @Option(
        parsing: .upToNextOption,
        help: "Only \(Runner.parts.joined(separator: ", "))."
    )
    var only: [String] = []

    @Option(parsing: .upToNextOption, help: "Only databases of so many users.")
    var users: [Int] = []

    @Option(
        help:
            "Where the programs of another build are: the two are measured in turn, and nothing else."
    )
    var beside: String?

    private var effort: Effort {
        var effort: Effort =
            switch scope {
            case .full: .full
            case .quick: .quick
            case .glance: .glance
            }
        if !users.isEmpty { effort.sizes = users }
        return effort
    }

    private var file: String { json ?? "\(directory)/figures.json" }

    func validate() throws {
        for part in only where !Runner.parts.contains(part) {
            throw ValidationError(
                "nothing is called \(part): --only takes \(Runner.parts.joined(separator: ", "))")
        }
        if let few = users.first(where: { $0 < 1 }) {
            throw ValidationError("a database of \(few) users: --users takes numbers from 1 on")
        }
        if let package, !FileManager.default.fileExists(atPath: package) {
            throw ValidationError("there is no package \(package): make deb builds one")
        }
    }

    /// Before forty minutes are spent.
    private func prepare() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw Failure("\(directory): \(error.localizedDescription)")
        }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) {
            guard !isFolder.boolValue, FileManager.default.isWritableFile(atPath: file) else {
                throw Failure("\(file) can't be written; name another --json")
            }
            return
        }
        // By making it: to root every place seems writable.
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Failure(
                "\(file) can't be made: \(String(cString: strerror(errno))); name another --json")
        }
        close(descriptor)
        unlink(file)
    }

    func run() throws {
        Child.endTogether {
            Runner.clearMemory()
            Home.clearAll()
        }
        try prepare()
        let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        var report = Report(machine: Machine(directory: absolute), isQuick: scope != .full)
        let runner = Runner(
            directory: absolute, programs: programs, effort: effort, only: Set(only),
            package: package, others: beside)
        report.figures = try runner.figures()
        report.machine.loadAfter = Machine.load()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(report).write(to: URL(fileURLWithPath: file))
        print(summary(report.machine))
        print(Table.text(report.figures))
        print("\nAs JSON: \(file)")
    }

    private var absolute: String {
        URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
    }

    private func summary(_ machine: Machine) -> String {
        """
        \(machine.processor), \(machine.cores) cores, Linux \(machine.kernel), \
        \(machine.fileSystem), SQLite \(machine.sqlite)
        load \(machine.loadBefore) before, \(machine.loadAfter) after; \(machine.at)

        """
    }
}
