import Glibc
import LifeSignal

/// `apprise+…`: whatever address Apprise knows, by its program.
///
/// The address goes to it as a configuration on a descriptor and the text on standard input: the
/// arguments of a process can be read by everybody on the machine. Its command line takes a title
/// as an argument only, so the title is the first line of the text.
struct Apprise: Sendable {
    /// Where the program is looked for, as in `$PATH`.
    let searchPath: String

    func send(_ message: Message, service: String, url: String) async -> Outcome {
        guard let path = find() else {
            return .failed("the program apprise is not installed; see https://pypi.org/p/apprise")
        }
        var program = ChildProgram(path: path)
        program.arguments = ["--config=/dev/fd/3", "--disable-async", "--input-format=text"]
        program.environment["HOME"] = "/nonexistent"
        program.input = Array("\(message.title)\n\n\(message.body)".utf8)
        program.extraInputs = [Array("\(Self.splitting(url))\n".utf8)]
        do throws(ChildProgram.SpawnError) {
            return Self.outcome(try await program.run(), service: service)
        } catch {
            return .failed("\(error)")
        }
    }

    /// Left to itself Apprise hands on what is longer than a service takes, and the service cuts or
    /// refuses it.
    static func splitting(_ url: String) -> String {
        url.contains("overflow=") ? url : url + (url.contains("?") ? "&" : "?") + "overflow=split"
    }

    private static func outcome(_ result: ChildProgram.Result, service: String) -> Outcome {
        let said = String(decoding: result.output, as: UTF8.self)
            .split(whereSeparator: \.isNewline).joined(separator: " / ")
        let tail = said.isEmpty ? "" : ": \(said)"
        switch result.end {
        case .exited(0): return .delivered("handed to Apprise (\(service))")
        // Apprise does not tell what would heal from what would not.
        case .exited(let status):
            return .failed("apprise ended with exit status \(status)\(tail)")
        case .killed(let signal): return .failed("apprise was killed by signal \(signal)\(tail)")
        case .timeOver:
            return .failed("apprise took longer than \(Outcome.timeLimit.components.seconds) s")
        case .cut: return .failed("cut off")
        }
    }

    private func find() -> String? {
        searchPath.split(separator: ":").map { "\($0)/apprise" }
            .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }
}
