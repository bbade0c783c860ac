import Synchronization

/// Copies of the database that are waited for, made one after the other, some pages between two rounds.
final class BackupQueue: Sendable {
    private struct State {
        var waiting: [Backup] = []
        /// The last round is over, or about to be.
        var isClosed = false
    }

    private struct Backup: Sendable {
        let copy: BackupCopy
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// - Returns: whether it will be made, or be refused, and whoever waits be told.
    func push(_ copy: BackupCopy, _ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting.append(Backup(copy: copy, continuation: continuation))
            return true
        }
    }

    /// One step of the oldest; by whoever may use the core.
    ///
    /// - Returns: whether more is to be done.
    func step(_ core: EngineCore) -> Bool {
        guard let backup = state.withLock({ $0.waiting.first }) else { return false }
        do {
            guard try core.backUpStep(backup.copy) else { return true }
            backup.continuation.resume()
        } catch {
            backup.copy.remove()
            backup.continuation.resume(throwing: error)
        }
        return state.withLock { state in
            state.waiting.removeFirst()
            return !state.waiting.isEmpty
        }
    }

    /// Takes and makes no more; who waits is told that the engine stops.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            return state.waiting
        }
        for backup in waiting {
            backup.copy.remove()
            backup.continuation.resume(throwing: Engine.Unavailable.stopping)
        }
    }
}
