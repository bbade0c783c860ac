internal import CSystemd
internal import Glibc

extension ServiceNotifier {
    /// Says, until the task is cancelled, that the start takes longer: as long as the process gets on,
    /// and no longer than ``StartExtension/limit`` in all. A start that hangs is left to systemd.
    public func extendStart() -> Task<Void, Never> {
        extendStart(
            usage: ProcessUsage.own, pause: { try? await Task.sleep(for: StartExtension.interval) })
    }

    /// - Parameter pause: returns after ``StartExtension/interval``.
    func extendStart(
        usage: @escaping @Sendable () -> ProcessUsage,
        pause: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        Task.detached { [self] in
            var start = StartExtension()
            while !Task.isCancelled, !start.isOver {
                if start.getsOn(usage()) { extendTimeout(microseconds: 60_000_000) }
                await pause()
            }
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

    var isOver: Bool { Self.interval * intervals >= Self.limit }

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
