import Varlink

/// Serves `org.varlink.certification`: looks at each call whether it is the one that has to come,
/// with the parameters that the reply before asked for.
actor CertificationService {
    /// What each client has to call next.
    private var nextMethods: [String: String] = [:]

    private static let order =
        ["Start"] + (1...11).map { $0 < 10 ? "Test0\($0)" : "Test\($0)" } + ["End"]
    private static let lastReplies = (1...10).map { "Reply number \($0)" }

    /// Notes the call, or refuses it.
    private func check<Parameters: VarlinkObject>(
        _ id: String, _ call: Call, _ parameters: Parameters, wants: Parameters,
        more: Bool = false, oneway: Bool = false
    ) throws(Certification.Failure) {
        let method = String(call.method.split(separator: ".").last ?? "")
        guard let next = nextMethods[id] else { throw .clientIdError }
        let wanted = Self.message(next, wants.json, more: more, oneway: oneway)
        let got = Self.message(method, parameters.json, more: call.more, oneway: call.oneway)
        guard wanted == got else {
            nextMethods[id] = nil
            throw .certificationError(wants: wanted, got: got)
        }
        let position = Self.order.firstIndex(of: method)!
        nextMethods[id] = position + 1 < Self.order.count ? Self.order[position + 1] : nil
    }

    private func start() -> String {
        let id = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        nextMethods[id] = "Test01"
        return id
    }

    private static func message(
        _ method: String, _ parameters: JSON, more: Bool, oneway: Bool
    ) -> JSONObject {
        [
            "method": .string("\(Certification.interfaceName).\(method)"),
            "parameters": parameters, "more": .bool(more), "oneway": .bool(oneway),
        ]
    }

    nonisolated var router: Router {
        var router = Router(
            vendor: "Varlink", product: "Varlink for Swift: certification", version: "1",
            url: "https://varlink.org", interfaces: [Certification.self])
        addScalars(to: &router)
        addCollections(to: &router)
        addFlags(to: &router)
        return router
    }

    private nonisolated func addScalars(to router: inout Router) {
        router.on(Certification.Start.self) { _, _ in .init(client_id: await self.start()) }
        router.on(Certification.Test01.self) { got, call in
            let id = got.client_id
            try await self.check(id, call, got, wants: .init(client_id: id))
            return .init(bool: true)
        }
        router.on(Certification.Test02.self) { got, call in
            let id = got.client_id
            try await self.check(id, call, got, wants: .init(client_id: id, bool: true))
            return .init(int: 1)
        }
        router.on(Certification.Test03.self) { got, call in
            let id = got.client_id
            try await self.check(id, call, got, wants: .init(client_id: id, int: 1))
            return .init(float: 1.0)
        }
        router.on(Certification.Test04.self) { got, call in
            let id = got.client_id
            try await self.check(id, call, got, wants: .init(client_id: id, float: 1.0))
            return .init(string: "ping")
        }
        router.on(Certification.Test05.self) { got, call in
            let id = got.client_id
            try await self.check(id, call, got, wants: .init(client_id: id, string: "ping"))
            return .init(bool: false, int: 2, float: .pi, string: "a lot of string")
        }
    }

    private nonisolated func addCollections(to router: inout Router) {
        router.on(Certification.Test06.self) { got, call in
            let wants = Certification.Test06.Parameters(
                client_id: got.client_id, bool: false, int: 2, float: .pi,
                string: "a lot of string")
            try await self.check(got.client_id, call, got, wants: wants)
            return .init(
                struct: .init(bool: false, int: 2, float: .pi, string: "a lot of string"))
        }
        router.on(Certification.Test07.self) { got, call in
            let wants = Certification.Test07.Parameters(
                client_id: got.client_id,
                struct: .init(bool: false, int: 2, float: .pi, string: "a lot of string"))
            try await self.check(got.client_id, call, got, wants: wants)
            return .init(map: ["foo": "Foo", "bar": "Bar"])
        }
        router.on(Certification.Test08.self) { got, call in
            let wants = Certification.Test08.Parameters(
                client_id: got.client_id, map: ["foo": "Foo", "bar": "Bar"])
            try await self.check(got.client_id, call, got, wants: wants)
            return .init(set: ["one": .init(), "two": .init(), "three": .init()])
        }
        router.on(Certification.Test09.self) { got, call in
            let wants = Certification.Test09.Parameters(
                client_id: got.client_id,
                set: ["one": .init(), "two": .init(), "three": .init()])
            try await self.check(got.client_id, call, got, wants: wants)
            return .init(mytype: Self.mytype)
        }
    }

    private nonisolated func addFlags(to router: inout Router) {
        router.onStream(Certification.Test10.self) { got, call, replies in
            let wants = Certification.Test10.Parameters(
                client_id: got.client_id, mytype: Self.mytype)
            try await self.check(got.client_id, call, got, wants: wants, more: true)
            for text in Self.lastReplies { try await replies.send(.init(string: text)) }
        }
        router.on(Certification.Test11.self) { got, call in
            let wants = Certification.Test11.Parameters(
                client_id: got.client_id, last_more_replies: Self.lastReplies)
            try await self.check(got.client_id, call, got, wants: wants, oneway: true)
            return .init()
        }
        router.on(Certification.End.self) { got, call in
            let id = got.client_id
            try await self.check(id, call, got, wants: .init(client_id: id))
            return .init(all_ok: true)
        }
    }

    private static let mytype = Certification.MyType(
        object: [
            "method": "org.varlink.certification.Test09",
            "parameters": ["map": ["foo": "Foo", "bar": "Bar"]],
        ],
        enum: .two, struct: .init(first: 1, second: "2"), array: ["one", "two", "three"],
        dictionary: ["foo": "Foo", "bar": "Bar"],
        stringset: ["one": .init(), "two": .init(), "three": .init()],
        interface: .init(
            foo: [nil, ["foo": .foo, "bar": .bar], nil, ["one": .foo, "two": .bar]],
            anon: .init(foo: true, bar: false)))
}
