import Glibc
import Varlink

/// `varlink-certification serve ADDRESS`: serves org.varlink.certification until it is ended.
/// `varlink-certification call ADDRESS`: calls another implementation's service.
@main
enum Main {
    static func main() async {
        do {
            switch CommandLine.arguments.dropFirst().first {
            case "serve" where CommandLine.arguments.count == 3: try await serve(try address())
            case "call" where CommandLine.arguments.count == 3:
                try await CertificationClient.run(Client.connect(to: address()))
                print("Certification passed")
            default:
                print("usage: varlink-certification serve|call unix:/PATH")
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
        try await server.listen(path: address.path)
        print("Listening on \(address)")
        fflush(nil)
        // Until a signal ends the process.
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
