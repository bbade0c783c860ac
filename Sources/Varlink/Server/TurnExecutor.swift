import NIOCore

/// Runs the tasks of one connection's handlers on the event loop that reads its calls, when its user
/// has a turn.
///
/// So a call that needs no other thread is answered without one. NIO offers event loops as executors
/// of actors only.
final class TurnExecutor: TaskExecutor {
    private let core: ServerCore
    private let uid: UInt32

    init(_ core: ServerCore, uid: UInt32) {
        self.core = core
        self.uid = uid
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        core.enqueueFromAnywhere(of: uid) {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
