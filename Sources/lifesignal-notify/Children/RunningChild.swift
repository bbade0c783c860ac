import CLinux
import Glibc

/// A started program, with this side's ends of its pipes. Belongs to one thread, which waits.
struct RunningChild {
    private let pid: pid_t
    private let pidDescriptor: CInt
    private var inputs: [Feed]
    private var output: CInt
    private var kept: [UInt8] = []

    /// A pipe that is being written to.
    private struct Feed {
        var descriptor: CInt
        var rest: ArraySlice<UInt8>
    }

    /// Starts it in a process group of its own, with default signals and nothing open but its pipes.
    init(_ program: ChildProgram) throws(ChildProgram.SpawnError) {
        let pipes = try Pipes(program)
        defer { pipes.closeTheirs() }
        var pid = pid_t()
        let code = Self.spawn(program, pipes, &pid)
        guard code == 0 else {
            pipes.closeOurs()
            throw .notStarted(path: program.path, code: code)
        }
        self.pid = pid
        pidDescriptor = pidfd_open(pid, 0)
        output = pipes.output.ours
        inputs = zip(pipes.inputs, [program.input] + program.extraInputs).map {
            Feed(descriptor: $0.ours, rest: $1[...])
        }
    }

    /// Returns when the program has ended, the time is over or `stop` is raised; then nothing of
    /// its process group runs any more.
    mutating func wait(
        _ stop: StopFlag, timeLimit: Duration, outputLimit: Int
    ) -> ChildProgram.Result {
        let deadline = ContinuousClock.now + timeLimit
        var end: ChildProgram.End?
        var rests = false
        while end == nil {
            let left = deadline - .now
            guard left > .zero, pidDescriptor >= 0 else {
                end = .timeOver
                break
            }
            var polls = [
                pollfd(fd: pidDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: rests ? -1 : output, events: Int16(POLLIN), revents: 0),
            ]
            polls += inputs.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
            let most = rests ? Self.restMilliseconds : .max
            poll(&polls, nfds_t(polls.count), min(left.pollMilliseconds, most))
            if polls[2].revents != 0 { readOutput(limit: outputLimit) }
            // A program that floods its output does not get a processor for that.
            rests = polls[2].revents != 0 && kept.count >= outputLimit
            for index in inputs.indices where polls[3 + index].revents != 0 { feed(index) }
            if polls[1].revents != 0 { end = .cut }
            // Last, so that what it wrote before it ended is read.
            if polls[0].revents != 0 { end = .exited(0) }
        }
        return finish(end ?? .timeOver, outputLimit: outputLimit)
    }

    /// After output that is dropped none is read for so long.
    private static let restMilliseconds: CInt = 10

    private mutating func finish(
        _ end: ChildProgram.End, outputLimit: Int
    ) -> ChildProgram.Result {
        readOutput(limit: outputLimit)
        // The group's number is not given away before its leader is waited for.
        kill(-pid, SIGKILL)
        kill(pid, SIGKILL)
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        if output >= 0 { close(output) }
        for input in inputs where input.descriptor >= 0 { close(input.descriptor) }
        if pidDescriptor >= 0 { close(pidDescriptor) }
        guard case .exited = end else { return ChildProgram.Result(end: end, output: kept) }
        let signal = status & 0x7f
        return ChildProgram.Result(
            end: signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal),
            output: kept)
    }

    /// Reads what is there, at most so much at once that the clock is looked at in between; keeps
    /// the first bytes and drops the rest.
    private mutating func readOutput(limit: Int) {
        guard output >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65536)
        for _ in 0..<16 {
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            guard count > 0 else {
                close(output)
                output = -1
                return
            }
            kept += buffer[..<min(count, max(limit - kept.count, 0))]
        }
    }

    /// Writes what the pipe takes; a program need not read its input.
    private mutating func feed(_ index: Int) {
        let count = inputs[index].rest.withUnsafeBytes {
            write(inputs[index].descriptor, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        inputs[index].rest = inputs[index].rest.dropFirst(max(count, 0))
        guard count < 0 || inputs[index].rest.isEmpty else { return }
        close(inputs[index].descriptor)
        inputs[index].descriptor = -1
    }

    // MARK: Starting

    private static func spawn(
        _ program: ChildProgram, _ pipes: Pipes, _ pid: inout pid_t
    ) -> CInt {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        linux_spawn_start_in(&actions, "/")
        // Theirs all lie above the numbers that they get here (see Pipes).
        posix_spawn_file_actions_adddup2(&actions, pipes.inputs[0].theirs, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes.output.theirs, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes.output.theirs, STDERR_FILENO)
        for (index, input) in pipes.inputs.dropFirst().enumerated() {
            posix_spawn_file_actions_adddup2(&actions, input.theirs, CInt(3 + index))
        }
        linux_spawn_close_from(&actions, CInt(2 + pipes.inputs.count))
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        linux_spawn_with_default_signals(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let words = [program.path] + program.arguments
        let variables = program.environment.map { "\($0)=\($1)" }
        return withCStrings(words) { arguments in
            withCStrings(variables) { environment in
                posix_spawn(&pid, program.path, &actions, &attributes, arguments, environment)
            }
        }
    }

    private static func withCStrings(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
    ) -> CInt {
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(&pointers)
    }
}

/// The pipes between this process and a program that is to be started.
private struct Pipes {
    struct Ends {
        var ours: CInt
        var theirs: CInt
    }

    private(set) var inputs: [Ends] = []
    private(set) var output = Ends(ours: -1, theirs: -1)

    init(_ program: ChildProgram) throws(ChildProgram.SpawnError) {
        do {
            for _ in 0...program.extraInputs.count {
                inputs.append(try Self.ends(oursWrites: true))
            }
            output = try Self.ends(oursWrites: false)
        } catch {
            closeOurs()
            closeTheirs()
            throw .notStarted(path: program.path, code: error.code)
        }
    }

    private struct PipeError: Error { var code: CInt }

    /// The program's end is moved up to where no descriptor that it gets is overwritten.
    private static func ends(oursWrites: Bool) throws(PipeError) -> Ends {
        var pair: [CInt] = [-1, -1]
        guard pipe(&pair) == 0 else { throw PipeError(code: errno) }
        for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let (ours, low) = oursWrites ? (pair[1], pair[0]) : (pair[0], pair[1])
        let theirs = fcntl(low, F_DUPFD_CLOEXEC, 64)
        close(low)
        guard theirs >= 0 else {
            let code = errno
            close(ours)
            throw PipeError(code: code)
        }
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
        return Ends(ours: ours, theirs: theirs)
    }

    func closeTheirs() {
        for end in inputs + [output] where end.theirs >= 0 { close(end.theirs) }
    }

    func closeOurs() {
        for end in inputs + [output] where end.ours >= 0 { close(end.ours) }
    }
}

extension Duration {
    /// For poll(2): rounded up, so that it does not spin through the last millisecond.
    fileprivate var pollMilliseconds: CInt {
        let (seconds, attoseconds) = components
        return CInt(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
