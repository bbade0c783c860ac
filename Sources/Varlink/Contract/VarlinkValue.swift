/// A Swift type that stands for a type of Varlink's interface language.
///
/// Its values write themselves straight into the bytes that travel. A tree of ``JSON`` that is made of each
/// reply, written and taken down was a sixth of what a check-in cost the server's thread.
public protocol VarlinkValue: Hashable, Sendable {
    init(json: JSON) throws(TypeMismatch)

    /// Writes the value as JSON. A structure writes all its fields, those without a value as null.
    func write(to writer: inout JSONWriter)

    /// What a field of this type holds if it is left out, or nil if it must not be. Only nullable
    /// types may be.
    static var absent: Self? { get }
}

extension VarlinkValue {
    @inlinable public static var absent: Self? { nil }

    /// The value as a tree, read from what it writes. A fraction that JSON can't hold is null.
    ///
    /// Not asked of the type, so that a structure may have a field of this name.
    public var json: JSON { JSON(self) }
}

/// A Swift type that stands for a structure: what methods take and reply, and what they hold.
public protocol VarlinkObject: VarlinkValue {}

extension JSON {
    /// Reads one field of an object. It is compiled anew for each type, also in other modules: where that is not
    /// known, it is looked up for each field.
    ///
    /// - Throws: ``TypeMismatch`` with the field's name in its path, also for a field that is missing.
    @inlinable
    public func field<Value: VarlinkValue>(_ name: String) throws(TypeMismatch) -> Value {
        guard case .object(let object) = self else {
            throw TypeMismatch(expected: "object", found: self)
        }
        guard let value = object[name] else {
            if let absent = Value.absent { return absent }
            throw TypeMismatch(path: name, reason: "missing")
        }
        do {
            return try Value(json: value)
        } catch {
            throw error.within(field: name)
        }
    }

    /// Checks that this is an object at all, for a structure without fields.
    public func expectObject() throws(TypeMismatch) {
        guard case .object = self else { throw TypeMismatch(expected: "object", found: self) }
    }
}

/// A Swift type that stands for an enumeration. It is open: a value that this program doesn't know
/// is kept as it stands, since enumerations in replies may grow.
public protocol VarlinkEnum: VarlinkValue, RawRepresentable, CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}

extension VarlinkEnum {
    public init(json: JSON) throws(TypeMismatch) {
        guard case .string(let text) = json else {
            throw TypeMismatch(expected: "one of an enumeration's values", found: json)
        }
        self.init(rawValue: text)
    }

    @inlinable
    public func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }

    public var description: String { rawValue }
}

extension JSON {
    /// The value as a tree, whatever the names of its fields.
    public init(_ value: some VarlinkValue) {
        self.init(written: JSONWriter.bytes(of: value))
    }

    /// A text as it is: an error says again what the caller wrote, however long that was.
    public init(_ text: String) { self = .string(text) }
}

// What JSON has itself stands in a tree as it is.

extension Bool: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let bool = json.bool else { throw TypeMismatch(expected: "bool", found: json) }
        self = bool
    }

    public func write(to writer: inout JSONWriter) { writer.write(self) }
    public var json: JSON { .bool(self) }
}

extension Int64: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let int = json.int else { throw TypeMismatch(expected: "int", found: json) }
        self = int
    }

    public func write(to writer: inout JSONWriter) { writer.write(self) }
    public var json: JSON { .int(self) }
}

extension Double: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let float = json.float else { throw TypeMismatch(expected: "float", found: json) }
        self = float
    }

    public func write(to writer: inout JSONWriter) { writer.write(self) }
    public var json: JSON { .float(self) }
}

extension String: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let string = json.string else { throw TypeMismatch(expected: "string", found: json) }
        self = string
    }

    public func write(to writer: inout JSONWriter) { writer.write(self) }
    public var json: JSON { .string(self) }
}

extension JSON: VarlinkValue {
    public init(json: JSON) { self = json }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.write(literal: "null")
        case .bool(let bool): writer.write(bool)
        case .int(let int): writer.write(int)
        case .float(let float): writer.write(float)
        case .string(let string): writer.write(string)
        case .array(let array): array.write(to: &writer)
        case .object(let object): object.write(to: &writer)
        }
    }

    public var json: JSON { self }
}

extension JSONObject: VarlinkObject {
    public init(json: JSON) throws(TypeMismatch) {
        guard let object = json.object else { throw TypeMismatch(expected: "object", found: json) }
        self = object
    }

    public func write(to writer: inout JSONWriter) {
        writer.write(literal: "{")
        for position in keys.indices {
            if position > 0 { writer.write(literal: ",") }
            writer.write(keys[position])
            writer.write(literal: ":")
            values[position].write(to: &writer)
        }
        writer.write(literal: "}")
    }

    public var json: JSON { .object(self) }
}

// What follows is compiled anew for each type that it is of, also in other modules: where the type is not known,
// a value is copied to be written.

extension Array: VarlinkValue where Element: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let array = json.array else { throw TypeMismatch(expected: "array", found: json) }
        self = []
        reserveCapacity(array.count)
        for (position, element) in array.enumerated() {
            do {
                append(try Element(json: element))
            } catch {
                throw error.within(element: position)
            }
        }
    }

    @inlinable
    public func write(to writer: inout JSONWriter) {
        writer.write(literal: "[")
        for position in indices {
            if position > 0 { writer.write(literal: ",") }
            self[position].write(to: &writer)
        }
        writer.write(literal: "]")
    }
}

extension Dictionary: VarlinkValue where Key == String, Value: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let object = json.object else { throw TypeMismatch(expected: "object", found: json) }
        self = Dictionary(minimumCapacity: object.count)
        for (key, value) in object {
            do {
                self[key] = try Value(json: value)
            } catch {
                throw error.within(field: key)
            }
        }
    }

    /// Writes the fields in the order of their keys, so that the same dictionary gives the same text.
    @inlinable
    public func write(to writer: inout JSONWriter) {
        writer.write(literal: "{")
        var isFirst = true
        // Not the pairs: where the value's type is not known, comparing two of them copies both.
        for key in keys.sorted() {
            if isFirst { isFirst = false } else { writer.write(literal: ",") }
            key.write(to: &writer)
            writer.write(literal: ":")
            self[key]!.write(to: &writer)
        }
        writer.write(literal: "}")
    }
}

extension Optional: VarlinkValue where Wrapped: VarlinkValue {
    @inlinable
    public init(json: JSON) throws(TypeMismatch) {
        if case .null = json { self = nil } else { self = try Wrapped(json: json) }
    }

    @inlinable
    public func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.write(literal: "null") }
    }

    @inlinable public static var absent: Wrapped?? { .some(nil) }
}
