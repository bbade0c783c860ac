internal import Logging

/// What a log event says, split into the line that people read and the fields that programs search.
///
/// The fields of an entry belong to the journal only (``EntryFields``): the text says them already. All other
/// metadata follows the text, so that nothing a library logs is lost.
struct LogLine {
    /// One line without control characters.
    let text: String
    /// Nil if it was not logged as an entry of a kind.
    let entry: EntryFields?

    init(_ event: LogEvent, metadata: Logger.Metadata) {
        let own = event.metadata ?? [:]
        let all = metadata.isEmpty ? own : metadata.merging(own) { $1 }
        entry = EntryFields(in: all)
        var text = "\(event.message)"
        if let error = event.error { text += ": \(error)" }
        // Mostly there are none.
        if all.count > (entry == nil ? 0 : 1) {
            for (key, value) in all.sorted(by: { $0.key < $1.key }) where key != EntryFields.key {
                text += " \(key)=\(value)"
            }
        }
        self.text = PrintableText.escaping(text)
    }
}
