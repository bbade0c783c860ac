import LifeSignalAPI
import Testing

@testable import lifesignalctl

struct StatusTests {
    @Test func `status on a pipe shows everything and cuts nothing`() async throws {
        try await withDaemon { daemon in
            let run = await daemon.run("status")
            #expect(run.status == .done)
            #expect(run.error == "")
            #expect(run.output == "")
        }
    }
}
