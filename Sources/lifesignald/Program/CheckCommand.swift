import ArgumentParser
import ConfigurationFile
import LifeSignal

struct CheckCommand: OfflineCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look at the database from end to end, and say what is wrong with it.",
        discussion: """
            Reads every page, follows every reference, and compares what is kept twice: counters with \
            what they count, the events of each user with all events, and the instant at which each \
            user is looked at next with what follows from their check-ins. Changes nothing. The daemon \
            must not run meanwhile.

            Exit status: 0 all is well, 74 it is damaged or can't be read, 75 a daemon runs.
            """)

    @OptionGroup var common: CommonOptions

    func perform() throws {
        let directory = try StateDirectory(existing: common.directory)
        let inspection = try Inspection(
            path: directory.database, settings: common.configuration().settings)
        guard inspection.findings.isEmpty else {
            try end(
                .storage,
                inspection.findings + [
                    "\(directory.database) is damaged; restore a backup with: lifesignald restore FILE"
                ])
        }
        let users = inspection.users == 1 ? "1 user" : "\(inspection.users) users"
        print("\(directory.database) is in order: \(users)")
    }
}
