import Testing

@testable import lifesignald

struct RequestQueueTests {
    @Test func `requests come out in the order in which they came, so many at a time`() {
        let queue = RequestQueue<Int>(capacity: 8)
        for number in 1...5 { _ = queue.push(number, of: 1) }
        #expect(queue.take(2, share: 9) == ([1, 2], true))
        #expect(queue.take(8, share: 9) == ([3, 4, 5], false))
        #expect(queue.take(8, share: 9) == ([], false))
    }

    @Test func `only the first in an empty queue has to wake its reader`() {
        let queue = RequestQueue<Int>(capacity: 8)
        #expect(queue.push(1, of: 1) == .queued(isFirst: true))
        #expect(queue.push(2, of: 1) == .queued(isFirst: false))
        _ = queue.take(8, share: 9)
        #expect(queue.push(3, of: 1) == .queued(isFirst: true))
    }

    @Test func `a full queue takes nothing until something is taken out`() {
        let queue = RequestQueue<Int>(capacity: 2)
        _ = queue.push(1, of: 1)
        _ = queue.push(2, of: 1)
        #expect(queue.push(3, of: 1) == .full)
        _ = queue.take(1, share: 9)
        #expect(queue.push(3, of: 1) == .queued(isFirst: false))
    }

    @Test func `of one account no more than its share goes ahead of another's`() {
        let queue = RequestQueue<Int>(capacity: 20)
        for number in 1...9 { _ = queue.push(number, of: 1) }
        _ = queue.push(10, of: 2)
        #expect(queue.take(8, share: 2) == ([1, 2, 10], true))
        #expect(queue.take(8, share: 4) == ([3, 4, 5, 6], true))
        _ = queue.push(20, of: 2)
        _ = queue.push(30, of: 3)
        // Whoever was left out comes first the next time.
        #expect(queue.take(3, share: 2) == ([7, 8, 20], true))
        #expect(queue.take(3, share: 2) == ([30, 9], false))
        #expect(queue.count == 0)
    }

    @Test func `an account that nobody waits beside has more of a round`() {
        let queue = RequestQueue<Int>(capacity: 20)
        for number in 1...9 { _ = queue.push(number, of: 1) }
        #expect(queue.take(8, share: 2, alone: 4) == ([1, 2, 3, 4], true))
        _ = queue.push(10, of: 2)
        #expect(queue.take(8, share: 2, alone: 4) == ([5, 6, 10], true))
        #expect(queue.take(8, share: 2, alone: 4) == ([7, 8, 9], false))
    }

    @Test func `a closed queue takes nothing and gives what is in it`() {
        let queue = RequestQueue<Int>(capacity: 2)
        _ = queue.push(1, of: 1)
        queue.close()
        #expect(queue.push(2, of: 1) == .closed)
        #expect(queue.take(2, share: 9) == ([1], false))
    }
}

private func == (a: (elements: [Int], hasMore: Bool), b: ([Int], Bool)) -> Bool {
    a.elements == b.0 && a.hasMore == b.1
}
