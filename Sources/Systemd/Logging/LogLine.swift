internal import Logging

/// What a log event says, split into the line that people read and the fields that programs search.
///
/// Metadata whose key has the form of a journal field (`LIFESIGNAL_USER`) belongs to the journal
/// only: the text says it already. All other metadata follows the text, so that nothing a library
/// logs is lost.
struct LogLine {
    struct Field: Equatable {
        var name: String
        var value: String
    }

    /// One line without control characters.
    let text: String
    private let metadata: Logger.Metadata

    init(_ event: LogEvent, metadata: Logger.Metadata) {
        let own = event.metadata ?? [:]
        let all = metadata.isEmpty ? own : metadata.merging(own) { $1 }
        var text = "\(event.message)"
        if let error = event.error { text += ": \(error)" }
        // Mostly there are none, and to sort a filter takes a look at each of them as well.
        var others: [String] = []
        for key in all.keys where !Self.isJournalField(key) { others.append(key) }
        for key in others.sorted() { text += " \(key)=\(all[key, default: ""])" }
        self.metadata = all
        self.text = PrintableText.escaping(text)
    }

    /// Sorted by name; a list is one field for each of its elements, which the journal allows.
    var fields: [Field] {
        let own = metadata.lazy.filter {
            Self.isJournalField($0.key) && !Self.reserved.contains($0.key)
        }
        return own.sorted { $0.key < $1.key }.flatMap { key, value in
            switch value {
            case .array(let elements): elements.map { Field(name: key, value: "\($0)") }
            case .string(let text): [Field(name: key, value: text)]
            default: [Field(name: key, value: "\(value)")]
            }
        }
    }

    /// What the handler itself decides.
    private static let reserved = ["MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER"]

    /// sd_journal_sendv(3) takes upper-case letters, digits and underscores, no underscore or digit
    /// first, and no more than 64 of them; journald drops an entry's other fields unseen.
    static func isJournalField(_ key: String) -> Bool {
        guard let first = key.utf8.first, (65...90).contains(first), key.utf8.count <= 64 else {
            return false
        }
        return key.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) || $0 == 95 }
    }
}
