import Varlink

/// Goes through all methods, each with what the one before has replied.
enum CertificationClient {
    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    static func run(_ client: Client) async throws {
        let id = try await client.call(Certification.Start.self, .init()).client_id
        let one = try await client.call(Certification.Test01.self, .init(client_id: id))
        let two = try await client.call(
            Certification.Test02.self, .init(client_id: id, bool: one.bool))
        let three = try await client.call(
            Certification.Test03.self, .init(client_id: id, int: two.int))
        let four = try await client.call(
            Certification.Test04.self, .init(client_id: id, float: three.float))
        let five = try await client.call(
            Certification.Test05.self, .init(client_id: id, string: four.string))
        let six = try await client.call(
            Certification.Test06.self,
            .init(
                client_id: id, bool: five.bool, int: five.int, float: five.float,
                string: five.string))
        let seven = try await client.call(
            Certification.Test07.self, .init(client_id: id, struct: .init(json: six.struct.json)))
        let eight = try await client.call(
            Certification.Test08.self, .init(client_id: id, map: seven.map))
        let nine = try await client.call(
            Certification.Test09.self,
            .init(client_id: id, set: eight.set.mapValues { _ in .init() }))
        try await end(client, id, nine.mytype)
    }

    private static func end(
        _ client: Client, _ id: String, _ mytype: Certification.MyType
    ) async throws {
        var replies: [String] = []
        let ten = client.stream(Certification.Test10.self, .init(client_id: id, mytype: mytype))
        for try await reply in ten { replies.append(reply.string) }
        client.callOneway(
            Certification.Test11.self, .init(client_id: id, last_more_replies: replies))
        let end = try await client.call(Certification.End.self, .init(client_id: id))
        guard end.all_ok else { throw Failed(description: "End replied that not all was well") }
    }
}
