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
    /// The next line of standard input without its end; nil at the end of input.
    func readLine() -> String?
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

    func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }
    func writeError(_ text: String) { Self.write(text, to: STDERR_FILENO) }
    func readLine() -> String? { Swift.readLine() }

    func watchForInterrupt() -> @Sendable () -> Bool {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in interruptSeen = 1 }
        sigaction(SIGINT, &action, nil)
        return { interruptSeen != 0 }
    }

    /// A reader that has gone away (`| head`) ends the process by SIGPIPE, as for every tool.
    private static func write(_ text: String, to descriptor: CInt) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let written = Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written > 0 {
                    rest = rest.dropFirst(written)
                } else if written < 0, errno != EINTR {
                    return
                }
            }
        }
    }
}

/// Set by the signal handler, which may touch nothing else.
private nonisolated(unsafe) var interruptSeen: sig_atomic_t = 0
