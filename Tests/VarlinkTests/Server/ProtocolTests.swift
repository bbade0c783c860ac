import Testing
import Varlink

/// Byte for byte what a server answers, the rows of systemd's behaviour among them.
@Suite struct ProtocolTests {
    private static let echo = #""method":"org.example.trial.Echo""#
    private static let invalid = "org.varlink.service.InvalidParameter"

    private func reply(to frame: String) async throws -> RawConnection.Received {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        connection.send(frame: frame)
        let received = await connection.receive()
        if case .frame = received {
            connection.send(frame: #"{"method":"org.varlink.service.GetInfo"}"#)
            let next = await connection.receive()
            #expect(next.description.contains("Trial"), "the connection is not served on")
        }
        await service.server.shutdown()
        return received
    }

    @Test(arguments: [
        #"{"method":"org.example.trial.Echo","parameters":{"text":"hi"}}"#,
        #"{"parameters":{"text":"hi","number":null},"method":"org.example.trial.Echo","more":false}"#,
        #" {"method" : "org.example.trial.Echo", "parameters" : {"text" : "hi"} } "#,
        #"{"method":"org.example.trial.Echo","parameters":{"text":"hi"},"upgrade":false}"#,
        // `more` for a method that replies once brings the one reply.
        #"{"method":"org.example.trial.Echo","parameters":{"text":"hi"},"more":true}"#,
    ])
    func `a good call is answered`(frame: String) async throws {
        #expect(
            try await reply(to: frame)
                == .frame(
                    #"{"parameters":{"text":"hi","number":null,"choice":null,"tree":null}}"#))
    }

    @Test(arguments: [
        #"{"method":"org.example.trial.WhoAmI"}"#,
        #"{"method":"org.example.trial.WhoAmI","parameters":null}"#,
        #"{"method":"org.example.trial.WhoAmI","parameters":{}}"#,
    ])
    func `parameters may be missing or null`(frame: String) async throws {
        #expect(try await reply(to: frame).description.hasPrefix(#"{"parameters":{"pid":"#))
    }

    @Test(arguments: [
        "org.example.trial.Nothing", "org.example.other.Echo", "org.example.trial.echo", "Echo", "",
        "org.example.trial", "org.example.trial.Tree",
    ])
    func `a method or interface that is not there is MethodNotFound`(name: String) async throws {
        #expect(
            try await reply(to: #"{"method":"\#(name)","parameters":{"x":1}}"#)
                == .frame(
                    #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"\#(name)"}}"#
                ))
    }

    @Test func `a method without a handler is MethodNotImplemented`() async throws {
        let name = "org.example.trial.Unimplemented"
        #expect(
            try await reply(to: #"{"method":"\#(name)","parameters":{"wrong":1}}"#)
                == .frame(
                    #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"\#(name)"}}"#
                ))
    }

    @Test(arguments: [
        (#"{}"#, "text", "text: missing"),
        (#"{"text":null}"#, "text", "text: expected string, found null"),
        (#"{"text":5}"#, "text", "text: expected string, found int"),
        (#"{"text":"x","bogus":1}"#, "bogus", "bogus: unknown"),
        (#"{"bogus":null}"#, "bogus", "bogus: unknown"),
        (#"{"text":"x","number":"5"}"#, "number", "number: expected int, found string"),
        (#"{"text":"x","number":5.5}"#, "number", "number: expected int, found float"),
        (#"{"text":"x","fraction":true}"#, "fraction", "fraction: expected float, found bool"),
        (#"{"text":"x","truth":1}"#, "truth", "truth: expected bool, found int"),
        (#"{"text":"x","list":{}}"#, "list", "list: expected array, found object"),
        (#"{"text":"x","list":[1,null]}"#, "list", "list[1]: expected int, found null"),
        (#"{"text":"x","map":{"a":"blue"}}"#, "map", "map.a: expected one of red, green, other"),
        (#"{"text":"x","set":{"a":{"b":1}}}"#, "set", "set.a.b: unknown"),
        (#"{"text":"x","choice":"three"}"#, "choice", "choice: expected one of one, two"),
        (#"{"text":"x","choice":1}"#, "choice", "choice: expected string, found int"),
        (#"{"text":"x","inner":{}}"#, "inner", "inner.deep: missing"),
        (
            #"{"text":"x","inner":{"deep":{"deeper":[{"leaf":1},{}]}}}"#, "inner",
            "inner.deep.deeper[1].leaf: missing"
        ),
        (#"{"text":"x","inner":[]}"#, "inner", "inner: expected object, found array"),
        (#"{"text":"x","object":[]}"#, "object", "object: expected object, found array"),
        (
            #"{"text":"x","tree":{"name":"a","children":[{"name":"b","children":[],"colour":"no"}]}}"#,
            "tree", "tree.children[0].colour: expected one of red, green, other"
        ),
    ])
    func `parameters that do not fit are InvalidParameter with the field and a reason`(
        parameters: String, field: String, reason: String
    ) async throws {
        #expect(
            try await reply(to: "{\(Self.echo),\"parameters\":\(parameters)}")
                == .frame(
                    #"{"error":"\#(Self.invalid)","parameters":{"parameter":"\#(field)","reason":"\#(reason)"}}"#
                ))
    }

    @Test(arguments: [
        (#"{"text":"x","number":9007199254740993}"#, "number"),
        (#"{"text":"x","number":-9007199254740993}"#, "number"),
        (#"{"number":123456789012345678901234567890,"text":"x"}"#, "number"),
        (#"{"text":"x","fraction":1e400}"#, "fraction"),
        (#"{"text":"x","list":[1,[{"a":9007199254740993}]],"bogus":1}"#, "list"),
        (#"{"text":"x","object":{"deep":{"deeper":9007199254740993}}}"#, "object"),
        (#"{"bogus":9007199254740993}"#, "bogus"),
    ])
    func `a number out of range is InvalidParameter, wherever it stands`(
        parameters: String, field: String
    ) async throws {
        #expect(
            try await reply(to: "{\"parameters\":\(parameters),\(Self.echo)}")
                == .frame(
                    #"{"error":"\#(Self.invalid)","parameters":{"parameter":"\#(field)","reason":"a number is beyond ±2^53"}}"#
                ))
    }

    @Test func `what an error says again of a call is short`() async throws {
        let long = String(repeating: "\u{7f}", count: 500_000)
        let answer = try await reply(to: #"{"method":"org.example.\#(long)"}"#)
        guard case .frame(let text) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(text.utf8.count < 30_000)
        #expect(text.hasSuffix("…\"}}"))
        let other = try await reply(to: #"{\#(Self.echo),"parameters":{"text":"x","\#(long)":1}}"#)
        guard case .frame(let refusal) = other else {
            Issue.record("\(other)")
            return
        }
        #expect(refusal.contains(#""reason":"#))
        #expect(refusal.utf8.count < 60_000)
    }

    @Test func `every type of parameter is taken`() async throws {
        let parameters = """
            {"text":"é","number":1.0,"fraction":2,"truth":false,"list":[-1],"map":{"a":"red","b":null},
            "tree":{"name":"r","children":[{"name":"c","children":[],"colour":"other"}],"colour":null},
            "set":{"x":{}},"choice":"two","inner":{"deep":{}},"object":{"a":[{}]},"anything":[1],
            "class":"c","snake_case":"a_b"}
            """
        #expect(
            try await reply(to: "{\(Self.echo),\"parameters\":\(parameters)}")
                == .frame(
                    #"{"parameters":{"text":"é","number":1,"choice":"two","tree":{"name":"r","children":[{"name":"c","children":[],"colour":"other"}],"colour":null}}}"#
                ))
    }

    @Test(arguments: [
        "", "x", "[]", "[{\(echo)}]", "1", "null", "{", "{}", "{\"parameters\":{}}",
        "{\(echo),\"parameters\":{\"text\":\"x\"}}}", "{\(echo),\(echo)}",
        "{\(echo),\"parameters\":{\"text\":\"x\",\"text\":\"x\"}}",
        "{\(echo),\"more\":9007199254740993}", "9007199254740993",
        "{\(echo),\"parameters\":9007199254740993}",
        "{\(echo),\"parameters\":{\"text\":\"\\uD800\"}}",
        "{\(echo),\"parameters\":[]}", "{\(echo),\"parameters\":\"text\"}",
        "{\(echo),\"bogus\":1}", "{\"method\":5}", "{\"method\":null}", "{\(echo),\"more\":1}",
        "{\(echo),\"more\":null}", "{\(echo),\"oneway\":\"yes\"}",
        "{\(echo),\"more\":true,\"oneway\":true}", "{\(echo),\"upgrade\":true}",
        "{\(echo),\"upgrade\":1}", "{\(echo),\"continues\":true}", "{\(echo),\"error\":\"x\"}",
        "{\(echo),\"parameters\":{\"text\":\"x\",\"anything\":"
            + String(repeating: "[", count: 63) + String(repeating: "]", count: 63) + "}}",
    ])
    func `what is no call closes the connection without a word`(frame: String) async throws {
        #expect(try await reply(to: frame) == .closed)
    }

    @Test func `nesting to the limit is a call`() async throws {
        let deep = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
        let frame = "{\(Self.echo),\"parameters\":{\"text\":\"x\",\"anything\":\(deep)}}"
        #expect(try await reply(to: frame).description.contains(#""text":"x""#))
    }

    @Test func `bytes that are not UTF-8 close the connection`() async throws {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        connection.send(
            Array("{\(Self.echo),\"parameters\":{\"text\":\"".utf8) + [0xFF, 0x22, 0x7D, 0x7D, 0])
        #expect(await connection.receive() == .closed)
        #expect(await service.log.has("malformedCall"))
        await service.server.shutdown()
    }

    @Test func `calls before a malformed one are answered first`() async throws {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        let note = #"{"method":"org.example.trial.Note","parameters":{"text":"n"}}"#
        connection.send(Array("\(note)\0\(note)\0garbage\0\(note)\0".utf8))
        #expect(await connection.receive() == .frame(#"{"parameters":{}}"#))
        #expect(await connection.receive() == .frame(#"{"parameters":{}}"#))
        #expect(await connection.receive() == .closed)
        #expect(service.log.notes.filter { $0 == "n" }.count == 2)
        await service.server.shutdown()
    }

    @Test func `a stream without more is ExpectedMore, whatever its parameters`() async throws {
        for parameters in [#"{"to":1}"#, "{}"] {
            #expect(
                try await reply(
                    to: #"{"method":"org.example.trial.Count","parameters":\#(parameters)}"#)
                    == .frame(#"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#))
        }
    }

    @Test func `the standard interface describes the service`() async throws {
        #expect(
            try await reply(to: #"{"method":"org.varlink.service.GetInfo"}"#)
                == .frame(
                    #"{"parameters":{"vendor":"Example","product":"Trial","version":"1","url":"https://example.org","interfaces":["org.varlink.service","org.example.trial"]}}"#
                ))
        let describe = "org.varlink.service.GetInterfaceDescription"
        #expect(
            try await reply(to: #"{"method":"\#(describe)","parameters":{"interface":"a.b"}}"#)
                == .frame(
                    #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"a.b"}}"#
                ))
        #expect(
            try await reply(to: #"{"method":"\#(describe)"}"#).description
                .contains(#""parameter":"interface""#))
        let frame = try await reply(
            to: #"{"method":"\#(describe)","parameters":{"interface":"org.example.trial"}}"#)
        let description = try JSON(parsing: frame.description)["parameters"]["description"]
        #expect(description.string == Trial.description)
    }

    @Test func `a call may come in any pieces`() async throws {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        for byte in Array("{\(Self.echo),\"parameters\":{\"text\":\"é\"}}".utf8) + [0] {
            connection.send([byte])
        }
        #expect(await connection.receive().description.contains("é"))
        await service.server.shutdown()
    }

    @Test func `a peer that sends no more still gets its replies`() async throws {
        let service = try await TrialService()
        let connection = try RawConnection(path: service.path)
        let frame = "{\(Self.echo),\"parameters\":{\"text\":\"a\"}}\0"
        connection.send(Array((frame + frame + "{\"unfinished").utf8))
        connection.finishSending()
        #expect(await connection.receive().description.contains(#""text":"a""#))
        #expect(await connection.receive().description.contains(#""text":"a""#))
        #expect(await connection.receive() == .closed)
        await service.server.shutdown()
    }
}
