/// Compares JSON values with what an interface declares.
///
/// Strict, as a service has to be with what it is called with: a field that the description doesn't
/// have and a value that an enumeration doesn't list are mismatches. A nullable field may be null or
/// left out; the two are the same.
public struct TypeChecker: Sendable {
    private let types: [String: Interface.TypeReference]
    private let methods: [String: Interface.Method]
    private let errors: [String: Interface.Failure]

    public init(_ interface: Interface) {
        types = Dictionary(uniqueKeysWithValues: interface.types.map { ($0.name, $0.definition) })
        methods = Dictionary(uniqueKeysWithValues: interface.methods.map { ($0.name, $0) })
        errors = Dictionary(uniqueKeysWithValues: interface.errors.map { ($0.name, $0) })
    }

    /// What is wrong with a call's parameters, or nil.
    ///
    /// - Parameter method: The name without the interface's.
    public func mismatch(ofParameters parameters: JSONObject, of method: String) -> TypeMismatch? {
        mismatch(of: parameters, with: methods[method]?.parameters, named: method)
    }

    /// What is wrong with a reply's parameters, or nil.
    public func mismatch(ofReply reply: JSONObject, of method: String) -> TypeMismatch? {
        mismatch(of: reply, with: methods[method]?.reply, named: method)
    }

    /// What is wrong with an error's parameters, or nil.
    public func mismatch(ofError parameters: JSONObject, of error: String) -> TypeMismatch? {
        mismatch(of: parameters, with: errors[error]?.parameters, named: error)
    }

    private func mismatch(
        of object: JSONObject, with structure: Interface.Structure?, named name: String
    ) -> TypeMismatch? {
        guard let structure else { return TypeMismatch(reason: "'\(name)' is not declared") }
        do {
            try check(object, structure)
            return nil
        } catch {
            return error
        }
    }

    /// Looks at what is there before what is missing, each in its order.
    private func check(
        _ object: JSONObject, _ structure: Interface.Structure
    ) throws(TypeMismatch) {
        for (name, value) in object {
            guard let field = structure.fields.first(where: { $0.name == name }) else {
                throw TypeMismatch(path: name, reason: "unknown")
            }
            do {
                try check(value, field.type)
            } catch {
                throw error.within(field: name)
            }
        }
        for field in structure.fields where object[field.name] == nil {
            if case .nullable = field.type { continue }
            throw TypeMismatch(path: field.name, reason: "missing")
        }
    }

    private func check(
        _ value: JSON, _ type: Interface.TypeReference
    ) throws(TypeMismatch) {
        switch type {
        case .bool: try expect("bool", value.bool != nil, value)
        case .int: try expect("int", value.int != nil, value)
        case .float: try expect("float", value.float != nil, value)
        case .string: try expect("string", value.string != nil, value)
        case .object: try expect("object", value.object != nil, value)
        case .any: break
        case .named(let name):
            if let definition = types[name] { try check(value, definition) }
        case .nullable(let wrapped):
            if value != .null { try check(value, wrapped) }
        case .structure(let structure):
            guard case .object(let object) = value else {
                throw TypeMismatch(expected: "object", found: value)
            }
            try check(object, structure)
        case .enumeration(let enumeration): try check(value, enumeration)
        case .array(let element): try checkElements(of: value, element)
        case .map(let element): try checkFields(of: value, element)
        }
    }

    private func check(
        _ value: JSON, _ enumeration: Interface.Enumeration
    ) throws(TypeMismatch) {
        let names = enumeration.values.map(\.name)
        guard let text = value.string else { throw TypeMismatch(expected: "string", found: value) }
        guard names.contains(text) else {
            throw TypeMismatch(reason: "expected one of \(names.joined(separator: ", "))")
        }
    }

    private func checkElements(
        of value: JSON, _ element: Interface.TypeReference
    ) throws(TypeMismatch) {
        guard let array = value.array else { throw TypeMismatch(expected: "array", found: value) }
        for (position, value) in array.enumerated() {
            do {
                try check(value, element)
            } catch {
                throw error.within(element: position)
            }
        }
    }

    private func checkFields(
        of value: JSON, _ element: Interface.TypeReference
    ) throws(TypeMismatch) {
        guard let object = value.object else {
            throw TypeMismatch(expected: "object", found: value)
        }
        for (name, value) in object {
            do {
                try check(value, element)
            } catch {
                throw error.within(field: name)
            }
        }
    }

    private func expect(_ what: String, _ isSo: Bool, _ value: JSON) throws(TypeMismatch) {
        guard isSo else { throw TypeMismatch(expected: what, found: value) }
    }
}
