/// The fields of a JSON object, in the order in which they were written.
///
/// Keys are compared as Swift compares strings: two spellings of the same letter (one code point,
/// or a letter and a combining accent) are the same key. Equality ignores the order, as RFC 8259
/// gives it no meaning.
public struct JSONObject: Sendable {
    public private(set) var keys: [String] = []
    public private(set) var values: [JSON] = []

    /// Where each key stands, once so many were added one by one that comparing them in turn would be
    /// slow. Nil: compare them.
    private var index: [String: Int]?
    private static let indexedFrom = 16

    public init() {}

    /// - Precondition: No key stands twice.
    public init(uniqueFields fields: some Sequence<(String, JSON)>) {
        keys.reserveCapacity(fields.underestimatedCount)
        values.reserveCapacity(fields.underestimatedCount)
        for (key, value) in fields {
            keys.append(key)
            values.append(value)
        }
        assert(Set(keys).count == keys.count, "a key stands twice among \(keys)")
    }

    public var count: Int { keys.count }
    public var isEmpty: Bool { keys.isEmpty }

    /// The field's value, or nil if there is no such field. Setting a field that exists keeps its
    /// place; setting nil removes it.
    public subscript(key: String) -> JSON? {
        get { position(of: key).map { values[$0] } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): values[position] = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Adds a field at the end. False, and nothing is added, if there is one of this name.
    @discardableResult
    public mutating func append(_ key: String, _ value: JSON) -> Bool {
        if index == nil, keys.count >= Self.indexedFrom { makeIndex() }
        guard position(of: key) == nil else { return false }
        keys.append(key)
        values.append(value)
        index?[key] = keys.count - 1
        return true
    }

    private func position(of key: String) -> Int? {
        if let index { index[key] } else { keys.firstIndex(of: key) }
    }

    private mutating func makeIndex() {
        index = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    }

    private mutating func remove(at position: Int) {
        keys.remove(at: position)
        values.remove(at: position)
        if index != nil { makeIndex() }
    }
}

extension JSONObject: Sequence {
    /// The fields in the order in which they were written.
    public func makeIterator() -> Zip2Sequence<[String], [JSON]>.Iterator {
        zip(keys, values).makeIterator()
    }

    public var underestimatedCount: Int { count }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        return left.allSatisfy { key, value in right[key] == value }
    }

    public func hash(into hasher: inout Hasher) {
        var ofAllFields = 0
        for (key, value) in self {
            var field = Hasher()
            field.combine(key)
            field.combine(value)
            ofAllFields ^= field.finalize()
        }
        hasher.combine(count)
        hasher.combine(ofAllFields)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// - Precondition: No key stands twice.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(uniqueFields: elements)
    }
}
