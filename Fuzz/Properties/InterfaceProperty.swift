import Varlink

extension Property {
    /// A description that is read is printed and read back as the same; what is printed stays as it
    /// is; and values can be compared with each of its structures.
    ///
    /// - Returns: What does not hold, or nil.
    public static func ofInterface(_ bytes: [UInt8]) -> String? {
        guard let interface = try? Interface(parsing: String(decoding: bytes, as: UTF8.self)) else {
            return nil
        }
        let printed = interface.description
        let again: Interface
        do {
            again = try Interface(parsing: printed)
        } catch {
            return "what was printed can't be read: \(error)\n\(printed)"
        }
        guard again == interface else { return "read back differently:\n\(printed)" }
        guard again.description == printed else { return "printed differently:\n\(printed)" }
        let checker = TypeChecker(interface)
        for method in interface.methods {
            let values = method.parameters.fields.map { ($0.name, JSON.int(1)) }
            _ = checker.mismatch(
                ofParameters: JSONObject(uniqueFields: values), of: method.name)
        }
        return nil
    }
}
