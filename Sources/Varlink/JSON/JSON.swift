/// A JSON value as RFC 8259 defines it, with what Varlink adds: whole numbers and fractions are
/// told apart, and a whole number lies within ±2^53, so that every reader sees the same one.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction and exponent.
    case int(Int64)
    /// A number written with a fraction or an exponent. Infinities and NaN have no place in JSON;
    /// they are written as null.
    case float(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// The greatest magnitude of a whole number that every JSON reader keeps exactly (RFC 7493).
    public static let greatestInteger: Int64 = 1 << 53

    /// The object's fields, or nil if this is none.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The text, or nil if this is none.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The truth value, or nil if this is none.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The whole number, or nil if this is none. A fraction that equals a whole number below
    /// ±2^53 counts as one (`1.0` is 1), as it does for systemd and for every JavaScript peer. One that is
    /// 2^53 may have been written as another, and counts as none.
    public var int: Int64? {
        switch self {
        case .int(let int): return int
        case .float(let float):
            guard let int = Int64(exactly: float), int.magnitude < Self.greatestInteger.magnitude
            else { return nil }
            return int
        default: return nil
        }
    }

    /// The number, whole or not, or nil if this is none.
    public var float: Double? {
        switch self {
        case .int(let int): Double(int)
        case .float(let float): float
        default: nil
        }
    }

    /// The elements, or nil if this is no array.
    public var array: [JSON]? {
        if case .array(let array) = self { array } else { nil }
    }

    /// The field's value; null if it is absent or this is no object.
    public subscript(field: String) -> JSON {
        object?[field] ?? .null
    }

    /// What kind of value this is, in the words of Varlink's interface language.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .int(value) }
    public init(floatLiteral value: Double) { self = .float(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// - Precondition: No key stands twice.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(uniqueFields: elements))
    }
}

extension JSON {
    /// The value as compact JSON: no whitespace, everything but quotation marks, backslashes and control
    /// characters as it is in UTF-8.
    public var bytes: [UInt8] { JSONWriter.bytes(of: self) }
}

extension JSON: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
