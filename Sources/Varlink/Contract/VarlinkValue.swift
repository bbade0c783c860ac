/// A Swift type that stands for a type of Varlink's interface language.
public protocol VarlinkValue: Hashable, Sendable {
    init(json: JSON) throws(TypeMismatch)
    var json: JSON { get }

    /// What a field of this type holds if it is left out, or nil if it must not be. Only nullable
    /// types may be.
    static var absent: Self? { get }
}

extension VarlinkValue {
    public static var absent: Self? { nil }
}

/// A Swift type that stands for a structure: what methods take and reply, and what they hold.
public protocol VarlinkObject: VarlinkValue {}

extension JSON {
    /// Reads one field of an object.
    ///
    /// - Throws: ``TypeMismatch`` with the field's name in its path, also for a field that is missing.
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

    public var json: JSON { .string(rawValue) }

    public var description: String { rawValue }
}

extension Bool: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let bool = json.bool else { throw TypeMismatch(expected: "bool", found: json) }
        self = bool
    }

    public var json: JSON { .bool(self) }
}

extension Int64: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let int = json.int else { throw TypeMismatch(expected: "int", found: json) }
        self = int
    }

    public var json: JSON { .int(self) }
}

extension Double: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let float = json.float else { throw TypeMismatch(expected: "float", found: json) }
        self = float
    }

    public var json: JSON { .float(self) }
}

extension String: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let string = json.string else { throw TypeMismatch(expected: "string", found: json) }
        self = string
    }

    public var json: JSON { .string(self) }
}

extension JSON: VarlinkValue {
    public init(json: JSON) { self = json }
    public var json: JSON { self }
}

extension JSONObject: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        guard let object = json.object else { throw TypeMismatch(expected: "object", found: json) }
        self = object
    }

    public var json: JSON { .object(self) }
}

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

    // Where the type is not known, a key path is made anew each time.
    public var json: JSON { .array(map { $0.json }) }
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

    /// The fields in the order of their keys, so that the same dictionary gives the same text.
    public var json: JSON {
        // Not the pairs: where the value's type is not known, comparing two of them copies both.
        let keys = Array(keys).sorted()
        return .object(JSONObject(uniqueKeys: keys, values: keys.map { self[$0]!.json }))
    }
}

extension Optional: VarlinkValue where Wrapped: VarlinkValue {
    public init(json: JSON) throws(TypeMismatch) {
        if case .null = json { self = nil } else { self = try Wrapped(json: json) }
    }

    public var json: JSON { self?.json ?? .null }

    public static var absent: Wrapped?? { .some(nil) }
}
