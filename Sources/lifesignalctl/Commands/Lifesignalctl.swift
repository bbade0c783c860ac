import ArgumentParser

/// The root of the command tree.
struct Lifesignalctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lifesignalctl",
        abstract: "Look after a safety net between people: who is well, who is told, and when.",
        discussion: """
            Everyone in the net checks in from time to time. Whoever falls silent is asked about: \
            their responders are told.

              lifesignalctl status                 how everybody is, and what needs a hand
              lifesignalctl check-in               you are well
              lifesignalctl alert raise            call your responders for help
              lifesignalctl user explain ana       why ana is so, and what is next

            Exit status: 0 done, 1 refused or failed, 64 wrong usage, 69 the daemon cannot be \
            reached, 77 not permitted.
            """,
        version: Tool.version,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Every day",
                subcommands: [
                    StatusCommand.self, CheckInCommand.self, AlertCommand.self, PingCommand.self,
                    DependentsCommand.self,
                ]),
            CommandGroup(
                name: "The net",
                subcommands: [UserCommand.self, ResponderCommand.self, ChannelCommand.self]),
            CommandGroup(
                name: "What happened, and what will",
                subcommands: [
                    NotificationsCommand.self, DeadlinesCommand.self, EventsCommand.self,
                    HistoryCommand.self,
                ]),
            CommandGroup(
                name: "The daemon",
                subcommands: [ReloadCommand.self, BackupCommand.self, ClockCommand.self]),
        ])

    @OptionGroup var connection: ConnectionOptions
}
