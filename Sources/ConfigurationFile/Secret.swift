internal import Glibc

/// A text that must not show up in a log, an error or a dump.
public struct Secret: Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where a secret lies; the configuration itself never holds one.
public enum SecretSource: Hashable, Sendable {
    /// A systemd credential of this name: `LoadCredential=` of systemd.exec(5).
    case credential(String)
    /// A file at an absolute path.
    case file(String)

    /// Why a secret can't be had.
    public enum ReadError: Error, Equatable {
        case noCredentials(name: String)
        case unreadable(path: String, reason: String)
        case empty(path: String)
        case notOneLine(path: String)
    }

    /// Reads the secret, without the line break that editors put at its end.
    ///
    /// - Parameter credentialsDirectory: what `$CREDENTIALS_DIRECTORY` holds.
    public func read(credentialsDirectory: String?) throws(ReadError) -> Secret {
        let path: String
        switch self {
        case .file(let file): path = file
        case .credential(let name):
            guard let directory = credentialsDirectory, !directory.isEmpty else {
                throw .noCredentials(name: name)
            }
            path = "\(directory)/\(name)"
        }
        let content: String
        do { content = try TextFile.read(path) } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        var text = content[...]
        while let last = text.last, last.isNewline { text.removeLast() }
        guard !text.isEmpty else { throw .empty(path: path) }
        guard !text.contains(where: \.isNewline) else { throw .notOneLine(path: path) }
        return Secret(String(text))
    }
}

extension SecretSource.ReadError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noCredentials(let name):
            "the credential \(name) was not handed over; "
                + "the unit needs LoadCredential=\(name):/path/of/the/secret"
        case .unreadable(let path, let reason): "the secret in \(path) can't be read: \(reason)"
        case .empty(let path): "\(path) holds no secret"
        case .notOneLine(let path): "\(path) holds more than one line; a secret is one"
        }
    }
}
