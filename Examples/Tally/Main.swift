import Glibc
import Varlink

/// A service and its client in one program: `varlink-tally serve ADDRESS`, `… add ADDRESS NAME [N]`,
/// `… list ADDRESS`, `… watch ADDRESS`, `… clear ADDRESS`.
@main
enum Main {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let command = arguments.first, let text = arguments.dropFirst().first else {
            print("usage: varlink-tally serve|add|list|watch|clear unix:/PATH [NAME [NUMBER]]")
            exit(64)
        }
        do {
            let address = try Address(parsing: text)
            if command == "serve" {
                try await serve(address)
            } else {
                try await call(command, address, Array(arguments.dropFirst(2)))
            }
        } catch CallError.failure(let name, let parameters) {
            switch Tally.Failure(name: name, parameters: parameters) {
            case .wouldBeNegative(let name, let count): print("there are only \(count) \(name)")
            case nil: print("refused: \(name) \(parameters)")
            }
            exit(1)
        } catch {
            print("\(error)")
            exit(1)
        }
    }

    private static func serve(_ address: Address) async throws {
        let server = Server(router: TallyService().router) { event in
            print("\(event)")
            fflush(nil)
        }
        try await server.listen(path: address.path)
        print("Listening on \(address)")
        fflush(nil)
        // Until a signal ends the process; a real service would call `server.shutdown()` then.
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    private static func call(
        _ command: String, _ address: Address, _ arguments: [String]
    ) async throws {
        let client = try await Client.connect(to: address)
        switch command {
        case "add":
            let parameters = Tally.Add.Parameters(
                name: arguments.first ?? "", by: arguments.dropFirst().first.flatMap { Int64($0) })
            print(try await client.call(Tally.Add.self, parameters).count)
        case "list":
            for try await reply in client.stream(Tally.List.self, .init()) {
                if let count = reply.count { print(count.name, count.count) }
            }
        case "watch":
            for try await reply in client.stream(Tally.Watch.self, .init()) {
                print(reply.count.name, reply.count.count)
                fflush(nil)
            }
        default: _ = try await client.call(Tally.Clear.self, .init())
        }
    }
}
