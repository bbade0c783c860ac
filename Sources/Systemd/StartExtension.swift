internal import CSystemd
internal import Foundation
internal import Glibc
internal import Synchronization

extension ServiceNotifier {
    /// Says, on a thread of its own and until it is told that it is over, that the start takes longer: as
    /// long as the process gets on, and no longer than ``StartExtension/limit`` in all. A start that hangs is
    /// left to systemd.
    public func extendStart() -> LongStart {
        let start = LongStart()
        let reader = start.reader
        Thread.detachNewThread { [self] in
            extendStart(usage: ProcessUsage.own) { StartExtension.isOver(reader) }
            close(reader)
        }
        return start
    }

    /// - Parameter isOver: returns after ``StartExtension/interval``, or with true as soon as the start is over.
    func extendStart(usage: () -> ProcessUsage, isOver: () -> Bool) {
        var start = StartExtension()
        repeat {
            if start.getsOn(usage()) { extendTimeout(microseconds: 60_000_000) }
        } while !start.hasTakenLong && !isOver()
    }
}

/// A start that systemd gives more time, until this is told or gone.
public final class LongStart: Sendable {
    /// The end of a pipe that is hung up when the start is over. It is the thread's, which closes it.
    let reader: CInt
    private let writer: Mutex<CInt?>

    init() {
        let ends = OwnPipe.make()
        reader = ends.reader
        writer = Mutex(ends.writer)
    }

    deinit { finish() }

    /// The start is over.
    public func finish() {
        writer.withLock { writer in
            if let open = writer { close(open) }
            writer = nil
        }
    }
}

/// Judges, at regular intervals, whether a start gets on.
///
/// By what the process does and not by steps that it counts: SQLite checks a whole database in one
/// step that nothing can be seen of from outside, and what waits for a lock or for a disk that does
/// not answer computes and reads nothing.
struct StartExtension {
    static let interval = Duration.seconds(20)
    /// What goes round in circles for this long hangs too.
    static let limit = Duration.seconds(3600)

    /// What looking at oneself takes, and a timer or two, many times over.
    private static let least = Duration.milliseconds(10)

    private var intervals = 0
    private var before: ProcessUsage?

    var hasTakenLong: Bool { Self.interval * intervals >= Self.limit }

    /// Waits for an interval, or until the other end of the pipe is closed: then it is over.
    static func isOver(_ reader: CInt) -> Bool {
        var descriptor = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, CInt(interval / .milliseconds(1))) > 0
    }

    /// Whether there was any work since this was asked last; the beginning counts as some.
    mutating func getsOn(_ usage: ProcessUsage) -> Bool {
        intervals += 1
        defer { before = usage }
        guard let before else { return true }
        return usage.blocks != before.blocks || usage.computed - before.computed >= Self.least
    }
}

/// What a process has done so far: getrusage(2).
struct ProcessUsage: Sendable {
    /// Time on a processor.
    var computed: Duration
    /// Blocks read from disks and written to them.
    var blocks: Int

    static func own() -> ProcessUsage {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        let times = [usage.ru_utime, usage.ru_stime]
        return ProcessUsage(
            computed: times.reduce(.zero) {
                $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
            },
            blocks: usage.ru_inblock + usage.ru_oublock)
    }
}
