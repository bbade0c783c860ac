internal import Logging

/// What a log event says, split into the line that people read and the fields that programs search.
///
/// Metadata whose key has the form of a journal field (`LIFESIGNAL_USER`) belongs to the journal
/// only: the text says it already. All other metadata follows the text, so that nothing a library
/// logs is lost.
struct LogLine: Equatable {
    struct Field: Equatable {
        var name: String
        var value: String
    }

    /// One line without control characters.
    let text: String
    /// Sorted by name; a list is one field for each of its elements, which the journal allows.
    let fields: [Field]

    init(_ event: LogEvent, metadata: Logger.Metadata) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        fields =
            all
            .filter { Self.isJournalField($0.key) && !Self.reserved.contains($0.key) }
            .flatMap { key, value in Self.values(of: value).map { Field(name: key, value: $0) } }
        var text = "\(event.message)"
        if let error = event.error { text += ": \(error)" }
        for (key, value) in all where !Self.isJournalField(key) { text += " \(key)=\(value)" }
        self.text = PrintableText.escaping(text)
    }

    private static func values(of value: Logger.MetadataValue) -> [String] {
        switch value {
        case .array(let elements): elements.map { "\($0)" }
        case .string(let text): [text]
        default: ["\(value)"]
        }
    }

    /// What the handler itself decides.
    private static let reserved: Set = ["MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER"]

    /// sd_journal_sendv(3) takes upper-case letters, digits and underscores, no underscore or digit
    /// first, and no more than 64 of them; journald drops an entry's other fields unseen.
    static func isJournalField(_ key: String) -> Bool {
        guard let first = key.utf8.first, (65...90).contains(first), key.utf8.count <= 64 else {
            return false
        }
        return key.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == 95 }
    }
}
