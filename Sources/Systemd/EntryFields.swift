public import Logging

/// Fields of one journal entry, in the order in which they are given.
public struct JournalFields: ExpressibleByDictionaryLiteral, Equatable, Sendable {
    struct Field: Equatable, Sendable {
        var field: JournalField
        var value: String
    }

    // A handful: to look through them is less than to make a dictionary.
    private(set) var all: [Field] = []

    public init(dictionaryLiteral fields: (JournalField, String)...) {
        for (field, value) in fields { self[field] = value }
    }

    /// Nil leaves the field out.
    public subscript(_ field: JournalField) -> String? {
        get { all.first { $0.field == field }?.value }
        set {
            all.removeAll { $0.field == field }
            if let newValue { all.append(Field(field: field, value: newValue)) }
        }
    }
}

/// What the journal gets of an entry besides its words. It goes with a logger's event as one value of its
/// metadata, which is not looked into where an entry becomes text.
struct EntryFields: CustomStringConvertible, Equatable, Sendable {
    /// Of the metadata.
    static let key = "entry"

    let id: MessageID
    let fields: JournalFields

    init(_ id: MessageID, _ fields: JournalFields) {
        (self.id, self.fields) = (id, fields)
    }

    init?(in metadata: Logger.Metadata) {
        guard case .stringConvertible(let value) = metadata[Self.key],
            let entry = value as? EntryFields
        else { return nil }
        self = entry
    }

    var metadata: Logger.Metadata { [Self.key: .stringConvertible(self)] }

    /// For a handler that knows nothing of journals.
    var description: String { id.event }

    /// `NAME=value`, those that every entry of this kind has first.
    var assignments: [String] {
        ["MESSAGE_ID=\(id.rawValue)", "\(JournalField.event.rawValue)=\(id.event)"]
            + fields.all.map { "\($0.field.rawValue)=\($0.value)" }
    }
}

extension Logger {
    /// Writes one entry of a kind, at the kind's own level unless another is given.
    ///
    /// `fields` must hold every one of `id.fields`, and may hold more.
    public func entry(
        _ id: MessageID, _ message: @autoclosure () -> Logger.Message,
        _ fields: JournalFields = [:], level: Logger.Level? = nil
    ) {
        assert(id.fields.allSatisfy { fields[$0] != nil }, "\(id) needs \(id.fields)")
        log(level: level ?? id.level, message(), metadata: EntryFields(id, fields).metadata)
    }
}
