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
        let own = event.metadata ?? [:]
        let all = metadata.isEmpty ? own : metadata.merging(own) { $1 }
        var fields: [Field] = []
        fields.reserveCapacity(all.count)
        var text = "\(event.message)"
        if let error = event.error { text += ": \(error)" }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            if !Self.isJournalField(key) {
                text += " \(key)=\(value)"
            } else if !Self.reserved.contains(key) {
                switch value {
                case .array(let elements):
                    fields += elements.map { Field(name: key, value: "\($0)") }
                case .string(let text): fields.append(Field(name: key, value: text))
                default: fields.append(Field(name: key, value: "\(value)"))
                }
            }
        }
        self.fields = fields
        self.text = PrintableText.escaping(text)
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
