import Glibc
import LifeSignalAPI
import Testing
import Varlink

/// What connections cost a real daemon.
@Suite(.serialized)
struct ConnectionTests {
    @Test func `a thousand idle connections cost next to nothing`() async throws {
        // For this process and the daemon, which inherits it.
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        files.rlim_cur = min(files.rlim_max, 8192)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        let home = try DaemonHome()
        try home.configure("limits: { connections: 2000, connectionsPerUid: 2000 }")
        let daemon = try await DaemonProcess.serving(home)
        let client = try await daemon.client()
        _ = try await client.call(LifeSignalAPI.Daemon.GetHealth.self, .init())
        let before = try daemon.residentBytes()
        var idle: [RawSocket] = []
        for _ in 0..<1000 { idle.append(try #require(RawSocket(path: home.socket))) }
        // All of them have been taken in once the last is answered.
        idle[999].send(#"{"method":"org.varlink.service.GetInfo"}"#)
        #expect(await idle[999].receive()?.contains("lifesignald") == true)
        let bytesEach = (try daemon.residentBytes() - before) / idle.count
        #expect(bytesEach < 16 << 10, "\(bytesEach) bytes for each connection")
        await daemon.killed()
    }
}
