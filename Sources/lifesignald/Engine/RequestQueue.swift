import Synchronization

/// Requests on their way to the engine, in the order in which they came.
///
/// Bounded, because a caller that is told to come back is better off than one that waits behind
/// thousands, and because the daemon's memory must not be its callers' to fill.
final class RequestQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
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

    func push(_ element: Element) -> Pushed {
        state.withLock { state in
            if state.isClosed { return .closed }
            if state.elements.count >= capacity { return .full }
            state.elements.append(element)
            return .queued(isFirst: state.elements.count == 1)
        }
    }

    var count: Int { state.withLock { $0.elements.count } }

    /// Takes up to `limit`, and says whether more is left.
    func take(_ limit: Int) -> (elements: [Element], hasMore: Bool) {
        state.withLock { state in
            if state.elements.count <= limit {
                let taken = state.elements
                state.elements = []
                return (taken, false)
            }
            let taken = Array(state.elements.prefix(limit))
            state.elements.removeFirst(limit)
            return (taken, true)
        }
    }

    /// Nothing is taken in any more; what is there is still worked off.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
