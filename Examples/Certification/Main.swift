import Glibc
import Varlink

/// `varlink-certification serve ADDRESS`: serves org.varlink.certification until it is ended, on the
/// socket that is handed over or, if none is, at the address.
/// `varlink-certification call ADDRESS`: calls another implementation's service.
/// `varlink-certification activate PROGRAM [ARGUMENT…]`: starts a service and calls it.
@main
enum Main {
    static func main() async {
        do {
            switch CommandLine.arguments.dropFirst().first {
            case "serve" where CommandLine.arguments.count == 3: try await serve(try address())
            case "call" where CommandLine.arguments.count == 3:
                try await CertificationClient.run(Client.connect(to: address()))
                print("Certification passed")
            case "activate" where CommandLine.arguments.count > 2:
                let program = CommandLine.arguments[2]
                let arguments = Array(CommandLine.arguments.dropFirst(3))
                try await CertificationClient.run(
                    Client.connect(activating: program, arguments: arguments))
                print("Certification passed")
            default:
                print("usage: varlink-certification serve|call unix:/PATH")
                print("       varlink-certification activate PROGRAM [ARGUMENT…]")
                exit(64)
            }
        } catch {
            print("\(error)")
            exit(1)
        }
    }

    private static func address() throws -> Address {
        try Address(parsing: CommandLine.arguments[2])
    }

    private static func serve(_ address: Address) async throws {
        let server = Server(router: CertificationService().router) { event in
            print("\(event)")
            fflush(nil)
        }
        if let handedOver = SocketActivation.descriptors(named: "varlink").first {
            try await server.adopt(descriptor: handedOver)
        } else {
            try await server.listen(path: address.path)
        }
        print("Listening on \(address)")
        fflush(nil)
        // Until a signal ends the process.
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
