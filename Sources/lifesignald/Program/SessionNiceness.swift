import Glibc

/// The niceness of the session that a service has for itself.
///
/// Where the kernel weighs sessions before processes (sched(7), “The autogroup feature”), `Nice=` alone
/// counts against nobody else: an account with many sessions would get many times what the daemon does.
enum SessionNiceness {
    /// Gives the session the process's own niceness, if it is the process's own session. Does nothing where
    /// there is no such thing, or where it is not permitted (`LimitNICE=`, getrlimit(2)).
    ///
    /// Comes before ``linux_forbid_dumps``, after which the file is root's.
    static func adopt() {
        // Of the main thread: libdispatch gives its workers one of their own.
        let niceness = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()))
        guard niceness < 0, getsid(0) == getpid() else { return }
        let file = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        let text = Array("\(niceness)".utf8)
        // The kernel takes one in 100 ms, from whomever, and refuses the others.
        for _ in 0..<20 {
            guard write(file, text, text.count) < 0, errno == EAGAIN else { return }
            usleep(.random(in: 1000...50_000))
        }
    }
}
