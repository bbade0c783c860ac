import LifeSignal

/// How commands of this tool are worded where somebody is told to type them.
///
/// A socket that was named by hand is in each of them: without it they would be for another daemon.
struct ProposedCommands: Sendable {
    /// As it was typed; nil where none was.
    private var named: String?
    /// What another account has to name, since it has neither what was typed nor this environment.
    private var namedBySudo: String?

    private static let tool = "lifesignalctl"
    /// What a command begins with, in the tool's own sentences and in the daemon's.
    private static let beginnings: Set<Substring> = [
        "sudo", "lifesignalctl", "systemctl", "journalctl",
    ]

    /// - Parameters:
    ///   - socket: what was given with `--socket`.
    ///   - path: what is spoken to.
    init(socket: String? = nil, path: String = FailureWords.defaultPath) {
        named = socket
        namedBySudo = socket ?? (path == FailureWords.defaultPath ? nil : path)
    }

    /// `check-in -u ben` as it is typed.
    func command(_ words: String) -> String {
        "\(Self.tool) \(words)" + Self.option(named)
    }

    /// The same by an administrator.
    func sudo(_ words: String) -> String {
        "sudo \(Self.tool) \(words)" + Self.option(namedBySudo)
    }

    /// What was typed just now, typed again by an administrator: a socket that was named is among it.
    ///
    /// - Parameter operands: what stands behind all options, with the "--" before it.
    func sudoAgain(_ words: String, operands: String) -> String {
        (named == nil ? sudo(words) : "sudo \(Self.tool) \(words)")
            + (operands.isEmpty ? "" : " " + operands)
    }

    /// What the daemon proposes, which can't know how it was reached.
    func reworded(_ sentence: String) -> String {
        Self.parts(of: sentence).map { part in
            let option =
                part.hasPrefix("sudo \(Self.tool) ")
                ? namedBySudo
                : part.hasPrefix("\(Self.tool) ") ? named : nil
            let end = part.last.map(Self.ends) == true ? part.suffix(1) : ""
            return part.dropLast(end.count) + Self.option(option) + end
        }.joined(separator: " ")
    }

    /// The words of a sentence, among which a command is one: its first words alone may be another command.
    static func parts(of sentence: String) -> [String] {
        var parts: [String] = []
        var isInCommand = false
        for word in sentence.split(separator: " ", omittingEmptySubsequences: false) {
            if isInCommand, let first = word.first, !"([<".contains(first) {
                parts[parts.count - 1] += " " + word
            } else {
                isInCommand = beginnings.contains(word)
                parts.append(String(word))
            }
            if let last = word.last, ends(last) { isInCommand = false }
        }
        return parts
    }

    private static func ends(_ character: Character) -> Bool { ";,.)".contains(character) }

    private static func option(_ socket: String?) -> String {
        socket.map { " " + ShellQuoting.joined(["--socket", $0]) } ?? ""
    }
}
