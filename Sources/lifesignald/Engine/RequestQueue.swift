import Synchronization

/// Requests on their way to the engine; of each account in the order in which they came.
///
/// Bounded, because a caller that is told to come back is better off than one that waits behind
/// thousands, and because the daemon's memory must not be its callers' to fill. Accounts take turns,
/// so that one that calls without end does not make another wait.
final class RequestQueue<Element: Sendable>: Sendable {
    private struct State {
        var ofUids: [UInt32: [Element]] = [:]
        /// The uids for which something waits, the next one first.
        var order: [UInt32] = []
        var count = 0
        var isClosed = false
    }

    enum Pushed: Equatable {
        /// The queue was empty before, so its reader has to be woken.
        case queued(isFirst: Bool)
        case full
        case closed
    }

    let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    func push(_ element: Element, of uid: UInt32) -> Pushed {
        state.withLock { state in
            if state.isClosed { return .closed }
            if state.count >= capacity { return .full }
            if state.ofUids[uid] == nil { state.order.append(uid) }
            state.ofUids[uid, default: []].append(element)
            state.count += 1
            return .queued(isFirst: state.count == 1)
        }
    }

    var count: Int { state.withLock { $0.count } }

    /// Takes up to `limit`, and says whether more is left.
    ///
    /// - Parameters:
    ///   - share: the most of one account.
    ///   - alone: the most of an account that nobody waits beside; its share if nil.
    func take(_ limit: Int, share: Int, alone: Int? = nil) -> (elements: [Element], hasMore: Bool) {
        state.withLock { state in
            var taken: [Element] = []
            let share = state.order.count > 1 ? share : alone ?? share
            for uid in state.order where taken.count < limit {
                state.order.removeFirst()
                let waiting = state.ofUids[uid] ?? []
                let some = min(waiting.count, share, limit - taken.count)
                taken += waiting.prefix(some)
                if some == waiting.count {
                    state.ofUids[uid] = nil
                } else {
                    state.ofUids[uid]?.removeFirst(some)
                    state.order.append(uid)
                }
            }
            state.count -= taken.count
            return (taken, state.count > 0)
        }
    }

    /// Nothing is taken in any more; what is there is still worked off.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
