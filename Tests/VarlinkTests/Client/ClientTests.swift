import Testing
import Varlink

@Suite struct ClientTests {
    /// A service and a client connected to it, ended when the body has.
    private func withClient(
        limits: Server.Limits = .patient,
        _ body: (Client, TrialService) async throws -> Void
    ) async throws {
        let service = try await TrialService(limits: limits)
        let client = try await Client.connect(to: service.address)
        try await body(client, service)
        await client.close()
        await service.server.shutdown()
    }

    @Test func `a typed call brings a typed reply`() async throws {
        try await withClient { client, _ in
            let tree = Trial.Tree(
                name: "root", children: [.init(name: "leaf", children: [], colour: .green)])
            let reply = try await client.call(
                Trial.Echo.self, .init(text: "陳🙂", number: 5, tree: tree, choice: .two))
            #expect(reply == .init(text: "陳🙂", number: 5, choice: .two, tree: tree))
        }
    }

    @Test func `parameters without value are not sent`() async throws {
        try await withClient { client, _ in
            // An older service would refuse even the name of a parameter that it doesn't know.
            let reply = try await client.call(
                "org.example.trial.Echo", ["text": "x", "newer": nil, "number": 1])
            #expect(reply["text"] == "x")
        }
    }

    @Test func `an error comes with its name and parameters`() async throws {
        try await withClient { client, _ in
            let error = await #expect(throws: CallError.self) {
                try await client.call("org.example.trial.Bogus", [:])
            }
            let parameters: JSON = ["method": "org.example.trial.Bogus"]
            #expect(
                error
                    == .failure(
                        name: "org.varlink.service.MethodNotFound", parameters: parameters))
            let invalid = await #expect(throws: CallError.self) {
                try await client.call("org.example.trial.Echo", ["text": 1])
            }
            guard case .failure(let name, let parameters) = invalid else {
                Issue.record("no failure")
                return
            }
            #expect(
                InvalidParameter(name: name, parameters: parameters)
                    == InvalidParameter("text", reason: "text: expected string, found int"))
        }
    }

    @Test func `a stream brings each reply and ends`() async throws {
        try await withClient { client, _ in
            for now in [false, true] {
                var numbers: [Int64?] = []
                for try await reply in client.stream(Trial.Count.self, .init(to: 3, now: now)) {
                    numbers.append(reply.number)
                }
                // What has been sent at once needs a last reply to end with.
                #expect(numbers == (now ? [0, 1, 2, nil] : [0, 1, 2]))
            }
        }
    }

    @Test func `an empty listing is one reply without an item`() async throws {
        try await withClient { client, service in
            var replies: [Trial.Count.Reply] = []
            for try await reply in client.stream(Trial.Count.self, .init(to: 0)) {
                replies.append(reply)
            }
            #expect(replies == [.init(number: nil)])
            let raw = try RawConnection(path: service.path)
            raw.send(
                frame: #"{"method":"org.example.trial.Count","parameters":{"to":0},"more":true}"#)
            #expect(await raw.receive() == .frame(#"{"parameters":{"number":null}}"#))
        }
    }

    @Test func `all replies but the last say that more follow`() async throws {
        let service = try await TrialService()
        let raw = try RawConnection(path: service.path)
        let count = #""method":"org.example.trial.Count""#
        raw.send(frame: "{\(count),\"parameters\":{\"to\":2},\"more\":true}")
        #expect(await raw.receive() == .frame(#"{"parameters":{"number":0},"continues":true}"#))
        #expect(await raw.receive() == .frame(#"{"parameters":{"number":1}}"#))
        raw.send(frame: "{\(count),\"parameters\":{\"to\":1,\"now\":true},\"more\":true}")
        #expect(await raw.receive() == .frame(#"{"parameters":{"number":0},"continues":true}"#))
        #expect(await raw.receive() == .frame(#"{"parameters":{"number":null}}"#))
        await service.server.shutdown()
    }

    @Test func `an error ends a stream after what was sent before`() async throws {
        try await withClient { client, _ in
            for count in [0, 1, 3] as [Int64] {
                var numbers: [Int64?] = []
                let error = await #expect(throws: CallError.self) {
                    for try await reply in client.stream(Trial.Refuse.self, .init(after: count)) {
                        numbers.append(reply.number)
                    }
                }
                #expect(numbers == (0..<count).map { $0 })
                guard case .failure(let name, let parameters) = error else {
                    Issue.record("no failure")
                    return
                }
                #expect(
                    Trial.Failure(name: name, parameters: parameters)
                        == .refused(reason: "enough", choice: .hard))
            }
        }
    }

    @Test func `calls are pipelined and answered in order`() async throws {
        try await withClient { client, service in
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        try await client.call(Trial.Echo.self, .init(text: "\(number)")).text
                            == "\(number)" ? "right" : "wrong"
                    }
                }
                for try await result in group { #expect(result == "right") }
            }
            let raw = try RawConnection(path: service.path)
            for number in 0..<200 {
                raw.send(
                    frame:
                        #"{"method":"org.example.trial.Note","parameters":{"text":"p\#(number)"}}"#)
            }
            for _ in 0..<200 { #expect(await raw.receive() == .frame(#"{"parameters":{}}"#)) }
            #expect(service.log.notes.filter { $0.hasPrefix("p") } == (0..<200).map { "p\($0)" })
        }
    }

    @Test func `a oneway call gets no reply, not even an error`() async throws {
        try await withClient { client, service in
            client.callOneway(Trial.Note.self, .init(text: "quiet"))
            client.callOneway("org.example.trial.Bogus", [:])
            client.callOneway("org.example.trial.Note", ["text": 5])
            client.callOneway("org.example.trial.Unimplemented", ["text": "x"])
            // The next reply is the next call's.
            let reply = try await client.call(Trial.Echo.self, .init(text: "a"))
            #expect(reply.text == "a")
            #expect(service.log.notes == ["quiet oneway"])
        }
    }

    @Test func `oneway calls are carried out even if their caller has gone`() async throws {
        let service = try await TrialService()
        let raw = try RawConnection(path: service.path)
        let note = #"{"method":"org.example.trial.Note","parameters":{"text":"left"}"#
        raw.send(Array(String(repeating: "\(note),\"oneway\":true}\0", count: 300).utf8))
        raw.close()
        #expect(await service.log.has("left oneway", times: 300))
        await service.server.shutdown()
    }

    @Test func `a cut connection is told apart from a refusal`() async throws {
        try await withClient { client, service in
            let error = await #expect(throws: CallError.self) {
                try await client.call(Trial.Fail.self, .init())
            }
            #expect(error == .disconnected)
            let next = await #expect(throws: CallError.self) {
                try await client.call(Trial.Echo.self, .init(text: "a"))
            }
            #expect(next == .disconnected)
            #expect(await service.log.has("handlerFailed"))
        }
    }

    @Test func `what a handler sent before it failed arrives`() async throws {
        try await withClient { client, _ in
            var numbers: [Int64?] = []
            let error = await #expect(throws: CallError.self) {
                let parameters = Trial.Count.Parameters(to: 5, now: true, fail: true)
                for try await reply in client.stream(Trial.Count.self, parameters) {
                    numbers.append(reply.number)
                }
            }
            #expect(error == .disconnected)
            #expect(numbers == [0, 1, 2, 3, 4])
        }
    }

    @Test func `a cancelled call returns, and the connection serves on`() async throws {
        try await withClient { client, service in
            let waiting = Task { try await client.call(Trial.Wait.self, .init()) }
            #expect(await service.log.has("waiting"))
            waiting.cancel()
            await #expect(throws: CallError.disconnected) { try await waiting.value }
            await service.gate.open()
            let reply = try await client.call(Trial.Echo.self, .init(text: "a"))
            #expect(reply.text == "a")
        }
    }

    @Test func `a stream given up closes its connection, and its handler ends`() async throws {
        try await withClient { client, service in
            for try await reply in client.stream(Trial.Follow.self, .init()) where reply.number > 50
            {
                break
            }
            #expect(await service.log.has("follow ended"))
            await #expect(throws: CallError.disconnected) {
                try await client.call(Trial.Echo.self, .init(text: "a"))
            }
        }
    }

    @Test func `a cancelled stream ends`() async throws {
        try await withClient { client, service in
            let task = Task {
                for try await _ in client.stream(Trial.Follow.self, .init()) {}
            }
            #expect(await eventually { service.log.followed > 100 })
            task.cancel()
            await #expect(throws: CallError.disconnected) { try await task.value }
            #expect(await service.log.has("follow ended"))
        }
    }

    @Test func `a reader that pauses slows the service down`() async throws {
        try await withClient { client, service in
            var iterator = client.stream(Trial.Follow.self, .init()).makeAsyncIterator()
            #expect(try await iterator.next()?.number == 0)
            var before: Int64 = -1
            // It goes on until all that lies between is full, then it stands still.
            while service.log.followed != before {
                before = service.log.followed
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(before < 200_000)
            for number in 1..<20_000 as Range<Int64> {
                guard try await iterator.next()?.number == number else {
                    Issue.record("reply \(number) is missing")
                    return
                }
            }
            let stoodAt = before
            #expect(await eventually { service.log.followed > stoodAt })
        }
    }

    @Test func `a long reply is read whole, up to the limit`() async throws {
        let service = try await TrialService()
        let client = try await Client.connect(to: service.address, maximumFrameBytes: 3_000_000)
        let reply = try await client.call(Trial.Fill.self, .init(bytes: 2_900_000))
        #expect(reply.text.utf8.count == 2_900_000)
        let error = await #expect(throws: CallError.self) {
            try await client.call(Trial.Fill.self, .init(bytes: 3_100_000))
        }
        #expect(error == .malformed("the reply is longer than 3000000 bytes"))
        await service.server.shutdown()
    }

    @Test func `no service at the path is unreachable, with the system's words`() async throws {
        let address = try Address(path: TrialService.newPath())
        await #expect(throws: CallError.unreachable("No such file or directory")) {
            try await Client.connect(to: address)
        }
        let nobody = try Address(parsing: "unix:@no-such-abstract-name")
        await #expect(throws: CallError.unreachable("Connection refused")) {
            try await Client.connect(to: nobody)
        }
    }

    @Test func `an abstract address is served and reached`() async throws {
        let service = try await TrialService()
        let name = "@varlink-trial-\(service.path.utf8.count)-\(UInt64.random(in: 0...UInt64.max))"
        try await service.server.listen(path: name)
        let client = try await Client.connect(to: Address(parsing: "unix:\(name);mode=0666"))
        #expect(try await client.call(Trial.Echo.self, .init(text: "a")).text == "a")
        await service.server.shutdown()
    }

    @Test func `addresses are read as Varlink writes them`() throws {
        #expect(try Address(parsing: "unix:/run/a.sock").path == "/run/a.sock")
        #expect(try Address(parsing: "unix:/run/a.sock;mode=0600").path == "/run/a.sock")
        #expect(try Address(parsing: "unix:@name").description == "unix:@name")
        #expect(throws: Address.ParseError.unsupportedScheme("tcp:127.0.0.1:1")) {
            try Address(parsing: "tcp:127.0.0.1:1")
        }
        #expect(throws: Address.ParseError.emptyPath) { try Address(parsing: "unix:;mode=1") }
        #expect(throws: Address.ParseError.emptyPath) { try Address(parsing: "unix:@") }
        #expect(throws: Address.ParseError.malformedPath) { try Address(path: "/a\0b") }
        let longest = "/" + String(repeating: "x", count: 106)
        #expect(try Address(path: longest).path == longest)
        let error = #expect(throws: Address.ParseError.self) { try Address(path: longest + "é") }
        #expect(error?.description.contains("109 bytes long, 107 at most") == true)
    }
}
