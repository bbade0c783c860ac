import Foundation
import Synchronization

/// Callers beside what is measured, each on a thread and a connection of its own, with a pause between two calls.
final class Callers: Sendable {
    private let samples = Mutex(Samples())
    private let failure = Mutex<(any Error)?>(nil)
    private let isOver = Atomic(false)
    private let threads = DispatchGroup()

    private static let pause = 0.002

    /// Each checks somebody in, and looks at somebody else, by turns.
    init(_ daemon: Daemon, _ population: Population, count: Int) throws {
        let lines = try (0..<count).map { _ in UncheckedSendable(value: try daemon.connect()) }
        for (place, line) in lines.enumerated() {
            let calls = [
                Frame.checkIn(population.handle(place + 1)),
                Frame.call("People.GetUser", #"{"user":"\#(population.handle(0))"}"#),
            ]
            threads.enter()
            Thread.detachNewThread {
                do {
                    try self.call(line.value, calls)
                } catch {
                    self.failure.withLock { $0 = error }
                }
                self.threads.leave()
            }
        }
    }

    private func call(_ line: Line, _ calls: [[UInt8]]) throws {
        var number = 0
        while !isOver.load(ordering: .relaxed) {
            let took = try line.call(calls[number % calls.count]).milliseconds
            number += 1
            samples.withLock { $0.add(took) }
            Clock.sleep(Self.pause)
        }
    }

    /// They call no more.
    ///
    /// - Returns: the milliseconds of each call.
    func end() throws -> Samples {
        isOver.store(true, ordering: .relaxed)
        threads.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        return samples.withLock { $0 }
    }
}
