import Testing

@testable import lifesignald

struct RequestQueueTests {
    @Test func `requests come out in the order in which they came, so many at a time`() {
        let queue = RequestQueue<Int>(capacity: 8)
        for number in 1...5 { _ = queue.push(number, of: 1) }
        #expect(queue.take(2, share: 9) == ([1, 2], .older))
        #expect(queue.take(8, share: 9) == ([3, 4, 5], .nothing))
        #expect(queue.take(8, share: 9) == ([], .nothing))
    }

    @Test func `who adds to the queue is told how many wait in it, of all accounts`() {
        let queue = RequestQueue<Int>(capacity: 8)
        #expect(queue.push(1, of: 1) == .queued(waiting: 1))
        #expect(queue.push(2, of: 2) == .queued(waiting: 2))
        _ = queue.take(8, share: 9)
        #expect(queue.push(3, of: 1) == .queued(waiting: 1))
    }

    @Test func `a full queue takes nothing until something is taken out`() {
        let queue = RequestQueue<Int>(capacity: 2)
        _ = queue.push(1, of: 1)
        _ = queue.push(2, of: 1)
        #expect(queue.push(3, of: 1) == .full)
        _ = queue.take(1, share: 9)
        #expect(queue.push(3, of: 1) == .queued(waiting: 2))
    }

    @Test func `of one account no more than its share goes ahead of another's`() {
        let queue = RequestQueue<Int>(capacity: 20)
        for number in 1...9 { _ = queue.push(number, of: 1) }
        _ = queue.push(10, of: 2)
        #expect(queue.take(8, share: 2) == ([1, 2, 10], .older))
        #expect(queue.take(8, share: 4) == ([3, 4, 5, 6], .older))
        _ = queue.push(20, of: 2)
        _ = queue.push(30, of: 3)
        // Whoever was left out comes first the next time.
        #expect(queue.take(3, share: 2) == ([7, 8, 20], .older))
        #expect(queue.take(3, share: 2) == ([30, 9], .nothing))
        #expect(queue.count == 0)
    }

    @Test func `an account that nobody waits beside has more of a round`() {
        let queue = RequestQueue<Int>(capacity: 20)
        for number in 1...9 { _ = queue.push(number, of: 1) }
        #expect(queue.take(8, share: 2, alone: 4) == ([1, 2, 3, 4], .older))
        _ = queue.push(10, of: 2)
        #expect(queue.take(8, share: 2, alone: 4) == ([5, 6, 10], .older))
        #expect(queue.take(8, share: 2, alone: 4) == ([7, 8, 9], .nothing))
    }

    @Test func `what keeps a round for long takes as much of it, and the last may take more`() {
        let queue = RequestQueue<Int>(capacity: 20)
        for number in 1...3 { _ = queue.push(number, of: 1, weight: 3) }
        _ = queue.push(4, of: 1)
        _ = queue.push(10, of: 2, weight: 9)
        for number in 11...13 { _ = queue.push(number, of: 2) }
        _ = queue.push(20, of: 3, weight: 2)
        #expect(queue.take(9, share: 4) == ([1, 2, 10], .older))
        // Whoever found no room comes first the next time.
        #expect(queue.take(5, share: 4) == ([20, 3], .older))
        #expect(queue.take(9, share: 2) == ([11, 12, 4], .older))
        #expect(queue.take(9, share: 2) == ([13], .nothing))
    }

    @Test func `what came after a mark stays, and counts for nobody's share`() {
        let queue = RequestQueue<Int>(capacity: 20)
        for number in 1...5 { _ = queue.push(number, of: 1) }
        _ = queue.push(10, of: 2)
        let mark = queue.mark
        for (number, uid) in [(6, 1), (11, 2), (20, 3)] { _ = queue.push(number, of: UInt32(uid)) }
        #expect(queue.take(8, share: 2, alone: 4, before: mark) == ([1, 2, 10], .older))
        #expect(queue.take(8, share: 2, alone: 4, before: mark) == ([3, 4, 5], .newer))
        #expect(queue.take(8, share: 2, alone: 4, before: mark) == ([], .newer))
        #expect(queue.count == 3)
        #expect(queue.take(8, share: 2, before: queue.mark) == ([20, 11, 6], .nothing))
    }

    @Test func `a closed queue takes nothing and gives what is in it`() {
        let queue = RequestQueue<Int>(capacity: 2)
        _ = queue.push(1, of: 1)
        queue.close()
        #expect(queue.push(2, of: 1) == .closed)
        #expect(queue.take(2, share: 9) == ([1], .nothing))
    }
}

private func == (a: RequestQueue<Int>.Taken, b: ([Int], QueueRest)) -> Bool {
    a.elements == b.0 && a.rest == b.1
}
