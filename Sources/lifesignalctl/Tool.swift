import ArgumentParser
import Glibc
import LifeSignal
import Varlink

@main
enum Tool {
    /// What `--version` says.
    static let version = lifeSignalVersion

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let status = await run(arguments, in: .real)
        exit(status.rawValue)
    }

    /// Runs one invocation; the only place where a failure is put into words and shown.
    static func run(_ arguments: [String], in world: World) async -> ExitStatus {
        let command: any ParsableCommand
        do {
            command = try Lifesignalctl.parseAsRoot(arguments)
        } catch {
            return endOfParsing(error, of: arguments, in: world)
        }
        guard let command = command as? any ToolCommand else {
            var command = command
            do {
                try command.run()
                return .done
            } catch {
                return endOfParsing(error, of: arguments, in: world)
            }
        }
        return await run(command, arguments, in: world)
    }

    private static func run(
        _ command: any ToolCommand, _ arguments: [String], in world: World
    ) async -> ExitStatus {
        var session: Session?
        do {
            let opened = Session(
                world: world, address: try command.connection.address(in: world),
                socket: command.connection.socket)
            session = opened
            try requireText(arguments, of: command)
            do {
                try await command.perform(in: opened)
                return .done
            } catch let error as CallError {
                if let notDone = command.notDone(for: error, on: opened.errorScreen) {
                    throw notDone
                }
                let words = FailureWords(
                    screen: opened.errorScreen, address: opened.address, arguments: arguments,
                    ofUser: command.ofUser,
                    unnamed: command.unnamed)
                throw words.notDone(for: error)
            }
        } catch let notDone as NotDone {
            var lastResort: String?
            if command.isCallForHelp {
                // Who has said no is not kept waiting for the daemon's word.
                let isAsked = notDone.status != .unavailable && !notDone.isTheirChoice
                let number = isAsked ? await session?.emergencyNumber() : nil
                lastResort = "Call \(number ?? Settings.anyEmergencyNumber)."
            }
            complain(notDone.line(undone: command.undone, lastResort: lastResort), in: world)
            return notDone.status
        } catch {
            complain("\(command.undone): \(error)", in: world)
            return .failed
        }
    }

    /// What is not UTF-8 has been read with U+FFFD in its place, and would be kept so: a note that nobody can read. A
    /// call for help goes out all the same.
    private static func requireText(
        _ arguments: [String], of command: any ToolCommand
    ) throws(NotDone) {
        guard !command.isCallForHelp, let garbled = arguments.first(where: \.isGarbled) else {
            return
        }
        throw NotDone(.usage, "“\(ForeignText.line(garbled))” is not UTF-8")
    }

    /// Help and version are asked for; everything else is a mistake in the invocation, told in one
    /// line.
    private static func endOfParsing(
        _ error: any Error, of arguments: [String], in world: World
    ) -> ExitStatus {
        guard !Lifesignalctl.exitCode(for: error).isSuccess else {
            if arguments.first == "help",
                let mistyped = MistypedCommand(in: Array(arguments.dropFirst()))
            {
                complain(mistyped.mistake, in: world)
                return .usage
            }
            // Where the parser breaks a line it begins the next at the left, examples and all.
            let answer = Lifesignalctl.fullMessage(for: error, columns: .max)
            var screen = world.screen(proposing: ProposedCommands())
            screen.width = min(screen.pageWidth, 100)
            world.console.write(HelpPage(answer)?.rendered(on: screen) ?? answer + "\n")
            return .done
        }
        if let mistyped = MistypedCommand(in: arguments) {
            complain(words(for: mistyped), in: world)
            return .usage
        }
        // The last line of the full message names the command whose help has the answer.
        let help = Lifesignalctl.fullMessage(for: error).split(separator: "\n")
            .last { $0.contains(" --help'") }?.split(separator: "'").dropFirst().first
        let reason = Lifesignalctl.message(for: error)
        let separator = reason.hasSuffix(".") || reason.hasSuffix("?") ? "" : "."
        let mistake = "\(reason)\(separator) See: \(help ?? "lifesignalctl --help")"
        complain(whole(mistake, in: arguments), in: world)
        return .usage
    }

    private static func words(for mistyped: MistypedCommand) -> String {
        let mistake = mistyped.mistake
        // What was meant tells what somebody may rely on.
        let meant = (mistyped.meant ?? mistyped.typed).split(separator: " ").map(String.init)
        let line = whole(mistake, in: meant)
        return line == mistake ? "Nothing done: \(mistake)" : line
    }

    /// Before the mistake stands what did not happen, and after it what to do, where somebody may rely on it.
    private static func whole(_ mistake: String, in arguments: [String]) -> String {
        let arguments = MistypedCommand.withoutSocket(arguments[...])
        return switch arguments.first {
        case "alert" where !arguments.dropFirst().contains { ["clear", "list"].contains($0) }:
            "\(AlertRaise.undone): \(mistake). Call \(Settings.anyEmergencyNumber)."
        case "check-in", "checkin":
            "\(CheckInCommand.undone): \(mistake)"
                + (arguments.dropFirst().first?.hasPrefix("-") == false
                    ? "; to check in somebody else: -u HANDLE" : "")
        default: mistake
        }
    }

    private static func complain(_ line: String, in world: World) {
        let text = ForeignText.line(line.split(separator: "\n").joined(separator: " "))
        world.console.writeError(world.errorScreen().paint(text, .danger) + "\n")
    }
}
