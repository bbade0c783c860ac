import NIOCore

/// What waits for the server's thread, so that users take turns: however many connections one has,
/// and however many calls on each, another waits for one piece of its work before each of their own.
struct Turns {
    typealias Work = () -> Void

    private struct Waiting {
        let number: UInt64
        let work: Work
    }

    private var ofUids: [UInt32: CircularBuffer<Waiting>] = [:]
    /// The uids for which something waits, the next one first.
    private var order = CircularBuffer<UInt32>()
    /// The number of what came last; numbers rise.
    private(set) var newest: UInt64 = 0

    var isEmpty: Bool { order.isEmpty }

    mutating func add(_ work: @escaping Work, of uid: UInt32) {
        newest += 1
        if ofUids[uid] == nil { order.append(uid) }
        ofUids[uid, default: []].append(Waiting(number: newest, work: work))
    }

    mutating func next() -> Work? {
        guard let uid = order.popFirst(), let waiting = ofUids[uid]?.popFirst() else { return nil }
        if ofUids[uid]?.isEmpty == true { ofUids[uid] = nil } else { order.append(uid) }
        return waiting.work
    }

    /// Whether nothing waits any more that came up to this number.
    func isDone(upTo number: UInt64) -> Bool {
        ofUids.values.allSatisfy { $0.first.map { $0.number > number } ?? true }
    }
}
