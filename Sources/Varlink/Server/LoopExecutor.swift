import NIOCore

/// Runs the tasks of handlers on the event loop that reads their calls, so that a call that needs no
/// other thread is answered without one. NIO offers event loops as executors of actors only.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
