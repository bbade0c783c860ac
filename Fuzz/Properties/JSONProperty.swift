import Varlink

/// What has to hold for any bytes, checked by the fuzzer and, on what it has found, by the tests.
public enum Property {
    /// Bytes that are read are written and read back as the same; what is written stays as it is.
    ///
    /// - Returns: What does not hold, or nil.
    public static func ofJSON(_ bytes: [UInt8]) -> String? {
        guard let value = try? JSON(parsing: bytes) else { return nil }
        let written = value.bytes
        guard let again = try? JSON(parsing: written) else {
            return "what was written can't be read: \(value)"
        }
        guard again == value else { return "read back as \(again), not \(value)" }
        guard again.hashValue == value.hashValue else { return "equal values hash differently" }
        guard again.bytes == written else { return "written differently: \(again) and \(value)" }
        return depth(of: value) > JSON.defaultMaximumDepth ? "too deep: \(value)" : nil
    }

    private static func depth(of value: JSON) -> Int {
        switch value {
        case .array(let array): 1 + (array.map(depth).max() ?? 0)
        case .object(let object): 1 + (object.values.map(depth).max() ?? 0)
        default: 0
        }
    }
}
