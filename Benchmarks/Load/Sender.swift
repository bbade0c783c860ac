import CLinux
import Foundation
import Glibc
import Synchronization
import Varlink

/// A sender on a thread of its own, whose attempts all succeed at once.
final class Sender: Sendable {
    struct Sent {
        /// Deliveries that it has made.
        fileprivate(set) var reported = 0
        /// When the first was offered, by the wall clock in nanoseconds.
        fileprivate(set) var firstJob: Int64?
    }

    private let sent = Mutex(Sent())
    private let failure = Mutex<(any Error)?>(nil)
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)
    private let stream: UncheckedSendable<Line>

    init(_ daemon: Daemon) throws {
        stream = UncheckedSendable(value: try daemon.connect())
        let line = UncheckedSendable(value: try daemon.connect())
        try stream.value.send(Frame.call("Outbox.Take", "{}", more: true))
        Thread.detachNewThread {
            do {
                try self.send(line.value)
            } catch {
                self.failure.withLock { $0 = error }
            }
            self.ended.signal()
        }
    }

    private func send(_ line: Line) throws {
        while !isOver.load(ordering: .relaxed), let frames = try stream.value.receive() {
            for frame in frames where !isOver.load(ordering: .relaxed) {
                let now = Clock.now(CLOCK_REALTIME)
                sent.withLock { $0.firstJob = $0.firstJob ?? now }
                let offer = try ReplyMessage(frame: frame, maximumDepth: 32)
                guard let delivery = offer.parameters["job"]?["delivery"].string else {
                    throw Failure(offer.error ?? "a job without a delivery")
                }
                guard try begins(delivery, line) else { continue }
                try line.call(
                    Frame.call(
                        "Outbox.Report", #"{"delivery":"\#(delivery)","delivered":true}"#))
                sent.withLock { $0.reported += 1 }
            }
        }
    }

    /// - Returns: false if whom it is about has checked in meanwhile.
    private func begins(_ delivery: String, _ line: Line) throws -> Bool {
        let begin = Frame.call("Outbox.Begin", #"{"delivery":"\#(delivery)"}"#)
        let reply = try ReplyMessage(
            frame: try line.answer(to: begin).frames[0], maximumDepth: 32)
        guard let error = reply.error else { return true }
        guard error == "io.lifesignal.Outbox.Withdrawn" else { throw Failure(error) }
        return false
    }

    /// It sends no more.
    func end() throws -> Sent {
        isOver.store(true, ordering: .relaxed)
        // It may wait for a job.
        shutdown(stream.value.descriptor, CInt(SHUT_RDWR))
        ended.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        return sent.withLock { $0 }
    }
}
