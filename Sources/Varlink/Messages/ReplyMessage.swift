import NIOCore

/// One reply as it stands in a frame: parameters, or an error and its parameters.
package struct ReplyMessage: Hashable {
    package var error: String?
    package var parameters: JSONObject
    /// Further replies to the same call follow.
    package var continues = false

    /// Most replies are shorter.
    private static let usualBytes = 1024

    /// The frame of a reply, with the NUL that ends it. `parameters` is always there, as systemd has it.
    static func frame(
        _ parameters: some VarlinkObject, error: String? = nil, continues: Bool = false
    ) -> ByteBuffer {
        var writer = JSONWriter(capacity: usualBytes)
        writer.write(literal: "{")
        if let error {
            writer.write(literal: #""error":"#)
            writer.write(error)
            writer.write(literal: ",")
        }
        writer.write(literal: #""parameters":"#)
        parameters.write(to: &writer)
        if continues { writer.write(literal: #","continues":true"#) }
        writer.write(literal: "}")
        writer.write(byte: 0)
        return writer.withBytes { ByteBuffer(bytes: $0) }
    }
}

extension ReplyMessage {
    /// What makes a frame no reply.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package var description: String
    }

    /// Reads a frame, without its NUL. Keys that are not known are passed over: a service may be
    /// newer than its client.
    package init(frame: [UInt8], maximumDepth: Int) throws(Malformed) {
        let json: JSON
        do {
            json = try JSON(parsing: frame, maximumDepth: maximumDepth)
        } catch {
            throw Malformed(description: "the reply is not JSON: \(error)")
        }
        guard case .object(let message) = json else {
            throw Malformed(description: "the reply is not an object")
        }
        self.init(parameters: [:])
        switch message["error"] {
        case nil, .null: break
        case .string(let name): error = name
        default: throw Malformed(description: "the reply's 'error' is not a string")
        }
        switch message["parameters"] {
        case nil, .null: break
        case .object(let object): parameters = object
        default: throw Malformed(description: "the reply's 'parameters' is not an object")
        }
        switch message["continues"] {
        case nil, .null: break
        case .bool(let bool): continues = bool
        default: throw Malformed(description: "the reply's 'continues' is not a bool")
        }
    }
}
