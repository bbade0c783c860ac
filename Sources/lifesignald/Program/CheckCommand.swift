import ArgumentParser
import ConfigurationFile
import LifeSignal

struct CheckCommand: OfflineCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look at the database from end to end, and say what is wrong with it.",
        discussion: """
            Reads every page, follows every reference, and compares what is kept twice: counters with \
            what they count, who is shown to need help or to lack something, and what channels to \
            have failed to carry, with what that follows from, the events of each user with all \
            events, and the instant at which each user is looked at next with what follows from \
            their check-ins. Changes nothing, unless \
            --repair is given and what is kept twice is all that is wrong. The daemon must not run \
            meanwhile.

            Exit status: 0 all is well, 74 it is damaged or can't be read, 75 a daemon runs.
            """)

    @OptionGroup var common: CommonOptions

    @Flag(
        help: """
            Make what is kept twice anew, where that alone is wrong; the database that was there stays \
            beside it.
            """)
    var repair = false

    func perform() throws {
        let directory = try StateDirectory(existing: common.directory)
        let settings = try common.configuration().settings
        let inspection = try Inspection(path: directory.database, settings: settings)
        guard inspection.losses.isEmpty else {
            try end(
                .storage,
                inspection.findings + [
                    "\(directory.database) is damaged; restore a backup with: lifesignald restore FILE"
                ])
        }
        guard inspection.derived.isEmpty || repair else {
            try end(
                .storage,
                inspection.findings + [
                    "in \(directory.database) nothing is lost, and what is wrong follows from the rest; "
                        + "make it anew with: lifesignald check --repair"
                ])
        }
        let users = inspection.users == 1 ? "1 user" : "\(inspection.users) users"
        guard !inspection.derived.isEmpty else {
            return print("\(directory.database) is in order: \(users)")
        }
        let kept = try Restoration(repairing: directory).perform(settings: settings)
        for finding in inspection.derived { print(finding) }
        print("\(directory.database) is in order again: \(users)")
        if let kept { print("the one before is kept as \(kept)") }
    }
}
