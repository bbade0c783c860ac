internal import Glibc

/// A pipe within the process: programs that it starts get neither end.
enum OwnPipe {
    /// - Returns: both ends, which are the caller's to close.
    static func make() -> (reader: CInt, writer: CInt) {
        var ends: [CInt] = [-1, -1]
        precondition(pipe(&ends) == 0, "no pipe: errno \(errno)")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
