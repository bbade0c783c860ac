import Testing

@testable import lifesignald

struct RequestQueueTests {
    @Test func `requests come out in the order in which they came, so many at a time`() {
        let queue = RequestQueue<Int>(capacity: 8)
        for number in 1...5 { _ = queue.push(number) }
        #expect(queue.take(2) == ([1, 2], true))
        #expect(queue.take(8) == ([3, 4, 5], false))
        #expect(queue.take(8) == ([], false))
    }

    @Test func `only the first in an empty queue has to wake its reader`() {
        let queue = RequestQueue<Int>(capacity: 8)
        #expect(queue.push(1) == .queued(isFirst: true))
        #expect(queue.push(2) == .queued(isFirst: false))
        _ = queue.take(8)
        #expect(queue.push(3) == .queued(isFirst: true))
    }

    @Test func `a full queue takes nothing until something is taken out`() {
        let queue = RequestQueue<Int>(capacity: 2)
        _ = queue.push(1)
        _ = queue.push(2)
        #expect(queue.push(3) == .full)
        _ = queue.take(1)
        #expect(queue.push(3) == .queued(isFirst: false))
    }

    @Test func `a closed queue takes nothing and gives what is in it`() {
        let queue = RequestQueue<Int>(capacity: 2)
        _ = queue.push(1)
        queue.close()
        #expect(queue.push(2) == .closed)
        #expect(queue.take(2) == ([1], false))
    }
}

private func == (a: (elements: [Int], hasMore: Bool), b: ([Int], Bool)) -> Bool {
    a.elements == b.0 && a.hasMore == b.1
}
