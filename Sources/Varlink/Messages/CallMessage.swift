/// One call as it stands in a frame.
package struct CallMessage: Hashable {
    package var method: String
    package var parameters: JSONObject
    /// The caller takes any number of replies.
    package var more = false
    /// The caller takes no reply.
    package var oneway = false
    /// The first parameter that holds a number out of range, which is not kept.
    package var outsizedParameter: String?

    /// The frame, with the NUL that ends it. What is false or empty is left out.
    package var frame: [UInt8] {
        var message: JSONObject = ["method": .string(method)]
        if !parameters.isEmpty { message.append("parameters", .object(parameters)) }
        if more { message.append("more", true) }
        if oneway { message.append("oneway", true) }
        var writer = JSONWriter()
        message.write(to: &writer)
        writer.write(byte: 0)
        return writer.withBytes { Array($0) }
    }
}

extension CallMessage {
    /// What makes a frame no call; the connection that brought it is closed without a word, as
    /// systemd does it (sd-varlink.c, varlink_dispatch_method).
    package enum Malformed: Error, Hashable, CustomStringConvertible {
        case json(JSON.ParseError)
        case notAnObject
        case unknownKey(String)
        /// A key of the wrong type.
        case mistyped(String)
        case methodMissing
        case moreAndOneway
        /// The protocol is not to be left; this library has nothing to upgrade to.
        case upgrade

        package var description: String {
            switch self {
            case .json(let error): "not JSON: \(error)"
            case .notAnObject: "not an object"
            case .unknownKey(let key): "unknown key '\(key.cut(toBytes: 80))'"
            case .mistyped(let key): "'\(key)' has the wrong type"
            case .methodMissing: "no method"
            case .moreAndOneway: "both 'more' and 'oneway'"
            case .upgrade: "asks for an upgrade"
            }
        }
    }

    /// Reads a frame, without its NUL.
    package init(frame: [UInt8], maximumDepth: Int) throws(Malformed) {
        var reader = JSONReader(frame, maximumDepth: maximumDepth, readsOnAfterOutsized: true)
        let json: JSON
        do {
            json = try reader.onlyValue()
        } catch {
            throw .json(error)
        }
        guard case .object(let message) = json else { throw .notAnObject }
        var method: String?
        self.init(method: "", parameters: [:])
        if let outsized = reader.outsized, outsized.outer == "parameters" {
            outsizedParameter = outsized.inner
        }
        for (key, value) in message {
            switch key {
            case "method":
                guard let name = value.string else { throw .mistyped(key) }
                method = name
            case "parameters":
                guard value == .null || value.object != nil else { throw .mistyped(key) }
                parameters = value.object ?? [:]
            case "more": more = try Self.flag(key, value)
            case "oneway": oneway = try Self.flag(key, value)
            case "upgrade": if try Self.flag(key, value) { throw .upgrade }
            default: throw .unknownKey(key)
            }
        }
        guard let method else { throw .methodMissing }
        guard !(more && oneway) else { throw .moreAndOneway }
        self.method = method
    }

    private static func flag(_ key: String, _ value: JSON) throws(Malformed) -> Bool {
        guard let flag = value.bool else { throw .mistyped(key) }
        return flag
    }
}
