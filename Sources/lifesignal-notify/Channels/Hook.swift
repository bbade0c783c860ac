import Glibc
import LifeSignal

/// `exec:NAME`: a program in the hooks directory, which gets the message as JSON.
struct Hook: Sendable {
    /// `hooks/` beside the configuration file.
    let directory: String

    /// Exit statuses with a meaning (docs/CHANNELS.md): 0, and EX_CONFIG of sysexits.h.
    private static let cannotEver: CInt = 78

    func send(_ message: Message, name: String) async -> Outcome {
        let path = "\(directory)/\(name)"
        do throws(Unfit) {
            try Self.check(directory: directory)
            try Self.check(program: path)
        } catch {
            // It heals when somebody corrects it.
            return .failed("the hook \(name) is not run: \(error.reason)")
        }
        var program = ChildProgram(path: path)
        program.input = message.json + [UInt8(ascii: "\n")]
        do throws(ChildProgram.SpawnError) {
            let result = try await program.run()
            var outcome = Self.outcome(result, name: name)
            outcome.gist = result.end.description
            return outcome
        } catch {
            return .failed("the hook \(name) could not be run: \(error)")
        }
    }

    private static func outcome(_ result: ChildProgram.Result, name: String) -> Outcome {
        let said = String(decoding: result.output, as: UTF8.self)
            .split(whereSeparator: \.isNewline).joined(separator: " / ")
        let tail = said.isEmpty ? "" : ": \(said)"
        switch result.end {
        case .exited(0): return .delivered("handed to the hook \(name)\(tail)")
        case .exited(cannotEver):
            return .refused("the hook \(name) refused\(tail)", isOfMessage: true)
        case .exited(let status):
            return .failed("the hook \(name) ended with exit status \(status)\(tail)")
        case .killed(let signal):
            return .failed("the hook \(name) was killed by signal \(signal)\(tail)")
        case .timeOver:
            return .failed(
                "the hook \(name) took longer than \(Outcome.timeLimit.components.seconds) s and "
                    + "was killed\(tail)")
        case .cut: return .failed("cut off")
        }
    }

    // MARK: Who may have written it

    private struct Unfit: Error {
        var reason: String
    }

    private static func check(directory: String) throws(Unfit) {
        let status = try status(directory)
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw Unfit(reason: "\(directory) is no directory")
        }
        try checkOwner(status, directory)
    }

    private static func check(program path: String) throws(Unfit) {
        let status = try status(path)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Unfit(reason: "\(path) is not a file of its own; links are not followed")
        }
        try checkOwner(status, path)
        guard access(path, X_OK) == 0 else {
            throw Unfit(reason: "\(path) is not executable; chmod +x makes it so")
        }
    }

    private static func status(_ path: String) throws(Unfit) -> stat {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let why = errno == ENOENT ? "does not exist" : String(cString: strerror(errno))
            throw Unfit(reason: "\(path) \(why)")
        }
        return status
    }

    /// Whoever could write it could run what they like as the sender.
    private static func checkOwner(_ status: stat, _ path: String) throws(Unfit) {
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw Unfit(reason: "\(path) must belong to root or to the sender's account")
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw Unfit(reason: "\(path) must not be writable by others; chmod go-w makes it so")
        }
    }
}
