import ArgumentParser
import ConfigurationFile
import LifeSignal

struct RestoreCommand: OfflineCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of the database.",
        discussion: """
            FILE is what lifesignalctl backup has written. It is checked first; the database that was \
            there stays beside it, under a name that is printed. The daemon must not run meanwhile.

            Afterwards everybody is where they were when the backup was made. Who has checked in since \
            is asked to do so again, and is reported silent no earlier than the time after an outage \
            allows.

            Exit status: 0 done, 74 nothing was changed because FILE or the disk is not fit, 75 a \
            daemon runs.
            """)

    @Argument(help: "The backup.")
    var file: String

    @OptionGroup var common: CommonOptions

    func perform() throws {
        let settings = try common.configuration().settings
        let directory = try StateDirectory(path: common.directory)
        let kept = try Restoration(of: file, into: directory).perform(settings: settings)
        print("\(file) is the database now")
        if let kept { print("the one before is kept as \(kept)") }
    }
}
