/// A configuration that is not taken, with every mistake in it.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// At least one; by file in the order of reading, then by line.
    public let mistakes: [Mistake]

    /// One line for each mistake.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}

/// One thing wrong in a configuration.
public struct Mistake: Equatable, Sendable, CustomStringConvertible {
    /// The path of a file, or `environment`.
    public var file: String
    /// From 1; nil where a line can't be named.
    public var line: Int?
    /// With dots, as in `pings.expireAfter`, or the name of an environment variable; nil when it is
    /// the file as a whole.
    public var key: String?
    /// What is wrong and what would be right; holds no value that may be secret.
    public var reason: String

    public init(file: String, line: Int? = nil, key: String? = nil, reason: String) {
        self.file = file
        self.line = line
        self.key = key
        self.reason = reason
    }

    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return key.map { "\(place): \($0): \(reason)" } ?? "\(place): \(reason)"
    }
}
