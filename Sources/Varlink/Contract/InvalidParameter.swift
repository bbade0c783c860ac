/// `org.varlink.service.InvalidParameter` with a `reason` in words beside the parameter's name.
///
/// The standard error names the parameter only; a client that knows nothing of `reason` ignores it.
public struct InvalidParameter: VarlinkFailure, CustomStringConvertible {
    /// The name of the parameter, without the way into it.
    public var parameter: String
    public var reason: String?

    public init(_ parameter: String, reason: String? = nil) {
        self.parameter = parameter
        self.reason = reason
    }

    public init?(name: String, parameters: JSON) {
        guard name == Self.name, let parameter = parameters["parameter"].string else { return nil }
        self.init(parameter, reason: parameters["reason"].string)
    }

    static let name = "org.varlink.service.InvalidParameter"

    public var name: String { Self.name }

    public var parameters: JSON {
        var object: JSONObject = ["parameter": .string(parameter)]
        if let reason { object.append("reason", .string(reason)) }
        return .object(object)
    }

    public var description: String {
        reason.map { "invalid parameter '\(parameter)': \($0)" }
            ?? "invalid parameter '\(parameter)'"
    }
}
