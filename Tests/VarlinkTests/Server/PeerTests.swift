import Glibc
import Testing
import Varlink

@Suite struct PeerTests {
    @Test func `the kernel says who calls`() async throws {
        let service = try await TrialService()
        let client = try await Client.connect(to: service.address)
        let me = try await client.call(Trial.WhoAmI.self, .init())
        #expect(me.pid == Int64(getpid()))
        #expect(me.uid == Int64(getuid()))
        #expect(me.gid == Int64(getgid()))
        var groups = [gid_t](repeating: 0, count: 1000)
        let count = getgroups(CInt(groups.count), &groups)
        #expect(Set(me.groups) == Set(groups.prefix(Int(count)).map { Int64($0) } + [me.gid]))
        await service.server.shutdown()
    }

    @Test(.enabled(if: getuid() == 0, "needs to become another user"), arguments: [0, 1, 32, 500])
    func `every supplementary group of another user is known`(count: Int) async throws {
        let service = try await TrialService()
        let groups = (0..<count).map { 70_000 + $0 }
        let call = #"{"method":"org.example.trial.WhoAmI"}"#
        let taken =
            groups.isEmpty
            ? "--clear-groups" : "--groups=\(groups.map(String.init).joined(separator: ","))"
        let program =
            #"$s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die; $s->autoflush(1); "#
            + #"print $s "$ARGV[1]\0"; $/ = "\0"; print $$, "\n", scalar <$s>;"#
        // Not Foundation's Process, which crashes in a process with so many descriptors as this.
        let output = try #require(
            popen(
                "exec /usr/bin/setpriv --reuid=4242 --regid=4343 \(taken) /usr/bin/perl "
                    + "-MIO::Socket::UNIX -e '\(program)' '\(service.path)' '\(call)'", "r"))
        var text: [UInt8] = []
        while case let byte = getc(output), byte != EOF { text.append(UInt8(byte)) }
        #expect(pclose(output) == 0)
        let lines = text.dropLast().split(separator: UInt8(ascii: "\n"), maxSplits: 1)
        let pid = try #require(lines.first.flatMap { Int64(String(decoding: $0, as: UTF8.self)) })
        let reply = try Trial.WhoAmI.Reply(json: JSON(parsing: lines[1])["parameters"])
        #expect(reply.uid == 4242)
        #expect(reply.gid == 4343)
        #expect(reply.pid == pid)
        #expect(reply.groups == ([4343] + groups.map { Int64($0) }))
        await service.server.shutdown()
    }
}
