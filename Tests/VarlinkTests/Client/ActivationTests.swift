import Glibc
import Testing

@testable import Varlink

@Suite struct ActivationTests {
    private func descriptors(
        named name: String? = nil, processID: String? = "\(getpid())", count: String? = "2",
        names: String? = "one:two"
    ) -> [CInt] {
        SocketActivation.descriptors(
            named: name, processID: processID, count: count, names: names)
    }

    @Test func `descriptors are those from 3 on, or those of a name`() {
        #expect(descriptors() == [3, 4])
        #expect(descriptors(names: nil) == [3, 4])
        #expect(descriptors(named: "two") == [4])
        #expect(descriptors(named: "three") == [])
        #expect(descriptors(named: "one", names: "one:one") == [3, 4])
    }

    @Test func `what is meant for another process or makes no sense is none`() {
        #expect(descriptors(processID: "1") == [])
        #expect(descriptors(processID: nil) == [])
        #expect(descriptors(processID: "x") == [])
        #expect(descriptors(count: nil) == [])
        #expect(descriptors(count: "0") == [])
        #expect(descriptors(count: "-1") == [])
        #expect(descriptors(count: "999999999") == [])
        #expect(descriptors(named: "one", names: "one") == [])
        #expect(descriptors(named: "one", names: nil) == [])
    }

    @Test func `a program is started with its socket and the address`() async throws {
        let script = """
            test "$LISTEN_PID" = $$ && test "$LISTEN_FDS" = 1 && test "$VARLINK_ADDRESS" = "$1" &&
            exec perl -e '
                use Fcntl; use Socket; open(L, "+<&=", 3) or die;
                die "does not block" if fcntl(L, F_GETFL, 0) & O_NONBLOCK;
                accept(C, L) or die; $/ = "\\0"; <C>;
                syswrite(C, "{\\"parameters\\":{\\"pid\\":$$}}\\0"); sleep 60'
            """
        var client: Client? = try await Client.connect(
            activating: "sh", arguments: ["-c", script, "sh", "$VARLINK_ADDRESS"])
        let reply = try await client?.call("org.example.WhoAreYou", [:])
        let process = pid_t(try #require(reply?["pid"].int))
        #expect(kill(process, 0) == 0)
        // It ends with its client, and nothing of it is left.
        client = nil
        #expect(await eventually { kill(process, 0) != 0 })
    }

    @Test func `a program that can't be run shows in the first call`() async throws {
        let client = try await Client.connect(activating: "no-such-program-anywhere")
        await #expect(throws: CallError.disconnected) { try await client.call("a.b.C", [:]) }
    }
}
