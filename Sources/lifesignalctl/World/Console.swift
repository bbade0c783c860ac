import Glibc

/// Standard input, output and error.
protocol Console: Sendable {
    var inputIsTerminal: Bool { get }
    var outputIsTerminal: Bool { get }
    var errorIsTerminal: Bool { get }
    /// The terminal's width; nil where it does not say.
    var columns: Int? { get }

    func write(_ text: String)
    func writeError(_ text: String)
    /// Writes a question to standard error, and reads the next line of standard input, without its end.
    ///
    /// - Returns: nil at the end of input, and on Ctrl-C at a terminal.
    func readLine(after question: String) -> String?
    /// From now on Ctrl-C is noted instead of ending the process; the answer tells whether it came.
    func watchForInterrupt() -> @Sendable () -> Bool
}

/// The process's own.
struct StandardConsole: Console {
    var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    var columns: Int? {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
                return Int(size.ws_col)
            }
        }
        return nil
    }

    /// What can't be written ends the process: whoever reads it later would take what is there for all.
    func write(_ text: String) {
        guard let code = Self.write(text, to: STDOUT_FILENO) else { return }
        if code == EPIPE { Self.endBySignal() }
        writeError("standard output can't be written: \(String(cString: strerror(code)))\n")
        exit(ExitStatus.failed.rawValue)
    }

    func writeError(_ text: String) { _ = Self.write(text, to: STDERR_FILENO) }

    func readLine(after question: String) -> String? {
        guard inputIsTerminal else {
            writeError(question)
            return Swift.readLine()
        }
        let before = Self.noteInterrupts()
        defer { Self.restore(before) }
        writeError(question)
        // A terminal hands over whole lines, so what waits here is one.
        var inputs = [STDIN_FILENO, interruptPipe.first ?? -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while poll(&inputs, nfds_t(inputs.count), -1) < 0 {
            if errno != EINTR { return nil }
        }
        guard interruptSeen == 0 else { return nil }
        return Swift.readLine()
    }

    func watchForInterrupt() -> @Sendable () -> Bool {
        _ = Self.noteInterrupts()
        return { interruptSeen != 0 }
    }

    /// - Returns: what Ctrl-C did before.
    private static func noteInterrupts() -> sigaction {
        if interruptPipe.isEmpty {
            var ends: [CInt] = [-1, -1]
            if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
            (interruptPipe, interruptNotice) = (ends, ends[1])
        }
        var noting = sigaction()
        noting.__sigaction_handler.sa_handler = { _ in
            interruptSeen = 1
            _ = Glibc.write(interruptNotice, "!", 1)
        }
        var before = sigaction()
        sigaction(SIGINT, &noting, &before)
        return before
    }

    private static func restore(_ before: sigaction) {
        var before = before
        sigaction(SIGINT, &before, nil)
    }

    /// A reader that has gone away (`| head`) ends the process by SIGPIPE, as for every tool: NIO ignores it, and
    /// threads that run tasks block it.
    private static func endBySignal() {
        signal(SIGPIPE, SIG_DFL)
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_UNBLOCK, &broken, nil)
        raise(SIGPIPE)
    }

    /// - Returns: errno(3) of a failure.
    private static func write(_ text: String, to descriptor: CInt) -> CInt? {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let written = Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written > 0 {
                    rest = rest.dropFirst(written)
                } else if written < 0, errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }
}

/// Set by the signal handler, which may touch nothing else.
private nonisolated(unsafe) var interruptSeen: sig_atomic_t = 0
/// Readable once that is set, since the signal may come to another thread than the one that waits; opened before the
/// handler is there.
private nonisolated(unsafe) var interruptPipe: [CInt] = []
/// The end that the handler writes to.
private nonisolated(unsafe) var interruptNotice: CInt = -1
