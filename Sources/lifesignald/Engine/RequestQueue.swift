import Synchronization

/// Requests on their way to the engine; of each account in the order in which they came.
///
/// Bounded, because a caller that is told to come back is better off than one that waits behind
/// thousands, and because the daemon's memory must not be its callers' to fill. Accounts take turns,
/// so that one that calls without end does not make another wait.
final class RequestQueue<Element: Sendable>: Sendable {
    private struct Waiting {
        let element: Element
        let weight: Int
        let number: Int
    }

    private struct State {
        var ofUids: [UInt32: [Waiting]] = [:]
        /// The uids for which something waits, the next one first.
        var order: [UInt32] = []
        var count = 0
        /// The number of the next one.
        var next = 0
        var isClosed = false
    }

    enum Pushed: Equatable {
        /// So many wait now; whoever takes them has to be told of the first.
        case queued(waiting: Int)
        case full
        case closed
    }

    struct Taken {
        var elements: [Element] = []
        /// What was left there.
        var rest = QueueRest.nothing
    }

    let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// - Parameter weight: how long it keeps a round, beside a check-in, of which that is 1.
    func push(_ element: Element, of uid: UInt32, weight: Int = 1) -> Pushed {
        state.withLock { state in
            if state.isClosed { return .closed }
            if state.count >= capacity { return .full }
            if state.ofUids[uid] == nil { state.order.append(uid) }
            state.ofUids[uid, default: []].append(
                Waiting(element: element, weight: weight, number: state.next))
            state.count += 1
            state.next += 1
            return .queued(waiting: state.count)
        }
    }

    var count: Int { state.withLock { $0.count } }

    /// All that waits now came before this, and whatever comes from now on does not.
    var mark: Int { state.withLock { $0.next } }

    /// Takes requests until they weigh `limit`, which the last may exceed.
    ///
    /// - Parameters:
    ///   - share: the most of one account, in the same way.
    ///   - alone: the most of an account that nobody waits beside; its share if nil.
    ///   - mark: what came since stays where it is.
    func take(_ limit: Int, share: Int, alone: Int? = nil, before mark: Int = .max) -> Taken {
        state.withLock { state in
            var taken = Taken()
            func isReady(_ uid: UInt32) -> Bool {
                state.ofUids[uid]?.first.map { $0.number < mark } ?? false
            }
            let ready = state.order.filter(isReady)
            let share = ready.count > 1 ? share : alone ?? share
            var (served, again): (Set<UInt32>, [UInt32]) = ([], [])
            var left = limit
            for uid in ready where left > 0 {
                let waiting = state.ofUids[uid] ?? []
                let most = min(share, left)
                var room = most
                let some = waiting.prefix {
                    guard room > 0, $0.number < mark else { return false }
                    room -= $0.weight
                    return true
                }
                left -= most - room
                taken.elements += some.map(\.element)
                served.insert(uid)
                if some.count == waiting.count {
                    state.ofUids[uid] = nil
                } else {
                    state.ofUids[uid]?.removeFirst(some.count)
                    again.append(uid)
                }
            }
            state.order.removeAll(where: served.contains)
            state.order += again
            state.count -= taken.elements.count
            if state.count > 0 {
                taken.rest = state.order.contains(where: isReady) ? .older : .newer
            }
            return taken
        }
    }

    /// Nothing is taken in any more; what is there is still worked off.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}

/// What is left in a queue of which up to a mark was taken.
enum QueueRest {
    case nothing
    /// Only what came after the mark.
    case newer
    /// Some that could have been taken.
    case older
}
