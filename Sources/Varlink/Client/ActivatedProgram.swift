internal import Dispatch
internal import Glibc

/// A service that a client has started for itself, with a listening socket to take over. It is ended
/// with the client.
final class ActivatedProgram: Sendable {
    let address: Address
    private let process: pid_t
    private let listening: CInt

    /// Starts the program, which is looked up in PATH.
    ///
    /// - Parameter arguments: What follows the program's name. `$VARLINK_ADDRESS` in them stands for
    ///   the address, as for Varlink's other implementations.
    init(_ program: String, _ arguments: [String]) throws(CallError) {
        let folder = try Self.newFolder()
        defer { rmdir(folder) }
        do {
            address = try Address(path: "\(folder)/socket")
            let socket = try ListeningSocket(address, mode: 0o600, replacingStale: false)
            do {
                process = try Self.spawn([program] + arguments, socket.descriptor, address)
            } catch {
                close(socket.descriptor)
                throw error
            }
            listening = socket.descriptor
        } catch {
            unlink("\(folder)/socket")
            throw .unreachable("\(program): \(error)")
        }
    }

    deinit {
        kill(process, SIGTERM)
        // Nobody else waits for it, so the number is still its own; it may take its time to end.
        DispatchQueue.global().async { [process] in
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    /// To be called once, when the client has connected or failed to: the socket is the program's
    /// alone then, and its file is gone, so that nobody else can connect.
    ///
    /// Until then the socket is kept open, or a program that ends at once would take it along.
    func handOver() {
        close(listening)
        unlink(address.path)
        rmdir(String(address.path.dropLast("/socket".count)))
    }

    private static func newFolder() throws(CallError) -> String {
        var template = Array("/tmp/varlink-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .unreachable(Errno.current.description) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The shell in between gives the program its own number in LISTEN_PID, which nobody else knows
    /// before it runs.
    private static func spawn(
        _ command: [String], _ socket: CInt, _ address: Address
    ) throws(Errno) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, socket, SocketActivation.firstDescriptor)
        let script = """
            export LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=varlink VARLINK_ADDRESS="$0"
            exec "$@"
            """
        let arguments = command.map { replacing("$VARLINK_ADDRESS", by: "\(address)", in: $0) }
        var vector = (["/bin/sh", "-c", script, "\(address)"] + arguments).map { strdup($0) }
        defer { for argument in vector { free(argument) } }
        vector.append(nil)
        var attributes = Self.plainSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        var process = pid_t()
        let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, vector, environ)
        guard result == 0 else { throw Errno(code: result) }
        return process
    }

    /// The program must not inherit what threads of this one do about signals: those that run tasks
    /// block them, and NIO ignores SIGPIPE.
    private static func plainSignals() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    private static func replacing(_ name: String, by value: String, in text: String) -> String {
        var (result, rest) = ("", text[...])
        while let range = rest.firstRange(of: name) {
            result += rest[..<range.lowerBound] + value
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
