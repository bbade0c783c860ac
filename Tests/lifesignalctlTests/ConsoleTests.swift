import Glibc
import Testing

@testable import lifesignalctl

/// The process's own console, in a process of its own.
struct ConsoleTests {
    /// `lifesignalctl events | head -1`
    @Test func `output that is read no further ends the tool by SIGPIPE, without a word`()
        async throws
    {
        let ended = try await #require(
            processExitsWith: .signal(SIGPIPE), observing: [\.standardErrorContent]
        ) {
            var ends: [CInt] = [-1, -1]
            pipe(&ends)
            close(ends[0])
            dup2(ends[1], STDOUT_FILENO)
            // As NIO has it once there is a connection.
            signal(SIGPIPE, SIG_IGN)
            StandardConsole().write("an event\n")
        }
        let said = String(decoding: ended.standardErrorContent, as: UTF8.self)
        #expect(!said.contains("can't be written"))
    }
}
