import ArgumentParser

/// A word that stands where a command has to, and is none.
struct MistypedCommand: Equatable {
    /// With the commands before it, such as `user lst`.
    var typed: String
    /// The same with the command that was probably meant; nil where none is near.
    var meant: String?
    /// What names the commands that there are.
    var help: String

    /// Nil where the arguments begin with a command, whatever else is wrong with them.
    init?(in arguments: [String]) {
        var command: any ParsableCommand.Type = Lifesignalctl.self
        var path: [String] = []
        var rest = arguments[...]
        while !command.configuration.subcommands.isEmpty {
            rest = Self.withoutSocket(rest)
            guard let word = rest.popFirst() else { return nil }
            guard !word.hasPrefix("-"), word != "help" else { return nil }
            let commands = command.configuration.subcommands
            guard let next = commands.first(where: { Self.names(of: $0).contains(word) }) else {
                let near =
                    Self.within(commands, named: word)
                    ?? Self.nearest(to: word, among: commands.flatMap(Self.names))
                typed = (path + [word]).joined(separator: " ")
                meant = near.map { (path + [$0]).joined(separator: " ") }
                help = (["lifesignalctl"] + path + ["--help"]).joined(separator: " ")
                return
            }
            path.append(word)
            command = next
        }
        return nil
    }

    /// What is wrong, and what names the commands that there are.
    var mistake: String {
        "there is no command “\(typed)”"
            + (meant.map { "; did you mean “\($0)”?" } ?? ".") + " See: \(help)"
    }

    /// What comes after a socket that is named first: a command, if there is one.
    static func withoutSocket(_ arguments: ArraySlice<String>) -> ArraySlice<String> {
        switch arguments.first {
        case "--socket": withoutSocket(arguments.dropFirst(2))
        case let word? where word.hasPrefix("--socket="): withoutSocket(arguments.dropFirst())
        default: arguments
        }
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        let configuration = command.configuration
        return (configuration.commandName.map { [$0] } ?? []) + configuration.aliases
    }

    /// `alert raise` for `raise`: the one command of that name which is under another one.
    private static func within(
        _ commands: [any ParsableCommand.Type], named word: String
    ) -> String? {
        let found = commands.flatMap { command -> [[String?]] in
            let (outer, own) = (
                command.configuration.commandName, command.configuration.subcommands
            )
            return own.filter { names(of: $0).contains(word) }
                .map { [outer, $0.configuration.commandName] }
        }
        return found.count == 1 ? found[0].compactMap(\.self).joined(separator: " ") : nil
    }

    /// What begins like `word`, or becomes it by two keys at the most.
    static func nearest(to word: String, among names: [String]) -> String? {
        guard !word.isEmpty else { return nil }
        if let name = names.first(where: { $0.hasPrefix(word) }) { return name }
        return names.map { (name: $0, keys: keys(from: word, to: $0)) }
            .filter { $0.keys <= 2 && $0.keys < word.count }
            .min { $0.keys < $1.keys }?.name
    }

    /// How many keys were missed, hit too much, hit instead of another, or hit in the wrong order: the optimal string
    /// alignment distance.
    static func keys(from word: String, to name: String) -> Int {
        let (word, name) = (Array(word), Array(name))
        var before: [Int] = []
        var last = Array(0...name.count)
        for row in word.indices {
            var next = [row + 1]
            for column in name.indices {
                let isSame = word[row] == name[column]
                var keys = min(
                    last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, word[row] == name[column - 1],
                    word[row - 1] == name[column]
                {
                    keys = min(keys, before[column - 1] + 1)
                }
                next.append(keys)
            }
            (before, last) = (last, next)
        }
        return last[name.count]
    }
}
